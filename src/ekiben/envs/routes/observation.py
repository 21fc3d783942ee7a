"""What a seat of a route game sees, as numbers. Marked like rules; reads only what the seat may
know.

Other seats come in turn order after the one that looks, which is seat 0 of its own observation.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import bit, compiled, lowest
from ekiben.envs.observation import Encoding, Feature
from ekiben.envs.observation_writing import MOST, put, turned_round
from ekiben.envs.routes import networks
from ekiben.envs.routes.networks import FAR, mark_way, measure_way, survey, touched, widest
from ekiben.games.routes.cards import unseen
from ekiben.games.routes.claim import payable, purse, reachable
from ekiben.games.routes.network import join, root
from ekiben.games.routes.sizes import COLOURS, SEATS, WORD, WORDS
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TICKETS_ASKED, TRAIN, TUNNEL
from ekiben.games.routes.turn import QUESTIONS

BELOW_ZERO = 55  # points are counted from here: exchanging makes them negative
ROOM = networks.ROOM

TABLE = [
    *(Feature(f"asked {name}", 1, "the open question") for name in QUESTIONS.names[:-1]),
    *(Feature(f"to act {seat}", 1, "whose choice it is") for seat in range(SEATS)),
    Feature("seats", 5, "how many play"),
    Feature("setting up", 1, "tickets or pieces are being chosen before the first turn"),
    Feature("turns", 100, "turns ended, 255 at most"),
    Feature("last turns", 10, "turns still to come once the end is near; 0 before"),
    Feature("drawn", 2, "cards drawn in this action"),
    Feature("least", 3, "so many tickets of the offer have to be kept"),
    Feature("offered", 5, "tickets offered to me"),
    Feature("owed", 9, "spaces or cards still to be paid"),
    Feature("owed trains", 1, "they are paid with train cards"),
    Feature("owed ships", 1, "with ship cards"),
    Feature("owed harbour", 1, "with a harbour's mix"),
    *(
        Feature(f"owed colour {colour}", 1, "the colour they have to have")
        for colour in range(COLOURS)
    ),
    Feature("owed wild", 1, "only wilds will do"),
    Feature("owed any", 1, "any one colour will do"),
    Feature("owed wilds", 3, "at least so many wilds"),
    Feature("deck 1", 120, "cards left in the deck (of trains)"),
    Feature("deck 2", 120, "cards left in the deck of ships"),
    Feature("discards 1", 120, "cards discarded"),
    Feature("discards 2", 120, "ship cards discarded"),
    Feature("tickets left", 56, "tickets left in their deck"),
    Feature("gaps", 6, "empty places of the market"),
    Feature("idle", 50, "turns in a row that moved nothing on"),
]
CARDS = [
    Feature("hand", 12, "in my hand"),
    Feature("market", 5, "in the market"),
    Feature("discards", 12, "on the discards"),
    Feature("turned", 3, "turned up for a tunnel"),
    Feature("unseen", 14, "where I cannot see them: other hands, the deck"),
]
SEAT = [
    Feature("present", 1, "somebody sits there"),
    Feature("to act", 1, "it is this seat's choice"),
    Feature("trains", 45, "trains (buses) left"),
    Feature("ships", 45, "ships left"),
    Feature("box trains", 30, "trains in the box"),
    Feature("box ships", 30, "ships in the box"),
    Feature("points", MOST, f"points as all can see them, plus {BELOW_ZERO}"),
    Feature("cards 1", 40, "cards of the first deck in hand"),
    Feature("cards 2", 40, "cards of the second deck"),
    Feature("unknown", 40, "cards of the hand that nobody else has seen"),
    Feature("tickets", 10, "tickets kept"),
    Feature("built", 3, "stations or harbours built"),
    Feature("exchanged", 30, "points lost by exchanging"),
    Feature("ending", 1, "brought the end near"),
    Feature("network", 45, "spaces of the largest network: the longest route has no more"),
]
KNOWN = [
    Feature(
        "cards", 12, "cards of each kind that all know to be in the hand: a row a seat and kind"
    )
]
ROUTE = [
    Feature("open", 1, "can be claimed by me, if I can pay"),
    Feature("mine", 1, "is mine"),
    *(Feature(f"theirs {n}", 1, "is another's") for n in range(1, SEATS)),
    Feature("closed", 1, "nobody's, and not for me: a closed twin"),
    Feature("short", 9, "cards I lack for it"),
    Feature("payable", 1, "I have the cards"),
    Feature("fits", 1, "I have the pieces"),
    Feature("named", 1, "is being paid for"),
    Feature("ways", 3, "of my open tickets, how many have it on their shortest way"),
    Feature("touches", 2, "ends that my network reaches"),
    Feature("loop", 1, "both ends hang together already"),
]
TICKET = [
    Feature("held", 1, "is mine, or chosen to be"),
    *(Feature(f"place {n}", 1, "lies in this place of my offer") for n in range(1, 6)),
    Feature("returned", 1, "I had it and gave it back"),
    Feature("done", 1, "held or offered, and complete by my own routes"),
    Feature("spaces", 45, "spaces of the shortest way that is left; 255 when there is none"),
    Feature(
        "lost",
        1,
        "my own routes cannot complete it: there is no way, or I have too few pieces in all",
    ),
    Feature("touched", 2, "ends that my network reaches"),
]
CITY = [
    Feature("mine", 1, "my network reaches it"),
    Feature("theirs", 4, "how many others reach it"),
    *(Feature(f"built {n}", 1, "who has a station or harbour there") for n in range(SEATS)),
    Feature("ends", 3, "open tickets of mine that end there"),
    Feature("named", 1, "is being paid for"),
]

TO_ACT = len(QUESTIONS.names) - 1
FIGURES = TO_ACT + SEATS
OWED = FIGURES + 7
OWED_COLOUR = OWED + 4
OWED_WILDS = OWED_COLOUR + COLOURS + 2
PILES = OWED_WILDS + 1
TABLES, CARD, SEAT_ROW, ROUTE_ROW, TICKET_ROW, CITY_ROW = (
    len(block) for block in (TABLE, CARDS, SEAT, ROUTE, TICKET, CITY)
)
OPEN, MINE, THEIRS, CLOSED, SHORT, PAYABLE, FITS, NAMED, WAYS, TOUCHES, LOOP = (
    0,
    1,
    2,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
)
HELD, OFFERED, RETURNED, DONE, SPACES, LOST, ENDS = 0, 1, 6, 7, 8, 9, 10
REACHED, BY_OTHERS, BUILT, TICKETS_END, CITY_NAMED = 0, 1, 2, 7, 8
NAMES = {
    "table": TABLE,
    "cards": CARDS,
    "seats": SEAT,
    "known": KNOWN,
    "routes": ROUTE,
    "tickets": TICKET,
    "cities": CITY,
}


def encoding(b: Any) -> Encoding:
    rows = {
        "table": 1,
        "cards": b.kinds,
        "seats": SEATS,
        "known": SEATS * b.kinds,
        "routes": b.routes,
        "tickets": b.tickets,
        "cities": b.cities,
    }
    return Encoding({name: int(size) for name, size in rows.items()}, NAMES)


@compiled
def observe(b: Any, s: Any, seat: int, out: Any, room: Any) -> None:
    """Writes all that the seat sees into `out`; `room` is work space, ROOM ints."""
    for place in range(len(out)):
        out[place] = 0
    cards = TABLES
    seats = cards + CARD * b.kinds
    known = seats + SEAT_ROW * SEATS
    routes = known + SEATS * b.kinds
    tickets = routes + ROUTE_ROW * b.routes
    see_table(s, seat, out)
    see_cards(b, s, seat, out, cards)
    see_seats(b, s, seat, out, seats, known)
    see_cities(b, s, seat, out, tickets + TICKET_ROW * b.tickets)
    join(b, s, seat)
    see_routes(b, s, seat, out, routes)
    survey(b, s, seat, room)
    see_tickets(b, s, seat, out, room, tickets, routes, tickets + TICKET_ROW * b.tickets)


# ---- the table
@compiled
def see_table(s: Any, seat: int, out: Any) -> None:
    if s.asked < TO_ACT:
        out[s.asked] = 1
        out[TO_ACT + turned_round(s, seat, s.seat)] = 1
    put(out, FIGURES, s.seats)
    put(out, FIGURES + 1, s.setting_up)
    put(out, FIGURES + 2, s.turns)
    put(out, FIGURES + 3, s.last_turns)
    put(out, FIGURES + 4, s.drawn)
    put(out, FIGURES + 5, s.least)
    put(out, FIGURES + 6, s.offered[seat])
    if s.asked == PAYMENT or s.asked == TUNNEL:
        see_debt(s, out)
    see_piles(s, out)


@compiled
def see_debt(s: Any, out: Any) -> None:
    put(out, OWED, s.owed)
    out[OWED + 1 + s.owed_way] = 1
    out[OWED_COLOUR + (COLOURS + 1 if s.owed_colour == EMPTY else s.owed_colour)] = 1
    put(out, OWED_WILDS, s.owed_wilds)


@compiled
def see_piles(s: Any, out: Any) -> None:
    for deck in range(2):
        put(out, PILES + deck, s.deck_size[deck])
        put(out, PILES + 2 + deck, s.discarded[deck])
    put(out, PILES + 4, s.ticket_left)
    put(out, PILES + 5, s.gaps)
    put(out, PILES + 6, s.idle)


# ---- cards
@compiled
def see_cards(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    for kind in range(b.kinds):
        at = start + kind * CARD
        put(out, at, s.hand[seat, kind])
        put(out, at + 1, s.up[kind])
        put(out, at + 2, s.discards[kind])
        put(out, at + 4, unseen(b, s, seat, kind))
    for place in range(b.tunnel_cards):
        if s.turned[place] != EMPTY:
            out[start + int(s.turned[place]) * CARD + 3] += 1


# ---- seats
@compiled
def see_seats(b: Any, s: Any, seat: int, out: Any, start: int, known: int) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        see_seat(s, other, out, start + step * SEAT_ROW)
        put(out, start + step * SEAT_ROW + SEAT_ROW - 1, widest(b, s, other))
        seen = 0
        for kind in range(b.kinds):
            put(out, known + step * b.kinds + kind, s.seen[other, kind])
            seen += int(s.seen[other, kind])
        put(
            out,
            start + step * SEAT_ROW + 9,
            int(s.hand_size[other, 0]) + int(s.hand_size[other, 1]) - seen,
        )


@compiled
def see_seat(s: Any, other: int, out: Any, at: int) -> None:
    out[at] = 1
    out[at + 1] = s.asked < TO_ACT and s.seat == other
    for piece in range(2):
        put(out, at + 2 + piece, s.pieces[other, piece])
        put(out, at + 4 + piece, s.box[other, piece])
        put(out, at + 7 + piece, s.hand_size[other, piece])
    put(out, at + 6, s.score[other] + BELOW_ZERO)
    put(out, at + 10, s.ticket_count[other])
    put(out, at + 11, s.built[other])
    put(out, at + 12, s.exchanged[other])
    out[at + 13] = s.last_seat == other


# ---- routes
@compiled
def see_routes(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    see_owners(s, seat, out, start)
    reached, here = touched(b, s, seat), s.seat
    s.seat = seat  # the rules answer for the seat to act
    low, high = payable(b, s)
    count_cards(b, s, seat)
    for word in range(WORDS):
        fits, paid, is_open = (
            reachable(b, s, word),
            low if word == 0 else high,
            s.free[word] & ~s.blocked[seat, word],
        )
        for n in range(min(WORD, b.routes - word * WORD)):
            route = word * WORD + n
            at = start + route * ROUTE_ROW
            out[at + PAYABLE] = paid >> n & 1
            out[at + FITS] = fits >> n & 1
            out[at + OPEN] = is_open >> n & 1
            out[at + CLOSED] = not is_open >> n & 1 and not is_owned(out, at)
            see_route(b, s, seat, route, reached, out, at)
    s.seat = here
    if s.route != EMPTY:
        out[start + s.route * ROUTE_ROW + NAMED] = 1


@compiled
def see_route(b: Any, s: Any, seat: int, route: int, reached: int, out: Any, at: int) -> None:
    a, z = int(b.a[route]), int(b.z[route])
    put(out, at + SHORT, short(b, s, seat, route))
    out[at + TOUCHES] = (reached >> a & 1) + (reached >> z & 1)
    out[at + LOOP] = s.joined[a] == s.joined[z]


@compiled
def see_owners(s: Any, seat: int, out: Any, start: int) -> None:
    for step in range(s.seats):
        for word in range(WORDS):
            routes = s.owned[(seat + step) % s.seats, word]
            while routes:
                out[start + (word * WORD + lowest(routes)) * ROUTE_ROW + MINE + step] = 1
                routes &= routes - 1


@compiled
def is_owned(out: Any, at: int) -> bool:
    return (
        int(out[at + 1]) + int(out[at + 2]) + int(out[at + 3]) + int(out[at + 4]) + int(out[at + 5])
        > 0
    )


@compiled
def count_cards(b: Any, s: Any, seat: int) -> None:
    """Leaves in `whole`, for each way and colour, how many spaces the hand pays for; the last of
    each way is the best.
    """
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
        s.whole[colour] = max(wilds, purse(trains, wilds))
        s.whole[COLOURS + 1 + colour] = max(wilds, purse(ships, wilds))
        s.whole[COLOURS] = max(int(s.whole[COLOURS]), int(s.whole[colour]))
        s.whole[2 * COLOURS + 1] = max(
            int(s.whole[2 * COLOURS + 1]), int(s.whole[COLOURS + 1 + colour])
        )


@compiled
def short(b: Any, s: Any, seat: int, route: int) -> int:
    """Cards that the hand lacks for a route, counted by `count_cards`."""
    colour = COLOURS if b.colour[route] == EMPTY else int(b.colour[route])
    cards = int(b.length[route]) - int(s.whole[int(b.way[route]) * (COLOURS + 1) + colour])
    return max(cards, int(b.ferry[route]) - int(s.hand[seat, b.wild]))


# ---- tickets
@compiled
def see_tickets(
    b: Any, s: Any, seat: int, out: Any, room: Any, start: int, routes: int, cities: int
) -> None:
    see_returned(s, seat, out, start)
    chosen = int(s.choice[seat]) if s.asked == TICKETS_ASKED and s.choice[seat] != EMPTY else 0
    mine = int(s.tickets[seat])
    for place in range(s.offered[seat]):
        ticket = int(s.offer[seat, place])
        out[start + ticket * TICKET_ROW + OFFERED + place] = 1
        mine |= bit(ticket)
        if chosen & bit(place):
            out[start + ticket * TICKET_ROW + HELD] = 1
    reached = touched(b, s, seat)
    while mine:
        ticket = lowest(mine)
        mine &= mine - 1
        if s.tickets[seat] & bit(ticket):
            out[start + ticket * TICKET_ROW + HELD] = 1
        see_ticket(b, s, seat, ticket, out, room, start + ticket * TICKET_ROW, routes, cities)
        ends = (reached >> int(b.ticket_a[ticket]) & 1) + (reached >> int(b.ticket_z[ticket]) & 1)
        out[start + ticket * TICKET_ROW + ENDS] = ends


@compiled
def see_ticket(
    b: Any, s: Any, seat: int, ticket: int, out: Any, room: Any, at: int, routes: int, cities: int
) -> None:
    a, z = int(b.ticket_a[ticket]), int(b.ticket_z[ticket])
    if root(s, a) == root(s, z):
        out[at + DONE] = 1
        return
    out[cities + a * CITY_ROW + TICKETS_END] += 1
    out[cities + z * CITY_ROW + TICKETS_END] += 1
    spaces = measure_way(s, a, z, room)
    put(out, at + SPACES, spaces)
    out[at + LOST] = spaces > pieces_of(b, s, seat)
    if spaces < FAR:
        mark_way(b, s, seat, z, spaces, room, out, routes + WAYS, ROUTE_ROW)


@compiled
def pieces_of(b: Any, s: Any, seat: int) -> int:
    pieces = int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP])
    return b.in_play if pieces == 0 and s.setting_up else pieces


@compiled
def see_returned(s: Any, seat: int, out: Any, start: int) -> None:
    for row in range(s.draws):
        if s.draw_seat[row] == seat:
            for place in range(s.draw_size[row]):
                if not int(s.draw_choice[row]) & bit(place):
                    out[start + int(s.draw_offer[row, place]) * TICKET_ROW + RETURNED] = 1


# ---- cities
@compiled
def see_cities(b: Any, s: Any, seat: int, out: Any, start: int) -> None:
    for step in range(s.seats):
        other = (seat + step) % s.seats
        reached = touched(b, s, other)
        while reached:
            out[start + lowest(reached) * CITY_ROW + (REACHED if step == 0 else BY_OTHERS)] += 1
            reached &= reached - 1
        for n in range(s.built[other]):
            out[start + int(s.building[other, n]) * CITY_ROW + BUILT + step] = 1
    if s.city != EMPTY and s.asked == PAYMENT:
        out[start + s.city * CITY_ROW + CITY_NAMED] = 1


def statics(game: Any) -> dict[str, Any]:
    """What the board never changes, row by row as in the observation; and the names of the rows."""
    b, board = game.plain_board, game.board
    routes, tickets, cities = int(b.routes), int(b.tickets), int(b.cities)
    return {
        "routes": {
            "name": [route.id for route in board.routes],
            "from": b.a[:routes],
            "to": b.z[:routes],
            "length": b.length[:routes],
            "points": b.points[b.length[:routes]],
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
