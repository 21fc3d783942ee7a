"""Plans: the routes that would complete a seat's tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field

from ekiben.bots.atlas import SPACE, Atlas, Sight
from ekiben.games.routes.state import SHIP, TRAIN

NO_WAY, FREE = 0, -1                # prices: the route cannot be used; it need not be paid
STATION_SPACES = 5                  # what a station is worth, in spaces


@dataclass
class Plan:
    """What is to be claimed and what to be borrowed, and which tickets that completes."""

    routes: list[int] = field(default_factory=list)
    borrowed: list[int] = field(default_factory=list)
    spaces: list[int] = field(default_factory=lambda: [0, 0])       # by kind of piece
    needs: dict[int, list[int]] = field(default_factory=dict)       # by ticket: all that it still needs
    lost: list[int] = field(default_factory=list)                   # tickets out of reach
    unserved: list[int] = field(default_factory=list)               # borrowed routes without a station as yet


def planned(atlas: Atlas, sight: Sight, tickets: Iterable[int]) -> Plan:
    """The cheapest way for each ticket, the most valuable first; what is planned for one is free for the next."""
    plan, base = Plan(), prices(atlas, sight)
    price = list(base)
    for ticket in sorted(tickets, key=lambda ticket: -atlas.value[ticket]):
        way = cheapest(atlas, price, *atlas.tickets[ticket])
        if way is not None and add(atlas, sight, plan, [route for route in way if price[route] > 0]):
            plan.needs[ticket] = [route for route in way if base[route] > 0]
            for route in way:
                price[route] = FREE
        else:
            plan.lost.append(ticket)
    return plan


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
    """A route of others can be borrowed, from a station that is there or one still to be built."""
    ends = atlas.ends(route)
    if any(city in ends for city in sight.buildings):
        return 1
    can_build = len(sight.buildings) < atlas.b.stations and any(not sight.built_up >> city & 1 for city in ends)
    return STATION_SPACES * SPACE if can_build else NO_WAY


def cheapest(atlas: Atlas, price: list[int], start: int, goal: int) -> list[int] | None:
    """The routes of the cheapest way between two cities; None when there is none."""
    best, came = {start: 0}, {start: (-1, start)}
    todo = [(0, start)]
    while todo:
        spent, city = heapq.heappop(todo)
        if city == goal:
            return walked_back(came, start, goal)
        for route, there in atlas.at[city] if spent == best[city] else ():
            cost = price[route]
            total = spent + cost if cost > 0 else spent
            if cost and (there not in best or total < best[there]):
                best[there], came[there] = total, (route, city)
                heapq.heappush(todo, (total, there))
    return None


def walked_back(came: dict[int, tuple[int, int]], start: int, goal: int) -> list[int]:
    way = []
    while goal != start:
        route, goal = came[goal]
        way.append(route)
    return way


def add(atlas: Atlas, sight: Sight, plan: Plan, way: list[int]) -> bool:
    """Adds a way to the plan, if pieces and stations last for it."""
    claimed = [route for route in way if not sight.others >> route & 1]
    borrowed = plan.borrowed + [route for route in way if sight.others >> route & 1]
    spaces, unserved = list(plan.spaces), without_station(atlas, sight, borrowed)
    for route in claimed:
        spaces[atlas.way[route]] += atlas.length[route]
    enough = all(spaces[kind] <= sight.reach[kind] for kind in (TRAIN, SHIP)) and sum(spaces) <= sight.total
    if not enough or (unserved and len(unserved) + len(sight.buildings) > atlas.b.stations):
        return False
    plan.routes += claimed
    plan.borrowed, plan.unserved, plan.spaces = borrowed, unserved, spaces
    return True


def without_station(atlas: Atlas, sight: Sight, borrowed: list[int]) -> list[int]:
    """Routes that none of the seat's stations can borrow, one for each."""
    idle, left = list(sight.buildings), []
    for route in borrowed:
        serving = next((city for city in idle if city in atlas.ends(route)), None)
        if serving is None:
            left.append(route)
        else:
            idle.remove(serving)
    return left
