"""What a seat of a route game observes, as numbers; it reads only what the seat may know.

Other seats follow in turn order after the observer, which is seat 0 of its own observation.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.sizes import COLOURS, SEATS
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TICKETS_ASKED, TRAIN, TUNNEL, State
from ekiben.observations.columns import Bytes, clear, count_up, put, steps_to
from ekiben.observations.encoding import Encoding, Statics
from ekiben.observations.routes.columns import (
    BELOW_ZERO,
    BLOCKS,
    CARD,
    CARD_WIDTH,
    CITY,
    CITY_WIDTH,
    QUESTION_COUNT,
    ROUTE_WIDTH,
    SEAT,
    SEAT_WIDTH,
    TABLE,
    TABLE_WIDTH,
    TICKET,
    TICKET_WIDTH,
)
from ekiben.observations.routes.networks import (
    KEPT,
    REACHED,
    WIDEST,
    WORK,
    count_ways,
    forget,
    is_current,
    measure_tickets,
    survey,
    way_of,
)
from ekiben.observations.routes.route_rows import write_routes

SCRATCH = WORK + SEATS * KEPT  # with what `observe` would keep


def encoding(b: Board) -> Encoding:
    """How the observations of a board are laid out."""
    rows = {
        "table": 1,
        "cards": b.kinds,
        "seats": SEATS,
        "known": SEATS * b.kinds,
        "routes": b.routes,
        "tickets": b.tickets,
        "cities": b.cities,
    }
    return Encoding({name: int(size) for name, size in rows.items()}, BLOCKS)


@compiled
def observe(b: Board, s: State, seat: int, out: Bytes, scratch: Array) -> None:
    """Write all that the seat sees into `out`; `scratch` is work space, SCRATCH ints."""
    kept = scratch[WORK:]
    for other in range(s.seats):
        forget(other, kept)
    observe_again(b, s, seat, out, scratch, kept)


@compiled
def observe_again(b: Board, s: State, seat: int, out: Bytes, scratch: Array, kept: Array) -> None:
    """Write all that the seat sees; `kept` has KEPT ints a seat, of the observation before."""
    update(b, s, seat, scratch, kept)
    write(b, s, seat, out, scratch, kept)


@compiled
def update(b: Board, s: State, seat: int, scratch: Array, kept: Array) -> None:
    """Find in `kept` what is outdated anew."""
    for other in range(s.seats):
        survey(b, s, other, scratch, kept)
    measure_tickets(b, s, seat, tickets_seen(s, seat), scratch, kept)


@compiled
def write(b: Board, s: State, seat: int, out: Bytes, scratch: Array, kept: Array) -> None:
    """Write all that the seat sees, nothing in `kept` being outdated."""
    cards = TABLE_WIDTH
    seats = cards + CARD_WIDTH * b.kinds
    known = seats + SEAT_WIDTH * SEATS
    routes = known + SEATS * b.kinds
    tickets = routes + ROUTE_WIDTH * b.routes
    cities = tickets + TICKET_WIDTH * b.tickets
    clear(out[:routes])
    clear(out[tickets:])
    write_table(s, seat, out)
    write_cards(b, s, seat, out, cards)
    write_seats(b, s, seat, out, seats, known, kept)
    write_cities(s, seat, out, cities, kept)
    write_tickets(b, s, seat, out, scratch, kept, tickets, cities)
    write_routes(b, s, seat, out, routes, scratch, kept)


@compiled
def is_up_to_date(s: State, seat: int, kept: Array) -> bool:
    """Whether nothing in `kept` is outdated, as most often."""
    return is_current(s, seat, tickets_seen(s, seat), kept)


@compiled
def tickets_seen(s: State, seat: int) -> int:
    """The set of the seat's tickets and of those it is offered."""
    tickets = int(s.tickets[seat])
    for place in range(s.offered[seat]):
        tickets |= bit(s.offer[seat, place])
    return tickets


