"""Which card to draw, and from which deck the market is refilled."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.buildings import wants_harbour
from ekiben.bots.routes.card_needs import waits_for_wild, want
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.draw import blind_decks, market_kinds
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN


@compiled
def draw(b: Any, a: Any, s: Any, m: Any) -> int:
    """A card that the goal wants, a wild that is all that is missing, or a blind one; EMPTY when
    none can be drawn.
    """
    want(b, a, s, m, wants_harbour(b, s, m))
    market, decks = market_kinds(b, s), blind_decks(b, s)
    useful = most_wanted(m, market)
    if useful != EMPTY:
        return int(b.draw + useful)
    if market & bit(b.wild) and waits_for_wild(b, m):
        return int(b.draw + b.wild)
    return draw_any(b, m, market, decks)


@compiled
def draw_any(b: Any, m: Any, market: int, decks: int) -> int:
    """Blind, from the deck that has more of what is wanted; else what there is."""
    deck = richer_deck(b, m)
    if decks & bit(deck):
        return int(b.blind + deck)
    if decks != 0:
        return int(b.blind + lowest(decks))
    return int(b.draw + lowest(market)) if market != 0 else EMPTY


@compiled
def most_wanted(m: Any, market: int) -> int:
    best = EMPTY
    while market:
        kind = lowest(market)
        market &= market - 1
        if m.wanted[kind] > 0 and (best == EMPTY or m.wanted[kind] > m.wanted[best]):
            best = kind
    return best


@compiled
def richer_deck(b: Any, m: Any) -> int:
    """The deck that has more of what is wanted."""
    trains = ships = 0
    for kind in range(b.kinds):
        if b.deck_of[kind] == SHIP:
            ships += int(m.wanted[kind])
        else:
            trains += int(m.wanted[kind])
    return SHIP if ships > trains else TRAIN


@compiled
def refill(b: Any, a: Any, s: Any, m: Any) -> int:
    want(b, a, s, m, wants_harbour(b, s, m))
    return int(b.refill + richer_deck(b, m))
