"""Drawing cards: RT-3.1 to RT-3.5, RT-3.10; the choice of the deck that replaces a card, GL-3.1."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, count, nth, write_members
from ekiben.games.routes.board import Board
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
from ekiben.games.routes.state import EMPTY, REFILL, SECOND_CARD, SHIP, TRAIN, State


@compiled
def market_open(b: Board, s: State) -> bool:
    """RT-3.10: without a deck and discards the market is closed too, unless the option opens it."""
    return b.market_when_empty == 1 or can_supply_any(b, s)


@compiled
def market_kinds(b: Board, s: State) -> int:
    """The set of kinds that may be drawn from the market; RT-3.4: no wild as the second card."""
    if not market_open(b, s):
        return 0
    return s.kinds_up if s.drawn == 0 else s.kinds_up & ~bit(b.wild)


@compiled
def blind_decks(b: Board, s: State) -> int:
    """The set of decks that can be drawn from blind (GL-3.2)."""
    return int(can_supply(s, TRAIN)) + 2 * int(b.decks > 1 and can_supply(s, SHIP))


@compiled
def drawable(b: Board, s: State) -> int:
    """The set of draws, counted from the first: kinds in the market, then decks."""
    return market_kinds(b, s) | (blind_decks(b, s) << (b.blind - b.draw))


@compiled
def count_draws(b: Board, s: State) -> int:
    return count(drawable(b, s))


@compiled
def nth_draw(b: Board, s: State, n: int) -> int:
    return b.draw + nth(drawable(b, s), n)


@compiled
def list_draws(b: Board, s: State, out: Array) -> int:
    """Write every draw, in the order of `nth_draw`."""
    return write_members(drawable(b, s), b.draw, out, 0)


@compiled
def is_draw(b: Board, s: State, action: int) -> bool:
    return b.draw <= action < b.claim and drawable(b, s) & bit(action - b.draw) != 0


@compiled
def draw(b: Board, s: State, action: int) -> bool:
    """RT-3.1: draw a card. True: the turn is over."""
    if action < b.blind:
        return draw_from_market(b, s, action - b.draw)
    return draw_blind(b, s, action - b.blind)


@compiled
def after_draw(b: Board, s: State) -> bool:
    """RT-3.1, RT-3.10: ask for a second card if there is any. True: the turn is over."""
    s.asked = SECOND_CARD
    return s.drawn == 2 or drawable(b, s) == 0


@compiled
def receive(b: Board, s: State, card: int) -> None:
    s.hand[s.seat, card] += 1
    s.hand_size[s.seat, b.deck_of[card]] += 1
    s.drawn += 1
    s.sweeps = 0


@compiled
def draw_blind(b: Board, s: State, deck: int) -> bool:
    """RT-3.1, RT-3.5: draw the top card of a deck, wild or not. True: the turn is over."""
    card = take_card(b, s, deck)
    receive(b, s, card)
    emit(s, DREW_BLIND, s.seat, deck, card)
    return after_draw(b, s)


@compiled
def draw_from_market(b: Board, s: State, card: int) -> bool:
    """RT-3.1 to RT-3.4: draw a face-up card, replaced at once. True: the turn is over."""
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
    return replace_card(b, s, slot, decks - 1)


@compiled
def count_refills(b: Board, s: State) -> int:
    """GL-3.1: either deck."""
    return 2


@compiled
def nth_refill(b: Board, s: State, n: int) -> int:
    return b.refill + n


@compiled
def answer_refill(b: Board, s: State, action: int) -> bool:
    """GL-3.1: refill the market from the deck the drawer has chosen. True: the turn is over."""
    slot = s.gap
    s.gap = EMPTY
    return replace_card(b, s, slot, action - b.refill)


@compiled
def replace_card(b: Board, s: State, slot: int, deck: int) -> bool:
    """RT-3.2, RT-3.6: fill the place from this deck (EMPTY: from none). True: the turn is over."""
    if deck != EMPTY:
        put_up(b, s, slot, take_card(b, s, deck))
        watch_wilds(b, s)
    wild = s.took_wild
    s.took_wild = 0
    return wild == 1 or after_draw(b, s)
