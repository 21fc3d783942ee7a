"""Doors to the planner: a choice, a thought, and games played on by one seat alone, to see how long it takes to win."""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.conduct import decide, moment
from ekiben.bots.tokyo.mind import mind_at
from ekiben.bots.tokyo.seek import turns_left
from ekiben.bots.tokyo.trip import adopt, think, tidy
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.jobs import LOSES, nth_job
from ekiben.games.tokyo.state import BUILD, MOVE, OVER, PLACE
from ekiben.games.tokyo.turn import apply
from ekiben.games.tokyo.ways import board_in, state_in


@compiled
def decide_one(boards: Any, states: Any, minds: Any) -> int:
    return decide(board_in(boards), state_in(states), mind_at(minds, 0))


@compiled
def think_one(boards: Any, states: Any, minds: Any) -> int:
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    tidy(s, m, s.seat)
    think(b, s, m, s.seat)
    m.thought = moment(s)
    return 0


@compiled
def idle(b: Any, s: Any) -> int:
    """What a seat does that only waits."""
    if s.asked == MOVE:
        return int(b.stop)
    if s.asked == BUILD:
        return int(b.done)
    return int(b.place) if s.asked == PLACE else int(b.lose + nth_job(b, s, LOSES, 0))


@compiled
def play_on(boards: Any, states: Any, minds: Any, seat: int, turns: int) -> float:
    """Plays on for so many turns, the other seats waiting; how many turns the seat takes to win, guessed where it has not by then."""
    b, s, m = board_in(boards), state_in(states), mind_at(minds, 0)
    start = s.turns
    while s.asked != OVER and s.turns - start < turns * s.seats:
        action = decide(b, s, m) if s.seat == seat else idle(b, s)
        apply(b, s, action)
    used = (s.turns - start) / s.seats
    return used if s.winner == seat else used + turns_left(b, s, m, seat)


@compiled
def adopt_one(boards: Any, states: Any, minds: Any, n: int) -> int:
    """Takes the n-th of the trips that were thought of."""
    adopt(mind_at(minds, 0), n)
    return 0


DOORS = (adopt_one, decide_one, think_one, play_on)
