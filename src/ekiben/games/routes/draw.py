"""Drawing cards: RT-3.1 to RT-3.5, RT-3.10; the choice of the deck that replaces a card, GL-3.1."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.cards import (
    can_supply,
    can_supply_any,
    put_up,
    slot_of,
    take_card,
    take_down,
    watch_wilds,
)
from ekiben.games.routes.event_codes import ASKED_REFILL, DREW, DREW_BLIND, emit
from ekiben.games.routes.state import EMPTY, REFILL, SECOND_CARD, SHIP, TRAIN


@compiled
def market_open(b: Any, s: Any) -> bool:
    """RT-3.10: with deck and discards both empty not even the market can be drawn from, unless the
    option says so.
    """
    return b.market_when_empty == 1 or can_supply_any(b, s)


@compiled
def market_kinds(b: Any, s: Any) -> int:
    """The set of kinds that may be drawn from the market; RT-3.4: no wild as the second card."""
    if not market_open(b, s):
        return 0
    return s.kinds_up if s.drawn == 0 else s.kinds_up & ~bit(b.wild)


@compiled
def blind_decks(b: Any, s: Any) -> int:
    """The set of decks that can be drawn from blind (GL-3.2)."""
    return int(can_supply(s, TRAIN)) + 2 * int(b.decks > 1 and can_supply(s, SHIP))


@compiled
def can_draw(b: Any, s: Any) -> bool:
    return count(market_kinds(b, s)) + count(blind_decks(b, s)) > 0


@compiled
def after_draw(b: Any, s: Any) -> bool:
    """RT-3.1, RT-3.10: a first card leads to a second if there is any. Tells whether the turn is
    over.
    """
    s.asked = SECOND_CARD
    return s.drawn == 2 or not can_draw(b, s)


@compiled
def receive(b: Any, s: Any, card: int) -> None:
    s.hand[s.seat, card] += 1
    s.hand_size[s.seat, b.deck_of[card]] += 1
    s.drawn += 1
    s.sweeps = 0


@compiled
def draw_blind(b: Any, s: Any, deck: int) -> bool:
    """RT-3.1, RT-3.5: the top card of a deck, a wild like any other. Tells whether the turn is
    over.
    """
    card = take_card(b, s, deck)
    receive(b, s, card)
    emit(s, DREW_BLIND, s.seat, deck, card)
    return after_draw(b, s)


@compiled
def draw_from_market(b: Any, s: Any, card: int) -> bool:
    """RT-3.1 to RT-3.4: a face-up card, replaced at once. Tells whether the turn is over."""
    slot = slot_of(s, card)
    take_down(s, slot)
    receive(b, s, card)
    s.seen[s.seat, card] += 1
    s.took_wild = int(card == b.wild)
    emit(s, DREW, s.seat, slot, card)
    decks = blind_decks(b, s)
    if decks == 3:
        s.gap = slot
        s.asked = REFILL
        emit(s, ASKED_REFILL, s.seat, slot, 0)
        return False
    return replaced(b, s, slot, decks - 1)


@compiled
def refill(b: Any, s: Any, deck: int) -> bool:
    """GL-3.1: the drawer has chosen the deck. Tells whether the turn is over."""
    slot = s.gap
    s.gap = EMPTY
    return replaced(b, s, slot, deck)


@compiled
def replaced(b: Any, s: Any, slot: int, deck: int) -> bool:
    """RT-3.2: the place is filled from this deck (EMPTY: from none), then RT-3.6; a wild was the
    only card (RT-3.3).
    """
    if deck != EMPTY:
        put_up(b, s, slot, take_card(b, s, deck))
        watch_wilds(b, s)
    wild = s.took_wild
    s.took_wild = 0
    return wild == 1 or after_draw(b, s)
