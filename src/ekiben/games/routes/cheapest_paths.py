"""The cheapest way to complete a ticket: routes to claim or borrow, stations to build for it.

A ticket is lost only when nothing that may still happen completes it; a way that needs others to
claim a route, for it to be borrowed, is looked for last.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import open_routes
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State
from ekiben.games.routes.stations import lent_at, open_sites

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

REMEMBERED = 20_000


@dataclass(frozen=True)
class Means:
    """All that decides what a seat can still reach; sets are numbers of any size."""

    own: int  # routes
    still_open: int  # routes that the seat may claim
    pieces: tuple[int, int]  # trains and ships that it can place, by exchanging as many as it can
    in_all: int  # and how many of both together
    stations: tuple[int, ...] = ()  # cities
    left: int = 0  # stations
    sites: int = 0  # cities without a station
    lent: tuple[int, ...] = ()  # by city: routes of others
    hoped: int = 0  # routes that others may still claim


class Way(NamedTuple):
    """Routes to claim and their spaces, routes to borrow, cities to build a station in."""

    spaces: int
    claims: tuple[int, ...]
    borrowed: tuple[int, ...]
    sites: tuple[int, ...]


class Step(NamedTuple):
    """Where a way has come to; steps are taken up by spaces, then by routes borrowed."""

    spaces: int
    helped: int
    city: int
    trains: int  # of the spaces
    used: int  # stations, as a set
    taken: int  # the city, when it is this one, whose new station is in use
    claims: tuple[int, ...]
    borrowed: tuple[int, ...]
    sites: tuple[int, ...]


def means(game: RouteGame, s: State) -> Means:
    """What the seat to act can still reach with."""
    b, own = game.plain_board, one_set(s.owned[s.seat])
    still_open = one_set([open_routes(b, s, word) for word in range(WORDS)])
    pieces, in_all = placeable(b, s)
    if b.stations == 0:
        return Means(own, still_open, pieces, in_all)
    built = int(s.built[s.seat])
    lent = tuple(
        one_set([lent_at(b, s, s.seat, city, word) for word in range(WORDS)])
        for city in range(b.cities)
    )
    return Means(
        own,
        still_open,
        pieces,
        in_all,
        tuple(s.building[s.seat, :built].tolist()),
        int(b.stations) - built,
        int(open_sites(b, s)),
        lent,
        one_set(s.free),
    )


def placeable(b: Board, s: State) -> tuple[tuple[int, int], int]:
    """Trains and ships that the seat to act can place, exchanged ones too (GL-6.1), and in all."""
    if s.setting_up and b.in_play > 0:
        return (int(b.pieces[TRAIN]), int(b.pieces[SHIP])), int(b.in_play)
    trains, ships = int(s.pieces[s.seat, TRAIN]), int(s.pieces[s.seat, SHIP])
    return (trains + exchangeable(b, s, SHIP), ships + exchangeable(b, s, TRAIN)), trains + ships


def one_set(words: Iterable[int]) -> int:
    """A set of several words as one number of any size."""
    return sum(int(word) << WORD * place for place, word in enumerate(words))


@lru_cache(REMEMBERED)
def cheapest_way(game: RouteGame, given: Means, start: int, goal: int) -> Way | None:
    """The way of fewest spaces, with few new stations and little help; None if none is left."""
    for hoped in (0, given.hoped) if given.hoped else (0,):
        for new in range(given.left + 1):
            way = search(game, given, new, hoped, (start, goal))
            if way is not None:
                return way
    return None


def search(
    game: RouteGame, given: Means, new: int, hoped: int, ends: tuple[int, int]
) -> Way | None:
    """The way of fewest spaces with at most so many new stations."""
    reached: dict[tuple[int, ...], list[Step]] = {}
    todo = [Step(0, 0, ends[0], 0, 0, EMPTY, (), (), ())]
    while todo:
        step = heapq.heappop(todo)
        if step.city == ends[1]:
            return Way(step.spaces, step.claims, step.borrowed, step.sites)
        before = reached.setdefault((step.city, step.used, len(step.sites), step.taken), [])
        if not any(better(other, step) for other in before):
            before.append(step)
            for further in steps(game, given, new, hoped, step):
                heapq.heappush(todo, further)
    return None


def better(one: Step, other: Step) -> bool:
    """Whether it needs no more of either kind of piece."""
    return one.trains <= other.trains and one.spaces - one.trains <= other.spaces - other.trains


def steps(game: RouteGame, given: Means, new: int, hoped: int, step: Step) -> Iterator[Step]:
    for route, there, length in game.exits[step.city]:
        if given.own >> route & 1:
            yield step._replace(city=there, taken=EMPTY)
            continue
        if given.still_open >> route & 1:
            yield from claim_steps(game, given, step, (route, there, length))
        if given.lent:
            yield from borrow_steps(given, new, hoped, step, (route, there))


def claim_steps(
    game: RouteGame, given: Means, step: Step, exit: tuple[int, int, int]
) -> Iterator[Step]:
    """RT-4.6: as far as the pieces go, of each kind and in all."""
    route, there, length = exit
    spaces = step.spaces + length
    trains = step.trains + (length if game.plain_board.way[route] == TRAIN else 0)
    if (
        spaces <= given.in_all
        and trains <= given.pieces[TRAIN]
        and spaces - trains <= given.pieces[SHIP]
    ):
        yield step._replace(
            spaces=spaces, trains=trains, city=there, taken=EMPTY, claims=(*step.claims, route)
        )


def borrow_steps(
    given: Means, new: int, hoped: int, step: Step, exit: tuple[int, int]
) -> Iterator[Step]:
    """EU-5.3: by a station at either end that lends nothing yet, or one still to be built there."""
    route, there = exit
    if not (given.lent[step.city] | hoped) >> route & 1:
        return
    on = step._replace(
        helped=step.helped + 1, city=there, taken=EMPTY, borrowed=(*step.borrowed, route)
    )
    for number, city in enumerate(given.stations):
        if city in (step.city, there) and not step.used >> number & 1:
            yield on._replace(used=step.used | 1 << number)
    for city in (step.city, there) if len(step.sites) < new else ():
        if given.sites >> city & 1 and city != step.taken:
            yield on._replace(taken=there if city == there else EMPTY, sites=(*step.sites, city))
