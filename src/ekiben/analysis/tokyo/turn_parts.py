"""Parts of turns: what a seat does until luck decides, or to the end of its turn.

What it turned up with its move it knows when it builds, so that is a choice of its own.
"""

from __future__ import annotations

from ekiben.bots.tokyo.acting import decide, moment
from ekiben.bots.tokyo.beam_search import find_finalists
from ekiben.bots.tokyo.joining_cities import BY_WEIGHTS, NEVER
from ekiben.bots.tokyo.planner_state import MOST_STOPS, PlannerState
from ekiben.bots.tokyo.trip import adopt, drop_trip
from ekiben.bots.tokyo.trip_legs import assess
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE
from ekiben.core.arrays import Array, Array2
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.state import BOTH, BUILD, EMPTY, LOSE, OVER, State
from ekiben.games.tokyo.trains import can_upgrade
from ekiben.games.tokyo.turn import apply

# a plan: its stops, each as job and whether it is delivered, and the orders for this turn
LENGTH, UPGRADE, JOIN, STOPS = range(4)
MOST_TRIPS = 6
MOST_PLANS = MOST_TRIPS + 5  # with those that differ by orders alone
PLAN_SIZE = STOPS + 2 * MOST_STOPS


# ---- plans worth a look
@compiled
def list_plans(b: Board, s: State, p: PlannerState, plans: Array2) -> int:
    """Write the best trip for each first stop, then the best with orders; how many there are."""
    drop_trip(p)
    found, count = find_finalists(b, s, p, s.seat), 0
    for n in range(found):
        p.finalist_worth[n] = assess(b, s, p, s.seat, n)
    while count < MOST_TRIPS:
        n = next_finalist(p, found)
        if n == EMPTY:
            break
        adopt(p, n)
        p.finalist_worth[n] = IMPOSSIBLE
        count = keep_plan(p, plans, count, BY_WEIGHTS, BY_WEIGHTS, is_new_stop(p, plans, count))
    return add_orders(b, s, p, plans, count) if s.asked == BUILD else max(count, 1)


@compiled
def next_finalist(p: PlannerState, found: int) -> int:
    """The best finalist left, or EMPTY."""
    best = EMPTY
    for n in range(found):
        if p.finalist_worth[n] > IMPOSSIBLE and (
            best == EMPTY or p.finalist_worth[n] > p.finalist_worth[best]
        ):
            best = n
    return best


@compiled
def is_new_stop(p: PlannerState, plans: Array2, count: int) -> bool:
    """Whether no plan so far begins as the adopted trip does."""
    for n in range(count):
        if plans[n, STOPS] == p.trip_job[0] and plans[n, STOPS + 1] == p.trip_delivers[0]:
            return False
    return True


@compiled
def keep_plan(
    p: PlannerState, plans: Array2, count: int, upgrade: int, join: int, is_wanted: bool
) -> int:
    """Write the adopted trip as a plan, if it is wanted; how many there are then."""
    if not is_wanted or count == len(plans):
        return count
    plans[count, LENGTH] = p.trip_length
    plans[count, UPGRADE] = upgrade
    plans[count, JOIN] = join
    for k in range(p.trip_length):
        plans[count, STOPS + 2 * k] = p.trip_job[k]
        plans[count, STOPS + 2 * k + 1] = p.trip_delivers[k]
    return count + 1


@compiled
def add_orders(b: Board, s: State, p: PlannerState, plans: Array2, count: int) -> int:
    """Add the best trip with no better train, with each that can be bought, and with cities."""
    adopt_plan(p, plans, 0)
    count = max(count, 1)
    for kind in range(BOTH + 1):
        count = keep_plan(p, plans, count, kind + 1, BY_WEIGHTS, can_upgrade(b, s, kind))
    count = keep_plan(p, plans, count, NEVER, BY_WEIGHTS, True)
    lacks = s.joined[s.seat] < b.connections and s.money[s.seat] > 0
    return keep_plan(p, plans, count, NEVER, 1, lacks)


@compiled
def adopt_plan(p: PlannerState, plans: Array2, n: int) -> None:
    drop_trip(p)
    p.trip_length = plans[n, LENGTH]
    p.upgrade_now = plans[n, UPGRADE]
    p.join_now = plans[n, JOIN]
    for k in range(p.trip_length):
        p.trip_job[k] = plans[n, STOPS + 2 * k]
        p.trip_delivers[k] = plans[n, STOPS + 2 * k + 1]


# ---- playing them
@compiled
def play_part(b: Board, s: State, p: PlannerState, out: Array) -> int:
    """Follow the planner to the end of the turn or until luck decides; how many actions."""
    seat, turn, n = s.seat, s.turns, 0
    s.revealed = 0
    p.planned_at = moment(s)
    while is_same_part(s, seat, turn) and n < len(out):
        out[n] = decide(b, s, p)
        apply(b, s, out[n])
        n += 1
    return n


@compiled
def is_same_part(s: State, seat: int, turn: int) -> bool:
    return (
        s.seat == seat
        and s.turns == turn
        and s.asked != OVER
        and s.asked != LOSE
        and not s.revealed
    )


@compiled
def replay_part(b: Board, s: State, p: PlannerState, actions: Array, count: int) -> None:
    """Play actions that are legal in any deal, then let everybody lose the jobs that luck takes."""
    for n in range(count):
        apply(b, s, actions[n])
    drop_trip(p)
    while s.asked == LOSE:
        apply(b, s, decide(b, s, p))
