"""Greedy, wary and collector: the cheapest path for every ticket, whatever the others do.

After William Parker, "Racing to the End" (draft of 30 September 2026), section 2.3; see
docs/references.md. Greedy claims what it can pay of those paths, the longest route first, and else
draws what they need; with its tickets done it draws new ones while it has pieces enough, and at
last it goes for points. Wary does the same until an opponent runs short of pieces: then it draws no
tickets and claims what is long. Collector draws tickets early, so that it has some to work on at
any time.
"""

from __future__ import annotations

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.buildings import choose_site
from ekiben.bots.routes.features import fewest_of_others, observe, turns_until_end
from ekiben.bots.routes.goals import (
    aim_at_plan,
    aim_at_points,
    best_immediate_action,
    pursue_goal,
    turns_to_complete,
)
from ekiben.bots.routes.plans import make_plan, unfinished_tickets
from ekiben.bots.routes.policy_state import SPACES, UNKNOWN, PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import keep_most_valuable
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN, State

ENOUGH, PRICE, ALARM, AT_WORK, SLACK = range(5)  # weights; see the bots' keys


@compiled
def greedy(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return keep_most_valuable(b, t, s, p, SPACES, t.weights[PRICE])
    make_plan(b, t, s, p, s.tickets[s.seat], SPACES)
    if is_alarmed(t, s):
        drop_late_tickets(b, t, s, p)
    if s.asked == TURN:
        return greedy_turn(b, t, s, p)
    aim_at_plan_or_points(b, t, p)
    return answer(b, t, s, p)


@compiled
def greedy_turn(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    if p.turns_left == 1:
        return best_immediate_action(b, t, s, p)
    action = choose_building(b, s, p)
    if action == EMPTY and wants_tickets(b, t, s, p):
        return int(b.ask_tickets)
    if action == EMPTY:
        aim_at_plan_or_points(b, t, p)
        action = pursue_goal(b, t, s, p)
    return action if action != EMPTY else best_immediate_action(b, t, s, p)


@compiled
def aim_at_plan_or_points(b: Board, t: PolicyTables, p: PolicyState) -> None:
    """Aim at the plan; with nothing planned, at points."""
    if p.planned_size > 0:
        aim_at_plan(b, t, p)
    else:
        aim_at_points(b, t, p)


@compiled
def choose_building(b: Board, s: State, p: PolicyState) -> int:
    city = choose_site(b, s, p, sites(b, s)) if b.stations + b.harbours > 0 else EMPTY
    return int(b.build + city) if city != EMPTY else EMPTY


@compiled
def wants_tickets(b: Board, t: PolicyTables, s: State, p: PolicyState) -> bool:
    """Whether it has fewer tickets to work on than it likes, and pieces enough."""
    enough = (
        p.total_pieces >= t.weights[ENOUGH] * t.supply
        and p.turns_left == UNKNOWN
        and s.ticket_left > 0
    )
    busy = p.planned_size > 0 and count(unfinished_tickets(p)) >= t.weights[AT_WORK]
    return bool(enough and not busy and not is_alarmed(t, s))


# ---- wary
@compiled
def is_alarmed(t: PolicyTables, s: State) -> bool:
    """Whether an opponent has so few pieces left that the end is near."""
    return bool(s.setting_up == 0 and fewest_of_others(s) <= t.weights[ALARM] * t.supply)


@compiled
def drop_late_tickets(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Plan again without the tickets that cannot be completed before the end."""
    tickets, todo = int(s.tickets[s.seat]), unfinished_tickets(p)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if turns_to_complete(b, t, p, ticket) > turns_until_end(b, s) + t.weights[SLACK]:
            tickets &= ~bit(ticket)
    make_plan(b, t, s, p, tickets, SPACES)
