"""Decks, discards and the market: RT-1.2, RT-1.3, RT-3.6 to RT-3.11, GL-1.4 to GL-3.7."""

from __future__ import annotations

from ekiben.core.chance import open_stream, shuffle
from ekiben.core.compiled import bit, compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.event_codes import RESHUFFLED, SWEEP_STOPPED, SWEPT, TURNED_UP, emit
from ekiben.games.routes.sizes import DECKS, SLOTS
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State

SWEEPS = 10  # in a row at most (RT-3.7)


@compiled
def reshuffle(b: Board, s: State, deck: int) -> None:
    """RT-3.9: the discards become the new deck, by the stream of this deck's n-th shuffle."""
    size = 0
    for kind in range(b.kinds):
        if b.deck_of[kind] == deck:
            for _ in range(s.discards[kind]):
                s.deck[deck, size] = kind
                size += 1
            s.discards[kind] = 0
    s.deck_size[deck] = size
    s.discarded[deck] = 0
    open_stream(s, deck, s.reshuffles[deck])
    s.reshuffles[deck] += 1
    shuffle(s, s.deck[deck], size)


@compiled
def can_supply(s: State, deck: int) -> bool:
    """Whether a card can be drawn from this deck, its discards shuffled in if need be."""
    return s.deck_size[deck] > 0 or s.discarded[deck] > 0


@compiled
def can_supply_any(b: Board, s: State) -> bool:
    return can_supply(s, TRAIN) or (b.decks > 1 and can_supply(s, SHIP))


@compiled
def take_card(b: Board, s: State, deck: int) -> int:
    """Take the top card; RT-3.9: the discards are shuffled only when no card is left to draw."""
    if s.deck_size[deck] == 0:
        if s.discarded[deck] == 0:
            return EMPTY
        reshuffle(b, s, deck)
        emit(s, RESHUFFLED, EMPTY, deck, s.deck_size[deck])
    s.deck_size[deck] -= 1
    s.revealed = 1
    return int(s.deck[deck, s.deck_size[deck]])


@compiled
def discard(b: Board, s: State, card: int, n: int) -> None:
    s.discards[card] += n
    s.discarded[b.deck_of[card]] += n


# ---- the market
@compiled
def put_up(b: Board, s: State, slot: int, card: int) -> None:
    s.market[slot] = card
    s.up[card] += 1
    s.kinds_up |= bit(card)
    s.gaps -= 1
    emit(s, TURNED_UP, EMPTY, slot, card)


@compiled
def take_down(s: State, slot: int) -> int:
    card = int(s.market[slot])
    s.market[slot] = EMPTY
    s.gaps += 1
    s.up[card] -= 1
    s.kinds_up &= ~(bit(card) if s.up[card] == 0 else 0)
    return card


@compiled
def slot_of(s: State, card: int) -> int:
    """The first place with a card of this kind (EMPTY: the first empty place)."""
    found = EMPTY
    for slot in range(SLOTS - 1, -1, -1):
        found = slot if s.market[slot] == card else found
    return found


@compiled
def ships_up(b: Board, s: State) -> int:
    """How many cards of the market are of the second deck."""
    up = 0
    if b.decks > 1:
        for slot in range(b.slots):
            card = s.market[slot]
            if card != EMPTY and b.deck_of[card] == SHIP:
                up += 1
    return up


@compiled
def refill_deck(b: Board, s: State) -> int:
    """GL-3.6: the deck with fewer cards in the market, else the other; EMPTY if neither can."""
    ships = ships_up(b, s)
    deck = SHIP if b.decks > 1 and ships < b.slots - s.gaps - ships else TRAIN
    if not can_supply(s, deck):
        deck = TRAIN + SHIP - deck
        if b.decks == 1 or not can_supply(s, deck):
            return EMPTY
    return deck


@compiled
def fresh_deck(b: Board, s: State, slot: int) -> int:
    """GL-1.6, GL-3.3, GL-3.5: the deck for a place of a new market; EMPTY if neither has a card."""
    deck = TRAIN if slot < b.fresh[TRAIN] else SHIP
    if not can_supply(s, deck):
        deck = TRAIN + SHIP - deck
        if b.decks == 1 or not can_supply(s, deck):
            return EMPTY
    return deck


@compiled
def turn_up_anew(b: Board, s: State) -> None:
    for slot in range(b.slots):
        deck = fresh_deck(b, s, slot)
        if deck != EMPTY:
            put_up(b, s, slot, take_card(b, s, deck))


