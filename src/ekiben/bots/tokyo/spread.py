"""How far everything is for a seat: one search from a city or a post to all others, over track
there is and track to be built.

It goes where the exact plans of the rules go (`games.tokyo.ways`), but weighs movement, building
and tolls against each other and finds all goals at once. Compiled like the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ekiben.core.compiled import compiled
from ekiben.core.machine_code import link_machine_code
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.path_search import (
    FAR,
    LOOSE,
    OVER_FERRY,
    OVER_FERRY_PAID,
    PENDING,
    PLACES,
    SOUND,
    board_in,
    pop,
    push,
    state_in,
)
from ekiben.games.tokyo.rules import RULE_SET
from ekiben.games.tokyo.state import EMPTY
from ekiben.games.tokyo.track import is_foothold, lay, shuts_out, touches

# prices: of movement, of a G, of coming onto others' track, of movement on it, of a crossing
MOVE, BUILD, TOLL, TOLLED, FERRY = range(5)
RUN, COST, TOLLS = range(3)  # sums kept for every place
UNIT = 32  # a G, in prices


@compiled
def spread(
    boards: Any,
    states: Any,
    seat: int,
    starts: Any,
    prices: Any,
    far: Any,
    sums: Any,
    before: Any,
    heap: Any,
) -> int:
    """Fills `far`, `sums` and `before` for every place (a post, and how sound the way is); tells
    how many places it reached.
    """
    b, s = board_in(boards), state_in(states)
    size = reached = 0
    for place in range(3 * b.posts):
        far[place] = FAR
    for n in range(len(starts)):
        first = 3 * int(starts[n]) + (SOUND if is_foothold(b, s, seat, starts[n]) else LOOSE)
        far[first], before[first] = 0, EMPTY
        for column in range(3):
            sums[first, column] = 0
        size = push(heap, size, first)
    while size > 0:
        key = heap[0]
        size = pop(heap, size)
        place = int(key % PLACES)
        if far[place] == key // PLACES:
            reached += 1
            size = spread_on(b, s, seat, place, prices, far, sums, before, heap, size)
    return reached


@compiled
def spread_on(
    b: Any,
    s: Any,
    seat: int,
    place: int,
    prices: Any,
    far: Any,
    sums: Any,
    before: Any,
    heap: Any,
    size: int,
) -> int:
    """Tries every link that leaves a place, and its ferry."""
    post, mode = place // 3, place % 3
    for direction in range(8):
        link = b.link_at[post, direction]
        if link != EMPTY:
            there, run, owner = (
                int(b.next_post[post, direction]),
                int(b.run[link]),
                int(s.track[link]) - 1,
            )
            if b.inside[link] or owner == seat:
                size = go(
                    place,
                    3 * there + SOUND,
                    prices[MOVE] * run,
                    direction,
                    run,
                    0,
                    0,
                    far,
                    sums,
                    before,
                    heap,
                    size,
                )
            elif owner < 0 and shuts_out(b, s, seat, link):
                pass  # no way is sought over a link that is left to others
            elif owner < 0:
                sound, cost = mode == SOUND or is_foothold(b, s, seat, there), int(b.cost[link])
                price = prices[MOVE] * run + prices[BUILD] * cost
                size = go(
                    place,
                    3 * there + (SOUND if sound else PENDING),
                    price,
                    direction,
                    run,
                    cost,
                    0,
                    far,
                    sums,
                    before,
                    heap,
                    size,
                )
            elif mode != PENDING:
                fee = prices[TOLLED] * run + (
                    0 if came_over(b, s, before, place) == owner else prices[TOLL]
                )
                sound = is_foothold(b, s, seat, there)
                size = go(
                    place,
                    3 * there + (SOUND if sound else LOOSE),
                    prices[MOVE] * run + fee,
                    direction,
                    run,
                    0,
                    fee,
                    far,
                    sums,
                    before,
                    heap,
                    size,
                )
    return (
        ship_on(b, s, seat, place, prices, far, sums, before, heap, size)
        if b.over_at[post] != EMPTY
        else size
    )


@compiled
def came_over(b: Any, s: Any, before: Any, place: int) -> int:
    """Whose track the way came over to this place."""
    if before[place] == EMPTY or before[place] % 16 >= OVER_FERRY:
        return EMPTY
    link = b.link_at[before[place] // 16 // 3, before[place] % 16]
    return int(s.track[link]) - 1


@compiled
def ship_on(
    b: Any,
    s: Any,
    seat: int,
    place: int,
    prices: Any,
    far: Any,
    sums: Any,
    before: Any,
    heap: Any,
    size: int,
) -> int:
    """Over the ferry for nothing but time, or with its fee and the right to build on."""
    post, mode, run = place // 3, place % 3, int(prices[FERRY])
    there = int(b.over_at[post])
    if mode != PENDING:
        sound = is_foothold(b, s, seat, there)
        size = go(
            place,
            3 * there + (SOUND if sound else LOOSE),
            prices[MOVE] * run,
            OVER_FERRY,
            run,
            0,
            0,
            far,
            sums,
            before,
            heap,
            size,
        )
    if mode == SOUND and (touches(b, s, seat, post) or b.big_at[post] == EMPTY):
        fee = int(b.ferry_cost[b.ferry_at[post]])
        price = prices[MOVE] * run + prices[BUILD] * fee
        size = go(
            place,
            3 * there + SOUND,
            price,
            OVER_FERRY_PAID,
            run,
            fee,
            0,
            far,
            sums,
            before,
            heap,
            size,
        )
    return size


@compiled
def go(
    place: int,
    there: int,
    price: int,
    move: int,
    run: int,
    cost: int,
    fee: int,
    far: Any,
    sums: Any,
    before: Any,
    heap: Any,
    size: int,
) -> int:
    total = int(far[place]) + price
    if total < far[there]:
        far[there], before[there] = total, place * 16 + move
        sums[there, RUN] = sums[place, RUN] + run
        sums[there, COST] = sums[place, COST] + cost
        sums[there, TOLLS] = sums[place, TOLLS] + fee
        return push(heap, size, total * PLACES + there)
    return size


# ---- both builds
@cache
def compiled_spread() -> Any:
    """The search as machine code, kept with that of the rules."""
    return link_machine_code(RULE_SET, [spread])["spread"]


@dataclass(frozen=True)
class Prices:
    """What a seat weighs its ways by, in G: a movement, a G built (the track stays), a train's
    movement in a turn.
    """

    move: float
    build: float
    speed: int

    def row(self, fee: int, tolls: bool) -> Any:
        """Without tolls others' track is of no use."""
        toll = fee * UNIT if tolls else FAR // 1000
        return np.array(
            [self.move * UNIT, self.build * UNIT, toll * 0.6, toll / self.speed, self.speed * 0.9],
            np.int64,
        )


