"""Novice: plays like somebody at their second or third game, short-sighted but never at random.

It keeps the tickets with the most points, however they fit, and works on one of them at a time: it
looks no further than the next route on the way, and for that one alone it draws. It snatches wilds,
collects colours of which it has many, and claims a long route as soon as it can pay for it, whether
it needs it or not. It does not see what others are about, nor that the end is near. Which of these
whims it follows in a turn is drawn by lot from its own seed and what it sees.
"""

from __future__ import annotations

from ekiben.bots.routes.card_needs import add_goal, clear_goal, count_payable, missing_cards
from ekiben.bots.routes.draws import choose_draw
from ekiben.bots.routes.features import next_route, observe
from ekiben.bots.routes.goals import aim_at_longest
from ekiben.bots.routes.plans import make_plan, most_valuable_ticket, unfinished_tickets
from ekiben.bots.routes.policy_state import HOPS, UNKNOWN, PolicyState, PolicyTables
from ekiben.bots.routes.styles import play_for_goal
from ekiben.bots.routes.ticket_choice import keep_all, keep_highest
from ekiben.core.chance import LOW, mix
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import find_claims
from ekiben.games.routes.draw import market_kinds
from ekiben.games.routes.state import EMPTY, SECOND_CARD, TICKETS_ASKED, TURN, State

# weights, but for the seed the parts of turns in which it follows a whim; see the bot's keys
SEED, TEMPTED, WILDS, HOARDS, DAWDLES, CURIOUS, ENOUGH = range(7)
TEMPTING = 4  # spaces of a route that is claimed for its own sake
MANY = 4  # tickets to work on that stop its curiosity
LARGE_HAND = 3  # cards of a colour that make it collect more of them


@compiled
def novice(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return keep_all(b, s) if s.setting_up else keep_highest(b, s)
    make_plan(b, t, s, p, s.tickets[s.seat], HOPS)
    todo, hopeless = unfinished_tickets(p), int(p.lost_tickets)
    if s.asked == TURN and may_draw_tickets(t, s, p, todo | hopeless):
        return int(b.ask_tickets)
    aim_at_next_route(b, t, s, p, todo)
    if s.asked == TURN and p.turns_left > 1:
        action = follow_whim(b, t, s, p)
        if action != EMPTY:
            return action
    if s.asked == SECOND_CARD and feels_like(t, s, HOARDS):
        action = collect_colour(b, s, p)
        if action != EMPTY:
            return action
    return play_for_goal(b, t, s, p)


@compiled
def aim_at_next_route(b: Board, t: PolicyTables, s: State, p: PolicyState, todo: int) -> None:
    """Aim at the next route for the ticket that brings most; without one, at a long route."""
    if todo != 0:
        make_plan(b, t, s, p, bit(most_valuable_ticket(b, todo)), HOPS)
    if p.planned_size == 0:
        aim_at_longest(b, t, s, p, 1)
        return
    count_payable(b, t, p)
    clear_goal(p)
    add_goal(p, p.planned[p.planned_size - 1])


# ---- whims
@compiled
def feels_like(t: PolicyTables, s: State, whim: int) -> bool:
    """Whether it follows a whim in this turn; the same for all questions of a turn."""
    word = mix((int(t.weights[SEED]) + 0x1E3779B9 * whim) & LOW)
    word = mix((word + int(s.tickets[s.seat])) & LOW)
    return bool(mix((word + int(s.turns)) & LOW) < t.weights[whim] * LOW)


@compiled
def follow_whim(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """A long route, cards though it could claim, a wild, a colour it collects; else EMPTY."""
    action = claim_longest(b, t, s, p) if feels_like(t, s, TEMPTED) else EMPTY
    if action == EMPTY and is_ready(b, s, p):
        return choose_draw(b, t, s, p) if feels_like(t, s, DAWDLES) else EMPTY
    if action == EMPTY and feels_like(t, s, WILDS) and market_kinds(b, s) & bit(b.wild):
        action = int(b.draw + b.wild)
    if action == EMPTY and feels_like(t, s, HOARDS):
        action = collect_colour(b, s, p)
    return action


@compiled
def is_ready(b: Board, s: State, p: PolicyState) -> bool:
    """Whether there is nothing to draw for."""
    return bool(p.goal_size == 0 or missing_cards(b, p, p.goal[0]) == 0)


@compiled
def claim_longest(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Claim the longest route that can be paid, if it is long; else EMPTY."""
    count_payable(b, t, p)
    find_claims(b, s)
    best, longest, route = EMPTY, TEMPTING - 1, next_route(s.claims, 0)
    while route < b.routes:
        if b.length[route] > longest and missing_cards(b, p, route) == 0:
            best, longest = int(b.claim + route), int(b.length[route])
        route = next_route(s.claims, route + 1)
    return best


@compiled
def may_draw_tickets(t: PolicyTables, s: State, p: PolicyState, in_hand: int) -> bool:
    """Whether it has pieces enough, and either all its tickets done or curiosity."""
    able = (
        p.turns_left == UNKNOWN
        and s.ticket_left > 0
        and p.total_pieces >= t.weights[ENOUGH] * t.supply
    )
    return bool(able and (in_hand == 0 or (count(in_hand) < MANY and feels_like(t, s, CURIOUS))))


@compiled
def collect_colour(b: Board, s: State, p: PolicyState) -> int:
    """Draw the colour of the market of which the hand has most, if it has many; else EMPTY."""
    best, most, market = EMPTY, LARGE_HAND - 1, market_kinds(b, s) & ~bit(b.wild)
    for kind in range(b.kinds):
        if market & bit(kind) and p.hand[kind] > most:
            best, most = int(b.draw + kind), int(p.hand[kind])
    return best
