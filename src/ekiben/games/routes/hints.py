"""What a display may tell a seat, from its view alone: how its tickets stand, what its routes would cost.

A display asks after every action, and an action changes few of the answers: ways and payments are remembered by all they depend on.
"""

from __future__ import annotations

import heapq
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ekiben.core.layout import View
from ekiben.games.routes.claim import open_routes, payable, reachable
from ekiben.games.routes.payment import list_payments, owe
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import LAYOUT, OVER

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

REMEMBERED = 20_000


def hints(game: RouteGame, view: View) -> dict[str, Any]:
    """Spectators get none."""
    if view.viewer is None:
        return {}
    s = own(view)
    routes, pieces = own_and_open(game, s), pieces_left(game, s)
    ways = {ticket: cheapest_way(game, *routes, ticket.a, ticket.z) for ticket in held(game, s)}
    return {"tickets": [ticket_hint(game, ticket, way, pieces) for ticket, way in ways.items()],
            "payments": {} if s.asked == OVER else payments(game, s)}


def own(view: View) -> Any:
    """The view as a state in which the viewer is to act, as far as sets of routes and payments need one."""
    pieces = np.zeros((len(view.pieces), LAYOUT.sizes["piece"]), np.int64)
    pieces[:, :view.pieces.shape[1]] = view.pieces
    return SimpleNamespace(**{**view.fields, "seat": view.viewer, "pieces": pieces})


def held(game: RouteGame, s: Any) -> list[Any]:
    """Tickets kept, and those offered just now."""
    tickets, offer = int(s.tickets[s.seat]), s.offer[s.seat, :s.offered[s.seat]].tolist()
    return [ticket for ticket in game.board.tickets if tickets >> ticket.number & 1 or ticket.number in offer]


def pieces_left(game: RouteGame, s: Any) -> int:
    return int(s.pieces[s.seat].sum()) or (game.plain_board.in_play if s.setting_up else 0)


def ticket_hint(game: RouteGame, ticket: Any, way: tuple[int, ...] | None, pieces: int) -> dict[str, Any]:
    """Done, reachable with the pieces left, or lost; and the fewest spaces that are missing, as routes."""
    missing = [game.board.routes[route] for route in way or ()]
    spaces = sum(route.length for route in missing)
    state = "lost" if way is None or spaces > pieces else "reachable" if way else "done"
    return {"ticket": ticket.id, "points": ticket.points, "state": state, "spaces": spaces, "missing": [route.id for route in missing]}


def own_and_open(game: RouteGame, s: Any) -> tuple[int, int]:
    """The routes of the seat to act, and those that it may still claim, as sets."""
    return one_set(s.owned[s.seat]), one_set([open_routes(game.plain_board, s, word) for word in range(WORDS)])


def one_set(words: Any) -> int:
    """A set of several words as one number of any size."""
    return sum(int(word) << WORD * place for place, word in enumerate(words))


@lru_cache(REMEMBERED)
def cheapest_way(game: RouteGame, own: int, still_open: int, start: int, goal: int) -> tuple[int, ...] | None:
    """The open routes to claim on the way that costs the fewest spaces, own routes being free; None when there is none."""
    reached: set[int] = set()
    todo: list[tuple[int, int, tuple[int, ...]]] = [(0, start, ())]
    while todo:
        spaces, city, way = heapq.heappop(todo)
        if city == goal:
            return way
        if city in reached:
            continue
        reached.add(city)
        for number, there, length in game.exits[city]:
            if there in reached:
                continue
            if own >> number & 1:
                heapq.heappush(todo, (spaces, there, way))
            elif still_open >> number & 1:
                heapq.heappush(todo, (spaces + length, there, (*way, number)))
    return None


def payments(game: RouteGame, s: Any) -> dict[str, str]:
    """The cheapest payment for every route that can be paid for: fewest wilds, then fewest cards."""
    b, cards = game.plain_board, payable(game.plain_board, s)
    routes = one_set([open_routes(b, s, word) & reachable(b, s, word) & cards[word] for word in range(WORDS)])
    hand = tuple(s.hand[s.seat].tolist())
    return {route.id: payment(game, hand, int(b.way[route.number]), int(b.colour[route.number]), route.length, route.ferry)
            for route in game.board.routes if routes >> route.number & 1}


@lru_cache(REMEMBERED)
def payment(game: RouteGame, hand: tuple[int, ...], way: int, colour: int, spaces: int, wilds: int) -> str:
    """The cheapest out of this hand."""
    s = SimpleNamespace(seat=0, hand=np.array([hand]))
    owe(s, way, colour, spaces, wilds)
    ways = [game.action(int(id)) for id in game.work[:list_payments(game.plain_board, s, game.work)]]
    return str(min(ways, key=lambda paid: (paid.cards.get("wild", 0), sum(paid.cards.values()), paid.id)))
