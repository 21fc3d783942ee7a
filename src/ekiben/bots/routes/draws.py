"""Which card to draw, and from which deck to refill the market."""

from __future__ import annotations

from ekiben.bots.routes.buildings import wants_harbour
from ekiben.bots.routes.card_needs import find_wanted_cards, needs_wild
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.draw import blind_decks, market_kinds
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State


@compiled
def choose_draw(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """A card the goal wants, a wild if only that is missing, or a blind one; else EMPTY."""
    find_wanted_cards(b, t, s, p, wants_harbour(b, s, p))
    market, decks = market_kinds(b, s), blind_decks(b, s)
    useful = most_wanted_card(p, market)
    if useful != EMPTY:
        return int(b.draw + useful)
    if market & bit(b.wild) and needs_wild(b, p):
        return int(b.draw + b.wild)
    return choose_any_draw(b, p, market, decks)


@compiled
def choose_any_draw(b: Board, p: PolicyState, market: int, decks: int) -> int:
    """A blind card from the deck with more wanted cards, or else whatever there is."""
    deck = most_wanted_deck(b, p)
    if decks & bit(deck):
        return int(b.blind + deck)
    if decks != 0:
        return int(b.blind + lowest(decks))
    return int(b.draw + lowest(market)) if market != 0 else EMPTY


@compiled
def most_wanted_card(p: PolicyState, market: int) -> int:
    best = EMPTY
    while market:
        kind = lowest(market)
        market &= market - 1
        if p.wanted[kind] > 0 and (best == EMPTY or p.wanted[kind] > p.wanted[best]):
            best = kind
    return best


@compiled
def most_wanted_deck(b: Board, p: PolicyState) -> int:
    """The deck of which more is wanted."""
    trains = ships = 0
    for kind in range(b.kinds):
        if b.deck_of[kind] == SHIP:
            ships += int(p.wanted[kind])
        else:
            trains += int(p.wanted[kind])
    return SHIP if ships > trains else TRAIN


@compiled
def choose_refill(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    find_wanted_cards(b, t, s, p, wants_harbour(b, s, p))
    return int(b.refill + most_wanted_deck(b, p))
