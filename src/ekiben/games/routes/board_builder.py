"""Builds the board that the rules see from the board file and the options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ekiben.games.routes.board import Board
from ekiben.games.routes.board_file import BoardFile, Route
from ekiben.games.routes.options import Options
from ekiben.games.routes.payment_numbers import number_payments
from ekiben.games.routes.sizes import COLOURS, WORD
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN


def build_board(board: BoardFile, options: Options, version: int) -> Board:
    """Build a board of its own for one game."""
    b = fixed_tables(board).copy()
    b.first_drawn = int(options.first_seat == "drawn")
    b.market_when_empty = int(options.empty_deck == "market")
    b.sweep = options.sweep_wilds
    b.version = version
    return b


@lru_cache(maxsize=16)
def fixed_tables(board: BoardFile) -> Board:
    """Build what no option changes; all games on the file share it, so nobody writes to it."""
    b = Board()
    set_pieces(b, board)
    set_ticket_figures(b, board)
    set_cards(b, board)
    set_routes(b, board)
    set_tickets(b, board)
    set_buildings(b, board)
    set_districts(b, board)
    number_payments(b, board)
    number_verbs(b)
    return b


def set_pieces(b: Board, board: BoardFile) -> None:
    pieces, routes = board.figures.pieces, board.figures.routes
    b.pieces[:] = [pieces.land, pieces.ship]
    b.in_play = pieces.in_play
    b.end_limit = pieces.end_limit
    b.further = pieces.further_turns
    b.points[1 : len(routes.points) + 1] = routes.points
    b.closing = routes.twins_close_up_to
    b.longest_bonus = routes.longest_bonus
    b.tunnel_cards = routes.tunnel_cards


def set_ticket_figures(b: Board, board: BoardFile) -> None:
    tickets = board.figures.tickets
    b.deal = tickets.deal
    b.deal_long = tickets.deal_long
    b.keep = tickets.keep
    b.unkept_out = int(tickets.unkept == "out")
    b.offer = tickets.draw
    b.offer_keep = tickets.draw_keep


def set_cards(b: Board, board: BoardFile) -> None:
    """How many cards of each kind there are, in which deck, and which kinds pay for what."""
    figures, colours = board.figures.cards, len(board.colours)
    b.decks = board.decks
    b.slots = sum(figures.market)
    b.hand[: len(figures.hand)] = figures.hand
    b.fresh[: len(figures.market)] = figures.market
    b.kinds = len(board.kinds)
    b.colours = colours
    b.wild = len(board.kinds) - 1
    first = {name: place * colours for place, name in enumerate(figures.per_colour)}
    for name, copies in figures.per_colour.items():
        kinds = slice(first[name], first[name] + colours)
        b.copies[kinds] = copies
        b.deck_of[kinds] = SHIP if name in ("ship", "double") else TRAIN
    b.copies[b.wild] = figures.wild
    plain, harbour, ship, double = (
        first.get(name, EMPTY) for name in ("", "harbour", "ship", "double")
    )
    b.first_kind[:] = [plain, ship, harbour]
    b.second_kind[:] = [harbour, double, ship]


def set_routes(b: Board, board: BoardFile) -> None:
    b.routes = len(board.routes)
    b.cities = len(board.cities)
    for route in board.routes:
        n, way = route.number, SHIP if route.kind == "ship" else TRAIN
        b.a[n] = route.a
        b.z[n] = route.z
        b.length[n] = route.length
        b.twin[n] = route.twin
        b.way[n] = way
        b.colour[n] = EMPTY if route.colour == "grey" else board.colours.index(route.colour)
        b.ferry[n] = route.ferry
        b.tunnel[n] = int(route.tunnel)
        add_to_sets(b, route, way)


def add_to_sets(b: Board, route: Route, way: int) -> None:
    """Add a route to the sets that legal claims are found by."""
    word, member, colour = route.number // WORD, 1 << route.number % WORD, b.colour[route.number]
    b.all_routes[word] |= member
    b.at_city[route.a, word] |= member
    b.at_city[route.z, word] |= member
    for length in range(route.length, len(b.upto[way])):
        b.upto[way, length, word] |= member
        for paid_with in range(COLOURS) if colour == EMPTY else [colour]:
            b.payable[way, paid_with, length, word] |= member
    for wilds in range(route.ferry, len(b.ferry_upto)):
        b.ferry_upto[wilds, word] |= member


def set_tickets(b: Board, board: BoardFile) -> None:
    b.tickets = len(board.tickets)
    b.regular = sum(not ticket.long for ticket in board.tickets)
    for ticket in board.tickets:
        b.ticket_a[ticket.number] = ticket.a
        b.ticket_z[ticket.number] = ticket.z
        b.ticket_points[ticket.number] = ticket.points


def set_buildings(b: Board, board: BoardFile) -> None:
    """EU-5, GL-5: stations or harbours, and where they can be built."""
    b.all_cities = set_of(city.number for city in board.cities if not city.junction)
    b.ports = set_of(city.number for city in board.cities if city.port)
    stations, harbours = board.figures.stations, board.figures.harbours
    if stations is not None:
        b.stations = stations.each
        b.unbuilt = stations.unbuilt
        b.station_cost[: stations.each] = stations.cost
    if harbours is not None:
        b.harbours = harbours.each
        b.unbuilt = harbours.unbuilt
        b.harbour_cost = harbours.cost
        b.harbour_scores[:] = harbours.scores


def set_districts(b: Board, board: BoardFile) -> None:
    """LD-5.1: the cities of each district, and what joining them scores."""
    b.districts = len(board.figures.districts)
    for place, (number, district) in enumerate(board.figures.districts.items()):
        b.district[place] = set_of(city.number for city in board.cities if city.district == number)
        b.district_points[place] = district.points


def set_of(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


# ---- actions: one number each
def number_verbs(b: Board) -> None:
    """Say where each verb's numbers begin; a verb the game does not have takes none."""
    start = 0
    for verb, size in verb_sizes(b).items():
        setattr(b, verb, start)
        start += size
    b.keep_tickets -= 1  # the subset itself is added, and none is empty
    b.actions = start


def verb_sizes(b: Board) -> dict[str, int]:
    """How many actions each verb has, by its field of the board."""
    fewest, most = max(0, b.in_play - b.pieces[SHIP]), min(b.in_play, b.pieces[TRAIN])
    swaps = min(b.pieces[TRAIN], b.pieces[SHIP])
    dealt = max(b.deal + b.deal_long, b.offer)
    return {
        "draw": b.kinds,
        "blind": b.decks,
        "claim": b.routes,
        "ask_tickets": 1,
        "build": b.cities if b.stations or b.harbours else 0,
        "exchange": int(swaps) if b.in_play else 0,
        "exchange_ships": int(swaps) if b.in_play else 0,
        "pass_turn": 1,
        "refill": 2 if b.decks > 1 else 0,
        "pay": b.payments,
        "withdraw": int(b.tunnel_cards > 0),
        "keep_tickets": (1 << dealt) - 1,
        "take": int(most - fewest + 1) if b.in_play else 0,
    }
