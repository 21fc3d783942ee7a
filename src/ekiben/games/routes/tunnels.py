"""Tunnels: EU-4."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import can_supply, discard, take_card
from ekiben.games.routes.claim import take_route
from ekiben.games.routes.event_codes import (
    LAID_OUT,
    PAID,
    TUNNEL_CARD,
    TUNNEL_EXTRA,
    WITHDREW,
    emit,
)
from ekiben.games.routes.payment import (
    count_payments,
    discard_payment,
    give_payment,
    is_payment,
    list_payments,
    nth_payment_action,
    owe,
    pay_cards,
)
from ekiben.games.routes.state import EMPTY, TRAIN, TUNNEL, State


@compiled
def laid_colour(b: Board, payment: int) -> int:
    """EU-4.2: the colour laid out; COLOURS when it was wilds only."""
    return int(b.pay_colour[payment])


@compiled
def lay_out(b: Board, s: State, payment: int) -> bool:
    """EU-4.1, EU-4.8: lay the cards open and turn up three more. True: no extra is due."""
    give_payment(b, s, payment)
    if b.version == 1:  # cards laid out were told and counted as paid
        s.sweeps = 0
        emit(s, PAID, s.seat, payment, 0)
    s.laid = payment
    emit(s, LAID_OUT, s.seat, payment, 0)
    extra = turn_up(b, s, laid_colour(b, payment))
    emit(s, TUNNEL_EXTRA, s.seat, extra, 0)
    owe(s, TRAIN, laid_colour(b, payment), extra, 0)
    s.asked = TUNNEL
    return extra == 0


@compiled
def turn_up(b: Board, s: State, colour: int) -> int:
    """EU-4.1, EU-4.2, EU-4.5: turn up three cards, or all there are; how many cost an extra card.

    Kinds come colour by colour, so a kind modulo the colours is its colour; wilds alone have none.
    """
    extra = 0
    for place in range(b.tunnel_cards):
        if can_supply(s, TRAIN):
            card = take_card(b, s, TRAIN)
            s.turned[place] = card
            emit(s, TUNNEL_CARD, s.seat, place, card)
            if card == b.wild or card % b.colours == colour:
                extra += 1
    return extra


# ---- the question whether to pay the extra
@compiled
def count_tunnel_answers(b: Board, s: State) -> int:
    """EU-4.3: every way to pay the extra, or to withdraw."""
    return count_payments(b, s) + 1


@compiled
def nth_tunnel_answer(b: Board, s: State, n: int) -> int:
    return nth_payment_action(b, s, n) if n < count_payments(b, s) else b.withdraw


@compiled
def list_tunnel_answers(b: Board, s: State, out: Array) -> int:
    n = list_payments(b, s, out)
    out[n] = b.withdraw
    return n + 1


@compiled
def is_tunnel_answer(b: Board, s: State, action: int) -> bool:
    return action == b.withdraw or is_payment(b, s, action)


@compiled
def answer_tunnel(b: Board, s: State, action: int) -> bool:
    """EU-4.3, EU-4.7: pay the extra and take the route, or take the cards back."""
    if action == b.withdraw:
        take_back(b, s)
    else:
        pay_cards(b, s, action - b.pay)
        settle(b, s)
        take_route(b, s)
    return True


@compiled
def settle(b: Board, s: State) -> None:
    """EU-4.9: the cards laid out are discarded when the route is taken."""
    if s.laid != EMPTY:
        discard_payment(b, s, s.laid)
        s.laid = EMPTY


@compiled
def take_back(b: Board, s: State) -> None:
    """EU-4.3, EU-4.10: take the laid-out cards back, known to all."""
    return_cards(b, s, b.pay_first[s.laid], b.pay_counts[s.laid, 0])
    return_cards(b, s, b.pay_second[s.laid], b.pay_counts[s.laid, 1])
    return_cards(b, s, b.wild, b.pay_counts[s.laid, 2])
    emit(s, WITHDREW, s.seat, s.route, s.laid)
    s.laid = EMPTY
    s.route = EMPTY


@compiled
def return_cards(b: Board, s: State, card: int, n: int) -> None:
    s.hand[s.seat, card] += n
    s.hand_size[s.seat, b.deck_of[card]] += n
    s.seen[s.seat, card] += n


@compiled
def clear_turned(b: Board, s: State) -> None:
    """EU-4.4, EU-4.9: at the end of the turn the turned-up cards are discarded."""
    for place in range(b.tunnel_cards):
        if s.turned[place] != EMPTY:
            discard(b, s, s.turned[place], 1)
            s.turned[place] = EMPTY
