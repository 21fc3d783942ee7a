"""Plans a seat may ask for: the cheapest track, a way drawn by hand, a run, how far off jobs are.

Ways come from the engine's searches. What of them can be done now is tried out on an imagined
match, so the rules themselves say how far this turn reaches, what it costs and why it goes no
further; all from the view alone.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ekiben.core.builds import namespace
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.games.tokyo.board_builder import feature_between
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.lattice import DIRECTIONS, GROUNDS, STEPS, link_name, link_of
from ekiben.games.tokyo.plans import (
    RunPlan,
    TrackPlan,
    call_each_once,
    compiled_kernels,
    plan_run,
    plan_track,
)
from ekiben.games.tokyo.state import EMPTY, State
from ekiben.server.scenes.plan_messages import (
    Answer,
    Ask,
    DrawnAsk,
    JobsAnswer,
    JobWay,
    NoPlan,
    RunAnswer,
    RunAsk,
    Stop,
    TrackAnswer,
    TrackAsk,
)

READY = threading.Event()  # set when the machine code of the searches is in its cache


# ---- what is asked


# ---- what is answered


def answer(game: TokyoGame, view: View, ask: Ask) -> Answer:
    """The plan for the seat whose view it is; spectators get none.

    Takes up to a second where the searches are interpreted.
    """
    if view.viewer is None:
        return NoPlan("spectator")
    if isinstance(ask, TrackAsk):
        return plan_cheapest_track(
            game,
            view,
            validate_post(game, ask.to),
            None if ask.start is None else validate_post(game, ask.start),
        )
    if isinstance(ask, DrawnAsk):
        return plan_drawn_track(game, view, [validate_post(game, post) for post in ask.posts])
    return (
        plan_best_run(game, view, [validate_post(game, post) for post in ask.to])
        if isinstance(ask, RunAsk)
        else plan_jobs(game, view)
    )


def validate_post(game: TokyoGame, post: int) -> int:
    if post >= game.plain_board.posts:
        raise EkibenError(f"no post {post}: they are 0 to {game.plain_board.posts - 1}")
    return post


def imagine_if_asked(game: TokyoGame, view: View, asked: str) -> Match | None:
    """The position to try things out in, when it is this seat's question."""
    own = game.asked_names[view.asked] == asked and view.seat == view.viewer
    return game.imagine(view, 0) if own else None


# ---- track
def plan_cheapest_track(
    game: TokyoGame, view: View, goal: int, start: int | None
) -> TrackAnswer | NoPlan:
    plan = plan_track(game, view, start, goal)
    if plan is None:
        return NoPlan("no-way")
    return try_track(game, view, plan) if plan.links else NoPlan("joined")


def try_track(game: TokyoGame, view: View, plan: TrackPlan) -> TrackAnswer:
    now, price, stop = try_links(imagine_if_asked(game, view, "build"), plan.names)
    return TrackAnswer(
        plan.links,
        plan.costs,
        [f"build {name}" for name in plan.names],
        plan.cost,
        plan.fees,
        now,
        sum(price),
        len(plan.turns),
        features(game, plan.links),
        stop,
    )


def try_links(match: Match | None, names: Iterable[str]) -> tuple[int, list[int], Stop | None]:
    """How many of the links can be built in a row, what each costs, and why not the next."""
    spent: list[int] = []
    for name in names if match is not None else ():
        assert match is not None
        refusal = match.why_not(f"build {name}") if not match.over else None
        if refusal is not None or match.over:
            return (
                len(spent),
                spent,
                Stop(refusal.clause, refusal.reason, refusal.details) if refusal else None,
            )
        spent += [
            event["cost"] for event in match.play(f"build {name}") if event["kind"] == "built"
        ]
    return len(spent), spent, None


def features(game: TokyoGame, links: Sequence[int]) -> dict[str, int]:
    """What a way goes over, for reading."""
    board, b, found = game.board, game.plain_board, Counter[str]()
    for link in links:
        ends = [divmod(int(post), board.columns) for post in (b.end_a[link], b.end_z[link])]
        found.update(GROUNDS[board.terrain[row][column]] for row, column in ends)
        found.update([feature_between(board, ends[0], link % 4)])
    return {name: count for name, count in found.items() if name not in ("", "plain")}


def plan_drawn_track(game: TokyoGame, view: View, posts: Sequence[int]) -> TrackAnswer | NoPlan:
    """Open links along the posts, outside big cities, from whichever end they can be begun."""
    b = game.plain_board
    links = [
        link
        for here, there in pairwise(posts)
        if (link := link_between(game, here, there)) is not None
    ]
    free = [link for link in dict.fromkeys(links) if not b.inside[link] and view.track[link] == 0]
    if not free:
        return NoPlan("nothing-drawn")
    order, spent, stop = best_order(game, view, free)
    costs = spent + [int(b.cost[link]) for link in order[len(spent) :]]
    actions = [f"build {link_name(link, b.columns)}" for link in order]
    return TrackAnswer(
        order,
        costs,
        actions,
        sum(costs),
        sum(costs) - sum(int(b.cost[link]) for link in order),
        len(spent),
        sum(spent),
        1,
        features(game, order),
        stop,
    )


def best_order(
    game: TokyoGame, view: View, links: list[int]
) -> tuple[list[int], list[int], Stop | None]:
    """As drawn or the other way round, whichever gets further."""
    ways = []
    for order in (links, links[::-1]):
        _, spent, stop = try_links(
            imagine_if_asked(game, view, "build"),
            [link_name(link, game.board.columns) for link in order],
        )
        ways.append((order, spent, stop))
    return max(ways, key=lambda way: len(way[1]))


