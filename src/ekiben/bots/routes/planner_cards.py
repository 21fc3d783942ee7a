"""The planner's cards: which to draw, by what the routes worth most still lack and what the decks
can still hold.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.card_needs import no_goal, symbols_missing
from ekiben.bots.routes.features import next_of
from ekiben.bots.routes.goals import insert_goal
from ekiben.bots.routes.planner_weights import BLIND, MANY, WILD_UP, knob
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.draw import blind_decks, market_kinds
from ekiben.games.routes.sizes import KINDS
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN

GOALS = 8
FINE = 1_000_000.0


@compiled
def aim_at_urges(b: Any, m: Any) -> None:
    """The routes worth most, the best first."""
    no_goal(m)
    route = next_of(m.open, 0)
    while route < b.routes:
        if m.urge[route] > 0.0:
            insert_goal(m, route, int(-FINE * m.urge[route]))
            m.goal_size = min(GOALS, int(m.goal_size))
        route = next_of(m.open, route + 1)


@compiled
def call_cards(b: Any, a: Any, s: Any, m: Any) -> None:
    """Leaves in `call` how much each kind of card is wanted: by the worth of the routes that lack
    it, the nearer the more.
    """
    for kind in range(KINDS):
        m.call[kind] = 0.0
    most, many = 0.0, knob(a, s, MANY)
    for n in range(m.goal_size):
        route = int(m.goal[n])
        if m.lacks[route] > 0:
            most = max(most, float(m.urge[route]))
    for n in range(m.goal_size):
        route = int(m.goal[n])
        if m.lacks[route] > 0:
            share = float(m.urge[route]) / most
            call_for(
                b,
                a,
                m,
                route,
                share * (1.0 - many + many * share) * b.length[route] / m.lacks[route],
            )


@compiled
def call_for(b: Any, a: Any, m: Any, route: int, worth: float) -> None:
    way, colour = int(b.way[route]), int(b.colour[route])
    if colour == EMPTY:
        colour = int(m.best_of[way])
    m.call[b.wild] = max(float(m.call[b.wild]), worth)
    m.call[b.first_kind[way] + colour] += worth
    if b.second_kind[way] != EMPTY:
        m.call[b.second_kind[way] + colour] += worth * min(
            int(a.second_pays[way]), int(m.lacks[route])
        )


@compiled
def call_symbols(b: Any, m: Any, worth: float) -> None:
    """A harbour's cards, in the colour that has most of them."""
    best = 0
    for colour in range(b.colours):
        if symbols_missing(b, m, colour) < symbols_missing(b, m, best):
            best = colour
    missing = max(1, symbols_missing(b, m, best))
    for kind in (b.first_kind[HARBOUR] + best, b.second_kind[HARBOUR] + best):
        if m.hand[kind] < b.harbour_cost:
            m.call[kind] += worth / missing


@compiled
def blind_worth(b: Any, s: Any, m: Any, deck: int) -> float:
    """What a card from this deck is wanted on average, as far as the seat knows what it holds."""
    cards, worth = 0, 0.0
    for kind in range(b.kinds):
        if b.deck_of[kind] == deck:
            left = unseen(b, s, s.seat, kind)
            cards += left
            worth += left * float(m.call[kind])
    return worth / max(1, cards)


@compiled
def best_card(b: Any, a: Any, s: Any, m: Any) -> int:
    """The card to draw; EMPTY when none can be drawn."""
    blind, hoped = best_blind(b, a, s, m)
    up, sure = best_up(b, a, s, m)
    return up if sure > hoped else blind


@compiled
def best_blind(b: Any, a: Any, s: Any, m: Any) -> tuple[int, float]:
    """The deck to draw from, and what its card is worth; EMPTY when both are."""
    decks, best, most = blind_decks(b, s), EMPTY, -1.0
    for deck in range(2):
        if decks & bit(deck):
            worth = knob(a, s, BLIND) * blind_worth(b, s, m, deck)
            if worth > most:
                best, most = int(b.blind + deck), worth
    return best, most


@compiled
def best_up(b: Any, a: Any, s: Any, m: Any) -> tuple[int, float]:
    """The card of the market that is worth most, and what; EMPTY when there is none."""
    market, best, most = market_kinds(b, s), EMPTY, -1.0
    while market:
        kind = lowest(market)
        market &= market - 1
        worth = float(m.call[kind]) * (knob(a, s, WILD_UP) if kind == b.wild else 1.0)
        if worth > most:
            best, most = int(b.draw + kind), worth
    return best, most


@compiled
def better_deck(b: Any, s: Any, m: Any) -> int:
    return SHIP if blind_worth(b, s, m, SHIP) > blind_worth(b, s, m, TRAIN) else TRAIN
