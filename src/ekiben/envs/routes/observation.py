"""What a seat of a route game observes, as numbers; it reads only what the seat may know.

Other seats follow in turn order after the observer, which is seat 0 of its own observation.
"""

from __future__ import annotations

import numpy as np

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.envs.columns import Bytes, put, steps_to
from ekiben.envs.observation import Encoding, Statics
from ekiben.envs.routes import networks
from ekiben.envs.routes.columns import (
    BELOW_ZERO,
    BLOCKS,
    CARD,
    CARD_WIDTH,
    CITY,
    CITY_WIDTH,
    QUESTION_COUNT,
    ROUTE,
    ROUTE_WIDTH,
    SEAT,
    SEAT_WIDTH,
    TABLE,
    TABLE_WIDTH,
    TICKET,
    TICKET_WIDTH,
)
from ekiben.envs.routes.networks import FAR, mark_way, measure_way, survey, touched, widest
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.claim import longest_payable, payable, reachable
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.network import join, root
from ekiben.games.routes.sizes import COLOURS, SEATS, WORD, WORDS
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TICKETS_ASKED, TRAIN, TUNNEL, State

SCRATCH = networks.SCRATCH


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
    """Writes all that the seat sees into `out`; `scratch` is work space, ROOM ints."""
    for place in range(len(out)):
        out[place] = 0
    cards = TABLE_WIDTH
    seats = cards + CARD_WIDTH * b.kinds
    known = seats + SEAT_WIDTH * SEATS
    routes = known + SEATS * b.kinds
    tickets = routes + ROUTE_WIDTH * b.routes
    write_table(s, seat, out)
    write_cards(b, s, seat, out, cards)
    write_seats(b, s, seat, out, seats, known)
    write_cities(b, s, seat, out, tickets + TICKET_WIDTH * b.tickets)
    join(b, s, seat)
    write_routes(b, s, seat, out, routes)
    survey(b, s, seat, scratch)
    write_tickets(b, s, seat, out, scratch, tickets, routes, tickets + TICKET_WIDTH * b.tickets)


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
def write_seats(b: Board, s: State, seat: int, out: Bytes, start: int, known: int) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        write_seat(s, other, out, start + step * SEAT_WIDTH)
        put(out, start + step * SEAT_WIDTH + SEAT.network, widest(b, s, other))
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


