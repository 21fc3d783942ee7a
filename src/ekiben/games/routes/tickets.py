"""Tickets: dealt and drawn, kept and returned. RT-1.4 to RT-1.7, RT-5, EU-1.3, EU-1.4."""

from __future__ import annotations

from ekiben.core.chance import open_stream, shuffle
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.board import Board
from ekiben.games.routes.event_codes import ASKED_TICKETS, CHOSE_TICKETS, KEPT, OFFERED, emit
from ekiben.games.routes.sizes import OFFER
from ekiben.games.routes.state import EMPTY, TICKETS_ASKED, State

TICKET_STREAM, LONG_STREAM = 8, 9


@compiled
def shuffle_tickets(b: Board, s: State) -> None:
    """RT-1.4, EU-1.3: the regular ones form the deck; the long ones lie behind it for the deal."""
    for ticket in range(b.tickets):
        s.ticket_deck[ticket] = ticket
    open_stream(s, TICKET_STREAM, 0)
    shuffle(s, s.ticket_deck, b.regular)
    open_stream(s, LONG_STREAM, 0)
    shuffle(s, s.ticket_deck[b.regular :], b.tickets - b.regular)
    s.ticket_left = b.regular


@compiled
def top_ticket(b: Board, s: State) -> int:
    ticket = s.ticket_deck[s.ticket_head]
    s.ticket_head = (s.ticket_head + 1) % b.regular
    s.ticket_left -= 1
    return int(ticket)


@compiled
def put_under(b: Board, s: State, ticket: int) -> None:
    s.ticket_deck[(s.ticket_head + s.ticket_left) % b.regular] = ticket
    s.ticket_left += 1


@compiled
def add_offer(s: State, seat: int, ticket: int) -> None:
    s.offer[seat, s.offered[seat]] = ticket
    s.offered[seat] += 1


@compiled
def deal_tickets(b: Board, s: State) -> None:
    """RT-1.4, EU-1.3: offer tickets to each seat; long ones that nobody gets leave the game."""
    for seat in range(s.seats):
        for n in range(b.deal_long):
            add_offer(s, seat, s.ticket_deck[b.regular + seat * b.deal_long + n])
        for _ in range(b.deal):
            add_offer(s, seat, top_ticket(b, s))
        emit(s, OFFERED, seat, s.offered[seat], EMPTY)
    s.least = b.keep
    s.asked = TICKETS_ASKED


@compiled
def draw_tickets(b: Board, s: State) -> None:
    """RT-5.1: offer the game's number from the top, or all that are left."""
    emit(s, ASKED_TICKETS, s.seat, 0, 0)
    for _ in range(min(b.offer, s.ticket_left)):
        add_offer(s, s.seat, top_ticket(b, s))
    s.least = min(b.offer_keep, int(s.offered[s.seat]))
    s.asked = TICKETS_ASKED
    s.revealed = 1
    emit(s, OFFERED, s.seat, s.offered[s.seat], EMPTY)


@compiled
def keepable(s: State, choice: int) -> bool:
    """RT-1.4, RT-5.1: a subset of the offer, not too small."""
    return choice < bit(s.offered[s.seat]) and count(choice) >= s.least


@compiled
def count_ticket_choices(b: Board, s: State) -> int:
    n = 0
    for choice in range(1, bit(s.offered[s.seat])):
        n += int(count(choice) >= s.least)
    return n


@compiled
def nth_ticket_choice(b: Board, s: State, n: int) -> int:
    """The n-th subset of the offer that is large enough, as an action."""
    for choice in range(1, bit(s.offered[s.seat])):
        if count(choice) >= s.least:
            if n == 0:
                return b.keep_tickets + choice
            n -= 1
    return b.keep_tickets


@compiled
def keep(b: Board, s: State, seat: int, choice: int) -> None:
    """RT-1.5, RT-1.7, RT-5.2, EU-1.4: keep these; others go under the deck or out of the game."""
    remember(s, seat, choice)
    for place in range(s.offered[seat]):
        ticket = int(s.offer[seat, place])
        if choice & bit(place):
            s.tickets[seat] |= bit(ticket)
        elif not (s.setting_up and b.unkept_out):
            put_under(b, s, ticket)
    for place in range(OFFER):
        s.offer[seat, place] = EMPTY
    s.offered[seat] = 0
    s.ticket_count[seat] += count(choice)


@compiled
def remember(s: State, seat: int, choice: int) -> None:
    """RT-5.2: the seat remembers what it was offered and kept; all know how many."""
    for place in range(s.offered[seat]):
        s.draw_offer[s.draws, place] = s.offer[seat, place]
    s.draw_choice[s.draws] = choice
    s.draw_seat[s.draws] = seat
    s.draw_size[s.draws] = s.offered[seat]
    s.draw_kept[s.draws] = count(choice)
    emit(s, KEPT, seat, s.draws, count(choice))
    s.draws += 1


@compiled
def choose_together(b: Board, s: State, choice: int) -> bool:
    """RT-1.6: choose at set-up, hidden until the last seat has chosen. True: all have."""
    s.choice[s.seat] = choice
    emit(s, CHOSE_TICKETS, s.seat, choice, 0)
    if s.seat + 1 < s.seats:
        s.seat += 1
        return False
    s.revealed = 1
    for seat in range(s.seats):
        keep(b, s, seat, s.choice[seat])
        s.choice[seat] = EMPTY
    return True
