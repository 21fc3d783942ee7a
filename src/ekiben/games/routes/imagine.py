"""A state that a viewer could not tell from the true one: all that the view hides is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ekiben.core.arrays import zeros
from ekiben.core.chance import below
from ekiben.core.errors import EkibenError
from ekiben.core.imagine import fill, imagined_words, validate_view
from ekiben.core.layout import View
from ekiben.games.routes.board import Board
from ekiben.games.routes.payment import list_payments
from ekiben.games.routes.pieces import fewest_trains, most_trains
from ekiben.games.routes.redeal import deal_hidden, out_of_sight, room, start_redeal
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.set_up import clear
from ekiben.games.routes.state import EMPTY, OVER, PAYMENT, PIECES, TICKETS_ASKED, State

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame


def state_from(view: View) -> State:
    """A plain state with all that the view shows; what it hides is HIDDEN."""
    s = State()
    clear(s)
    return fill(s, view)


def redeal(game: RouteGame, view: View, seed: int) -> State:
    s = state_from(validate_view(game, view))
    if s.asked != OVER:
        deal(game.plain_board, s, EMPTY if view.viewer is None else view.viewer, seed)
    s.logs_events = 1
    return s


def deal(b: Board, s: State, viewer: int, seed: int) -> None:
    work = Redeal()
    start_redeal(s, work, viewer, np.array(imagined_words(seed), np.int64), 0)
    if s.asked == PAYMENT and s.seat != viewer:
        give_means(b, s)
    if not deal_hidden(b, s, work):
        raise EkibenError(
            "the view contradicts itself: no deal of tickets fits what the seat has seen"
        )
    for seat in range(s.seat):
        if seat != viewer and (s.asked == PIECES or (s.asked == TICKETS_ASKED and s.setting_up)):
            s.choice[seat] = some_choice(b, s, seat)


# ---- whoever has named a route or a city can pay for it
def give_means(b: Board, s: State) -> None:
    """One way to pay is dealt first, out of those that fit the hand."""
    ways = [
        way
        for way in means(b, s)
        if all(count_of(b, way, deck) <= room(b, s, s.seat, deck) for deck in range(b.decks))
    ]
    for kind in ways[below(s, len(ways))]:
        s.hand[s.seat, kind] += 1


def means(b: Board, s: State) -> list[list[int]]:
    """What the hand lacks of each payment that could be made with all cards out of sight."""
    known, payments = s.hand[s.seat].tolist(), zeros(b.payments + 1)
    for kind in range(b.kinds):
        s.hand[s.seat, kind] += out_of_sight(b, s, kind)
    count = list_payments(b, s, payments)
    s.hand[s.seat] = known
    return [lacking(b, known, payment - b.pay) for payment in payments[:count].tolist()]


def lacking(b: Board, hand: list[int], payment: int) -> list[int]:
    """The cards of a payment that the hand does not hold."""
    kinds = (int(b.pay_first[payment]), int(b.pay_second[payment]), int(b.wild))
    return [
        kind
        for kind, count in zip(kinds, b.pay_counts[payment].tolist(), strict=True)
        if count
        for _ in range(count - hand[kind])
    ]


def count_of(b: Board, cards: list[int], deck: int) -> int:
    return sum(int(b.deck_of[kind] == deck) for kind in cards)


# ---- choices made together, not shown yet
def some_choice(b: Board, s: State, seat: int) -> int:
    """What a seat before the one that is asked may have chosen."""
    if s.asked == PIECES:
        return int(fewest_trains(b) + below(s, most_trains(b) - fewest_trains(b) + 1))
    choices = [
        choice for choice in range(1 << int(s.offered[seat])) if choice.bit_count() >= s.least
    ]
    return choices[below(s, len(choices))]
