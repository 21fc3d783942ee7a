"""Plans: the routes that would complete a seat's tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field

from ekiben.bots.atlas import SPACE, Atlas, Sight
from ekiben.games.routes.state import TRAIN

NO_WAY = 0                          # a price: the route cannot be used
FREE = -1                           # a price: it need not be paid
STATION_SPACES = 5                  # what a station is worth, in spaces


@dataclass
class Plan:
    """What is to be claimed and borrowed, and which tickets that completes."""

    routes: list[int] = field(default_factory=list)
    borrowed: list[int] = field(default_factory=list)
    spaces: list[int] = field(default_factory=lambda: [0, 0])
    ways: dict[int, list[int]] = field(default_factory=dict)        # by ticket: what it needs, done ones nothing
    lost: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.spaces[0] + self.spaces[1]


def prices(atlas: Atlas, sight: Sight) -> list[int]:
    """What each route costs the seat."""
    found = [NO_WAY] * len(atlas.routes)
    for route in atlas.routes:
        if sight.owned >> route & 1:
            found[route] = FREE
        elif sight.open >> route & 1 and atlas.length[route] <= sight.reach[atlas.way[route]]:
            found[route] = atlas.price[route]
        elif sight.others >> route & 1:
            found[route] = station_price(atlas, sight, route)
    return found


def station_price(atlas: Atlas, sight: Sight, route: int) -> int:
    """EU-5: a route of others can be borrowed from a station of one's own, there or still to be built."""
    ends = (atlas.a[route], atlas.z[route])
    if any(city in ends for city in sight.stations):
        return 1
    can_build = len(sight.stations) < atlas.b.stations and any(not sight.built_up >> city & 1 for city in ends)
    return STATION_SPACES * SPACE if can_build else NO_WAY


def cheapest(atlas: Atlas, price: list[int], start: int, goal: int) -> list[int] | None:
    """The routes still to be paid on the cheapest way between two cities; None when there is none."""
    best = {start: 0}
    came: dict[int, tuple[int, int]] = {}
    todo = [(0, start)]
    while todo:
        spent, city = heapq.heappop(todo)
        if city == goal:
            return walked_back(price, came, start, goal)
        if spent > best[city]:
            continue
        for route, there in atlas.at[city]:
            cost = price[route]
            if cost:
                total = spent + cost if cost > 0 else spent
                if there not in best or total < best[there]:
                    best[there] = total
                    came[there] = (route, city)
                    heapq.heappush(todo, (total, there))
    return None


def walked_back(price: list[int], came: dict[int, tuple[int, int]], start: int, goal: int) -> list[int]:
    way = []
    while goal != start:
        route, goal = came[goal]
        if price[route] > 0:
            way.append(route)
    return way


def planned(atlas: Atlas, sight: Sight, tickets: Iterable[int]) -> Plan:
    """The cheapest way for each ticket, the dearest ticket first; ways that are already planned cost nothing more."""
    plan, price = Plan(), prices(atlas, sight)
    for ticket in sorted(tickets, key=lambda ticket: -atlas.ticket_points[ticket]):
        way = cheapest(atlas, price, *atlas.ticket_ends[ticket])
        if way is None or not fits(atlas, sight, plan, way):
            plan.lost.append(ticket)
        else:
            plan.ways[ticket] = way
            add(atlas, sight, plan, way)
            for route in way:
                price[route] = FREE
    return plan


def add(atlas: Atlas, sight: Sight, plan: Plan, way: list[int]) -> None:
    for route in way:
        if sight.others >> route & 1:
            plan.borrowed.append(route)
        else:
            plan.routes.append(route)
            plan.spaces[atlas.way[route]] += atlas.length[route]


def fits(atlas: Atlas, sight: Sight, plan: Plan, way: list[int]) -> bool:
    """Whether the pieces and stations last for this way too."""
    spaces = list(plan.spaces)
    borrowed = len(plan.borrowed)
    for route in way:
        if sight.others >> route & 1:
            borrowed += 1
        else:
            spaces[atlas.way[route]] += atlas.length[route]
    return (sum(spaces) <= sight.total and all(spaces[kind] <= sight.reach[kind] for kind in (TRAIN, 1))
            and borrowed <= atlas.b.stations)
