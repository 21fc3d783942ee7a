"""Set-up: RT-1, EU-1, GL-1. Everything is dealt, then all choose tickets and pieces together."""

from __future__ import annotations

from ekiben.core.chance import below, open_stream
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import deal_cards, shuffle_cards
from ekiben.games.routes.event_codes import BEGAN, emit
from ekiben.games.routes.pieces import choose_mix, fewest_trains, give_pieces
from ekiben.games.routes.sizes import BUILDINGS, OFFER, SEATS, SLOTS, TICKETS, WORDS
from ekiben.games.routes.state import EMPTY, PIECES, TURN, TURNED, State
from ekiben.games.routes.tickets import choose_together, deal_tickets, keep, shuffle_tickets

FIRST_STREAM = 10


@compiled
def clear(s: State) -> None:
    """Write everything that is not zero at the start; the record comes zeroed but for the seed."""
    s.route = s.city = s.laid = s.gap = s.last_seat = EMPTY
    for slot in range(SLOTS):
        s.market[slot] = EMPTY
    for place in range(TURNED):
        s.turned[place] = EMPTY
    for row in range(TICKETS):
        s.draw_seat[row] = EMPTY
        s.draw_choice[row] = EMPTY
        for place in range(OFFER):
            s.draw_offer[row, place] = EMPTY
    for seat in range(SEATS):
        s.choice[seat] = EMPTY
        for place in range(OFFER):
            s.offer[seat, place] = EMPTY
        for place in range(BUILDINGS):
            s.building[seat, place] = EMPTY
            s.borrowed[seat, place] = EMPTY


@compiled
def prepare(b: Board, s: State, seats: int) -> None:
    """Shuffle the decks and empty the board; nothing is dealt yet."""
    clear(s)
    s.seats = seats
    for word in range(WORDS):
        s.free[word] = b.all_routes[word]
    shuffle_cards(b, s)
    shuffle_tickets(b, s)
    if b.first_drawn:
        open_stream(s, FIRST_STREAM, 0)
        s.first = below(s, seats)


@compiled
def deal(b: Board, s: State) -> None:
    """RT-1: deal hands, market and tickets; ask the first seat which tickets it keeps."""
    deal_cards(b, s)
    give_pieces(b, s)
    s.setting_up = 1
    deal_tickets(b, s)


@compiled
def begin(s: State) -> None:
    """RT-1.6: start the first turn, once all have chosen."""
    s.setting_up = 0
    s.least = 0
    s.seat = s.first
    s.asked = TURN
    emit(s, BEGAN, s.seat, 0, 0)


@compiled
def answer_tickets(b: Board, s: State, action: int) -> bool:
    """RT-1.6, RT-5.2: keep these tickets, at set-up with all others. True: the turn is over."""
    choice = action - b.keep_tickets
    if not s.setting_up:
        keep(b, s, s.seat, choice)
        s.least = 0
        return True
    if choose_together(b, s, choice):
        s.seat = 0
        if b.in_play > 0:
            s.asked = PIECES
        else:
            begin(s)
    return False


@compiled
def answer_pieces(b: Board, s: State, action: int) -> bool:
    """GL-1.2: take this mix of trains and ships; the last seat's answer starts the game."""
    if choose_mix(b, s, fewest_trains(b) + action - b.take):
        begin(s)
    return False
