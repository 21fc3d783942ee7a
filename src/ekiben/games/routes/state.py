"""The state of a route game, field by field, and who sees each; and the board as the rules see it."""

from __future__ import annotations

import numpy as np

from ekiben.core.layout import Field, Layout
from ekiben.games.routes.sizes import (
    BUILDINGS,
    CARDS,
    CITIES,
    COLOURS,
    DECKS,
    DISTRICTS,
    KINDS,
    LONGEST,
    OFFER,
    PAYMENTS,
    ROUTES,
    SEATS,
    SLOTS,
    TICKETS,
    WORDS,
)

EMPTY = -1
# what is asked
TURN, SECOND_CARD, REFILL, PAYMENT, TUNNEL, TICKETS_ASKED, PIECES, OVER = range(8)
ASKED = ("turn", "second-card", "refill", "payment", "tunnel", "tickets", "pieces", "over")
# kinds of piece and deck
TRAIN, SHIP = 0, 1
# ways of paying: train cards, ship cards, a harbour's mix
HARBOUR = 2
TURNED, TRACE, FACTS, CANDIDATES = 3, 112, 4, 16

SIZES = {
    "seat": SEATS,
    "kind": KINDS,
    "deck": DECKS,
    "card": CARDS,
    "slot": SLOTS,
    "ticket": TICKETS,
    "offer": OFFER,
    "word": WORDS,
    "city": CITIES,
    "route": ROUTES,
    "piece": 2,
    "building": BUILDINGS,
    "turned": TURNED,
    "seed": 4,
    "candidate": CANDIDATES,
    "trace": TRACE,
    "fact": FACTS,
}
I1, I2, I4, I8 = "i1", "i2", "i4", "i8"

LAYOUT = Layout(
    SIZES,
    [
        # luck
        Field("seed", I8, ("seed",), "nobody"),
        Field("stream", I8, ("seed",), "scratch"),
        # sets of routes, of tickets, of cities
        Field("free", I8, ("word",)),  # neither claimed nor closed
        Field("blocked", I8, ("seat", "word")),  # twins of the seat's own routes
        Field("owned", I8, ("seat", "word")),
        Field(
            "claims", I8, ("word",), "scratch"
        ),  # left by `options`: what the seat to act can claim
        Field("left", I8, ("word",), "scratch"),
        Field("tickets", I8, ("seat",), "own"),
        Field("built_up", I8),  # cities with a station or harbour
        Field("kinds_up", I8),  # kinds of card in the market
        # the turn
        Field("seats", I4),
        Field("seat", I4),  # whose choice it is
        Field("asked", I4),
        Field("first", I4),
        Field("turns", I4),  # turns ended
        Field("last_turns", I4),  # turns still to come once the end is near; 0 before
        Field("last_seat", I4),  # who brought the end near
        Field("passes", I4),  # passes in a row
        Field("idle", I4),  # turns in a row that moved nothing on (RT-2.3)
        Field("revealed", I4, (), "scratch"),  # the last action turned up something hidden
        # cards
        Field("deck", I1, ("deck", "card"), "nobody"),  # the top card is the last
        Field("deck_size", I2, ("deck",)),
        Field("reshuffles", I2, ("deck",)),
        Field("discards", I2, ("kind",)),
        Field("discarded", I2, ("deck",)),  # how many discards
        Field("market", I1, ("slot",)),
        Field("up", I2, ("kind",)),  # cards of each kind in the market
        Field("gaps", I4),  # empty places of the market
        Field("sweeps", I4),  # of the market in a row
        Field("gap", I4),  # the place the refill question is about
        Field("drawn", I4),  # cards drawn in this action
        Field("took_wild", I4),  # the card drawn was a wild from the market
        Field("hand", I2, ("seat", "kind"), "own"),
        Field(
            "hand_size", I2, ("seat", "deck")
        ),  # cards of each deck: all see which deck a card comes from
        Field("seen", I2, ("seat", "kind")),  # cards everybody knows to be in the hand
        # what is being paid for
        Field("route", I4),
        Field("city", I4),
        Field("owed", I4),  # spaces, or cards
        Field("owed_way", I4),  # TRAIN, SHIP or HARBOUR
        Field("owed_colour", I4),  # EMPTY: any one colour; COLOURS: wilds only
        Field("owed_wilds", I4),  # at least so many wilds
        # tunnels
        Field("laid", I4),  # the payment laid out
        Field("turned", I1, ("turned",)),
        # tickets
        Field("ticket_deck", I1, ("ticket",), "nobody"),  # a ring: `ticket_head` is on top
        Field("ticket_head", I4),
        Field("ticket_left", I4),
        Field("ticket_count", I2, ("seat",)),
        Field("offer", I1, ("seat", "offer"), "own"),
        Field("offered", I2, ("seat",)),
        Field("least", I4),  # at least so many are kept
        Field("setting_up", I4),
        Field("choice", I2, ("seat",), "own"),  # chosen together: hidden until all have
        # every offer that was answered: what each seat has seen of the tickets
        Field("draws", I4),
        Field("draw_seat", I1, ("ticket",)),
        Field("draw_size", I1, ("ticket",)),
        Field("draw_kept", I1, ("ticket",)),
        Field("draw_offer", I1, ("ticket", "offer"), "row", "draw_seat"),
        Field("draw_choice", I1, ("ticket",), "row", "draw_seat"),
        # pieces, buildings, points
        Field("pieces", I2, ("seat", "piece")),
        Field("box", I2, ("seat", "piece")),
        Field("built", I2, ("seat",)),
        Field("building", I1, ("seat", "building")),  # cities, in the order they were built
        Field("borrowed", I1, ("seat", "building")),  # routes, known at the end
        Field("exchanged", I4, ("seat",)),
        Field("score", I4, ("seat",)),  # exchanging can cost tens of thousands
        Field("completed", I2, ("seat",)),  # tickets, known at the end
        Field("longest", I2, ("seat",)),  # known at the end
        # work space
        Field("joined", I1, ("city",), "scratch"),
        Field("whole", I2, ("city",), "scratch"),
        Field("odds", I2, ("city",), "scratch"),
        Field("shortest", I2, ("city",), "scratch"),
        Field("trail", I1, ("route",), "scratch"),
        Field("best_trail", I1, ("route",), "scratch"),
        Field("best_depth", I4, (), "scratch"),
        Field("candidates", I1, ("building", "candidate"), "scratch"),
        Field("candidate_count", I4, ("building",), "scratch"),
        Field("linked", I4, ("building",), "scratch"),
        Field("tracing", I4, (), "scratch"),
        Field("traced", I4, (), "scratch"),
        Field("trace", I2, ("trace", "fact"), "scratch"),
    ],
)
STATE = LAYOUT.dtype

