"""Greedy, wary and collector: the cheapest way for every ticket, whatever the others do.

After William Parker, "Racing to the End" (draft of 30 September 2026), section 2.3; see
docs/references.md. Greedy claims what it can pay of those ways, the longest route first, and else
draws what they need; with its tickets done it draws new ones while it has pieces enough, and at
last it goes for points. Wary does the same until an opponent runs short of pieces: then it draws no
tickets and claims what is long. Collector draws tickets early, so that it has some to work on at
any time.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.buildings import place_to_build
from ekiben.bots.routes.features import fewest_of_others, look, turns_to_end
from ekiben.bots.routes.goals import aim_at_plan, aim_at_points, at_once, pursue, turns_for_ticket
from ekiben.bots.routes.plans import open_tickets, plan
from ekiben.bots.routes.policy_state import SPACES, UNKNOWN
from ekiben.bots.routes.ticket_choice import keep_by_worth
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN

ENOUGH, PRICE, ALARM, AT_WORK, SLACK = range(5)  # knobs; see the bots' keys


@compiled
def greedy(b: Any, a: Any, s: Any, m: Any) -> int:
    look(b, a, s, m)
    if s.asked == TICKETS_ASKED:
        return keep_by_worth(b, a, s, m, SPACES, a.knobs[PRICE])
    plan(b, a, s, m, s.tickets[s.seat], SPACES)
    if alarmed(a, s):
        drop_late(b, a, s, m)
    if s.asked == TURN:
        return greedy_turn(b, a, s, m)
    aim(b, a, m)
    return answer(b, a, s, m)


@compiled
def greedy_turn(b: Any, a: Any, s: Any, m: Any) -> int:
    if m.turns_left == 1:
        return at_once(b, a, s, m)
    action = build(b, s, m)
    if action == EMPTY and wants_tickets(b, a, s, m):
        return int(b.ask_tickets)
    if action == EMPTY:
        aim(b, a, m)
        action = pursue(b, a, s, m)
    return action if action != EMPTY else at_once(b, a, s, m)


@compiled
def aim(b: Any, a: Any, m: Any) -> None:
    """At the plan; with nothing planned, at points."""
    if m.planned_size > 0:
        aim_at_plan(b, a, m)
    else:
        aim_at_points(b, a, m)


@compiled
def build(b: Any, s: Any, m: Any) -> int:
    city = place_to_build(b, s, m, sites(b, s)) if b.stations + b.harbours > 0 else EMPTY
    return int(b.build + city) if city != EMPTY else EMPTY


@compiled
def wants_tickets(b: Any, a: Any, s: Any, m: Any) -> bool:
    """With fewer tickets to work on than it likes, and pieces enough."""
    enough = m.total >= a.knobs[ENOUGH] * a.supply and m.turns_left == UNKNOWN and s.ticket_left > 0
    busy = m.planned_size > 0 and count(open_tickets(m)) >= a.knobs[AT_WORK]
    return bool(enough and not busy and not alarmed(a, s))


# ---- wary
@compiled
def alarmed(a: Any, s: Any) -> bool:
    """Whether an opponent has so few pieces left that the end is near."""
    return bool(s.setting_up == 0 and fewest_of_others(s) <= a.knobs[ALARM] * a.supply)


@compiled
def drop_late(b: Any, a: Any, s: Any, m: Any) -> None:
    """Plans anew without the tickets that cannot be completed before the end."""
    tickets, todo = int(s.tickets[s.seat]), open_tickets(m)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if turns_for_ticket(b, a, m, ticket) > turns_to_end(b, s) + a.knobs[SLACK]:
            tickets &= ~bit(ticket)
    plan(b, a, s, m, tickets, SPACES)
