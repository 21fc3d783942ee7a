"""Paying: every distinct set of cards that wastes none. RT-4.1 to RT-4.3, EU-3, GL-4.1 to GL-4.7.

A payment is so many cards of a first kind, so many of a second, and wilds, all of one colour. What
is owed has a way: train cards (plain, and with a harbour symbol), ship cards (single, and double,
which counts two), or a harbour's mix (train cards and single ships, all with the symbol, at most
two of each). EU-4.7, EU-5.2 and GL-5.2 say what tunnels, stations and harbours cost.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import discard
from ekiben.games.routes.event_codes import PAID, emit
from ekiben.games.routes.sizes import COLOURS
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN, State


@compiled
def owe(s: State, way: int, colour: int, spaces: int, wilds: int) -> None:
    s.owed_way = int(way)
    s.owed_colour = int(colour)
    s.owed = int(spaces)
    s.owed_wilds = int(wilds)


@compiled
def wilds_held(b: Board, s: State) -> int:
    return int(s.hand[s.seat, b.wild])


@compiled
def firsts_held(b: Board, s: State, colour: int) -> int:
    """Cards of the first kind that can be used: of a harbour's mix at most half."""
    held = int(s.hand[s.seat, b.first_kind[s.owed_way] + colour])
    return min(held, b.harbour_cost) if s.owed_way == HARBOUR else held


@compiled
def seconds_held(b: Board, s: State, colour: int) -> int:
    if b.second_kind[s.owed_way] == EMPTY:
        return 0
    held = int(s.hand[s.seat, b.second_kind[s.owed_way] + colour])
    if s.owed_way == HARBOUR:
        return min(held, b.harbour_cost)
    return min(held, (s.owed + 1) // 2 if s.owed_way == SHIP else s.owed)


@compiled
def rest_after(s: State, seconds: int) -> int:
    """Spaces left to pay after these doubles or harbour cards; -1: a ship goes unused (GL-4.4)."""
    return s.owed - seconds * (2 if s.owed_way == SHIP else 1)


@compiled
def fewest(b: Board, s: State, colour: int, seconds: int) -> int:
    """The fewest cards of the first kind beside so many of the second; wilds do not pay alone."""
    rest = rest_after(s, seconds)
    return max(rest - wilds_held(b, s), 1 if seconds == 0 else 0)


@compiled
def most(b: Board, s: State, colour: int, seconds: int) -> int:
    rest = rest_after(s, seconds)
    return 0 if rest == -1 else min(firsts_held(b, s, colour), rest - s.owed_wilds)


@compiled
def all_colours(b: Board) -> int:
    """The set of all colours. (Loops over it are not turned into vector code, which is slower.)"""
    return bit(b.colours) - 1


@compiled
def colours_owed(b: Board, s: State) -> int:
    """The set of colours that may be paid with; wilds only: none."""
    if s.owed_colour == EMPTY:
        return all_colours(b)
    return bit(s.owed_colour) if s.owed_colour < COLOURS else 0


@compiled
def wilds_alone(b: Board, s: State) -> int:
    """RT-4.3: 1 when wilds alone can pay."""
    return 1 if wilds_held(b, s) >= s.owed else 0


@compiled
def count_payments(b: Board, s: State) -> int:
    """How many ways there are to pay what is owed."""
    ways, todo = wilds_alone(b, s), colours_owed(b, s)
    while todo:
        colour = lowest(todo)
        todo &= todo - 1
        for seconds in range(seconds_held(b, s, colour) + 1):
            ways += max(0, most(b, s, colour, seconds) - fewest(b, s, colour, seconds) + 1)
    return ways


@compiled
def payment_of(b: Board, s: State, colour: int, firsts: int, seconds: int) -> int:
    wilds = max(0, rest_after(s, seconds) - firsts)
    return int(b.payment_at[s.owed_way, colour, firsts, seconds, wilds])


@compiled
def nth_payment(b: Board, s: State, n: int) -> int:
    """The n-th way to pay: colour by colour, wilds alone last."""
    todo = colours_owed(b, s)
    while todo:
        colour = lowest(todo)
        todo &= todo - 1
        for seconds in range(seconds_held(b, s, colour) + 1):
            least = fewest(b, s, colour, seconds)
            ways = max(0, most(b, s, colour, seconds) - least + 1)
            if n < ways:
                return payment_of(b, s, colour, least + n, seconds)
            n -= ways
    return int(b.payment_at[TRAIN, 0, 0, 0, s.owed])


@compiled
def nth_payment_action(b: Board, s: State, n: int) -> int:
    return b.pay + nth_payment(b, s, n)


@compiled
def list_payments(b: Board, s: State, out: Array) -> int:
    """Write every way to pay, in the order of `nth_payment`, as actions."""
    n, todo = 0, colours_owed(b, s)
    while todo:
        colour = lowest(todo)
        todo &= todo - 1
        for seconds in range(seconds_held(b, s, colour) + 1):
            for firsts in range(fewest(b, s, colour, seconds), most(b, s, colour, seconds) + 1):
                out[n] = b.pay + payment_of(b, s, colour, firsts, seconds)
                n += 1
    if wilds_alone(b, s):
        out[n] = b.pay + b.payment_at[TRAIN, 0, 0, 0, s.owed]
        n += 1
    return n


@compiled
def is_payment(b: Board, s: State, action: int) -> bool:
    """Whether it is one of these ways to pay."""
    payment = action - b.pay
    if payment < 0 or payment >= b.payments:
        return False
    colour = int(b.pay_colour[payment])
    if colour == COLOURS:
        return wilds_alone(b, s) == 1 and payment == b.payment_at[TRAIN, 0, 0, 0, s.owed]
    if colours_owed(b, s) & bit(colour):
        for seconds in range(seconds_held(b, s, colour) + 1):
            for firsts in range(fewest(b, s, colour, seconds), most(b, s, colour, seconds) + 1):
                if payment_of(b, s, colour, firsts, seconds) == payment:
                    return True
    return False


# ---- the cards of a payment, out of a hand and onto the discards
@compiled
def cards_in(b: Board, payment: int) -> int:
    return int(b.pay_counts[payment, 0] + b.pay_counts[payment, 1] + b.pay_counts[payment, 2])


@compiled
def give(b: Board, s: State, card: int, n: int) -> None:
    """Cards leave the hand; what everybody knew to be in it shrinks as far as it must."""
    s.hand[s.seat, card] -= n
    s.hand_size[s.seat, b.deck_of[card]] -= n
    s.seen[s.seat, card] = max(0, s.seen[s.seat, card] - n)


@compiled
def give_payment(b: Board, s: State, payment: int) -> None:
    give(b, s, b.pay_first[payment], b.pay_counts[payment, 0])
    give(b, s, b.pay_second[payment], b.pay_counts[payment, 1])
    give(b, s, b.wild, b.pay_counts[payment, 2])


@compiled
def discard_payment(b: Board, s: State, payment: int) -> None:
    """RT-3.7: once cards are paid, sweeps are counted anew."""
    discard(b, s, b.pay_first[payment], b.pay_counts[payment, 0])
    discard(b, s, b.pay_second[payment], b.pay_counts[payment, 1])
    discard(b, s, b.wild, b.pay_counts[payment, 2])
    s.sweeps = 0


@compiled
def pay_cards(b: Board, s: State, payment: int) -> None:
    """RT-4.1: out of the hand and onto the discards at once."""
    give_payment(b, s, payment)
    discard_payment(b, s, payment)
    emit(s, PAID, s.seat, payment, 0)
