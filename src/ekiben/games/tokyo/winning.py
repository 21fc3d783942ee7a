"""TR-1: who has won, and when the game ends."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import GAME_OVER, LAST_ROUND, PLAYS_ON, WON, emit
from ekiben.games.tokyo.state import EMPTY, OVER, State

WINS, CITIES, MONEY = range(3)  # the numbers that rank a seat, the most important first


@compiled
def fulfils(b: Board, s: State, seat: int) -> bool:
    """TR-1.1: both conditions at once."""
    return s.joined[seat] >= b.connections and s.score[seat] >= b.win_money[s.seats]


@compiled
def finish(s: State, winner: int) -> None:
    """Once over the cups lie open, so that the last action cannot be taken back."""
    s.winner = winner
    s.asked = OVER
    s.revealed = 1
    if winner != EMPTY:
        emit(s, WON, winner, 0, 0)
    emit(s, GAME_OVER, EMPTY, 0, 0)


@compiled
def look_for_winner(b: Board, s: State) -> bool:
    """TR-1.2: look for a winner, the seat in turn first. Return whether the game is over."""
    if s.asked == OVER:
        return True
    if b.equal_turns:
        watch(b, s)
        return False
    for step in range(s.seats):
        seat = (s.in_turn + step) % s.seats
        if fulfils(b, s, seat):
            finish(s, seat)
            return True
    return False


@compiled
def watch(b: Board, s: State) -> None:
    """TR-1.4: remembers who came to fulfil the conditions, and in which order."""
    for step in range(s.seats):
        seat = (s.in_turn + step) % s.seats
        if not fulfils(b, s, seat):
            s.since[seat] = 0
        elif s.since[seat] == 0:
            s.clock += 1
            s.since[seat] = s.clock
            if not s.last_round:
                s.last_round = 1
                emit(s, LAST_ROUND, seat, 0, 0)


@compiled
def settle(b: Board, s: State) -> None:
    """TR-1.4: end the round; the richest who fulfils the conditions wins, else play goes on."""
    best = EMPTY
    for seat in range(s.seats):
        if s.since[seat] > 0 and (best == EMPTY or is_ahead(s, seat, best)):
            best = seat
    if best != EMPTY:
        finish(s, best)
    elif s.last_round:
        s.last_round = 0
        emit(s, PLAYS_ON, EMPTY, 0, 0)


@compiled
def is_ahead(s: State, seat: int, other: int) -> bool:
    """More money net of loans; among equals who came first."""
    if s.score[seat] != s.score[other]:
        return s.score[seat] > s.score[other]
    return s.since[seat] < s.since[other]


@compiled
def write_standing(b: Board, s: State, seat: int, out: Array) -> None:
    """TR-1.1, TR-1.3: the winner, then big cities joined (up to those needed), then net money."""
    out[WINS] = int(s.winner == seat)
    out[CITIES] = min(s.joined[seat], b.connections)
    out[MONEY] = s.score[seat]