class Chart:
    """All cities as seen from one place: movement, G to build and G of tolls on the best way to
    each.
    """

    def __init__(self, far: Any, sums: Any, before: Any, posts: Any) -> None:
        ways = np.where(far[:, SOUND] <= far[:, LOOSE], SOUND, LOOSE)
        price = np.minimum(far[:, SOUND], far[:, LOOSE])
        best = np.take_along_axis(posts, price[posts].argmin(axis=1)[:, None], axis=1)[:, 0]
        self.before, self.ways, self.best = before, ways, best
        self.place = best * 3 + ways[best]
        found = sums[self.place]
        self.reached = (price[best] < FAR).tolist()
        self.price: list[int] = price[best].tolist()
        self.run: list[int] = found[:, RUN].tolist()
        self.cost: list[int] = found[:, COST].tolist()
        self.tolls: list[float] = (found[:, TOLLS] / UNIT).tolist()

    def moves(self, city: int) -> list[tuple[int, int]]:
        """The way to a city: post and direction, or post and a crossing."""
        place, found = int(self.place[city]), []
        while self.before[place] != EMPTY:
            place, move = divmod(int(self.before[place]), 16)
            found.append((place // 3, move))
        return found[::-1]


def unbuilt(b: Any, s: Any, moves: list[tuple[int, int]]) -> list[int]:
    """The links of a way that are not there yet."""
    links = [int(b.link_at[post, move]) for post, move in moves if move < OVER_FERRY]
    return [link for link in links if not b.inside[link] and s.track[link] == 0]


@lru_cache(maxsize=8)
def city_posts(game: TokyoGame) -> Any:
    """Posts of each city, a row each, filled up with its first."""
    widest = max(len(city.posts) for city in game.board.cities)
    return np.array(
        [
            [*city.posts, *[city.posts[0]] * (widest - len(city.posts))]
            for city in game.board.cities
        ],
        np.int64,
    )


@cache
def heap() -> Any:
    """Work space, made once."""
    return np.zeros(1 << 17, np.int64)


class Charts:
    """Charts of one position, each made when first asked for."""

    def __init__(
        self, game: TokyoGame, s: Any, seat: int, prices: Prices, tolls: bool = True
    ) -> None:
        self.game, self.s, self.seat, self.asked = game, s, seat, prices
        self.prices = prices.row(game.plain_board.track_fee, tolls)
        self.known: dict[tuple[int, ...], Chart] = {}
        self.grown: dict[tuple[int, ...], Charts] = {}

    def with_track(self, links: list[int]) -> Charts:
        """The charts of the position with some more track."""
        if not links:
            return self
        key = tuple(links)
        if key not in self.grown:
            s = self.s.copy()
            for link in links:
                lay(self.game.plain_board, s, self.seat, link)
            self.grown[key] = Charts(self.game, s, self.seat, self.asked)
        return self.grown[key]

    def of(self, city: int) -> Chart:
        return self.chart(tuple(self.game.board.cities[city].posts))

    def at(self, post: int) -> Chart:
        """From a post; a train in a big city is anywhere in it only after moving."""
        return self.chart((post,))

    def chart(self, posts: tuple[int, ...]) -> Chart:
        if posts not in self.known:
            self.known[posts] = self.made(np.array(posts, np.int64))
        return self.known[posts]

    def made(self, starts: Any) -> Chart:
        game, size = self.game, 3 * int(self.game.plain_board.posts)
        far, sums, before = (
            np.zeros(size, np.int64),
            np.zeros((size, 3), np.int64),
            np.zeros(size, np.int64),
        )
        is_compiled = game.builds.compiled is not None
        search, boards, states = (
            (compiled_spread(), game.boards, self.s.packed())
            if is_compiled
            else (spread, [game.plain_board], [self.s])
        )
        search(boards, states, self.seat, starts, self.prices, far, sums, before, heap())
        return Chart(far.reshape(-1, 3), sums, before, city_posts(game))
