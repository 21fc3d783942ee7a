"""What a seat knows of where tickets are, from its own offers and what everybody sees."""

from __future__ import annotations

from dataclasses import dataclass, field

from ekiben.games.routes.board import Board
from ekiben.games.routes.state import State
from ekiben.games.routes.ticket_history import leaves_game


@dataclass
class KnownTickets:
    """Tickets the seat has or knows to be in the deck, and those it knows another was offered."""

    accounted: set[int] = field(default_factory=set)  # no other seat can have them
    offered: dict[int, tuple[int, float]] = field(default_factory=dict)  # to whom, the part kept


def known_tickets(b: Board, s: State, viewer: int) -> KnownTickets:
    """Follow the tickets that the viewer has seen through the deck, slot by slot."""
    known = KnownTickets(accounted=tickets_of(b, s, viewer))
    row: list[int | None] = [None] * (int(b.regular) - s.seats * int(b.deal))
    for number in range(s.draws):
        size, kept = int(s.draw_size[number]), int(s.draw_kept[number])
        taken = size if number >= s.seats else 0  # at first tickets are dealt, not drawn
        drawn, row = row[:taken], row[taken:]
        if int(s.draw_seat[number]) == viewer:
            returned = own_returns(s, number, known)
        else:
            returned = [None] * (size - kept)
            note_offer(known, drawn, int(s.draw_seat[number]), kept / size)
        row += [] if leaves_game(b, s, number) else returned
    return known


def tickets_of(b: Board, s: State, seat: int) -> set[int]:
    """The tickets that a seat holds or is being offered."""
    held = {ticket for ticket in range(b.tickets) if int(s.tickets[seat]) >> ticket & 1}
    return held | {int(ticket) for ticket in s.offer[seat][: s.offered[seat]]}


def own_returns(s: State, number: int, known: KnownTickets) -> list[int | None]:
    """What the viewer put back, in order; nobody else has it until it is drawn again."""
    offer = [int(ticket) for ticket in s.draw_offer[number][: s.draw_size[number]]]
    choice = int(s.draw_choice[number])
    returned = [ticket for at, ticket in enumerate(offer) if not choice >> at & 1]
    for ticket in offer:
        known.accounted.add(ticket)
        known.offered.pop(ticket, None)
    return list(returned)


def note_offer(known: KnownTickets, drawn: list[int | None], seat: int, part: float) -> None:
    """Another seat is offered tickets that the viewer had put back."""
    for ticket in drawn:
        if ticket is not None:
            known.accounted.discard(ticket)
            known.offered[ticket] = (seat, part)
