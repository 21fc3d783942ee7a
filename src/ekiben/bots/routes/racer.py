"""Racer: the longest routes, and nothing else.

After William Parker, "Racing to the End" (draft of 30 September 2026), section 2.3; see
docs/references.md. It keeps the cheapest tickets and forgets them, claims only routes of the
longest length that is still open to it, rather such as hang on its network, and draws for those it
is nearest to. Only its last turn takes what scores most, tickets counted.
"""

from __future__ import annotations

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.card_needs import missing_cards
from ekiben.bots.routes.draws import choose_draw
from ekiben.bots.routes.features import observe
from ekiben.bots.routes.goals import aim_at_longest, best_immediate_action, exchange_for_goal
from ekiben.bots.routes.plans import clear_plan, make_plan
from ekiben.bots.routes.policy_state import SPACES, PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import keep_cheapest
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import find_claims, in_set
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN, State

AMONG = 0  # weight: how many routes it draws for


@compiled
def racer(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return keep_cheapest(b, s)
    clear_plan(p)
    if p.turns_left == 1:
        make_plan(b, t, s, p, s.tickets[s.seat], SPACES)
    aim_at_longest(b, t, s, p, int(t.weights[AMONG]))
    return take_turn(b, t, s, p) if s.asked == TURN else answer(b, t, s, p)


@compiled
def take_turn(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Take one turn for the longest routes."""
    if p.turns_left == 1 or p.goal_size == 0:
        return best_immediate_action(b, t, s, p)
    action = claim_nearest(b, s, p)
    if action == EMPTY:
        action = exchange_for_goal(b, p, s)
    if action == EMPTY:
        action = choose_draw(b, t, s, p)
    return action if action != EMPTY else best_immediate_action(b, t, s, p)


@compiled
def claim_nearest(b: Board, s: State, p: PolicyState) -> int:
    """Claim the route of the goal that is nearest to be paid, if it can be; else EMPTY."""
    find_claims(b, s)
    ready = in_set(s.claims, p.goal[0]) and missing_cards(b, p, p.goal[0]) == 0
    return int(b.claim + p.goal[0]) if ready else EMPTY
