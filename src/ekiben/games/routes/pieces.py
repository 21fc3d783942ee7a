"""Trains and ships: the mix chosen at set-up (GL-1.1, GL-1.2, GL-1.9), exchanging (GL-6.1)."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.event_codes import CHOSE_PIECES, EXCHANGED, TOOK_PIECES, emit
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State


@compiled
def fewest_trains(b: Board) -> int:
    return max(0, b.in_play - b.pieces[SHIP])


@compiled
def most_trains(b: Board) -> int:
    return min(b.in_play, b.pieces[TRAIN])


@compiled
def count_mixes(b: Board, s: State) -> int:
    return most_trains(b) - fewest_trains(b) + 1


@compiled
def nth_mix(b: Board, s: State, n: int) -> int:
    return b.take + n


@compiled
def give_pieces(b: Board, s: State) -> None:
    """RT-1.1; with two kinds the mix is asked for after the tickets (GL-1.2)."""
    if b.in_play == 0:
        for seat in range(s.seats):
            s.pieces[seat, TRAIN] = b.pieces[TRAIN]


@compiled
def choose_mix(b: Board, s: State, trains: int) -> bool:
    """GL-1.2: choose a mix, secret until all have chosen. True: all have."""
    s.choice[s.seat] = trains
    emit(s, CHOSE_PIECES, s.seat, trains, 0)
    if s.seat + 1 < s.seats:
        s.seat += 1
        return False
    s.revealed = 1
    for seat in range(s.seats):
        take_mix(b, s, seat, s.choice[seat])
        s.choice[seat] = EMPTY
    return True


@compiled
def take_mix(b: Board, s: State, seat: int, trains: int) -> None:
    s.pieces[seat, TRAIN] = trains
    s.pieces[seat, SHIP] = b.in_play - trains
    for piece in range(2):
        s.box[seat, piece] = b.pieces[piece] - s.pieces[seat, piece]
    emit(s, TOOK_PIECES, seat, trains, b.in_play - trains)


@compiled
def exchangeable(b: Board, s: State, given: int) -> int:
    """GL-6.1: how many pieces of this kind the seat holds and the box can swap for."""
    return min(int(s.pieces[s.seat, given]), int(s.box[s.seat, 1 - given])) if b.in_play > 0 else 0


@compiled
def exchange(b: Board, s: State, given: int, n: int) -> None:
    """GL-6.1: swap pieces, for a point lost each."""
    s.pieces[s.seat, given] -= n
    s.box[s.seat, given] += n
    s.pieces[s.seat, 1 - given] += n
    s.box[s.seat, 1 - given] -= n
    s.score[s.seat] -= n
    s.exchanged[s.seat] += n
    emit(s, EXCHANGED, s.seat, given, n)
