"""What can be typed in Tokyo besides actions: go, lay, the map, the jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ekiben.cli import line_input
from ekiben.cli.family import Command
from ekiben.cli.styling import QUIET, WARNING
from ekiben.cli.tokyo.map_view import around, middle, overview
from ekiben.cli.tokyo.table_view import waiting_jobs
from ekiben.cli.tokyo.words import job_name, jobs_in, posts_called
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.game import tokyo_game
from ekiben.games.tokyo.lattice import DIRECTIONS, link_name
from ekiben.games.tokyo.plans import RunPlan, TrackPlan, plan_run, plan_track
from ekiben.texts.tokyo.places import post_name

if TYPE_CHECKING:
    from ekiben.cli.play import Session

YES = ("y", "yes", "はい")
EVERYTHING = ("all", "全体")


def confirm(session: Session, key: str, **values: object) -> bool:
    session.screen.show(Text(session.words(f"tokyo.{key}", **values)))
    return line_input.read_line().lower() in YES


def posts_of(session: Session, typed: str) -> tuple[int, ...]:
    """The posts of a place; says so when there is none."""
    found = posts_called(session.words, typed)
    if not found:
        session.screen.say("tokyo.no-place", place=typed, style=WARNING)
    return found


# ---- running
def go(session: Session, seat: int, rest: str) -> bool:
    """Towards a place, as far as this turn goes."""
    match = session.match
    if match.asked != "move":
        session.screen.say(
            "tokyo.not-moving", question=session.words.say(f"asked.{match.asked}"), style=WARNING
        )
        return False
    if not rest:
        session.screen.say("tokyo.go-where", style=WARNING)
        return False
    posts = posts_of(session, rest)
    plan = best_run(match, posts) if posts else None
    if posts and plan is None:
        session.screen.say("tokyo.no-way", place=rest, style=WARNING)
    if plan is None:
        return False
    session.screen.say(
        "tokyo.run",
        place=post_name(session.words, posts[0]),
        turns=plan.turns,
        fees=plan.fees,
        style=QUIET,
    )
    if plan.fees and not confirm(session, "fee-ask", fees=plan.fees):
        return False
    passed = jobs_passed(session, seat, plan)
    if passed:
        session.screen.say("tokyo.on-the-way", jobs="\n  ".join(passed))
    if passed and not confirm(session, "pass-ask"):
        return False
    return follow(session, seat, plan)


def jobs_passed(session: Session, seat: int, plan: RunPlan) -> list[str]:
    """What could be loaded or unloaded in cities that this turn's run passes before it ends."""
    words, view = session.words, session.match.view(seat)
    waiting, carried = jobs_in(words, view.on_map), jobs_in(words, view.carried[seat])
    room = int(view.load[seat]) - len(carried)
    found: list[str] = []
    for city in cities_passed(session.match.game, int(view.train[seat]), plan.moves[0]):
        could = [("could-unload", job) for job in carried if job.goal == city]
        could += [("could-load", job) for job in waiting if job.origin == city and room > 0]
        found += [
            words(f"tokyo.{what}", job=job_name(words, job), reward=job.reward)
            for what, job in could
        ]
    return found


def cities_passed(game: Game, post: int, moves: list[str]) -> list[int]:
    """The cities on a run but for the one it starts in and the one it ends in, in order."""
    b = game.plain_board
    start, passed = int(b.city_at[post]), []
    for move in moves:
        if move.startswith("step "):
            post = int(b.next_post[post, DIRECTIONS.index(move.split()[1])])
            passed.append(int(b.city_at[post]))
    ends = {start, passed[-1] if passed else start}
    return [city for city in dict.fromkeys(passed) if city >= 0 and city not in ends]


def best_run(match: Match, posts: tuple[int, ...]) -> RunPlan | None:
    """To whichever post of a city is reached soonest, then cheapest."""
    view = match.view(match.seat)
    plans = [
        plan for post in posts if (plan := plan_run(tokyo_game(match.game), view, post)) is not None
    ]
    return min(plans, key=lambda plan: (plan.turns, plan.fees, len(plan.moves[-1])), default=None)


def follow(session: Session, seat: int, plan: RunPlan) -> bool:
    """This turn's moves, one by one, until one is refused or the turn moves on."""
    match, moved = session.match, False
    for move in plan.moves[0]:
        if match.seat != seat or match.asked != "move" or not try_action(session, move):
            break
        moved = True
    if match.seat == seat and match.asked == "move":
        place = post_name(session.words, int(match.view(seat).train[seat]))
        left = int(match.view(seat).left)
        session.screen.say(
            "tokyo.halted" if plan.turns or not moved else "tokyo.arrived",
            place=place,
            left=left,
        )
    return moved


def try_action(session: Session, action: str) -> bool:
    """Plays it, or tells why not."""
    refusal = session.match.why_not(action)
    if refusal is not None:
        session.try_action(action)
        return False
    session.match.play(action)
    return True