WAYS = 3
BOARD = np.dtype(
    [
        # sets of routes
        ("all_routes", I8, WORDS),
        ("at_city", I8, (CITIES, WORDS)),
        ("upto", I8, (2, LONGEST + 1, WORDS)),
        ("payable", I8, (2, COLOURS, LONGEST + 1, WORDS)),
        ("ferry_upto", I8, (LONGEST + 1, WORDS)),
        ("all_cities", I8),
        ("ports", I8),
        ("district", I8, DISTRICTS),
        ("district_points", I2, DISTRICTS),
        ("districts", I8),
        # sizes
        ("cities", I8),
        ("routes", I8),
        ("kinds", I8),
        ("colours", I8),
        ("wild", I8),
        ("decks", I8),
        ("slots", I8),
        ("tickets", I8),
        ("regular", I8),
        ("payments", I8),
        ("actions", I8),
        # figures
        ("pieces", I8, 2),
        ("in_play", I8),
        ("end_limit", I8),
        ("further", I8),
        ("copies", I2, KINDS),
        ("deck_of", I2, KINDS),
        ("hand", I8, DECKS),
        ("fresh", I8, DECKS),
        ("sweep", I8),
        ("deal", I8),
        ("deal_long", I8),
        ("keep", I8),
        ("unkept_out", I8),
        ("offer", I8),
        ("offer_keep", I8),
        ("points", I2, LONGEST + 1),
        ("closing", I8),
        ("longest_bonus", I8),
        ("tunnel_cards", I8),
        ("stations", I8),
        ("station_cost", I8, BUILDINGS),
        ("unbuilt", I8),
        ("harbours", I8),
        ("harbour_cost", I8),
        ("harbour_scores", I8, 3),
        # options
        ("market_when_empty", I8),
        ("first_drawn", I8),
        ("version", I8),
        # routes and tickets
        ("a", I2, ROUTES),
        ("z", I2, ROUTES),
        ("length", I2, ROUTES),
        ("colour", I2, ROUTES),
        ("way", I2, ROUTES),
        ("twin", I2, ROUTES),
        ("ferry", I2, ROUTES),
        ("tunnel", I2, ROUTES),
        ("ticket_a", I2, TICKETS),
        ("ticket_z", I2, TICKETS),
        ("ticket_points", I2, TICKETS),
        # payments: so many of a first kind, of a second, and wilds
        ("first_kind", I2, WAYS),
        ("second_kind", I2, WAYS),
        ("pay_first", I2, PAYMENTS),
        ("pay_second", I2, PAYMENTS),
        ("pay_counts", I2, (PAYMENTS, 3)),
        ("pay_colour", I2, PAYMENTS),
        ("payment_at", I2, (WAYS, COLOURS, LONGEST + 1, 8, LONGEST + 1)),
        # where each verb's actions begin
        ("draw", I8),
        ("blind", I8),
        ("claim", I8),
        ("ask_tickets", I8),
        ("build", I8),
        ("exchange", I8),
        ("exchange_ships", I8),
        ("pass_turn", I8),
        ("refill", I8),
        ("pay", I8),
        ("withdraw", I8),
        ("keep_tickets", I8),
        ("take", I8),
    ],
    align=True,
)