# ---- the table
@compiled
def write_table(s: State, seat: int, out: Bytes) -> None:
    if s.asked < QUESTION_COUNT:
        out[TABLE.asked + s.asked] = 1
        out[TABLE.to_act + steps_to(s, seat, s.seat)] = 1
    put(out, TABLE.seats, s.seats)
    put(out, TABLE.setting_up, s.setting_up)
    put(out, TABLE.turns, s.turns)
    put(out, TABLE.last_turns, s.last_turns)
    put(out, TABLE.drawn, s.drawn)
    put(out, TABLE.least, s.least)
    put(out, TABLE.offered, s.offered[seat])
    if s.asked == PAYMENT or s.asked == TUNNEL:
        write_debt(s, out)
    write_piles(s, out)


@compiled
def write_debt(s: State, out: Bytes) -> None:
    put(out, TABLE.owed, s.owed)
    out[TABLE.owed_trains + s.owed_way] = 1
    if s.owed_colour == EMPTY:
        out[TABLE.owed_any] = 1
    elif s.owed_colour == COLOURS:
        out[TABLE.owed_wild] = 1
    else:
        out[TABLE.owed_colour + s.owed_colour] = 1
    put(out, TABLE.owed_wilds, s.owed_wilds)


@compiled
def write_piles(s: State, out: Bytes) -> None:
    for deck in range(2):
        put(out, TABLE.deck_1 + deck, s.deck_size[deck])
        put(out, TABLE.discards_1 + deck, s.discarded[deck])
    put(out, TABLE.tickets_left, s.ticket_left)
    put(out, TABLE.gaps, s.gaps)
    put(out, TABLE.idle, s.idle)


# ---- cards
@compiled
def write_cards(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    for kind in range(b.kinds):
        at = start + kind * CARD_WIDTH
        put(out, at + CARD.hand, s.hand[seat, kind])
        put(out, at + CARD.market, s.up[kind])
        put(out, at + CARD.discards, s.discards[kind])
        put(out, at + CARD.unseen, unseen(b, s, seat, kind))
    for place in range(b.tunnel_cards):
        if s.turned[place] != EMPTY:
            out[start + int(s.turned[place]) * CARD_WIDTH + CARD.turned] += 1


# ---- seats
@compiled
def write_seats(
    b: Board, s: State, seat: int, out: Bytes, start: int, known: int, kept: Array
) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        write_seat(s, other, out, start + step * SEAT_WIDTH)
        put(out, start + step * SEAT_WIDTH + SEAT.network, kept[other * KEPT + WIDEST])
        seen = 0
        for kind in range(b.kinds):
            put(out, known + step * b.kinds + kind, s.seen[other, kind])
            seen += int(s.seen[other, kind])
        put(
            out,
            start + step * SEAT_WIDTH + SEAT.unknown,
            int(s.hand_size[other, 0]) + int(s.hand_size[other, 1]) - seen,
        )


@compiled
def write_seat(s: State, other: int, out: Bytes, at: int) -> None:
    out[at + SEAT.present] = 1
    out[at + SEAT.to_act] = s.asked < QUESTION_COUNT and s.seat == other
    for piece in range(2):
        put(out, at + SEAT.trains + piece, s.pieces[other, piece])
        put(out, at + SEAT.box_trains + piece, s.box[other, piece])
        put(out, at + SEAT.cards_1 + piece, s.hand_size[other, piece])
    put(out, at + SEAT.points, s.score[other] + BELOW_ZERO)
    put(out, at + SEAT.tickets, s.ticket_count[other])
    put(out, at + SEAT.built, s.built[other])
    put(out, at + SEAT.exchanged, s.exchanged[other])
    out[at + SEAT.ending] = s.last_seat == other


# ---- tickets
@compiled
def write_tickets(
    b: Board,
    s: State,
    seat: int,
    out: Bytes,
    scratch: Array,
    kept: Array,
    start: int,
    cities: int,
) -> None:
    write_returned(s, seat, out, start)
    mine = int(s.tickets[seat])
    count_up(mine, out, start + TICKET.held, TICKET_WIDTH)
    mine |= write_offer(s, seat, out, start)
    count_ways(seat, mine, scratch, kept)
    while mine:
        ticket = lowest(mine)
        mine &= mine - 1
        write_ticket(b, s, seat, ticket, out, kept, start + ticket * TICKET_WIDTH, cities)


@compiled
def write_offer(s: State, seat: int, out: Bytes, start: int) -> int:
    """Mark the tickets offered, and those chosen of them; return their set."""
    chosen = int(s.choice[seat]) if s.asked == TICKETS_ASKED and s.choice[seat] != EMPTY else 0
    offer = 0
    for place in range(s.offered[seat]):
        ticket = int(s.offer[seat, place])
        out[start + ticket * TICKET_WIDTH + TICKET.place + place] = 1
        offer |= bit(ticket)
        if chosen & bit(place):
            out[start + ticket * TICKET_WIDTH + TICKET.held] = 1
    return offer


@compiled
def write_ticket(
    b: Board,
    s: State,
    seat: int,
    ticket: int,
    out: Bytes,
    kept: Array,
    at: int,
    cities: int,
) -> None:
    mine = seat * KEPT
    a, z, reached = int(b.ticket_a[ticket]), int(b.ticket_z[ticket]), int(kept[mine + REACHED])
    out[at + TICKET.touched] = (reached >> a & 1) + (reached >> z & 1)
    spaces = int(kept[way_of(seat, ticket)])
    if spaces == 0:
        out[at + TICKET.done] = 1
        return
    out[cities + a * CITY_WIDTH + CITY.ends] += 1
    out[cities + z * CITY_WIDTH + CITY.ends] += 1
    put(out, at + TICKET.spaces, spaces)
    out[at + TICKET.lost] = spaces > pieces_of(b, s, seat)


@compiled
def pieces_of(b: Board, s: State, seat: int) -> int:
    pieces = int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP])
    return b.in_play if pieces == 0 and s.setting_up else pieces