# ---- laying
def lay(session: Session, seat: int, rest: str) -> bool:
    """Track along the cheapest way: from the train to a place, or between two; the cost first."""
    match = session.match
    if match.asked != "build":
        session.screen.say("tokyo.not-building", style=WARNING)
        return False
    names = rest.replace("→", " ").split()
    if not 1 <= len(names) <= 2:
        session.screen.say("tokyo.lay-where", style=WARNING)
        return False
    ends = [posts_of(session, name) for name in names]
    if not all(ends):
        return False
    start = (int(match.view(seat).train[seat]),) if len(ends) == 1 else ends[0]
    return lay_between(session, start, ends[-1])


def lay_between(session: Session, start: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    match, words = session.match, session.words
    plan = cheapest(match, start, goal)
    ends = {"a": post_name(words, start[0]), "z": post_name(words, goal[0])}
    if plan is None or not plan.links:
        session.screen.say(
            "tokyo.no-plan" if plan is None else "tokyo.nothing-to-lay", **ends, style=WARNING
        )
        return False
    now = affordable_links(match, plan)
    if not now:
        session.screen.say("tokyo.too-dear", price=plan.costs[0], room=budget(match), style=WARNING)
        return False
    session.screen.say(
        "tokyo.plan",
        **ends,
        links=len(plan.links),
        cost=plan.cost,
        turns=len(plan.turns),
        now=now,
        price=sum(plan.costs[:now]),
    )
    session.screen.say("tokyo.plan-way", way=describe_way(session, plan, now), style=QUIET)
    return confirm(session, "build-ask") and build_links(session, plan, now)


def describe_way(session: Session, plan: TrackPlan, now: int) -> str:
    """Its ends and the cities on it; from the bar on it comes in later turns."""
    b, words = session.match.game.plain_board, session.words
    posts = posts_along(b, plan.links)
    ends = {0, now, len(posts) - 1}
    shown = [
        (number, post_name(words, post))
        for number, post in enumerate(posts)
        if number in ends or b.city_at[post] >= 0
    ]
    parts = [
        " – ".join(dict.fromkeys(name for number, name in shown if number in span))
        for span in (range(now + 1), range(now, len(posts)))
    ]
    return " | ".join(parts) if now < len(plan.links) else parts[0]


def posts_along(b: Board, links: list[int]) -> list[int]:
    """The posts of links in the order of building."""
    posts: list[int] = []
    for number, link in enumerate(links):
        a, z = int(b.end_a[link]), int(b.end_z[link])
        last = posts[-1] if posts else -1
        back = a != last and (z == last or leads_on(b, links[number + 1 : number + 2], a))
        posts += [post for post in ((z, a) if back else (a, z)) if post != last]
    return posts


def leads_on(b: Board, following: list[int], post: int) -> bool:
    """Whether the next link goes on from this post."""
    return any(post in (int(b.end_a[link]), int(b.end_z[link])) for link in following)


def cheapest(match: Match, start: tuple[int, ...], goal: tuple[int, ...]) -> TrackPlan | None:
    """Inside a big city everything is joined, so one post of each end will do."""
    return plan_track(tokyo_game(match.game), match.view(match.seat), start[0], goal[0])


def budget(match: Match) -> int:
    """What can be spent on track now: the turn's limit and the money held."""
    view = match.view(match.seat)
    return min(int(match.game.plain_board.each_turn) - int(view.spent), int(view.money[match.seat]))


def affordable_links(match: Match, plan: TrackPlan) -> int:
    """How many of the plan's links, from the first on."""
    room, count = budget(match), 0
    for cost in plan.costs:
        room -= cost
        if room < 0:
            break
        count += 1
    return count


def build_links(session: Session, plan: TrackPlan, count: int) -> bool:
    done = False
    for link in plan.links[:count]:
        if session.match.asked != "build" or not try_action(
            session, f"build {link_name(link, session.match.game.board.columns)}"
        ):
            break
        done = True
    return done


# ---- looking
def show_map(session: Session, seat: int, rest: str) -> bool:
    """The map around the train, or around any place; `map all` is the whole of it."""
    if rest in EVERYTHING:
        session.screen.show(overview(session.match, session.words))
        session.screen.show(Text(session.words("tokyo.legend-all")), style=QUIET)
        return False
    posts = posts_of(session, rest) if rest else (middle(session.match, seat),)
    if posts:
        session.screen.show(
            around(session.match, session.words, posts[len(posts) // 2], session.screen.width)
        )
        session.screen.show(Text(session.words("tokyo.legend")), style=QUIET)
    return False


def jobs(session: Session, seat: int, rest: str) -> bool:
    session.screen.show(waiting_jobs(session.match, session.words, seat))
    return False


def help(session: Session, seat: int, rest: str) -> bool:
    session.screen.say("tokyo.help")
    return False


TOKYO_COMMANDS: dict[str, Command] = {
    "?": help,
    "help": help,
    "go": go,
    "lay": lay,
    "map": show_map,
    "jobs": jobs,
}
