"""Three styles of play from the literature, re-created from what is written of them.

After F. de Mesentier Silva, S. Lee, J. Togelius and A. Nealen, "AI-based playtesting of
contemporary board games" (FDG 2017, doi:10.1145/3102071.3102105); see docs/references.md.

Junkie likes long routes: it keeps the tickets that bring most for their spaces, goes for them over
routes of three and more, draws no others, and then claims what is longest. Step works on its most
valuable ticket, draws new ones with all done, and ends with the longest routes. Path keeps all
tickets, takes the fewest routes for each, claims the route that counts most and draws for that one
alone; with its tickets done it claims what is smallest.
"""

from __future__ import annotations

from ekiben.bots.routes.answers import answer
from ekiben.bots.routes.features import fewest_of_others, observe
from ekiben.bots.routes.goals import (
    aim_at_longest,
    aim_at_most_useful,
    aim_at_plan,
    aim_at_shortest,
    aim_at_ticket,
    best_immediate_action,
    pursue_goal,
)
from ekiben.bots.routes.greedy import choose_building
from ekiben.bots.routes.plans import make_plan, most_valuable_ticket, unfinished_tickets
from ekiben.bots.routes.policy_state import HOPS, LONG, SPACES, UNKNOWN, PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import keep_all, keep_best_yield, keep_most_valuable
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, TURN, State

ENOUGH, PRICE = range(2)  # weights of step


@compiled
def play_for_goal(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Take a turn for the goal, or answer its follow-up questions."""
    if s.asked != TURN:
        return answer(b, t, s, p)
    if p.turns_left == 1:
        return best_immediate_action(b, t, s, p)
    action = choose_building(b, s, p)
    if action == EMPTY:
        action = pursue_goal(b, t, s, p)
    return action if action != EMPTY else best_immediate_action(b, t, s, p)


@compiled
def junkie(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return keep_best_yield(b, t, s, p, LONG)
    make_plan(b, t, s, p, s.tickets[s.seat], LONG)
    if p.planned_size > 0:
        aim_at_plan(b, t, p)
    else:
        aim_at_longest(b, t, s, p, 1)
    return play_for_goal(b, t, s, p)


@compiled
def step(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return (
            keep_all(b, s)
            if s.setting_up
            else keep_most_valuable(b, t, s, p, SPACES, t.weights[PRICE])
        )
    make_plan(b, t, s, p, s.tickets[s.seat], SPACES)
    todo = unfinished_tickets(p)
    if s.asked == TURN and todo == 0 and may_draw_tickets(t, s, p):
        return int(b.ask_tickets)
    if todo != 0:
        aim_at_ticket(b, t, p, most_valuable_ticket(b, todo))
    else:
        aim_at_longest(b, t, s, p, 1)
    return play_for_goal(b, t, s, p)


@compiled
def may_draw_tickets(t: PolicyTables, s: State, p: PolicyState) -> bool:
    """Whether everybody has pieces enough."""
    fewest = min(int(p.total_pieces), fewest_of_others(s))
    return bool(
        fewest >= t.weights[ENOUGH] * t.supply and p.turns_left == UNKNOWN and s.ticket_left > 0
    )


@compiled
def path(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    observe(b, t, s, p)
    if s.asked == TICKETS_ASKED:
        return keep_all(b, s)
    make_plan(b, t, s, p, s.tickets[s.seat], HOPS)
    if p.planned_size > 0:
        aim_at_most_useful(b, t, s, p)
    else:
        aim_at_shortest(b, t, p, s.route)
    return play_for_goal(b, t, s, p)