def link_between(game: TokyoGame, here: int, there: int) -> int | None:
    across = game.board.columns
    step = there // across - here // across, there % across - here % across
    return link_of(divmod(here, across), STEPS.index(step), across) if step in STEPS else None


# ---- running
def plan_best_run(game: TokyoGame, view: View, goals: Sequence[int]) -> RunAnswer | NoPlan:
    seat = int(view.viewer or 0)
    if view.train[seat] == EMPTY:
        return NoPlan("not-placed")
    if view.train[seat] in goals and not view.aboard[seat]:
        return NoPlan("there")
    plans = [plan for goal in goals if (plan := plan_run(game, view, goal)) is not None]
    best = min(
        plans, key=lambda plan: (plan.turns, plan.fees, sum(map(len, plan.moves))), default=None
    )
    return NoPlan("no-track") if best is None else run_answer(game, view, seat, best)


def run_answer(game: TokyoGame, view: View, seat: int, plan: RunPlan) -> RunAnswer:
    start = (
        int(view.train[seat])
        if not view.aboard[seat]
        else int(game.plain_board.over_at[view.train[seat]])
    )
    posts, ends = walk_posts(game, start, plan.moves)
    match = imagine_if_asked(game, view, "move")
    moves = plan.moves[0] if match is not None else []
    now, paid, stop = try_steps(match, moves)
    left = (
        int(match.view(seat).left)
        if match is not None and match.seat == seat and match.asked == "move"
        else 0
    )
    return RunAnswer(
        posts,
        ends,
        moves,
        now,
        int(view.left) - left if match is not None else 0,
        left,
        plan.turns,
        plan.fees,
        paid,
        owners(game, view, seat, posts),
        stop,
    )


def walk_posts(
    game: TokyoGame, start: int, moves: Sequence[Sequence[str]]
) -> tuple[list[int], list[int]]:
    """The posts of a run, and at which of them its turns end."""
    b, posts, ends = game.plain_board, [start], []
    for turn in moves:
        for move in turn:
            here, word = posts[-1], move.split()[-1]
            posts.append(
                int(b.over_at[here])
                if word == "board"
                else int(b.next_post[here, DIRECTIONS.index(word)])
            )
        ends.append(len(posts) - 1)
    return posts, ends


def try_steps(match: Match | None, moves: Sequence[str]) -> tuple[int, dict[int, int], Stop | None]:
    """How many moves of this turn can be made, the fees by owner, and why not the next."""
    paid: Counter[int] = Counter()
    for n, move in enumerate(moves):
        assert match is not None
        refusal = match.why_not(move) if match.asked == "move" else None
        if refusal is not None or match.asked != "move":
            return (
                n,
                dict(paid),
                Stop(refusal.clause, refusal.reason, refusal.details) if refusal else None,
            )
        paid.update(
            {
                event["owner"]: event["amount"]
                for event in match.play(move)
                if event["kind"] == "fee-paid"
            }
        )
    return len(moves), dict(paid), None


def owners(game: TokyoGame, view: View, seat: int, posts: Sequence[int]) -> list[int]:
    """Whose track the way uses, besides one's own."""
    links = [link_between(game, here, there) for here, there in pairwise(posts)]
    found = {int(view.track[link]) - 1 for link in links if link is not None}
    return sorted(found - {seat, EMPTY})


# ---- jobs
def plan_jobs(game: TokyoGame, view: View) -> JobsAnswer | NoPlan:
    """Only where the searches run as machine code: there are too many of them."""
    if game.builds.compiled is None:
        return NoPlan("not-ready")
    s, seat = state_from(view), int(view.viewer or 0)
    here = int(s.train[seat])
    return JobsAnswer(
        [
            job_way(game, s, seat, here, job)
            for job in game.board.jobs
            if is_open(view, seat, job.number)
        ]
    )


def is_open(view: View, seat: int, job: int) -> bool:
    return has(view.on_map, job) or has(view.carried[seat], job)


def job_way(game: TokyoGame, s: State, seat: int, here: int, job: Job) -> JobWay:
    cities = game.board.cities
    origin, goal = cities[job.origin].posts, cities[job.goal].posts
    carried = has(s.carried[seat], job.number)
    s.train[seat] = here
    fetch = 0 if carried else turns_to(game, s, seat, origin)
    s.train[seat] = here if carried else origin[0]
    carry = turns_to(game, s, seat, goal)
    missing = (
        plan_track(game, s, int(s.train[seat]), goal[0], seat)
        if carry is None and s.train[seat] != EMPTY
        else None
    )
    s.train[seat] = here
    return JobWay(job.number, fetch, carry, None if missing is None else missing.cost)


def turns_to(game: TokyoGame, s: State, seat: int, posts: Sequence[int]) -> int | None:
    """One post of a big city will do: inside it everything is joined."""
    if s.train[seat] == EMPTY:
        return None
    plan = plan_run(game, s, posts[0], seat)
    return None if plan is None else plan.turns


# ---- speed
def compile_in_background(game: TokyoGame) -> None:
    """Compile the searches in another process; called once, when a server starts."""
    if game.builds.can_compile():
        threading.Thread(target=compile_searches, daemon=True).start()


def compile_searches() -> None:
    script = (
        "import ekiben; from ekiben.server.scenes.tokyo.plans import call_searches; "
        "call_searches(ekiben.load('tokyo'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode == 0:
        READY.set()


def call_searches(game: TokyoGame) -> None:
    """Calls both searches once, as machine code."""
    call_each_once(namespace(compiled_kernels(), compiled=True), game)
