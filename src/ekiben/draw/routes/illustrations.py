"""Pictures for the how-to-play cards of route games, each drawn from the board it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count as counting

from ekiben.draw.family import Illustration
from ekiben.draw.routes.cards import points_card, points_size
from ekiben.draw.routes.crops import crop
from ekiben.draw.routes.hand_cards import SIZE, arrow, row, row_width, stamp, ticket_label
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.schematic import schematic
from ekiben.draw.routes.symbols import defined, looks
from ekiben.draw.style import INK, PAPER, QUIET, document, group, path, rect
from ekiben.games.routes.board_file import BoardFile, Route, Ticket

WIDE, HIGH = 480.0, 250.0  # of the map in a picture
STRIP = 112.0  # below it: cards
GAP = 10.0
SCALE = 0.88  # of cards in the strip
Values = Mapping[str, object]
Drawing = tuple[str, float, Values]  # what is drawn, how high it is, and what its caption tells


def illustrate(board: BoardFile, name: str, language: str) -> Illustration:
    """The picture of this name."""
    prefix = f"{board.game}-{name}"
    drawn, high, values = PICTURES[name](board, language, prefix)
    sheet = rect(0, 0, WIDE + 2 * GAP, high + 2 * GAP, fill=PAPER)
    inside = group(drawn, transform=f"translate({GAP:g} {GAP:g})")
    parts = [definitions(board, prefix), sheet, inside]
    return Illustration(document(parts, (WIDE + 2 * GAP, high + 2 * GAP), language), values)


def definitions(board: BoardFile, prefix: str) -> str:
    colours = sorted(set(looks(board).values()))
    return defined(prefix, colours, list(board.pieces), 2, True)


def ends(board: BoardFile, thing: Route | Ticket, language: str) -> dict[str, object]:
    return {"a": board.name(thing.a, language), "z": board.name(thing.z, language)}


# ---- what the pictures are about
def central(board: BoardFile, routes: Iterable[Route], length: int) -> Route:
    """Of some routes one of about this length, as near to the middle of the sheet as can be."""
    plan = schematic(board)
    middle = plan.size[0] / 2, plan.size[1] / 2

    def order(route: Route) -> tuple[float, ...]:
        places = plan.routes[route.number].spaces
        away = max(math.dist((place.x, place.y), middle) for place in places)
        return abs(route.length - length), route.colour == "grey", away, route.number

    return min(routes, key=order)


def plain(board: BoardFile) -> list[Route]:
    """Routes by land that have nothing special."""
    return [
        route
        for route in board.routes
        if route.kind != "ship" and not route.tunnel and not route.ferry
    ]


def shortest_way(board: BoardFile, a: int, z: int) -> list[Route]:
    """The routes of the way with the fewest spaces."""
    tie = counting()
    queue: list[tuple[int, int, int, list[Route]]] = [(0, next(tie), a, [])]
    seen: set[int] = set()
    while queue:
        spaces, _, city, way = heappop(queue)
        if city == z:
            return way
        if city in seen:
            continue
        seen.add(city)
        for route in board.routes:
            if city in (route.a, route.z) and not route.ferry:
                there = route.z if city == route.a else route.a
                heappush(queue, (spaces + route.length, next(tie), there, [*way, route]))
    return []


def compact_ticket(board: BoardFile) -> tuple[Ticket, list[Route]]:
    """A ticket that about three routes join, all close together."""
    plan = schematic(board)
    ways = [(ticket, shortest_way(board, ticket.a, ticket.z)) for ticket in board.tickets]

    def order(pair: tuple[Ticket, list[Route]]) -> tuple[float, ...]:
        ticket, way = pair
        points = [plan.cities[city] for route in way for city in (route.a, route.z)]
        wide = max(x for x, _ in points) - min(x for x, _ in points)
        high = max(y for _, y in points) - min(y for _, y in points)
        return abs(len(way) - 3) * 0.4 + max(wide / WIDE, high / HIGH), ticket.number

    return min((pair for pair in ways if len(pair[1]) > 1), key=order)


# ---- the pictures
def way(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A ticket that is done: its way in pieces of one seat."""
    ticket, routes = compact_ticket(board)
    position = Position(
        owners={route.number: 0 for route in routes}, highlight_tickets=((ticket.a, ticket.z),)
    )
    map_part = crop(board, position, routes, (WIDE, HIGH), language, prefix)
    label = ticket_label(board, ticket, ((WIDE - 190) / 2, HIGH + GAP), language)
    values = {**ends(board, ticket, language), "points": ticket.points, "count": len(routes)}
    return map_part + label, HIGH + GAP + 56, values


