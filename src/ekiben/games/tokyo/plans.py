"""Plans for a seat: the cheapest track between two posts, and the best run to a post.

Plans use only what everybody knows. They ignore events in force: these may end before the plan is
carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from ekiben.core.arrays import Array, Array2, zeros
from ekiben.core.errors import EkibenError, quoted
from ekiben.core.kernels import Boards, States
from ekiben.core.layout import View
from ekiben.core.machine_code import link_machine_code
from ekiben.games.tokyo import path_search
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.lattice import DIRECTIONS, link_name, post_number
from ekiben.games.tokyo.path_search import LABELS, OVER_FERRY, OVER_FERRY_PAID, PER_POST
from ekiben.games.tokyo.rules import RULE_SET
from ekiben.games.tokyo.sizes import POSTS
from ekiben.games.tokyo.state import BUILD, EMPTY, MOVE, State
from ekiben.games.tokyo.track import is_foothold

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

Post = int | str
KERNELS = path_search.KERNELS


@dataclass(frozen=True)
class TrackPlan:
    """Links in an order they can be built in; `turns` says how many fit into each turn."""

    cost: int
    fees: int  # of ferries, part of the cost
    run: int  # movement along the whole way
    links: list[int] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class RunPlan:
    """How many turns end on the way, and what is done in each turn, in notation."""

    turns: int
    fees: int
    moves: list[list[str]]


def post_of(game: TokyoGame, post: Post) -> int:
    number = (
        post_number(post, game.board.rows, game.board.columns)
        if isinstance(post, str)
        else int(post)
    )
    if number is None or not 0 <= number < game.plain_board.posts:
        raise EkibenError(f"{quoted(post)} is no post of {game.board.names['en']}")
    return number


def known_state(known: View | State) -> State:
    return state_from(known) if isinstance(known, View) else known


# ---- both builds
@dataclass(frozen=True)
class Searches:
    """The searches of one build, with a board and a state as it takes them."""

    cheapest_track: Callable[..., int]
    best_run: Callable[..., int]
    boards: Boards
    states: States


@dataclass(frozen=True)
class Scratch:
    """The arrays that the searches work in."""

    far: Array
    before: Array
    heap: Array
    labels: Array2
    at: Array2
    kept: Array


@cache
def compiled_kernels() -> dict[str, Callable[..., int]]:
    """The searches as machine code, kept with that of the rules."""
    return link_machine_code(RULE_SET, KERNELS)


def searches(game: TokyoGame, s: State) -> Searches:
    """The searches in the build that the game uses now."""
    if game.builds.compiled is not None:
        kernels = game.builds.given or compiled_kernels()
        return Searches(
            kernels["cheapest_track"], kernels["best_run"], boards=game.boards, states=s.packed()
        )
    return Searches(
        path_search.cheapest_track, path_search.best_run, boards=[game.plain_board], states=[s]
    )


@cache
def scratch() -> Scratch:
    """Make the work space once for all searches."""
    return Scratch(
        far=zeros(3 * POSTS),
        before=zeros(3 * POSTS),
        heap=zeros(1 << 17),
        labels=zeros(LABELS, 7),
        at=zeros(POSTS, PER_POST),
        kept=zeros(POSTS),
    )


def call_each_once(kernels: Any, game: TokyoGame) -> None:  # in whatever build
    """Call both searches once, in a position of their own, so that they are compiled."""
    space, state = scratch(), RULE_SET.state().packed()
    kernels.cheapest_track(game.boards, state, 0, EMPTY, 0, space.far, space.before, space.heap)
    kernels.best_run(
        game.boards, state, 0, 0, 0, -1, 1, space.labels, space.at, space.kept, space.heap
    )


# ---- track
def plan_track(
    game: TokyoGame, known: View | State, start: Post | None, goal: Post, seat: int | None = None
) -> TrackPlan | None:
    """Plan the cheapest track between two posts, in G and then in movement, or None.

    Own track and the inside of big cities are free. Without a start the way starts anywhere on own
    track, or in any big city when there is none. `known` is a view or a state; the seat is the
    viewer, or the one to act. One of the posts should be a foothold (a big city, or touched by own
    track): otherwise the way is the cheapest that passes one, and a fork could be cheaper still.
    """
    s = known_state(known)
    seat = seat_of(known, s) if seat is None else seat
    here, there = EMPTY if start is None else post_of(game, start), post_of(game, goal)
    ways_there = [
        track_way(game, s, seat, here, there),
        None if start is None else track_way(game, s, seat, there, here),
    ]
    found = [way for way in ways_there if way is not None]
    return track_plan(game, s, seat, min(found, key=lambda way: way[0])) if found else None


def seat_of(known: View | State, s: State) -> int:
    viewer = known.viewer if isinstance(known, View) else None
    return s.seat if viewer is None else int(viewer)


def track_way(
    game: TokyoGame, s: State, seat: int, start: int, goal: int
) -> tuple[int, list[tuple[int, int]]] | None:
    """What the way is worth, and its moves: post and direction."""
    own, space = searches(game, s), scratch()
    place = int(
        own.cheapest_track(
            own.boards, own.states, seat, start, goal, space.far, space.before, space.heap
        )
    )
    if place == EMPTY:
        return None
    worth, moves = int(space.far[place]), []
    while space.before[place] != EMPTY:
        place, move = divmod(int(space.before[place]), 16)
        moves.append((place // 3, move))
    return worth, moves[::-1]


def track_plan(
    game: TokyoGame, s: State, seat: int, way: tuple[int, list[tuple[int, int]]]
) -> TrackPlan:
    b, links, fees = game.plain_board, [], {}
    for post, move in way[1]:
        if move == OVER_FERRY_PAID:
            fees[int(b.over_at[post])] = int(b.ferry_cost[b.ferry_at[post]])
        elif (
            move < OVER_FERRY
            and not b.inside[b.link_at[post, move]]
            and s.track[b.link_at[post, move]] == 0
        ):
            links.append(int(b.link_at[post, move]))
    order, costs = in_building_order(b, s, seat, links, fees)
    return TrackPlan(
        way[0] >> 14,
        sum(fees.values()),
        way[0] & (1 << 14) - 1,
        order,
        costs,
        by_turns(b, s, seat, costs),
        [link_name(link, b.columns) for link in order],
    )


def in_building_order(
    b: Board, s: State, seat: int, links: list[int], fees: dict[int, int]
) -> tuple[list[int], list[int]]:
    """Order links from the footholds on, with their costs.

    A ferry's fee comes with the first link beyond it.
    """
    left, order, costs = list(links), [], []
    touched: set[int] = set()
    while left:
        ends = [(int(b.end_a[link]), int(b.end_z[link])) for link in left]
        free = [
            n
            for n, pair in enumerate(ends)
            if any(post in touched or is_foothold(b, s, seat, post) for post in pair)
        ]
        paid = [n for n, pair in enumerate(ends) if any(post in fees for post in pair)]
        n = (free or paid or [0])[0]
        fee = 0 if free else sum(fees.get(post, 0) for post in ends[n])
        touched.update(ends[n])
        order.append(left.pop(n))
        costs.append(int(b.cost[order[-1]]) + fee)
    return order, costs


def by_turns(b: Board, s: State, seat: int, costs: list[int]) -> list[int]:
    """How many links fit into each turn's limit, the first being what is left of this turn's."""
    limit = int(b.each_turn)
    rest = limit - int(s.spent) if s.asked == BUILD and s.in_turn == seat else limit
    turns = [0]
    for cost in costs:
        if cost > rest:
            turns.append(0)
            rest = limit
        rest -= cost
        turns[-1] += 1
    return turns


# ---- running
def plan_run(
    game: TokyoGame, known: View | State, goal: Post, seat: int | None = None
) -> RunPlan | None:
    """Plan the best run of a seat's train to a post, or None: fewest turns, then lowest fees.

    In the seat's own move what is left of it comes first.
    """
    s = known_state(known)
    seat = seat_of(known, s) if seat is None else seat
    there = post_of(game, goal)
    if s.train[seat] == EMPTY:
        return None
    own, space = searches(game, s), scratch()
    label = int(
        own.best_run(
            own.boards,
            own.states,
            seat,
            *start_of_run(game.plain_board, s, seat),
            there,
            space.labels,
            space.at,
            space.kept,
            space.heap,
        )
    )
    return None if label == EMPTY else run_plan(space.labels, label)


def start_of_run(b: Board, s: State, seat: int) -> tuple[int, int, int]:
    """Where the train starts from, in which turn, and with how much movement."""
    post = int(s.train[seat])
    if s.aboard[seat]:
        return int(b.over_at[post]), 1, int(s.speed[seat]) // 2
    moving = s.asked == MOVE and s.in_turn == seat and not s.still
    return post, 0, int(s.left) if moving else -1


def run_plan(labels: Array2, label: int) -> RunPlan:
    """The labels' moves, turn by turn; a boarding ends its turn."""
    turns, fees = int(labels[label, path_search.TURN]), int(labels[label, path_search.FEES])
    moves: list[list[str]] = [[] for _ in range(turns + 1)]
    while labels[label, path_search.BEFORE] != EMPTY:
        by, turn = int(labels[label, path_search.BY]), int(labels[label, path_search.TURN])
        if by == OVER_FERRY:
            moves[turn - 1].insert(0, "board")
        else:
            moves[turn].insert(0, f"step {DIRECTIONS[by]}")
        label = int(labels[label, path_search.BEFORE])
    return RunPlan(turns, fees, moves)
