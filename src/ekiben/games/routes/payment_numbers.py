"""Numbers every payment that can ever be asked for; a set of cards has one number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ekiben.games.routes.board import Board
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.routes.sizes import COLOURS
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN


class Payment(NamedTuple):
    """A way of paying, a colour, and how many cards of its first and second kind and wilds."""

    way: int
    colour: int
    firsts: int
    seconds: int
    wilds: int


class Cards(NamedTuple):
    """The cards of a payment, however it is come by: the lower kind first."""

    first: int
    second: int
    firsts: int
    seconds: int
    wilds: int


def number_payments(b: Board, board: BoardFile) -> None:
    """Write the tables of payments; the same cards have the same number for every way of paying."""
    b.payment_at[:] = EMPTY
    known: dict[Cards, int] = {}
    for payment in sorted(
        conceivable_payments(b, board),
        key=lambda one: (one.way, one.colour, one.wilds, one.seconds),
    ):
        cards = cards_of(b, payment)
        number = known.setdefault(cards, len(known))
        b.payment_at[payment] = number
        b.pay_first[number] = cards.first
        b.pay_second[number] = cards.second
        b.pay_counts[number] = [cards.firsts, cards.seconds, cards.wilds]
        b.pay_colour[number] = payment.colour if payment.firsts or payment.seconds else COLOURS
    b.payments = len(known)


def cards_of(b: Board, payment: Payment) -> Cards:
    way, colour, firsts, seconds, wilds = payment
    first = b.first_kind[way] + colour if firsts else 0
    second = b.second_kind[way] + colour if seconds else 0
    if not firsts:
        return Cards(int(second), 0, seconds, 0, wilds)
    if seconds and second < first:
        return Cards(int(second), int(first), seconds, firsts, wilds)
    return Cards(int(first), int(second), firsts, seconds, wilds)


def conceivable_payments(b: Board, board: BoardFile) -> Iterator[Payment]:
    yield from train_payments(b, board)
    if b.decks > 1:
        yield from ship_payments(b, board)
    if b.harbours:
        yield from harbour_payments(b)


def train_payments(b: Board, board: BoardFile) -> Iterator[Payment]:
    longest = max([route.length for route in board.routes] + ([4] if b.harbours else []))
    longest = max(longest, b.tunnel_cards, max(b.station_cost.tolist()))
    for wilds in range(1, min(longest, b.copies[b.wild]) + 1):
        yield Payment(TRAIN, 0, 0, 0, wilds)
    for colour in range(b.colours):
        for length in range(1, longest + 1):
            yield from payments_of_length(b, colour, length)


def payments_of_length(b: Board, colour: int, length: int) -> Iterator[Payment]:
    """Train cards of one colour and wilds, so many in all."""
    harbour = b.second_kind[TRAIN]
    most = int(b.copies[harbour + colour]) if harbour != EMPTY else 0
    for seconds in range(min(most, length) + 1):
        for firsts in range(length - seconds + 1):
            wilds = length - firsts - seconds
            if (firsts or seconds) and exist(b, colour, firsts, wilds):
                yield Payment(TRAIN, colour, firsts, seconds, wilds)


def exist(b: Board, kind: int, cards: int, wilds: int) -> bool:
    """Whether the game has so many cards of a kind, and so many wilds."""
    return bool(cards <= b.copies[kind] and wilds <= b.copies[b.wild])


def ship_payments(b: Board, board: BoardFile) -> Iterator[Payment]:
    longest = max((route.length for route in board.routes if route.kind == "ship"), default=1)
    for colour in range(b.colours):
        for length in range(1, longest + 1):
            yield from ship_payments_of_length(b, colour, length)


def ship_payments_of_length(b: Board, colour: int, length: int) -> Iterator[Payment]:
    """GL-4.4: spaces are met exactly, or overpaid by one with doubles alone."""
    single, double = b.first_kind[SHIP] + colour, b.second_kind[SHIP] + colour
    for seconds in range(min((length + 1) // 2, b.copies[double]) + 1):
        rest = length - 2 * seconds
        if rest == -1:
            yield Payment(SHIP, colour, 0, seconds, 0)
        for firsts in range(rest + 1):
            if (firsts or seconds) and exist(b, single, firsts, rest - firsts):
                yield Payment(SHIP, colour, firsts, seconds, rest - firsts)


def harbour_payments(b: Board) -> Iterator[Payment]:
    """GL-5.2: so many cards of each kind, wilds standing in."""
    cost = b.harbour_cost
    for colour in range(b.colours):
        for firsts in range(cost + 1):
            for seconds in range(cost + 1):
                if firsts or seconds:
                    yield Payment(HARBOUR, colour, firsts, seconds, 2 * cost - firsts - seconds)
