"""The planner: everything by what it brings a turn.

A route alone, a ticket's path with all its routes, and several such paths together are measured
alike: points, less the worth of the pieces they take, for each turn until they are claimed. The
planner claims what is worth most as soon as it can pay, and draws cards for the best of what still
lacks some. It estimates the turns left from the opponents' pieces and hands.
"""

from __future__ import annotations

from ekiben.bots.routes.buildings import best_harbour_site, station_gain, wants_harbour
from ekiben.bots.routes.card_needs import choose_payment
from ekiben.bots.routes.features import next_route, observe
from ekiben.bots.routes.goals import (
    best_claim,
    best_immediate_action,
    exchange_for_goal,
    exclude_from_goal,
    least_harmful_action,
)
from ekiben.bots.routes.planner_cards import (
    aim_at_best_claims,
    best_blind,
    best_face_up,
    better_refill_deck,
    choose_card,
    value_cards,
    value_symbols,
)
from ekiben.bots.routes.planner_claims import (
    LOWEST_COST,
    expected_turns,
    piece_price,
    price_borrowable,
    score_lead,
    value_claims,
    value_ticket_paths,
)
from ekiben.bots.routes.planner_danger import claim_danger
from ekiben.bots.routes.planner_tickets import choose_tickets, tickets_value, wants_more_tickets
from ekiben.bots.routes.planner_weights import CLAIM, DANGER, HARBOUR_WORTH, LATE, weight
from ekiben.bots.routes.plans import clear_plan
from ekiben.bots.routes.policy_state import PROPOSALS, UNKNOWN, PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import choose_pieces
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.claim import find_claims
from ekiben.games.routes.state import EMPTY, PIECES, REFILL, SECOND_CARD, TICKETS_ASKED, TURN, State

WORST_TICKET = -8.0  # points that another's ticket brings


