"""The planner: everything by what it brings a turn.

A route alone, the way of a ticket with all its routes, and several such ways together are all
measured the same: points, less the worth of the pieces they take, for each turn until they are
claimed. What is worth most is claimed as soon as it can be paid, and cards are drawn for the best
of what still lacks some. The turns that are left are read off the opponents' pieces and hands.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.buildings import good_port, station_gain, wants_harbour
from ekiben.bots.routes.card_needs import pay
from ekiben.bots.routes.features import look, next_of
from ekiben.bots.routes.goals import all_but, at_once, best_claim, exchange_for, idle
from ekiben.bots.routes.planner_cards import (
    aim_at_urges,
    best_blind,
    best_card,
    best_up,
    better_deck,
    call_cards,
    call_symbols,
)
from ekiben.bots.routes.planner_claims import (
    LEAST,
    horizon,
    lead,
    piece_price,
    price_others,
    urge_routes,
    urge_tickets,
)
from ekiben.bots.routes.planner_danger import danger
from ekiben.bots.routes.planner_tickets import keep_best, wants_more, worth_of
from ekiben.bots.routes.planner_weights import CLAIM, DANGER, HARBOUR_WORTH, LATE, knob
from ekiben.bots.routes.plans import begin_plan
from ekiben.bots.routes.policy_state import PROPOSALS, UNKNOWN
from ekiben.bots.routes.ticket_choice import take_mix
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.claim import find_claims
from ekiben.games.routes.state import EMPTY, PIECES, REFILL, SECOND_CARD, TICKETS_ASKED, TURN

AT_THE_WORST = -8.0  # points that another's ticket brings


@compiled
def planner(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED or s.asked == PIECES:
        return set_out(b, a, s, m)
    turns_left = horizon(b, a, s, m)
    think(b, a, s, m, turns_left)
    if s.asked == TURN:
        return take_turn(b, a, s, m, turns_left)
    return reply(b, a, s, m)


@compiled
def set_out(b: Any, a: Any, s: Any, m: Any) -> int:
    """Which tickets to keep; which pieces to take for them."""
    turns_left = float(a.supply) if s.setting_up else horizon(b, a, s, m)
    urge_routes(b, a, s, m, turns_left, piece_price(b, a, s, m, turns_left))
    if b.stations > 0:
        price_others(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_best(b, a, s, m, turns_left)
    begin_plan(m)
    worth_of(b, a, s, m, s.tickets[s.seat], turns_left)
    return take_mix(b, a, m)


@compiled
def think(b: Any, a: Any, s: Any, m: Any, turns_left: float) -> None:
    """What every route is worth now, what is aimed at, and which cards are wanted for it."""
    weigh(b, a, s, m, turns_left, piece_price(b, a, s, m, turns_left))
    if m.goal_size == 0:
        weigh(b, a, s, m, turns_left, 0.0)
    call_cards(b, a, s, m)
    if wants_harbour(b, s, m):
        call_symbols(b, m, knob(a, s, HARBOUR_WORTH))


@compiled
def weigh(b: Any, a: Any, s: Any, m: Any, turns_left: float, price: float) -> None:
    urge_routes(b, a, s, m, turns_left, price)
    urge_tickets(b, a, s, m, turns_left, price)
    aim_at_urges(b, m)


@compiled
def reply(b: Any, a: Any, s: Any, m: Any) -> int:
    """The second card, the deck that refills the market, a payment."""
    if s.asked == SECOND_CARD:
        card = best_card(b, a, s, m)
        return card if card != EMPTY else idle(b, s)
    if s.asked == REFILL:
        return int(b.refill + better_deck(b, s, m))
    all_but(b, m, s.route)
    return pay(b, a, s, m)


# ---- a turn
@compiled
def take_turn(b: Any, a: Any, s: Any, m: Any, turns_left: float) -> int:
    if m.turns_left == 1:
        return last_turn(b, a, s, m)
    city = place_to_build(b, a, s, m, turns_left)
    if city != EMPTY:
        return int(b.build + city)
    if wants_more(b, a, s, m, turns_left, best_worth(m), False):
        return int(b.ask_tickets)
    return claim_or_draw(b, a, s, m)


@compiled
def last_turn(b: Any, a: Any, s: Any, m: Any) -> int:
    """What scores most, which may be a ticket that is complete already: a gamble for a seat that
    has lost otherwise.
    """
    _, gain = best_claim(b, a, s, m)
    hopeless = lead(b, s, m, AT_THE_WORST) + gain + b.longest_bonus < 0.0
    return (
        int(b.ask_tickets) if wants_more(b, a, s, m, 1.0, gain, hopeless) else at_once(b, a, s, m)
    )


@compiled
def claim_or_draw(b: Any, a: Any, s: Any, m: Any) -> int:
    ready, worth = best_ready(b, a, s, m)
    if ready != EMPTY and worth >= knob(a, s, CLAIM) * best_lacking(b, m):
        return int(b.claim + ready)
    action = exchange_for(b, m, s)
    if action == EMPTY:
        action = best_card(b, a, s, m)
    if action == EMPTY and ready != EMPTY:
        return int(b.claim + ready)
    return action if action != EMPTY else at_once(b, a, s, m)


@compiled
def best_ready(b: Any, a: Any, s: Any, m: Any) -> tuple[int, float]:
    """The route worth most of those that can be claimed, a tunnel's reserve included, and what;
    EMPTY when none is worth it.
    """
    find_claims(b, s)
    best, most, route = EMPTY, 0.0, next_of(s.claims, 0)
    while route < b.routes:
        if m.lacks[route] == 0 and m.urge[route] > 0.0:
            worth = float(m.urge[route]) * (1.0 + knob(a, s, DANGER) * danger(b, s, route))
            if worth > most:
                best, most = route, worth
        route = next_of(s.claims, route + 1)
    return best, most


@compiled
def best_lacking(b: Any, m: Any) -> float:
    """What the best route is worth that cannot be paid yet."""
    most = 0.0
    for n in range(m.goal_size):
        if m.lacks[m.goal[n]] > 0:
            most = max(most, float(m.urge[m.goal[n]]))
    return most


@compiled
def place_to_build(b: Any, a: Any, s: Any, m: Any, turns_left: float) -> int:
    """A harbour as soon as there is a good place; a station, late, if it completes tickets at once."""
    if b.stations + b.harbours == 0:
        return EMPTY
    found = sites(b, s)
    if found == 0 or (b.stations > 0 and turns_left > knob(a, s, LATE)):
        return EMPTY
    return station_now(b, m, found) if b.stations > 0 else good_port(b, s, m, found)


@compiled
def station_now(b: Any, m: Any, found: int) -> int:
    best, most = EMPTY, 0
    while found:
        city = lowest(found)
        found &= found - 1
        gain = station_gain(b, m, city)
        if gain > most:
            best, most = city, gain
    return best


# ---- proposals for a search
@compiled
def propose(b: Any, a: Any, s: Any, m: Any) -> int:
    """Leaves in `proposed` the planner's own choice for a turn and then what comes next to it, with
    what each is worth a turn in `proposed_worth`; how many. The state must ask for a turn.
    """
    m.proposals = 0
    own = planner(b, a, s, m)
    add_proposal(m, own, 1.0 + best_worth(m))
    propose_claims(b, s, m)
    propose_others(b, a, s, m)
    return int(m.proposals)


@compiled
def best_worth(m: Any) -> float:
    return float(m.urge[m.goal[0]]) if m.goal_size > 0 else 0.0


@compiled
def add_proposal(m: Any, action: int, worth: float) -> None:
    """The own choice stays first; of the others the best are kept, in order."""
    for n in range(m.proposals):
        if m.proposed[n] == action:
            return
    place = int(m.proposals)
    while place > 1 and m.proposed_worth[place - 1] < worth:
        place -= 1
    if place < PROPOSALS:
        m.proposals = min(PROPOSALS, int(m.proposals) + 1)
        for n in range(m.proposals - 1, place, -1):
            m.proposed[n] = m.proposed[n - 1]
            m.proposed_worth[n] = m.proposed_worth[n - 1]
        m.proposed[place] = action
        m.proposed_worth[place] = worth


@compiled
def propose_claims(b: Any, s: Any, m: Any) -> None:
    find_claims(b, s)
    route = next_of(s.claims, 0)
    while route < b.routes:
        add_proposal(m, int(b.claim + route), float(m.urge[route]))
        route = next_of(s.claims, route + 1)


@compiled
def propose_others(b: Any, a: Any, s: Any, m: Any) -> None:
    """Cards from deck and market, pieces exchanged, tickets."""
    worth = best_lacking(b, m)
    blind, hoped = best_blind(b, a, s, m)
    up, sure = best_up(b, a, s, m)
    if blind != EMPTY:
        add_proposal(m, blind, worth if hoped >= sure else worth * hoped / sure)
    if up != EMPTY:
        add_proposal(m, up, worth if sure > hoped else worth * sure / max(hoped, LEAST))
    swap = exchange_for(b, m, s)
    if swap != EMPTY:
        add_proposal(m, swap, worth)
    if s.ticket_left > 0 and m.turns_left == UNKNOWN:
        add_proposal(m, int(b.ask_tickets), 0.0)
