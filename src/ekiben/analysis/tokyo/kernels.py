"""Kernels of Tokyo's reviews: positions looked at, parts of turns listed, tried and played on."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.analysis.tokyo.look_ahead import look_ahead
from ekiben.analysis.tokyo.turn_parts import adopt_plan, list_plans, play_part, replay_part
from ekiben.bots.tokyo.acting import decide
from ekiben.bots.tokyo.kernels import estimate_turns, waiting_action
from ekiben.bots.tokyo.planner_state import Planners, PlannerState, planner_in
from ekiben.bots.tokyo.trip import drop_trip
from ekiben.core.arrays import Array, Array2, FloatArray, FloatArray2
from ekiben.core.compiled import accessor, compiled
from ekiben.core.kernels import Boards, States, copy_state
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.path_search import board_in
from ekiben.games.tokyo.state import FEES_PAID, LOSE, OVER, REWARDS, STATE, TRACK, UPGRADES, State
from ekiben.games.tokyo.turn import apply

state_at: Callable[[States, int], State] = accessor("state_at", STATE)
# what is counted of a seat's game from the part on; money as positive numbers
DELIVERED, PAY, BUILT, FEES, TRAINS, JOINED, LOANS, COUNTS = range(8)
POSITION, GAME, WORK_STATES = range(3)  # the work space of a call


@compiled
def look_at_positions(
    boards: Boards,
    states: States,
    work: States,
    planners: Planners,
    seats: Array,
    rows: FloatArray2,
) -> int:
    """Write the figures of one seat in each position, a row for each."""
    b, p = board_in(boards), planner_in(planners)
    for n in range(len(seats)):
        copy_state(states, n, work, GAME)
        look_ahead(b, state_at(work, GAME), p, seats[n], rows[n])
    return len(seats)


@compiled
def list_parts(
    boards: Boards,
    states: States,
    work: States,
    planners: Planners,
    plans: Array2,
    actions: Array2,
    lengths: Array,
) -> int:
    """Write the parts of a turn that are worth a look in the first state; how many there are."""
    b, p = board_in(boards), planner_in(planners)
    copy_state(states, 0, work, GAME)
    s = state_at(work, GAME)
    if s.asked == LOSE:
        return 0
    count = list_plans(b, s, p, plans)
    for n in range(count):
        copy_state(states, 0, work, GAME)
        adopt_plan(p, plans, n)
        lengths[n] = play_part(b, state_at(work, GAME), p, actions[n])
    return count


@compiled
def try_parts(
    boards: Boards,
    worlds: States,
    work: States,
    planners: Planners,
    actions: Array2,
    lengths: Array,
    seats: Array,
    rows: FloatArray2,
) -> int:
    """Play every part in every world and write the figures of these seats, a row for each."""
    b, p, row = board_in(boards), planner_in(planners), 0
    for n in range(len(rows) // (len(lengths) * len(seats))):
        for part in range(len(lengths)):
            copy_state(worlds, n, work, POSITION)
            replay_part(b, state_at(work, POSITION), p, actions[part], lengths[part])
            for k in range(len(seats)):
                copy_state(work, POSITION, work, GAME)
                look_ahead(b, state_at(work, GAME), p, seats[k], rows[row])
                row += 1
    return row


@compiled
def play_parts(
    boards: Boards,
    worlds: States,
    work: States,
    planners: Planners,
    actions: Array2,
    lengths: Array,
    seat: int,
    ahead: int,
    turns: FloatArray,
    counts: Array2,
) -> int:
    """Play every part in every world, then on to the win of a seat, a row for each."""
    b, p, row = board_in(boards), planner_in(planners), 0
    for n in range(len(turns) // len(lengths)):
        for part in range(len(lengths)):
            copy_state(worlds, n, work, GAME)
            s = state_at(work, GAME)
            count_money(s, seat, -1, counts[row])
            start = int(s.turns)
            replay_part(b, s, p, actions[part], lengths[part])
            turns[row] = play_on(b, s, p, seat, start, ahead, counts[row])
            count_money(s, seat, 1, counts[row])
            row += 1
    return row


@compiled
def play_on(
    b: Board, s: State, p: PlannerState, seat: int, start: int, ahead: int, counts: Array
) -> float:
    """Play on, the others waiting; the turns from the start to the win, or an estimate."""
    drop_trip(p)
    p.planned_at = 0
    while s.asked != OVER and s.turns - start < ahead * s.seats:
        action = decide(b, s, p) if s.seat == seat else waiting_action(b, s)
        counts[DELIVERED] += int(b.unload <= action < b.put_back)
        apply(b, s, action)
    used = (s.turns - start) / s.seats
    return used if s.winner == seat else used + estimate_turns(b, s, seat)


@compiled
def count_money(s: State, seat: int, sign: int, counts: Array) -> None:
    counts[PAY] += sign * s.books[seat, REWARDS]
    counts[BUILT] -= sign * s.books[seat, TRACK]
    counts[FEES] -= sign * s.books[seat, FEES_PAID]
    counts[TRAINS] -= sign * s.books[seat, UPGRADES]
    counts[JOINED] += sign * s.joined[seat]
    counts[LOANS] += sign * s.loans[seat]


KERNELS = (look_at_positions, list_parts, try_parts, play_parts)