@compiled
def fill_gaps(b: Board, s: State) -> None:
    """RT-3.11: empty places are refilled as far as the decks go."""
    while s.gaps > 0:
        deck = refill_deck(b, s)
        if deck == EMPTY:
            return
        put_up(b, s, slot_of(s, EMPTY), take_card(b, s, deck))


@compiled
def can_sweep(b: Board, s: State) -> bool:
    """Version 1 of the rules only: whether a new market could have fewer wilds, hands counted."""
    ships = ships_up(b, s)
    trains_there = s.deck_size[TRAIN] + s.discarded[TRAIN] + b.slots - s.gaps - ships
    ships_there = s.deck_size[SHIP] + s.discarded[SHIP] + ships
    wilds = b.copies[b.wild]
    for seat in range(s.seats):
        wilds -= s.hand[seat, b.wild]
    trains = min(trains_there, b.fresh[TRAIN] + max(0, b.fresh[SHIP] - ships_there))
    return trains - (trains_there - wilds) < b.sweep


@compiled
def sweep(b: Board, s: State) -> None:
    for slot in range(b.slots):
        if s.market[slot] != EMPTY:
            discard(b, s, take_down(s, slot), 1)


@compiled
def too_many_wilds(b: Board, s: State) -> bool:
    """RT-3.6, GL-3.3: decided by the market alone, since version 2 of the rules."""
    return s.up[b.wild] >= b.sweep and (b.version > 1 or can_sweep(b, s))


@compiled
def watch_wilds(b: Board, s: State) -> None:
    """RT-3.6: too many wilds sweep the market, again and again.

    After ten times in a row the market stays until a card is taken into a hand or paid from one
    (RT-3.7, GL-3.7).
    """
    while s.sweeps < SWEEPS and too_many_wilds(b, s):
        s.sweeps += 1
        sweep(b, s)
        emit(s, SWEPT, EMPTY, s.sweeps, 0)
        turn_up_anew(b, s)
        if s.sweeps == SWEEPS and too_many_wilds(b, s):
            emit(s, SWEEP_STOPPED, EMPTY, s.sweeps, 0)


@compiled
def refill_market(b: Board, s: State) -> None:
    """RT-3.11: at the end of a turn; RT-3.6 is looked at even when no place was empty."""
    fill_gaps(b, s)
    watch_wilds(b, s)


@compiled
def shuffle_cards(b: Board, s: State) -> None:
    """RT-1.2: every card into its deck, shuffled."""
    for kind in range(b.kinds):
        discard(b, s, kind, b.copies[kind])
    for deck in range(b.decks):
        reshuffle(b, s, deck)


@compiled
def deal_cards(b: Board, s: State) -> None:
    """RT-1.2, RT-1.3: starting hands, then the market."""
    for seat in range(s.seats):
        for deck in range(DECKS):
            for _ in range(b.hand[deck]):
                s.hand[seat, take_card(b, s, deck)] += 1
                s.hand_size[seat, deck] += 1
    s.gaps = b.slots
    turn_up_anew(b, s)
    watch_wilds(b, s)


# ---- cards that somebody may not have seen
@compiled
def unseen(b: Board, s: State, seat: int, kind: int) -> int:
    """Cards of a kind in decks and other hands, as far as the seat can know."""
    left = int(b.copies[kind]) - lying_open(b, s, kind) - int(s.hand[seat, kind])
    for other in range(s.seats):
        left -= int(s.seen[other, kind]) if other != seat else 0
    return left


@compiled
def lying_open(b: Board, s: State, kind: int) -> int:
    """Cards of a kind in the market, on the discards, or open for a tunnel."""
    found = int(s.discards[kind]) + int(s.up[kind])
    for place in range(b.tunnel_cards):
        found += int(s.turned[place] == kind)
    return found + (in_payment(b, s.laid, kind) if s.laid != EMPTY else 0)


@compiled
def in_payment(b: Board, payment: int, kind: int) -> int:
    """Cards of a kind in a payment."""
    found = int(b.pay_counts[payment, 0]) if b.pay_first[payment] == kind else 0
    found += int(b.pay_counts[payment, 1]) if b.pay_second[payment] == kind else 0
    return found + (int(b.pay_counts[payment, 2]) if b.wild == kind else 0)
