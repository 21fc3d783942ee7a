"""Plans for a seat, from what everybody may know: the cheapest track between two posts, the best
run to a post.

Events in force are not foreseen: a plan shows the map as it is without them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ekiben.core.arrays import Array2
from ekiben.core.errors import EkibenError, quoted
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


@dataclass(frozen=True)
class TrackPlan:
    """Links in an order they can be built in; `turns` says how many of them each turn's limit lets
    one build.
    """

    cost: int
    fees: int  # of ferries, part of the cost
    run: int  # movement along the whole way
    links: list[int] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class RunPlan:
    """`turns`: how many turns end on the way; `moves`: for each turn what is done in it, in
    notation.
    """

    turns: int
    fees: int
    moves: list[list[str]]


def numbered(game: TokyoGame, post: Post) -> int:
    number = (
        post_number(post, game.board.rows, game.board.columns)
        if isinstance(post, str)
        else int(post)
    )
    if number is None or not 0 <= number < game.plain_board.posts:
        raise EkibenError(f"{quoted(post)} is no post of {game.board.names['en']}")
    return number


def plain_state(known: Any) -> Any:
    return state_from(known) if isinstance(known, View) else known


# ---- both builds
@cache
def compiled_kernels() -> dict[str, Any]:
    """The searches as machine code, kept with that of the rules."""
    return link_machine_code(RULE_SET, path_search.KERNELS)


def kernels(game: TokyoGame, s: State) -> tuple[Any, Any, Any]:
    """The searches at the speed the game has now, with the board and the state as they take them."""
    if game.builds.compiled is not None:
        found = compiled_kernels()
        return (lambda name: found[name]), game.boards, s.packed()
    return (lambda name: getattr(path_search, name)), [game.plain_board], [s]


@cache
def room() -> dict[str, Any]:
    """Work space, made once."""
    ints = np.int64
    return {
        "far": np.zeros(3 * POSTS, ints),
        "before": np.zeros(3 * POSTS, ints),
        "heap": np.zeros(1 << 17, ints),
        "labels": np.zeros((LABELS, 7), ints),
        "at": np.zeros((POSTS, PER_POST), ints),
        "kept": np.zeros(POSTS, ints),
    }


# ---- track
def plan_track(
    game: TokyoGame, known: Any, start: Post | None, goal: Post, seat: int | None = None
) -> TrackPlan | None:
    """The cheapest way to build from one post to another (G, then movement), own track and the
    inside of big cities being free; None when there is none. Start None: from anywhere on own
    track, or from any big city when there is none.

    `known` is a view or a plain state; the seat is the viewer, or the one to act. One of the two
    posts should be a foothold (a big city, or touched by own track): else the way is the cheapest
    that passes one, and a fork could be cheaper still.
    """
    s = plain_state(known)
    seat = seat_of(known, s) if seat is None else seat
    here, there = EMPTY if start is None else numbered(game, start), numbered(game, goal)
    ways_there = [
        track_way(game, s, seat, here, there),
        None if start is None else track_way(game, s, seat, there, here),
    ]
    found = [way for way in ways_there if way is not None]
    return planned(game, s, seat, min(found, key=lambda way: way[0])) if found else None


def seat_of(known: Any, s: State) -> int:
    viewer = known.viewer if isinstance(known, View) else None
    return s.seat if viewer is None else int(viewer)


def track_way(
    game: TokyoGame, s: State, seat: int, start: int, goal: int
) -> tuple[int, list[tuple[int, int]]] | None:
    """What the way is worth, and its moves: post and direction."""
    kernel, boards, states = kernels(game, s)
    space = room()
    place = int(
        kernel("cheapest_track")(
            boards, states, seat, start, goal, space["far"], space["before"], space["heap"]
        )
    )
    if place == EMPTY:
        return None
    worth, moves = int(space["far"][place]), []
    while space["before"][place] != EMPTY:
        place, move = divmod(int(space["before"][place]), 16)
        moves.append((place // 3, move))
    return worth, moves[::-1]


def planned(
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
    order, costs = buildable(b, s, seat, links, fees)
    return TrackPlan(
        way[0] >> 14,
        sum(fees.values()),
        way[0] & (1 << 14) - 1,
        order,
        costs,
        by_turns(b, s, seat, costs),
        [link_name(link, b.columns) for link in order],
    )


def buildable(
    b: Board, s: State, seat: int, links: list[int], fees: dict[int, int]
) -> tuple[list[int], list[int]]:
    """The links from the footholds on, and what each costs; a ferry's fee comes with the first link
    beyond it.
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
def plan_run(game: TokyoGame, known: Any, goal: Post, seat: int | None = None) -> RunPlan | None:
    """The best way for a seat's train to a post along all track there is: fewest turns, then lowest
    fees; None when there is none. In its own move what is left of it comes first.
    """
    s = plain_state(known)
    seat = seat_of(known, s) if seat is None else seat
    there = numbered(game, goal)
    if s.train[seat] == EMPTY:
        return None
    kernel, boards, states = kernels(game, s)
    space = room()
    label = int(
        kernel("best_run")(
            boards,
            states,
            seat,
            *starting(game.plain_board, s, seat),
            there,
            space["labels"],
            space["at"],
            space["kept"],
            space["heap"],
        )
    )
    return None if label == EMPTY else run_of(space["labels"], label)


def starting(b: Board, s: State, seat: int) -> tuple[int, int, int]:
    """Where the train starts from, in which turn, and with how much movement."""
    post = int(s.train[seat])
    if s.aboard[seat]:
        return int(b.over_at[post]), 1, int(s.speed[seat]) // 2
    moving = s.asked == MOVE and s.in_turn == seat and not s.still
    return post, 0, int(s.left) if moving else -1


def run_of(labels: Array2, label: int) -> RunPlan:
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
