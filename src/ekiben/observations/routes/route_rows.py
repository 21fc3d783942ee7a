"""The rows of routes in an observation: made for many routes at a time, from sets of routes.

A row is two words of eight columns each; the first column is the lowest byte of the former word.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import longest_payable, open_routes, payable, reachable
from ekiben.games.routes.sizes import COLOURS, WORD, WORDS
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State
from ekiben.observations.columns import Bytes, put_eight
from ekiben.observations.routes.columns import ROUTE, ROUTE_WIDTH
from ekiben.observations.routes.networks import (
    FORMER,
    KEPT,
    LATTER,
    LOOPS,
    ONCE,
    PAID,
    PLANES,
    TWICE,
    WAY_COUNTS,
)

OVERLAP = ROUTE_WIDTH - 8  # where the latter word begins
CLOSED, SHORT, PAYABLE, FITS, WAYS, TOUCHES, LOOP = (
    8 * (column - OVERLAP)
    for column in (
        ROUTE.closed,
        ROUTE.short,
        ROUTE.payable,
        ROUTE.fits,
        ROUTE.ways,
        ROUTE.touches,
        ROUTE.loop,
    )
)


@compiled
def write_routes(
    b: Board, s: State, seat: int, out: Bytes, start: int, scratch: Array, kept: Array
) -> None:
    here = s.seat
    s.seat = seat  # the rules answer for the seat to act
    low, high = payable(b, s)
    count_cards(b, s, seat, scratch)
    for word in range(WORDS):
        routes = min(WORD, b.routes - word * WORD)
        former, latter = scratch[FORMER : FORMER + routes], scratch[LATTER : LATTER + routes]
        paid = low if word == 0 else high
        closed = write_owners(b, s, word, former)
        write_prospects(b, s, word, closed, paid, kept, latter)
        add_shorts(b, s, word, paid, scratch[PAID:], latter)
        add_ways(scratch[WAY_COUNTS + word * PLANES :], latter)
        write_rows(former, latter, out, start + word * WORD * ROUTE_WIDTH)
    s.seat = here
    if s.route != EMPTY:
        out[start + s.route * ROUTE_WIDTH + ROUTE.named] = 1


@compiled
def add_shorts(b: Board, s: State, word: int, paid: int, spaces: Array, latter: Array) -> None:
    """Add the cards that the hand lacks for the routes that it does not pay for.

    `spaces` are counted by `count_cards`.
    """
    wilds = int(s.hand[s.seat, b.wild])
    unpaid = int(b.all_routes[word]) & ~paid
    while unpaid:
        n = lowest(unpaid)
        unpaid &= unpaid - 1
        route = word * WORD + n
        covered = int(spaces[b.way[route] * (COLOURS + 1) + b.colour[route] - EMPTY & 31])
        short = max(int(b.length[route]) - covered, int(b.ferry[route]) - wilds, 0)
        latter[n] += short << SHORT


@compiled
def write_owners(b: Board, s: State, word: int, former: Array) -> int:
    """Whose the routes are; return those that are nobody's and not open."""
    is_open = int(open_routes(b, s, word))
    closed = int(b.all_routes[word]) & ~is_open
    for n in range(len(former)):
        former[n] = is_open >> n & 1
    for step in range(s.seats):
        owned = int(s.owned[(s.seat + step) % s.seats, word])
        closed &= ~owned
        add_column(owned, 8 * (ROUTE.mine + step), former)
    return closed


@compiled
def write_prospects(
    b: Board, s: State, word: int, closed: int, paid: int, kept: Array, latter: Array
) -> None:
    mine, fits = s.seat * KEPT, int(reachable(b, s, word))
    once, twice = int(kept[mine + ONCE + word]), int(kept[mine + TWICE + word])
    loops = int(kept[mine + LOOPS + word])
    for n in range(len(latter)):
        latter[n] = (
            (closed >> n & 1) << CLOSED
            | (paid >> n & 1) << PAYABLE
            | (fits >> n & 1) << FITS
            | ((once >> n & 1) + (twice >> n & 1)) << TOUCHES
            | (loops >> n & 1) << LOOP
        )


@compiled
def add_ways(counts: Array, latter: Array) -> None:
    for plane in range(PLANES):
        if counts[plane]:
            add_column(int(counts[plane]), WAYS + plane, latter)


@compiled
def add_column(members: int, shift: int, rows: Array) -> None:
    """Add a bit to each row whose number is in the set."""
    for n in range(len(rows)):
        rows[n] += (members >> n & 1) << shift


@compiled
def write_rows(former: Array, latter: Array, out: Bytes, start: int) -> None:
    """Write the words of each row; the latter covers what the former has too much."""
    for n in range(len(former)):
        put_eight(out, start + n * ROUTE_WIDTH, former[n])
        put_eight(out, start + n * ROUTE_WIDTH + OVERLAP, latter[n])


@compiled
def count_cards(b: Board, s: State, seat: int, scratch: Array) -> None:
    """Write how many spaces the hand pays for, by way: with the best colour, then by colour."""
    hand, wilds = s.hand[seat], int(s.hand[seat, b.wild])
    best, best_ships = wilds, wilds
    for colour in range(b.colours):
        trains, ships = int(hand[colour]), 0
        if b.decks > 1:
            trains += int(hand[b.second_kind[TRAIN] + colour])
            ships = int(hand[b.first_kind[SHIP] + colour]) + 2 * int(
                hand[b.second_kind[SHIP] + colour]
            )
        trains = max(wilds, longest_payable(trains, wilds))
        ships = max(wilds, longest_payable(ships, wilds))
        scratch[PAID + 1 + colour] = trains
        scratch[PAID + COLOURS + 2 + colour] = ships
        best = max(best, trains)
        best_ships = max(best_ships, ships)
    scratch[PAID] = best
    scratch[PAID + COLOURS + 1] = best_ships