# ---- routes
@compiled
def write_routes(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    write_owners(s, seat, out, start)
    reached, here = touched(b, s, seat), s.seat
    s.seat = seat  # the rules answer for the seat to act
    low, high = payable(b, s)
    count_cards(b, s, seat)
    for word in range(WORDS):
        fits = reachable(b, s, word)
        paid = low if word == 0 else high
        is_open = s.free[word] & ~s.blocked[seat, word]
        for n in range(min(WORD, b.routes - word * WORD)):
            route = word * WORD + n
            at = start + route * ROUTE_WIDTH
            out[at + ROUTE.payable] = paid >> n & 1
            out[at + ROUTE.fits] = fits >> n & 1
            out[at + ROUTE.open] = is_open >> n & 1
            out[at + ROUTE.closed] = not is_open >> n & 1 and not is_owned(out, at)
            write_route(b, s, seat, route, reached, out, at)
    s.seat = here
    if s.route != EMPTY:
        out[start + s.route * ROUTE_WIDTH + ROUTE.named] = 1


@compiled
def write_route(
    b: Board, s: State, seat: int, route: int, reached: int, out: Bytes, at: int
) -> None:
    a, z = int(b.a[route]), int(b.z[route])
    put(out, at + ROUTE.short, short(b, s, seat, route))
    out[at + ROUTE.touches] = (reached >> a & 1) + (reached >> z & 1)
    out[at + ROUTE.loop] = s.joined[a] == s.joined[z]


@compiled
def write_owners(s: State, seat: int, out: Bytes, start: int) -> None:
    for step in range(s.seats):
        for word in range(WORDS):
            routes = s.owned[(seat + step) % s.seats, word]
            while routes:
                out[start + (word * WORD + lowest(routes)) * ROUTE_WIDTH + ROUTE.mine + step] = 1
                routes &= routes - 1


@compiled
def is_owned(out: Bytes, at: int) -> bool:
    for step in range(SEATS):
        if out[at + ROUTE.mine + step]:
            return True
    return False


@compiled
def count_cards(b: Board, s: State, seat: int) -> None:
    """Write into `whole` how many spaces the hand pays for, by way and colour; then the best."""
    hand, wilds = s.hand[seat], int(s.hand[seat, b.wild])
    s.whole[COLOURS] = wilds
    s.whole[2 * COLOURS + 1] = wilds
    for colour in range(b.colours):
        trains, ships = int(hand[colour]), 0
        if b.decks > 1:
            trains += int(hand[b.second_kind[TRAIN] + colour])
            ships = int(hand[b.first_kind[SHIP] + colour]) + 2 * int(
                hand[b.second_kind[SHIP] + colour]
            )
        s.whole[colour] = max(wilds, longest_payable(trains, wilds))
        s.whole[COLOURS + 1 + colour] = max(wilds, longest_payable(ships, wilds))
        s.whole[COLOURS] = max(int(s.whole[COLOURS]), int(s.whole[colour]))
        s.whole[2 * COLOURS + 1] = max(
            int(s.whole[2 * COLOURS + 1]), int(s.whole[COLOURS + 1 + colour])
        )


@compiled
def short(b: Board, s: State, seat: int, route: int) -> int:
    """Cards that the hand lacks for a route, counted by `count_cards`."""
    colour = COLOURS if b.colour[route] == EMPTY else int(b.colour[route])
    cards = int(b.length[route]) - int(s.whole[int(b.way[route]) * (COLOURS + 1) + colour])
    return max(cards, int(b.ferry[route]) - int(s.hand[seat, b.wild]))


# ---- tickets
@compiled
def write_tickets(
    b: Board, s: State, seat: int, out: Bytes, scratch: Array, start: int, routes: int, cities: int
) -> None:
    write_returned(s, seat, out, start)
    chosen = int(s.choice[seat]) if s.asked == TICKETS_ASKED and s.choice[seat] != EMPTY else 0
    mine = int(s.tickets[seat])
    for place in range(s.offered[seat]):
        ticket = int(s.offer[seat, place])
        out[start + ticket * TICKET_WIDTH + TICKET.place + place] = 1
        mine |= bit(ticket)
        if chosen & bit(place):
            out[start + ticket * TICKET_WIDTH + TICKET.held] = 1
    reached = touched(b, s, seat)
    while mine:
        ticket = lowest(mine)
        mine &= mine - 1
        if s.tickets[seat] & bit(ticket):
            out[start + ticket * TICKET_WIDTH + TICKET.held] = 1
        write_ticket(
            b, s, seat, ticket, out, scratch, start + ticket * TICKET_WIDTH, routes, cities
        )
        ends = (reached >> int(b.ticket_a[ticket]) & 1) + (reached >> int(b.ticket_z[ticket]) & 1)
        out[start + ticket * TICKET_WIDTH + TICKET.touched] = ends


@compiled
def write_ticket(
    b: Board,
    s: State,
    seat: int,
    ticket: int,
    out: Bytes,
    scratch: Array,
    at: int,
    routes: int,
    cities: int,
) -> None:
    a, z = int(b.ticket_a[ticket]), int(b.ticket_z[ticket])
    if root(s, a) == root(s, z):
        out[at + TICKET.done] = 1
        return
    out[cities + a * CITY_WIDTH + CITY.ends] += 1
    out[cities + z * CITY_WIDTH + CITY.ends] += 1
    spaces = measure_way(s, a, z, scratch)
    put(out, at + TICKET.spaces, spaces)
    out[at + TICKET.lost] = spaces > pieces_of(b, s, seat)
    if spaces < FAR:
        mark_way(b, s, seat, z, spaces, scratch, out, routes + ROUTE.ways, ROUTE_WIDTH)


@compiled
def pieces_of(b: Board, s: State, seat: int) -> int:
    pieces = int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP])
    return b.in_play if pieces == 0 and s.setting_up else pieces


@compiled
def write_returned(s: State, seat: int, out: Bytes, start: int) -> None:
    for row in range(s.draws):
        if s.draw_seat[row] == seat:
            for place in range(s.draw_size[row]):
                if not int(s.draw_choice[row]) & bit(place):
                    out[start + int(s.draw_offer[row, place]) * TICKET_WIDTH + TICKET.returned] = 1


# ---- cities
@compiled
def write_cities(b: Board, s: State, seat: int, out: Bytes, start: int) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        reached = touched(b, s, other)
        while reached:
            out[
                start + lowest(reached) * CITY_WIDTH + (CITY.mine if step == 0 else CITY.theirs)
            ] += 1
            reached &= reached - 1
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