@compiled
def planner(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED or s.asked == PIECES:
        return choose_tickets_or_pieces(b, t, s, p)
    turns_left = expected_turns(b, t, s, p)
    evaluate(b, t, s, p, turns_left)
    if s.asked == TURN:
        return take_turn(b, t, s, p, turns_left)
    return answer_follow_up(b, t, s, p)


@compiled
def choose_tickets_or_pieces(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Choose which tickets to keep, or which pieces to take for them."""
    turns_left = float(t.supply) if s.setting_up else expected_turns(b, t, s, p)
    value_claims(b, t, s, p, turns_left, piece_price(b, t, s, p, turns_left))
    if b.stations > 0:
        price_borrowable(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return choose_tickets(b, t, s, p, turns_left)
    clear_plan(p)
    tickets_value(b, t, s, p, s.tickets[s.seat], turns_left)
    return choose_pieces(b, t, p)


@compiled
def evaluate(b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float) -> None:
    """Set what every route is worth now, the goal, and the value of each kind of card."""
    evaluate_claims(b, t, s, p, turns_left, piece_price(b, t, s, p, turns_left))
    if p.goal_size == 0:
        evaluate_claims(b, t, s, p, turns_left, 0.0)
    value_cards(b, t, s, p)
    if wants_harbour(b, s, p):
        value_symbols(b, p, weight(t, s, HARBOUR_WORTH))


@compiled
def evaluate_claims(
    b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float, price: float
) -> None:
    value_claims(b, t, s, p, turns_left, price)
    value_ticket_paths(b, t, s, p, turns_left, price)
    aim_at_best_claims(b, p)


@compiled
def answer_follow_up(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Answer for the second card, the deck to refill from, or a payment."""
    if s.asked == SECOND_CARD:
        card = choose_card(b, t, s, p)
        return card if card != EMPTY else least_harmful_action(b, s)
    if s.asked == REFILL:
        return int(b.refill + better_refill_deck(b, s, p))
    exclude_from_goal(b, p, s.route)
    return choose_payment(b, t, s, p)


# ---- a turn
@compiled
def take_turn(b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float) -> int:
    if p.turns_left == 1:
        return last_turn(b, t, s, p)
    city = choose_site(b, t, s, p, turns_left)
    if city != EMPTY:
        return int(b.build + city)
    if wants_more_tickets(b, t, s, p, turns_left, best_claim_value(p), False):
        return int(b.ask_tickets)
    return claim_or_draw(b, t, s, p)


@compiled
def last_turn(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Take what scores most, which may be a ticket that is complete already.

    Drawing tickets is a gamble for a seat that has lost otherwise.
    """
    _, gain = best_claim(b, t, s, p)
    hopeless = score_lead(b, s, p, WORST_TICKET) + gain + b.longest_bonus < 0.0
    return (
        int(b.ask_tickets)
        if wants_more_tickets(b, t, s, p, 1.0, gain, hopeless)
        else best_immediate_action(b, t, s, p)
    )


@compiled
def claim_or_draw(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    ready, worth = best_claimable(b, t, s, p)
    if ready != EMPTY and worth >= weight(t, s, CLAIM) * best_unpaid_value(b, p):
        return int(b.claim + ready)
    action = exchange_for_goal(b, p, s)
    if action == EMPTY:
        action = choose_card(b, t, s, p)
    if action == EMPTY and ready != EMPTY:
        return int(b.claim + ready)
    return action if action != EMPTY else best_immediate_action(b, t, s, p)


@compiled
def best_claimable(b: Board, t: PolicyTables, s: State, p: PolicyState) -> tuple[int, float]:
    """The most valuable route to claim, tunnel reserve included, and its value; or EMPTY."""
    find_claims(b, s)
    best, most, route = EMPTY, 0.0, next_route(s.claims, 0)
    while route < b.routes:
        if p.missing[route] == 0 and p.claim_value[route] > 0.0:
            worth = float(p.claim_value[route]) * (
                1.0 + weight(t, s, DANGER) * claim_danger(b, s, route)
            )
            if worth > most:
                best, most = route, worth
        route = next_route(s.claims, route + 1)
    return best, most


@compiled
def best_unpaid_value(b: Board, p: PolicyState) -> float:
    """The value of the best route that cannot be paid yet."""
    most = 0.0
    for n in range(p.goal_size):
        if p.missing[p.goal[n]] > 0:
            most = max(most, float(p.claim_value[p.goal[n]]))
    return most


@compiled
def choose_site(b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float) -> int:
    """A good site for a harbour at once; for a station late, if it completes tickets at once."""
    if b.stations + b.harbours == 0:
        return EMPTY
    found = sites(b, s)
    if found == 0 or (b.stations > 0 and turns_left > weight(t, s, LATE)):
        return EMPTY
    return best_station_site(b, p, found) if b.stations > 0 else best_harbour_site(b, s, p, found)


@compiled
def best_station_site(b: Board, p: PolicyState, found: int) -> int:
    best, most = EMPTY, 0
    while found:
        city = lowest(found)
        found &= found - 1
        gain = station_gain(b, p, city)
        if gain > most:
            best, most = city, gain
    return best


# ---- proposals for a search
@compiled
def propose(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Set `proposed` to the planner's own choice for a turn and the next best; return how many.

    `proposed_value` has the value a turn of each. The state must ask for a turn.
    """
    p.proposal_count = 0
    own = planner(b, t, s, p)
    add_proposal(p, own, 1.0 + best_claim_value(p))
    propose_claims(b, s, p)
    propose_others(b, t, s, p)
    return int(p.proposal_count)


@compiled
def best_claim_value(p: PolicyState) -> float:
    return float(p.claim_value[p.goal[0]]) if p.goal_size > 0 else 0.0


@compiled
def add_proposal(p: PolicyState, action: int, worth: float) -> None:
    """Add a proposal: the own choice stays first, of the others the best are kept, in order."""
    for n in range(p.proposal_count):
        if p.proposed[n] == action:
            return
    place = int(p.proposal_count)
    while place > 1 and p.proposed_value[place - 1] < worth:
        place -= 1
    if place < PROPOSALS:
        p.proposal_count = min(PROPOSALS, int(p.proposal_count) + 1)
        for n in range(p.proposal_count - 1, place, -1):
            p.proposed[n] = p.proposed[n - 1]
            p.proposed_value[n] = p.proposed_value[n - 1]
        p.proposed[place] = action
        p.proposed_value[place] = worth


@compiled
def propose_claims(b: Board, s: State, p: PolicyState) -> None:
    find_claims(b, s)
    route = next_route(s.claims, 0)
    while route < b.routes:
        add_proposal(p, int(b.claim + route), float(p.claim_value[route]))
        route = next_route(s.claims, route + 1)


@compiled
def propose_others(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Propose cards from deck and market, an exchange of pieces, tickets."""
    worth = best_unpaid_value(b, p)
    blind, hoped = best_blind(b, t, s, p)
    up, sure = best_face_up(b, t, s, p)
    if blind != EMPTY:
        add_proposal(p, blind, worth if hoped >= sure else worth * hoped / sure)
    if up != EMPTY:
        add_proposal(p, up, worth if sure > hoped else worth * sure / max(hoped, LOWEST_COST))
    swap = exchange_for_goal(b, p, s)
    if swap != EMPTY:
        add_proposal(p, swap, worth)
    if s.ticket_left > 0 and p.turns_left == UNKNOWN:
        add_proposal(p, int(b.ask_tickets), 0.0)
