"""A route board and a view of it as plain ints and lists, which are what searching needs."""

from __future__ import annotations

from typing import Any

from ekiben.core.compiled import bit
from ekiben.core.layout import View
from ekiben.games.routes.claim import open_routes
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import SHIP, TRAIN
from ekiben.games.routes.stations import taken

SPACE = 64                      # the price of a space; what is smaller only decides between ways of equal length
TUNNEL_EXTRA = 0.6              # cards that a tunnel costs on top, as a rule
WILD_EXTRA = 1                  # what a wild is dearer than another card


class Atlas:
    """What does not change in a game."""

    def __init__(self, game: RouteGame) -> None:
        b: Any = game.plain_board
        routes = range(b.routes)
        self.b, self.routes = b, routes
        self.a, self.z, self.length, self.colour, self.way, self.twin, self.ferry, self.tunnel = (
            [int(value) for value in table[:b.routes]]
            for table in (b.a, b.z, b.length, b.colour, b.way, b.twin, b.ferry, b.tunnel))
        self.points = [int(b.points[length]) for length in self.length]
        self.ticket_ends = [(int(b.ticket_a[n]), int(b.ticket_z[n])) for n in range(b.tickets)]
        self.ticket_points = [int(points) for points in b.ticket_points[:b.tickets]]
        self.at = [[(route, self.a[route] + self.z[route] - city) for route in routes if city in (self.a[route], self.z[route])]
                   for city in range(b.cities)]
        self.first, self.second = [int(kind) for kind in b.first_kind], [int(kind) for kind in b.second_kind]
        self.bonus = [self.district_bonus(route) for route in routes]
        self.price = [self.priced(route) for route in routes]
        self.supply = int(b.in_play) or int(b.pieces[TRAIN])

    def district_bonus(self, route: int) -> float:
        """The route's share in what its district scores."""
        b, ends, bonus = self.b, bit(self.a[route]) | bit(self.z[route]), 0.0
        for district in range(b.districts):
            cities = int(b.district[district])
            if cities & ends == ends:
                bonus += int(b.district_points[district]) / (cities.bit_count() - 1)
        return bonus

    def priced(self, route: int) -> int:
        """In SPACEs; among ways of equal length the one that scores more is cheaper."""
        extra = TUNNEL_EXTRA * self.tunnel[route] + WILD_EXTRA * self.ferry[route]
        return int(SPACE * (self.length[route] + extra) - self.points[route] - 2 * self.bonus[route])


class Sight:
    """What a choice needs of a view."""

    def __init__(self, atlas: Atlas, view: View) -> None:
        b, seat = atlas.b, int(view.seat)
        self.open = as_set(open_routes(b, view, word) for word in range(WORDS))
        self.owned = as_set(view.owned[seat])
        self.others = as_set(taken(view, word) for word in range(WORDS)) & ~self.owned if b.stations else 0
        self.hand: list[int] = view.hand[seat].tolist()
        self.tickets = members(int(view.tickets[seat]))
        self.stations: list[int] = view.building[seat].tolist()[:int(view.built[seat])]
        self.built_up = int(view.built_up)
        self.pieces: list[int] = [int(b.pieces[TRAIN]), int(b.pieces[SHIP])] if view.setting_up else [*view.pieces[seat].tolist(), 0][:2]
        self.total = atlas.supply if view.setting_up else sum(self.pieces)
        self.reach = self.pieces if view.setting_up else [
            self.pieces[kind] + (exchangeable(b, view, 1 - kind) if b.in_play else 0) for kind in (TRAIN, SHIP)]
        self.last = int(view.last_turns)

    def is_open(self, route: int) -> bool:
        return bool(self.open >> route & 1)

    def key(self) -> tuple[object, ...]:
        """All that a plan depends on."""
        return (self.open, self.owned, self.others, tuple(self.tickets), tuple(self.stations), self.built_up, self.total, *self.reach)


def as_set(words: Any) -> int:
    """A set of routes in one int."""
    low, high = words
    return int(low) | int(high) << WORD


def members(numbers: int) -> list[int]:
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]