@compiled
def write_returned(s: State, seat: int, out: Bytes, start: int) -> None:
    for row in range(s.draws):
        if s.draw_seat[row] == seat:
            for place in range(s.draw_size[row]):
                at = start + int(s.draw_offer[row, place]) * TICKET_WIDTH + TICKET.returned
                out[at] |= int(s.draw_choice[row]) >> place & 1 ^ 1


# ---- cities
@compiled
def write_cities(s: State, seat: int, out: Bytes, start: int, kept: Array) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        column = start + (CITY.mine if step == 0 else CITY.theirs)
        count_up(int(kept[other * KEPT + REACHED]), out, column, CITY_WIDTH)
        for n in range(s.built[other]):
            out[start + int(s.building[other, n]) * CITY_WIDTH + CITY.built + step] = 1
    if s.city != EMPTY and s.asked == PAYMENT:
        out[start + s.city * CITY_WIDTH + CITY.named] = 1


def statics(game: RouteGame) -> Statics:
    """What the board never changes, row by row as in the observation, and the rows' names."""
    b = game.plain_board
    board = game.board
    routes, tickets, cities = int(b.routes), int(b.tickets), int(b.cities)
    return {
        "routes": {
            "name": [route.id for route in board.routes],
            "from": b.a[:routes],
            "to": b.z[:routes],
            "length": b.length[:routes],
            "points": np.asarray(b.points)[np.asarray(b.length[:routes])],
            "colour": b.colour[:routes],
            "ferry": b.ferry[:routes],
            "tunnel": b.tunnel[:routes],
            "ship": b.way[:routes],
            "twin": b.twin[:routes],
        },
        "tickets": {
            "name": [ticket.id for ticket in board.tickets],
            "from": b.ticket_a[:tickets],
            "to": b.ticket_z[:tickets],
            "points": b.ticket_points[:tickets],
        },
        "cities": {
            "name": [city.id for city in board.cities],
            "port": [int(city.port) for city in board.cities],
            "district": [city.district for city in board.cities],
        },
        "cards": {
            "name": list(board.kinds),
            "copies": b.copies[: int(b.kinds)],
            "deck": b.deck_of[: int(b.kinds)],
        },
        "sizes": {"cities": cities, "pieces": b.pieces.tolist(), "seats": list(game.seats)},
    }
