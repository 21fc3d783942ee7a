"""TR-3: what follows within a turn and after it: rewards, the refill, lost jobs, the next seat."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import TURN_BEGAN, emit
from ekiben.games.tokyo.happenings import drew, end_happening, refill_big, relieve
from ekiben.games.tokyo.jobs import (
    JOB_WORDS,
    LOSES,
    carried_by,
    collect_rewards,
    lose_job,
    nth_job,
    refill_others,
)
from ekiben.games.tokyo.state import BUILD, EMPTY, LOSE, MOVE, OVER, PLACE, QUAKE, State
from ekiben.games.tokyo.trains import set_out
from ekiben.games.tokyo.winning import finish, look_for_winner, settle


@compiled
def begin_turn(b: Board, s: State) -> None:
    """Clear what is of one turn only, and ask where to place the train, or for its move."""
    s.seat = s.in_turn
    s.paid = s.spent = s.upgraded = s.still = s.left = 0
    for word in range(JOB_WORDS):
        s.loaded[word] = 0
        s.put_back[word] = 0
    emit(s, TURN_BEGAN, s.seat, s.turns // s.seats + 1, 0)
    if s.train[s.seat] == EMPTY:
        s.asked = PLACE
    else:
        s.asked = MOVE
        set_out(b, s)


@compiled
def end_move(b: Board, s: State) -> None:
    """TR-3.2 to TR-3.4: collect rewards, end an event, refill."""
    s.left = 0
    collect_rewards(b, s)
    if look_for_winner(b, s):
        return
    end_happening(b, s)
    if not refill_big(b, s) or settle_losses(b, s):
        end_refill(b, s)


@compiled
def settle_losses(b: Board, s: State) -> bool:
    """TR-7.7, TR-7.20: ask who carries several jobs, take a single one; return True when done."""
    while s.losing > 0:
        if carried_by(s, s.seat) > 1:
            s.asked = LOSE
            return False
        if carried_by(s, s.seat) == 1:
            lose_job(b, s, s.seat, nth_job(b, s, LOSES, 0))
        ask_next_to_lose(s)
    s.seat = s.in_turn
    return True


@compiled
def ask_next_to_lose(s: State) -> None:
    s.losing -= 1
    s.seat = (s.seat + 1) % s.seats


@compiled
def end_refill(b: Board, s: State) -> None:
    """TR-7.1, TR-7.19: relief and nothing more after an earthquake, else cup B; then building."""
    if drew(b, s, s.seat, QUAKE):
        relieve(b, s)
        if look_for_winner(b, s):
            return
    else:
        refill_others(b, s)
    s.asked = BUILD


@compiled
def end_turn(b: Board, s: State) -> None:
    """TR-1.3, TR-1.4, TR-2.4: go on with the next seat clockwise, or end the game."""
    s.turns += 1
    s.in_turn = (s.in_turn + 1) % s.seats
    if s.in_turn == s.first:
        settle(b, s)
        if s.asked != OVER and b.turn_limit > 0 and s.turns >= b.turn_limit * s.seats:
            finish(s, EMPTY)
    if s.asked != OVER:
        begin_turn(b, s)
