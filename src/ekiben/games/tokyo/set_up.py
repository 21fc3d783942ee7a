"""TR-2: the cups are mixed, money and jobs dealt, and the first seat begins."""

from __future__ import annotations

from ekiben.core.chance import below, open_stream
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import fill_cup
from ekiben.games.tokyo.event_codes import BEGAN, emit
from ekiben.games.tokyo.jobs import deal_jobs
from ekiben.games.tokyo.loans import book, owe
from ekiben.games.tokyo.sizes import SEATS, TILES, WORDS
from ekiben.games.tokyo.state import EMPTY, STARTED, State
from ekiben.games.tokyo.track import count_entries
from ekiben.games.tokyo.turn_steps import begin_turn

FIRST_STREAM = 10


@compiled
def clear(b: Board, s: State) -> None:
    """Set what is not zero at the start; the state comes zeroed but for the seed."""
    s.winner = EMPTY
    for seat in range(SEATS):
        s.train[seat] = EMPTY
        s.force[seat] = EMPTY
    for cup in range(2):
        for place in range(TILES):
            s.cup[cup, place] = EMPTY
    for word in range(WORDS):
        s.outside[word] = b.in_cup[0, word] | b.in_cup[1, word] | b.seasonal[word]


@compiled
def prepare(b: Board, s: State, seats: int) -> None:
    """TR-2.2, TR-2.4: mix the cups and draw the first seat; nothing is dealt yet."""
    clear(b, s)
    s.seats = seats
    for cup in range(2):
        fill_cup(b, s, cup)
    if b.first_drawn:
        open_stream(s, FIRST_STREAM, 0)
        s.first = below(s, seats)


@compiled
def deal(b: Board, s: State) -> None:
    """TR-2.1, TR-2.3, KT-1.12: deal money, trains, debts and jobs; the first seat begins."""
    for seat in range(s.seats):
        book(s, seat, b.start_money, STARTED)
        owe(b, s, seat, b.debts[seat])
        s.speed[seat] = b.start_speed
        s.load[seat] = b.start_load
    count_entries(b, s)
    deal_jobs(b, s)
    s.in_turn = s.first
    emit(s, BEGAN, s.first, 0, 0)
    begin_turn(b, s)
