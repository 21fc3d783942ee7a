"""The board as the rules see it: one record of constant tables."""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2, Array3, Array4, Array5
from ekiben.core.layout import I2, I8, GameBoard, field
from ekiben.games.routes.sizes import (
    BUILDINGS,
    CITIES,
    COLOURS,
    DECKS,
    DISTRICTS,
    KINDS,
    LONGEST,
    PAYMENTS,
    ROUTES,
    TICKETS,
    WORDS,
)
from ekiben.games.routes.state import WAYS


class Board(GameBoard):
    """One board with its options; nothing in it changes while games are played."""

    # sets of routes
    all_routes: Array = field(I8, WORDS)
    at_city: Array2 = field(I8, CITIES, WORDS)
    upto: Array3 = field(I8, 2, LONGEST + 1, WORDS)
    payable: Array4 = field(I8, 2, COLOURS, LONGEST + 1, WORDS)
    ferry_upto: Array2 = field(I8, LONGEST + 1, WORDS)
    all_cities: int = field(I8)
    ports: int = field(I8)
    district: Array = field(I8, DISTRICTS)
    district_points: Array = field(I2, DISTRICTS)
    districts: int = field(I8)
    # sizes
    cities: int = field(I8)
    routes: int = field(I8)
    kinds: int = field(I8)
    colours: int = field(I8)
    wild: int = field(I8)
    decks: int = field(I8)
    slots: int = field(I8)
    tickets: int = field(I8)
    regular: int = field(I8)
    payments: int = field(I8)
    actions: int = field(I8)
    # figures
    pieces: Array = field(I8, 2)
    in_play: int = field(I8)
    end_limit: int = field(I8)
    further: int = field(I8)
    copies: Array = field(I2, KINDS)
    deck_of: Array = field(I2, KINDS)
    hand: Array = field(I8, DECKS)
    fresh: Array = field(I8, DECKS)
    sweep: int = field(I8)
    deal: int = field(I8)
    deal_long: int = field(I8)
    keep: int = field(I8)
    unkept_out: int = field(I8)
    offer: int = field(I8)
    offer_keep: int = field(I8)
    points: Array = field(I2, LONGEST + 1)
    closing: int = field(I8)
    longest_bonus: int = field(I8)
    tunnel_cards: int = field(I8)
    stations: int = field(I8)
    station_cost: Array = field(I8, BUILDINGS)
    unbuilt: int = field(I8)
    harbours: int = field(I8)
    harbour_cost: int = field(I8)
    harbour_scores: Array = field(I8, 3)
    # options
    market_when_empty: int = field(I8)
    first_drawn: int = field(I8)
    version: int = field(I8)
    # routes and tickets
    a: Array = field(I2, ROUTES)
    z: Array = field(I2, ROUTES)
    length: Array = field(I2, ROUTES)
    colour: Array = field(I2, ROUTES)
    way: Array = field(I2, ROUTES)
    twin: Array = field(I2, ROUTES)
    ferry: Array = field(I2, ROUTES)
    tunnel: Array = field(I2, ROUTES)
    ticket_a: Array = field(I2, TICKETS)
    ticket_z: Array = field(I2, TICKETS)
    ticket_points: Array = field(I2, TICKETS)
    # payments: so many of a first kind, of a second, and wilds
    first_kind: Array = field(I2, WAYS)
    second_kind: Array = field(I2, WAYS)
    pay_first: Array = field(I2, PAYMENTS)
    pay_second: Array = field(I2, PAYMENTS)
    pay_counts: Array2 = field(I2, PAYMENTS, 3)
    pay_colour: Array = field(I2, PAYMENTS)
    payment_at: Array5 = field(I2, WAYS, COLOURS, LONGEST + 1, 8, LONGEST + 1)
    # where each verb's actions begin
    draw: int = field(I8)
    blind: int = field(I8)
    claim: int = field(I8)
    ask_tickets: int = field(I8)
    build: int = field(I8)
    exchange: int = field(I8)
    exchange_ships: int = field(I8)
    pass_turn: int = field(I8)
    refill: int = field(I8)
    pay: int = field(I8)
    withdraw: int = field(I8)
    keep_tickets: int = field(I8)
    take: int = field(I8)


BOARD = Board.dtype