def cards(board: BoardFile, language: str, prefix: str) -> Drawing:
    """The market, the deck, and a starting hand."""
    figures = board.figures.cards
    market = market_kinds(board)
    decks: list[str | None] = [None] * len(figures.market)
    step = 0.9
    top = row(board, market, (0, 4), step, prefix)
    pile = row(board, decks, (WIDE - row_width(len(decks), step), 4), step, prefix)
    hand = row(board, hand_kinds(board), (0, SIZE[1] * step + 34), step, prefix)
    line = path(
        f"M0 {SIZE[1] * step + 20:g}H{WIDE:g}",
        stroke=QUIET,
        stroke_dasharray="2 5",
        stroke_width=1.4,
    )
    return top + pile + line + hand, 2 * SIZE[1] * step + 40, {}


def divider(line: str) -> str:
    return path(line, stroke=QUIET, stroke_dasharray="2 5", stroke_width=1.4)


def market_kinds(board: BoardFile) -> list[str]:
    """As many as lie face up, one of them wild; each deck's share where there are two."""
    colours = board.colours
    figures = board.figures.cards
    first = [*colours[: figures.market[0] - 1], "wild"]
    second = [
        f"{colour}-{kind}"
        for colour, kind in zip(colours, ("double", "ship", "double"), strict=False)
    ]
    return first + (second[: figures.market[1]] if len(figures.market) > 1 else [])


