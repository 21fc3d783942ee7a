"""Racer: the longest routes, and nothing else.

After William Parker, "Racing to the End" (draft of 30 September 2026), section 2.3; see
docs/references.md. It keeps the cheapest tickets and forgets them, claims only routes of the
longest length that is still open to it, rather such as hang on its network, and draws for those it
is nearest to. Only its last turn takes what scores most, tickets counted.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.card_needs import lack
from ekiben.bots.routes.draws import draw
from ekiben.bots.routes.features import look
from ekiben.bots.routes.goals import aim_at_longest, at_once, exchange_for
from ekiben.bots.routes.plans import begin_plan, plan
from ekiben.bots.routes.policy_state import SPACES
from ekiben.bots.routes.ticket_choice import keep_cheapest
from ekiben.core.compiled import compiled
from ekiben.games.routes.claim import find_claims, in_set
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN

AMONG = 0  # knob: how many routes it draws for


@compiled
def racer(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_cheapest(b, s)
    begin_plan(m)
    if m.turns_left == 1:
        plan(b, a, s, m, s.tickets[s.seat], SPACES)
    aim_at_longest(b, a, s, m, int(a.knobs[AMONG]))
    return race(b, a, s, m) if s.asked == TURN else answer(b, a, s, m)


@compiled
def race(b: Any, a: Any, s: Any, m: Any) -> int:
    """One turn for the longest routes."""
    if m.turns_left == 1 or m.goal_size == 0:
        return at_once(b, a, s, m)
    action = claim_nearest(b, s, m)
    if action == EMPTY:
        action = exchange_for(b, m, s)
    if action == EMPTY:
        action = draw(b, a, s, m)
    return action if action != EMPTY else at_once(b, a, s, m)


@compiled
def claim_nearest(b: Any, s: Any, m: Any) -> int:
    """The route of the goal that is nearest to be paid, if it can be; else EMPTY."""
    find_claims(b, s)
    ready = in_set(s.claims, m.goal[0]) and lack(b, m, m.goal[0]) == 0
    return int(b.claim + m.goal[0]) if ready else EMPTY
