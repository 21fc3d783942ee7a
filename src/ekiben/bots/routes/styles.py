"""Three styles of play after F. de Mesentier Silva, S. Lee, J. Togelius and A. Nealen, "AI-based
playtesting of contemporary board games" (FDG 2017, doi:10.1145/3102071.3102105), re-created from
what is written of them; see docs/references.md.

Junkie likes long routes: it keeps the tickets that bring most for their spaces, goes for them over
routes of three and more, draws no others, and then claims what is longest. Step works on its most
valuable ticket, draws new ones with all done, and ends with the longest routes. Path keeps all
tickets, takes the fewest routes for each, claims the route that counts most and draws for that one
alone; with its tickets done it claims what is smallest.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.features import fewest_of_others, look
from ekiben.bots.routes.goals import (
    aim_at_longest,
    aim_at_plan,
    aim_at_shortest,
    aim_at_ticket,
    aim_at_worthiest,
    at_once,
    pursue,
)
from ekiben.bots.routes.greedy import build
from ekiben.bots.routes.plans import most_valuable, open_tickets, plan
from ekiben.bots.routes.policy_state import HOPS, LONG, SPACES, UNKNOWN
from ekiben.bots.routes.ticket_choice import keep_all, keep_by_worth, keep_by_yield
from ekiben.core.compiled import compiled
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN

ENOUGH, PRICE = range(2)  # knobs of step


@compiled
def towards_goal(b: Any, a: Any, s: Any, m: Any) -> int:
    """A turn for the goal, and the small questions of it."""
    if s.asked != TURN:
        return answer(b, a, s, m)
    if m.turns_left == 1:
        return at_once(b, a, s, m)
    action = build(b, s, m)
    if action == EMPTY:
        action = pursue(b, a, s, m)
    return action if action != EMPTY else at_once(b, a, s, m)


@compiled
def junkie(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_by_yield(b, a, s, m, LONG)
    plan(b, a, s, m, s.tickets[s.seat], LONG)
    if m.planned_size > 0:
        aim_at_plan(b, a, m)
    else:
        aim_at_longest(b, a, s, m, 1)
    return towards_goal(b, a, s, m)


@compiled
def step(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_all(b, s) if s.setting_up else keep_by_worth(b, a, s, m, SPACES, a.knobs[PRICE])
    plan(b, a, s, m, s.tickets[s.seat], SPACES)
    todo = open_tickets(m)
    if s.asked == TURN and todo == 0 and may_ask(a, s, m):
        return int(b.ask_tickets)
    if todo != 0:
        aim_at_ticket(b, a, m, most_valuable(b, todo))
    else:
        aim_at_longest(b, a, s, m, 1)
    return towards_goal(b, a, s, m)


@compiled
def may_ask(a: Any, s: Any, m: Any) -> bool:
    """While everybody has pieces enough."""
    fewest = min(int(m.total), fewest_of_others(s))
    return bool(
        fewest >= a.knobs[ENOUGH] * a.supply and m.turns_left == UNKNOWN and s.ticket_left > 0
    )


@compiled
def path(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_all(b, s)
    plan(b, a, s, m, s.tickets[s.seat], HOPS)
    if m.planned_size > 0:
        aim_at_worthiest(b, a, s, m)
    else:
        aim_at_shortest(b, a, m, s.route)
    return towards_goal(b, a, s, m)