def hand_kinds(board: BoardFile) -> list[str]:
    figures = board.figures.cards
    colours = [board.colours[-1 - index // 2] for index in range(figures.hand[0])]
    ships = [f"{board.colours[0]}-ship", f"{board.colours[1]}-double"]
    return colours + (ships[: figures.hand[1]] if len(figures.hand) > 1 else [])


def colour_of(board: BoardFile, route: Route) -> str:
    """The colour a route is paid in; the first one if it may be any."""
    return board.colours[0] if route.colour == "grey" else route.colour


def paid(
    board: BoardFile, kinds: Sequence[str], points: int | None, prefix: str, top: float
) -> str:
    """Cards in the strip, and what they score."""
    wide = row_width(len(kinds), SCALE) + (92 if points is not None else 0)
    left = (WIDE - wide) / 2
    drawn = row(board, kinds, (left, top), SCALE, prefix)
    if points is None:
        return drawn
    middle = top + SIZE[1] * SCALE / 2
    right = left + row_width(len(kinds), SCALE)
    return drawn + arrow(right + 14, middle) + stamp(f"+{points}", right + 70, middle)


def claim(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A route that has just been claimed, its cards, and the table of points."""
    alone = [route for route in plain(board) if route.twin < 0 and route.colour != "grey"]
    route = central(board, alone or plain(board), 3)
    points = board.figures.routes.points[route.length - 1]
    table = points_size(board)
    room = WIDE - table[0] - GAP
    high = max(HIGH, table[1])
    map_part = crop(
        board, Position(owners={route.number: 0}), [route], (room, high), language, prefix
    )
    legend = points_card(board, (WIDE - table[0] / 2, high / 2), language)
    kinds = (
        [route.colour] * route.length
        if route.colour != "grey"
        else [board.colours[0]] * route.length
    )
    strip = paid(board, kinds, points, prefix, high + GAP)
    values = {**ends(board, route, language), "count": route.length, "points": points}
    return map_part + legend + strip, high + GAP + SIZE[1] * SCALE + 4, values


def double(board: BoardFile, language: str, prefix: str) -> Drawing:
    """Twins: one claimed, the other crossed out."""
    route = central(board, [one for one in plain(board) if one.twin > one.number], 3)
    twin = board.routes[route.twin]
    position = Position(owners={route.number: 1})
    map_part = crop(board, position, [twin, route], (WIDE, HIGH), language, prefix, closed=twin)
    return map_part, HIGH, ends(board, route, language)


def ferry(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A ferry, and cards that pay for it."""
    ferries = [route for route in board.routes if route.ferry]
    route = min(ferries, key=lambda one: (one.length == one.ferry, abs(one.length - 3), one.number))
    others = route.length - route.ferry
    kinds = ["wild"] * route.ferry + [board.colours[1]] * others
    map_part = crop(board, Position(), [route], (WIDE, HIGH), language, prefix)
    strip = paid(board, kinds, None, prefix, HIGH + GAP)
    values = {**ends(board, route, language), "wilds": route.ferry, "others": others}
    return map_part + strip, HIGH + GAP + SIZE[1] * SCALE + 4, values


def tunnel(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A tunnel, the cards laid out for it, and those turned up: one of them costs a card more."""
    route = central(board, [one for one in board.routes if one.tunnel], 2)
    colour = colour_of(board, route)
    others = [one for one in board.colours if one != colour]
    turned = [others[0], colour, *others[1:]][: board.figures.routes.tunnel_cards]
    map_part = crop(board, Position(), [route], (WIDE, HIGH), language, prefix)
    top = HIGH + GAP + 6
    left = (WIDE - row_width(route.length + len(turned), SCALE) - 44) / 2
    laid = row(board, [colour] * route.length, (left, top), SCALE, prefix)
    right = left + row_width(route.length, SCALE) + 44
    shown = row(board, turned, (right, top), SCALE, prefix)
    mark = rect(
        right + 68 * SCALE - 4,
        top - 5,
        SIZE[0] * SCALE + 8,
        SIZE[1] * SCALE + 10,
        rx=8,
        fill="none",
        stroke=INK,
        stroke_width=2.4,
        stroke_dasharray="6 4",
    )
    plus = stamp("+1", right + 68 * SCALE + SIZE[0] * SCALE - 4, top + 2)
    line = path(
        f"M{right - 22:g} {top:g}v{SIZE[1] * SCALE:g}",
        stroke=QUIET,
        stroke_width=1.4,
        stroke_dasharray="2 5",
    )
    values = {**ends(board, route, language), "extra": 1}
    return map_part + laid + line + shown + mark + plus, top + SIZE[1] * SCALE + 8, values


def station(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A station, the route it borrows, and the own route that goes on from there."""
    borrowed = central(board, [one for one in plain(board) if one.twin < 0], 3)
    onward = [
        one
        for one in plain(board)
        if one.number != borrowed.number and one.twin < 0
        if borrowed.z in (one.a, one.z) and borrowed.a not in (one.a, one.z)
    ]
    routes = [borrowed, *([central(board, onward, 2)] if onward else [])]
    position = Position(
        owners={borrowed.number: 1} | {one.number: 0 for one in routes[1:]},
        stations={borrowed.a: 0},
        borrowed={borrowed.number: {0}},
    )
    map_part = crop(board, position, routes, (WIDE, HIGH), language, prefix)
    values = {**ends(board, borrowed, language), "city": board.name(borrowed.a, language)}
    return map_part, HIGH, values


def ship(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A ship route, paid with a double ship."""
    route = central(board, [one for one in board.routes if one.kind == "ship" and one.twin < 0], 3)
    colour = colour_of(board, route)
    kinds = [f"{colour}-double"] + [f"{colour}-ship"] * (route.length - 2)
    points = board.figures.routes.points[route.length - 1]
    map_part = crop(
        board, Position(owners={route.number: 0}), [route], (WIDE, HIGH), language, prefix
    )
    strip = paid(board, kinds, points, prefix, HIGH + GAP)
    values = {**ends(board, route, language), "count": route.length}
    return map_part + strip, HIGH + GAP + SIZE[1] * SCALE + 4, values


def harbour(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A harbour where a route of its owner ends, and the cards for it."""
    ports = {city.number for city in board.cities if city.port}
    route = central(board, [one for one in plain(board) if one.a in ports or one.z in ports], 2)
    city = route.a if route.a in ports else route.z
    cost = board.figures.harbours.cost if board.figures.harbours else 0
    colour = board.colours[0]
    kinds = [f"{colour}-harbour"] * cost + [f"{colour}-ship"] * cost
    position = Position(owners={route.number: 0}, harbours={city: 0})
    map_part = crop(board, position, [route], (WIDE, HIGH), language, prefix)
    strip = paid(board, kinds, None, prefix, HIGH + GAP)
    values = {"city": board.name(city, language), "count": len(kinds)}
    return map_part + strip, HIGH + GAP + SIZE[1] * SCALE + 4, values


def district(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A district with all of its places in one network: the one that takes the fewest pieces."""
    ways = {number: joined_district(board, number) for number in board.figures.districts}
    large = {number: routes for number, routes in ways.items() if len(routes) > 1} or ways
    number = min(large, key=lambda one: (sum(route.length for route in large[one]), one))
    routes = ways[number]
    position = Position(owners={route.number: 0 for route in routes})
    map_part = crop(board, position, routes, (WIDE, HIGH), language, prefix)
    points = board.figures.districts[number].points
    return map_part, HIGH, {"district": number, "points": points}


def joined_district(board: BoardFile, number: int) -> list[Route]:
    return joined(board, [city.number for city in board.cities if city.district == number])


def joined(board: BoardFile, cities: Sequence[int]) -> list[Route]:
    """Routes that join some cities: each by the shortest way to those before it."""
    found: dict[int, Route] = {}
    for index, city in enumerate(cities[1:], 1):
        ways = [shortest_way(board, city, other) for other in cities[:index]]
        best = min(ways, key=lambda way: sum(route.length for route in way))
        found |= {route.number: route for route in best}
    return list(found.values())


PICTURES: dict[str, Callable[[BoardFile, str, str], Drawing]] = {
    "way": way,
    "cards": cards,
    "claim": claim,
    "double": double,
    "ferry": ferry,
    "tunnel": tunnel,
    "station": station,
    "ship": ship,
    "harbour": harbour,
    "district": district,
}
