"""The state of a route game, field by field, and who sees each."""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2
from ekiben.core.layout import I1, I2, I4, I8, NOBODY, OWN, SCRATCH, GameState, field
from ekiben.games.routes.sizes import (
    BUILDINGS,
    CARDS,
    CITIES,
    DECKS,
    KINDS,
    OFFER,
    ROUTES,
    SEATS,
    SLOTS,
    TICKETS,
    WORDS,
)

EMPTY = -1
# the open question; `turn.QUESTIONS` has a row for each
TURN, SECOND_CARD, REFILL, PAYMENT, TUNNEL, TICKETS_ASKED, PIECES, OVER = range(8)
# kinds of piece and deck
TRAIN, SHIP = 0, 1
# ways of paying: train cards, ship cards, a harbour's mix
HARBOUR = 2
WAYS = 3
TURNED, EVENTS, FIGURES, CANDIDATES = 3, 112, 4, 16

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
    "event": EVENTS,
    "figure": FIGURES,
}


class State(GameState, sizes=SIZES):
    """One game: what every rule reads and writes."""

    # luck
    seed: Array = field(I8, "seed", seen_by=NOBODY)
    stream: Array = field(I8, "seed", seen_by=SCRATCH)
    # sets of routes, of tickets, of cities
    free: Array = field(I8, "word")  # neither claimed nor closed
    blocked: Array2 = field(I8, "seat", "word")  # twins of the seat's own routes
    owned: Array2 = field(I8, "seat", "word")
    claims: Array = field(
        I8, "word", seen_by=SCRATCH
    )  # left by `options`: what the seat to act can claim
    sites: int = field(I8, seen_by=SCRATCH)  # left by `options`: where the seat to act can build
    left: Array = field(I8, "word", seen_by=SCRATCH)
    tickets: Array = field(I8, "seat", seen_by=OWN)
    built_up: int = field(I8)  # cities with a station or harbour
    kinds_up: int = field(I8)  # kinds of card in the market
    # the turn
    seats: int = field(I4)
    seat: int = field(I4)  # whose choice it is
    asked: int = field(I4)
    first: int = field(I4)
    turns: int = field(I4)  # turns ended
    last_turns: int = field(I4)  # turns still to come once the end is near; 0 before
    last_seat: int = field(I4)  # who brought the end near
    passes: int = field(I4)  # passes in a row
    idle: int = field(I4)  # turns in a row that moved nothing on (RT-2.3)
    revealed: int = field(I4, seen_by=SCRATCH)  # the last action turned up something hidden
    # cards
    deck: Array2 = field(I1, "deck", "card", seen_by=NOBODY)  # the top card is the last
    deck_size: Array = field(I2, "deck")
    reshuffles: Array = field(I2, "deck")
    discards: Array = field(I2, "kind")
    discarded: Array = field(I2, "deck")  # how many discards
    market: Array = field(I1, "slot")
    up: Array = field(I2, "kind")  # cards of each kind in the market
    gaps: int = field(I4)  # empty places of the market
    sweeps: int = field(I4)  # of the market in a row
    gap: int = field(I4)  # the place the refill question is about
    drawn: int = field(I4)  # cards drawn in this action
    took_wild: int = field(I4)  # the card drawn was a wild from the market
    hand: Array2 = field(I2, "seat", "kind", seen_by=OWN)
    hand_size: Array2 = field(
        I2, "seat", "deck"
    )  # cards of each deck: all see which deck a card comes from
    seen: Array2 = field(I2, "seat", "kind")  # cards everybody knows to be in the hand
    # what is being paid for
    route: int = field(I4)
    city: int = field(I4)
    owed: int = field(I4)  # spaces, or cards
    owed_way: int = field(I4)  # TRAIN, SHIP or HARBOUR
    owed_colour: int = field(I4)  # EMPTY: any one colour; COLOURS: wilds only
    owed_wilds: int = field(I4)  # at least so many wilds
    # tunnels
    laid: int = field(I4)  # the payment laid out
    turned: Array = field(I1, "turned")
    # tickets
    ticket_deck: Array = field(I1, "ticket", seen_by=NOBODY)  # a ring: `ticket_head` is on top
    ticket_head: int = field(I4)
    ticket_left: int = field(I4)
    ticket_count: Array = field(I2, "seat")
    offer: Array2 = field(I1, "seat", "offer", seen_by=OWN)
    offered: Array = field(I2, "seat")
    least: int = field(I4)  # at least so many are kept
    setting_up: int = field(I4)
    choice: Array = field(I2, "seat", seen_by=OWN)  # chosen together: hidden until all have
    # every offer that was answered: what each seat has seen of the tickets
    draws: int = field(I4)
    draw_seat: Array = field(I1, "ticket")
    draw_size: Array = field(I1, "ticket")
    draw_kept: Array = field(I1, "ticket")
    draw_offer: Array2 = field(I1, "ticket", "offer", owned_by="draw_seat")
    draw_choice: Array = field(I1, "ticket", owned_by="draw_seat")
    # pieces, buildings, points
    pieces: Array2 = field(I2, "seat", "piece")
    box: Array2 = field(I2, "seat", "piece")
    built: Array = field(I2, "seat")
    building: Array2 = field(I1, "seat", "building")  # cities, in the order they were built
    borrowed: Array2 = field(I1, "seat", "building")  # routes, known at the end
    exchanged: Array = field(I4, "seat")
    score: Array = field(I4, "seat")  # exchanging can cost tens of thousands
    completed: Array = field(I2, "seat")  # tickets, known at the end
    longest: Array = field(I2, "seat")  # known at the end
    # work space
    joined: Array = field(I1, "city", seen_by=SCRATCH)
    whole: Array = field(I2, "city", seen_by=SCRATCH)
    odds: Array = field(I2, "city", seen_by=SCRATCH)
    shortest: Array = field(I2, "city", seen_by=SCRATCH)
    trail: Array = field(I1, "route", seen_by=SCRATCH)
    trail_size: int = field(I4, seen_by=SCRATCH)
    candidates: Array2 = field(I1, "building", "candidate", seen_by=SCRATCH)
    candidate_count: Array = field(I4, "building", seen_by=SCRATCH)
    linked: Array = field(I4, "building", seen_by=SCRATCH)
    logs_events: int = field(I4, seen_by=SCRATCH)
    events_logged: int = field(I4, seen_by=SCRATCH)
    event_log: Array2 = field(I2, "event", "figure", seen_by=SCRATCH)


STATE = State.dtype
