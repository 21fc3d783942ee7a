"""Which cards the planner draws: by what its best routes still lack and the decks may hold."""

from __future__ import annotations

from ekiben.bots.routes.card_needs import clear_goal, missing_symbols
from ekiben.bots.routes.features import next_route
from ekiben.bots.routes.goals import insert_goal
from ekiben.bots.routes.planner_weights import BLIND, MANY, WILD_UP, weight
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.draw import blind_decks, market_kinds
from ekiben.games.routes.sizes import KINDS
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN, State

GOALS = 8
RANK_SCALE = 1_000_000.0


@compiled
def aim_at_best_claims(b: Board, p: PolicyState) -> None:
    """Aim at the most valuable routes, the best first."""
    clear_goal(p)
    route = next_route(p.open, 0)
    while route < b.routes:
        if p.claim_value[route] > 0.0:
            insert_goal(p, route, int(-RANK_SCALE * p.claim_value[route]))
            p.goal_size = min(GOALS, int(p.goal_size))
        route = next_route(p.open, route + 1)


@compiled
def value_cards(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Set `card_value` of each kind by the routes that lack it, the nearer the more."""
    for kind in range(KINDS):
        p.card_value[kind] = 0.0
    most, many = 0.0, weight(t, s, MANY)
    for n in range(p.goal_size):
        route = int(p.goal[n])
        if p.missing[route] > 0:
            most = max(most, float(p.claim_value[route]))
    for n in range(p.goal_size):
        route = int(p.goal[n])
        if p.missing[route] > 0:
            share = float(p.claim_value[route]) / most
            value_cards_for(
                b,
                t,
                p,
                route,
                share * (1.0 - many + many * share) * b.length[route] / p.missing[route],
            )


@compiled
def value_cards_for(b: Board, t: PolicyTables, p: PolicyState, route: int, worth: float) -> None:
    way, colour = int(b.way[route]), int(b.colour[route])
    if colour == EMPTY:
        colour = int(p.richest_colour[way])
    p.card_value[b.wild] = max(float(p.card_value[b.wild]), worth)
    p.card_value[b.first_kind[way] + colour] += worth
    if b.second_kind[way] != EMPTY:
        p.card_value[b.second_kind[way] + colour] += worth * min(
            int(t.second_pays[way]), int(p.missing[route])
        )


@compiled
def value_symbols(b: Board, p: PolicyState, worth: float) -> None:
    """Raise the value of a harbour's cards, in the colour that has most of them."""
    best = 0
    for colour in range(b.colours):
        if missing_symbols(b, p, colour) < missing_symbols(b, p, best):
            best = colour
    missing = max(1, missing_symbols(b, p, best))
    for kind in (b.first_kind[HARBOUR] + best, b.second_kind[HARBOUR] + best):
        if p.hand[kind] < b.harbour_cost:
            p.card_value[kind] += worth / missing


@compiled
def blind_card_value(b: Board, s: State, p: PolicyState, deck: int) -> float:
    """The mean value of a card from this deck, as far as the seat knows what it holds."""
    cards, worth = 0, 0.0
    for kind in range(b.kinds):
        if b.deck_of[kind] == deck:
            left = unseen(b, s, s.seat, kind)
            cards += left
            worth += left * float(p.card_value[kind])
    return worth / max(1, cards)


@compiled
def choose_card(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """The card to draw; EMPTY when none can be drawn."""
    blind, hoped = best_blind(b, t, s, p)
    up, sure = best_face_up(b, t, s, p)
    return up if sure > hoped else blind


@compiled
def best_blind(b: Board, t: PolicyTables, s: State, p: PolicyState) -> tuple[int, float]:
    """The deck to draw from, and the value of its card; EMPTY when both are empty."""
    decks, best, most = blind_decks(b, s), EMPTY, -1.0
    for deck in range(2):
        if decks & bit(deck):
            worth = weight(t, s, BLIND) * blind_card_value(b, s, p, deck)
            if worth > most:
                best, most = int(b.blind + deck), worth
    return best, most


@compiled
def best_face_up(b: Board, t: PolicyTables, s: State, p: PolicyState) -> tuple[int, float]:
    """The most valuable card of the market, and its value; EMPTY when there is none."""
    market, best, most = market_kinds(b, s), EMPTY, -1.0
    while market:
        kind = lowest(market)
        market &= market - 1
        worth = float(p.card_value[kind]) * (weight(t, s, WILD_UP) if kind == b.wild else 1.0)
        if worth > most:
            best, most = int(b.draw + kind), worth
    return best, most


@compiled
def better_refill_deck(b: Board, s: State, p: PolicyState) -> int:
    return SHIP if blind_card_value(b, s, p, SHIP) > blind_card_value(b, s, p, TRAIN) else TRAIN
