"""What can be typed at a lattice besides actions: running and laying towards a place, the map, the jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ekiben.cli import prompt
from ekiben.cli.look import QUIET, WARNING
from ekiben.cli.tokyo_map import around, middle
from ekiben.cli.tokyo_table import waiting
from ekiben.cli.tokyo_words import place_of, post_called
from ekiben.games.tokyo.lattice import link_name
from ekiben.games.tokyo.plans import RunPlan, TrackPlan, plan_run, plan_track

if TYPE_CHECKING:
    from ekiben.cli.play import Session

YES = ("y", "yes", "はい")


def agreed(session: Session, key: str, **values: object) -> bool:
    session.screen.show(Text(session.words(f"lattice.{key}", **values)))
    return prompt.line().lower() in YES


def posts_of(session: Session, typed: str) -> tuple[int, ...]:
    """The posts of a place; says so when there is none."""
    found = place_of(session.words, typed)
    if not found:
        session.screen.say("lattice.no-place", place=typed, style=WARNING)
    return found


# ---- running
def go(session: Session, seat: int, rest: str) -> bool:
    """Towards a place, as far as this turn goes."""
    match = session.match
    if match.asked != "move":
        session.screen.say("lattice.not-moving", question=session.words.say(f"asked.{match.asked}"), style=WARNING)
        return False
    if not rest:
        session.screen.say("lattice.go-where", style=WARNING)
        return False
    posts = posts_of(session, rest)
    plan = best_run(match, posts) if posts else None
    if posts and plan is None:
        session.screen.say("lattice.no-way", place=rest, style=WARNING)
    if plan is None:
        return False
    session.screen.say("lattice.run", place=post_called(session.words, posts[0]), turns=plan.turns, fees=plan.fees, style=QUIET)
    if plan.fees and not agreed(session, "fee-ask", fees=plan.fees):
        return False
    return followed(session, seat, plan)


def best_run(match: Any, posts: tuple[int, ...]) -> RunPlan | None:
    """To whichever post of a city is reached soonest, then cheapest."""
    view = match.view(match.seat)
    plans = [plan for post in posts if (plan := plan_run(match.game, view, post)) is not None]
    return min(plans, key=lambda plan: (plan.turns, plan.fees, len(plan.moves[-1])), default=None)


def followed(session: Session, seat: int, plan: RunPlan) -> bool:
    """This turn's moves, one by one, until one is refused or the turn moves on."""
    match, moved = session.match, False
    for move in plan.moves[0]:
        if match.seat != seat or match.asked != "move" or not played(session, move):
            break
        moved = True
    if match.seat == seat and match.asked == "move":
        place = post_called(session.words, int(match.view(seat).train[seat]))
        left = int(match.view(seat).left)
        session.screen.say("lattice.halted" if plan.turns or not moved else "lattice.arrived", place=place, left=left)
    return moved


def played(session: Session, action: str) -> bool:
    """Plays it, or tells why not."""
    refusal = session.match.why_not(action)
    if refusal is not None:
        session.attempt(action)
        return False
    session.match.play(action)
    return True


# ---- laying
def lay(session: Session, seat: int, rest: str) -> bool:
    """Track along the cheapest way: from the train to a place, or between two; the cost first."""
    match = session.match
    if match.asked != "build":
        session.screen.say("lattice.not-building", style=WARNING)
        return False
    names = rest.replace("→", " ").split()
    if not 1 <= len(names) <= 2:
        session.screen.say("lattice.lay-where", style=WARNING)
        return False
    ends = [posts_of(session, name) for name in names]
    if not all(ends):
        return False
    start = (int(match.view(seat).train[seat]),) if len(ends) == 1 else ends[0]
    return laid(session, start, ends[-1])


def laid(session: Session, start: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    match, words = session.match, session.words
    plan = cheapest(match, start, goal)
    ends = {"a": post_called(words, start[0]), "z": post_called(words, goal[0])}
    if plan is None or not plan.links:
        session.screen.say("lattice.no-plan" if plan is None else "lattice.nothing-to-lay", **ends, style=WARNING)
        return False
    now = within_reach(match, plan)
    if not now:
        session.screen.say("lattice.too-dear", price=plan.costs[0], room=reach(match), style=WARNING)
        return False
    session.screen.say("lattice.plan", **ends, links=len(plan.links), cost=plan.cost, turns=len(plan.turns), now=now,
                       price=sum(plan.costs[:now]))
    return agreed(session, "build-ask") and built(session, plan, now)


def cheapest(match: Any, start: tuple[int, ...], goal: tuple[int, ...]) -> TrackPlan | None:
    """Inside a big city everything is joined, so one post of each end will do."""
    return plan_track(match.game, match.view(match.seat), start[0], goal[0])


def reach(match: Any) -> int:
    """What can be spent on track now: the turn's limit and the money held."""
    view = match.view(match.seat)
    return min(int(match.game.plain_board.each_turn) - int(view.spent), int(view.money[match.seat]))


def within_reach(match: Any, plan: TrackPlan) -> int:
    """How many of the plan's links, from the first on."""
    room, count = reach(match), 0
    for cost in plan.costs:
        room -= cost
        if room < 0:
            break
        count += 1
    return count


def built(session: Session, plan: TrackPlan, count: int) -> bool:
    done = False
    for link in plan.links[:count]:
        if session.match.asked != "build" or not played(session, f"build {link_name(link, session.match.game.board.columns)}"):
            break
        done = True
    return done


# ---- looking
def window(session: Session, seat: int, rest: str) -> bool:
    """The map around the train, or around any place."""
    posts = posts_of(session, rest) if rest else (middle(session.match, seat),)
    if posts:
        session.screen.show(around(session.match, session.words, posts[len(posts) // 2], session.screen.width))
        session.screen.show(Text(session.words("lattice.legend")), style=QUIET)
    return False


def jobs(session: Session, seat: int, rest: str) -> bool:
    session.screen.show(waiting(session.match, session.words, seat))
    return False


def help(session: Session, seat: int, rest: str) -> bool:
    session.screen.say("lattice.help")
    return False


COMMANDS: dict[str, Callable[[Any, int, str], bool]] = {"?": help, "help": help, "go": go, "lay": lay, "map": window, "jobs": jobs}
