"""The columns of a route game's observation, block by block."""

from __future__ import annotations

from ekiben.games.routes.sizes import COLOURS, SEATS
from ekiben.games.routes.turn import QUESTIONS
from ekiben.observations.columns import MOST, Columns, column, offsets

BELOW_ZERO = 55  # points are counted from here: exchanging makes them negative
OTHERS = range(1, SEATS)


class TableColumns(Columns):
    asked: int = column(1, "the open question", (f"asked {name}" for name in QUESTIONS.names[:-1]))
    to_act: int = column(1, "whose choice it is", (f"to act {seat}" for seat in range(SEATS)))
    seats: int = column(5, "how many play")
    setting_up: int = column(1, "tickets or pieces are being chosen before the first turn")
    turns: int = column(100, "turns ended, 255 at most")
    last_turns: int = column(10, "turns still to come once the end is near; 0 before")
    drawn: int = column(2, "cards drawn in this action")
    least: int = column(3, "so many tickets of the offer have to be kept")
    offered: int = column(5, "tickets offered to me")
    owed: int = column(9, "spaces or cards still to be paid")
    owed_trains: int = column(1, "they are paid with train cards")
    owed_ships: int = column(1, "with ship cards")
    owed_harbour: int = column(1, "with a harbour's mix")
    owed_colour: int = column(
        1, "the colour they have to have", (f"owed colour {colour}" for colour in range(COLOURS))
    )
    owed_wild: int = column(1, "only wilds will do")
    owed_any: int = column(1, "any one colour will do")
    owed_wilds: int = column(3, "at least so many wilds")
    deck_1: int = column(120, "cards left in the deck (of trains)")
    deck_2: int = column(120, "cards left in the deck of ships")
    discards_1: int = column(120, "cards discarded")
    discards_2: int = column(120, "ship cards discarded")
    tickets_left: int = column(56, "tickets left in their deck")
    gaps: int = column(6, "empty places of the market")
    idle: int = column(50, "turns in a row that moved nothing on")


class CardColumns(Columns):
    hand: int = column(12, "in my hand")
    market: int = column(5, "in the market")
    discards: int = column(12, "on the discards")
    turned: int = column(3, "turned up for a tunnel")
    unseen: int = column(14, "where I cannot see them: other hands, the deck")


class SeatColumns(Columns):
    present: int = column(1, "somebody sits there")
    to_act: int = column(1, "it is this seat's choice")
    trains: int = column(45, "trains (buses) left")
    ships: int = column(45, "ships left")
    box_trains: int = column(30, "trains in the box")
    box_ships: int = column(30, "ships in the box")
    points: int = column(MOST, f"points as all can see them, plus {BELOW_ZERO}")
    cards_1: int = column(40, "cards of the first deck in hand")
    cards_2: int = column(40, "cards of the second deck")
    unknown: int = column(40, "cards of the hand that nobody else has seen")
    tickets: int = column(10, "tickets kept")
    built: int = column(3, "stations or harbours built")
    exchanged: int = column(30, "points lost by exchanging")
    ending: int = column(1, "brought the end near")
    network: int = column(45, "spaces of the largest network: the longest route has no more")


class KnownColumns(Columns):
    cards: int = column(
        12, "cards of each kind that all know to be in the hand: a row a seat and kind"
    )


class RouteColumns(Columns):
    open: int = column(1, "can be claimed by me, if I can pay")
    mine: int = column(1, "is mine")
    theirs: int = column(1, "is another's", (f"theirs {n}" for n in OTHERS))
    closed: int = column(1, "nobody's, and not for me: a closed twin")
    short: int = column(9, "cards I lack for it")
    payable: int = column(1, "I have the cards")
    fits: int = column(1, "I have the pieces")
    named: int = column(1, "is being paid for")
    ways: int = column(3, "of my open tickets, how many have it on their shortest way")
    touches: int = column(2, "ends that my network reaches")
    loop: int = column(1, "both ends hang together already")


class TicketColumns(Columns):
    held: int = column(1, "is mine, or chosen to be")
    place: int = column(1, "lies in this place of my offer", (f"place {n}" for n in range(1, 6)))
    returned: int = column(1, "I had it and gave it back")
    done: int = column(1, "held or offered, and complete by my own routes")
    spaces: int = column(45, "spaces of the shortest way that is left; 255 when there is none")
    lost: int = column(
        1, "my own routes cannot complete it: there is no way, or I have too few pieces in all"
    )
    touched: int = column(2, "ends that my network reaches")


class CityColumns(Columns):
    mine: int = column(1, "my network reaches it")
    theirs: int = column(4, "how many others reach it")
    built: int = column(
        1, "who has a station or harbour there", (f"built {n}" for n in range(SEATS))
    )
    ends: int = column(3, "open tickets of mine that end there")
    named: int = column(1, "is being paid for")


TABLE = offsets(TableColumns)
CARD = offsets(CardColumns)
SEAT = offsets(SeatColumns)
ROUTE = offsets(RouteColumns)
TICKET = offsets(TicketColumns)
CITY = offsets(CityColumns)
BLOCKS = {
    "table": TableColumns.features,
    "cards": CardColumns.features,
    "seats": SeatColumns.features,
    "known": KnownColumns.features,
    "routes": RouteColumns.features,
    "tickets": TicketColumns.features,
    "cities": CityColumns.features,
}
TABLE_WIDTH = len(TableColumns.features)
CARD_WIDTH = len(CardColumns.features)
SEAT_WIDTH = len(SeatColumns.features)
ROUTE_WIDTH = len(RouteColumns.features)
TICKET_WIDTH = len(TicketColumns.features)
CITY_WIDTH = len(CityColumns.features)
QUESTION_COUNT = len(QUESTIONS.names) - 1  # without "over"
