"""What a display may tell a seat, from its view alone: how its tickets stand, what its routes would cost."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any

from ekiben.core.compiled import bit
from ekiben.core.layout import View
from ekiben.games.routes.claim import in_set, open_routes, payable, reachable
from ekiben.games.routes.imagine import filled
from ekiben.games.routes.payment import list_payments, owe
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import OVER

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame


def hints(game: RouteGame, view: View) -> dict[str, Any]:
    """Spectators get none."""
    if view.viewer is None:
        return {}
    s = filled(view)
    s.seat = view.viewer
    return {"tickets": [ticket_hint(game, s, ticket) for ticket in held(game, s, view.viewer)],
            "payments": {} if s.asked == OVER else payments(game, s)}


def held(game: RouteGame, s: Any, seat: int) -> list[Any]:
    """Tickets kept, and those offered just now."""
    offer = [int(number) for number in s.offer[seat, :s.offered[seat]]]
    return [ticket for ticket in game.board.tickets if s.tickets[seat] & bit(ticket.number) or ticket.number in offer]


def ticket_hint(game: RouteGame, s: Any, ticket: Any) -> dict[str, Any]:
    """Done, reachable with the pieces left, or lost; and the fewest spaces that are missing, as routes."""
    way = cheapest_way(game, s, ticket.a, ticket.z)
    spaces = sum(game.board.routes[route].length for route in way or [])
    pieces = int(s.pieces[s.seat].sum()) or (game.plain_board.in_play if s.setting_up else 0)
    state = "lost" if way is None or spaces > pieces else "reachable" if way else "done"
    return {"ticket": ticket.id, "points": ticket.points, "state": state, "spaces": spaces,
            "missing": [game.board.routes[route].id for route in way or []]}


def cheapest_way(game: RouteGame, s: Any, start: int, goal: int) -> list[int] | None:
    """The open routes to claim on the way that costs the fewest spaces, own routes being free; None when there is none."""
    open_words = [open_routes(game.plain_board, s, word) for word in range(WORDS)]
    reached: set[int] = set()
    todo: list[tuple[int, int, list[int]]] = [(0, start, [])]
    while todo:
        spaces, city, way = heapq.heappop(todo)
        if city == goal:
            return way
        if city in reached:
            continue
        reached.add(city)
        for route in game.routes_at[city]:
            there = route.a + route.z - city
            if in_set(s.owned[s.seat], route.number):
                heapq.heappush(todo, (spaces, there, way))
            elif in_set(open_words, route.number) and there not in reached:
                heapq.heappush(todo, (spaces + route.length, there, [*way, route.number]))
    return None


def payments(game: RouteGame, s: Any) -> dict[str, str]:
    """The cheapest payment for every route that can be paid for: fewest wilds, then fewest cards."""
    b, found = game.plain_board, {}
    words, cards = [open_routes(b, s, word) & reachable(b, s, word) for word in range(WORDS)], payable(b, s)
    for route in game.board.routes:
        if in_set(words, route.number) and in_set(cards, route.number):
            owe(s, b.way[route.number], b.colour[route.number], route.length, route.ferry)
            count = list_payments(b, s, game.work)
            ways = [game.action(int(id)) for id in game.work[:count]]
            best = min(ways, key=lambda way: (way.cards.get("wild", 0), sum(way.cards.values()), way.id))
            found[route.id] = str(best)
    return found
