"""How a seat stands in a route game: what its tickets need, and what losing a route would cost.

Everything is worked out from the seat's view, with the rules and the searches that hints use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ekiben.coach.reason import Reason, Value
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_file import Route, Ticket
from ekiben.games.routes.cheapest_paths import Means, Way, cheapest_way, means
from ekiben.games.routes.game import RouteGame, route_game
from ekiben.games.routes.hints import completing_routes, viewer_state
from ekiben.games.routes.state import EMPTY, State


@dataclass(frozen=True)
class Need:
    """A ticket that is not complete, and the way of fewest spaces; None: it is lost."""

    ticket: Ticket
    way: Way | None


class Outlook:
    """A view of a route game and what follows from it, each thing worked out when first asked."""

    game: RouteGame
    b: Board
    s: State  # the view as a state in which the viewer is to act

    def __init__(self, game: Game, view: View) -> None:
        self.game = route_game(game)
        self.b = self.game.plain_board
        self.s = viewer_state(view)
        self.means = means(self.game, self.s)

    def reason(self, key: str, **values: Value) -> Reason:
        return Reason(key, values, self.game.board)

    # ---- things of the board
    def route(self, id: str) -> Route:
        return next(route for route in self.game.board.routes if route.id == id)

    def route_ids(self, numbers: Iterable[int]) -> list[str]:
        return [self.game.board.routes[number].id for number in numbers]

    def city(self, id: str) -> int:
        return next(city.number for city in self.game.board.cities if city.id == id)

    # ---- tickets
    @cached_property
    def tickets(self) -> list[Ticket]:
        """The tickets that the seat has kept."""
        kept = int(self.s.tickets[self.s.seat])
        return [ticket for ticket in self.game.board.tickets if kept >> ticket.number & 1]

    @cached_property
    def offered(self) -> list[Ticket]:
        """The tickets offered to the seat, in their order."""
        numbers = self.s.offer[self.s.seat, : self.s.offered[self.s.seat]].tolist()
        return [self.game.board.tickets[number] for number in numbers]

    @cached_property
    def needs(self) -> list[Need]:
        """The kept tickets that are not complete."""
        return [self.need(ticket) for ticket in self.tickets if not self.is_done(ticket)]

    def is_done(self, ticket: Ticket) -> bool:
        return completing_routes(self.game, self.s, self.means, ticket) is not None

    def need(self, ticket: Ticket) -> Need:
        return Need(ticket, self.way(ticket))

    def way(self, ticket: Ticket, given: Means | None = None) -> Way | None:
        return cheapest_way(self.game, given or self.means, ticket.a, ticket.z)

    @cached_property
    def open_needs(self) -> list[tuple[Ticket, Way]]:
        """The tickets that can still be completed, those of fewest spaces first."""
        found = [(need.ticket, need.way) for need in self.needs if need.way is not None]
        return sorted(found, key=lambda item: (item[1].spaces, -item[0].points))

    @cached_property
    def wanted(self) -> Mapping[int, list[Ticket]]:
        """The routes on the shortest ways of open tickets, and for which of them."""
        found: dict[int, list[Ticket]] = {}
        for ticket, way in self.open_needs:
            for route in way.claims:
                found.setdefault(route, []).append(ticket)
        return found

    def serves(self, route: Route) -> list[Ticket]:
        """The tickets whose shortest way uses a route or its twin."""
        return self.wanted.get(route.number, []) or self.wanted.get(route.twin, [])

    # ---- what losing or gaining a route would mean
    def without(self, route: Route) -> Means:
        """What is left to the seat once another has claimed a route (RT-4.8: and its twin)."""
        taken = 1 << route.number
        if route.twin != EMPTY and self.s.seats <= self.b.closing:
            taken |= 1 << route.twin
        return replace(self.means, still_open=self.means.still_open & ~taken)

    def detour(self, ticket: Ticket, route: Route) -> int | None:
        """The spaces more that a ticket would take without a route; None: it would be lost."""
        now, then = self.way(ticket), self.way(ticket, self.without(route))
        return None if now is None or then is None else then.spaces - now.spaces

    def completes(self, route: Route) -> list[Ticket]:
        """The tickets that lack nothing but this route."""
        own = replace(self.means, own=self.means.own | 1 << route.number)
        return [
            need.ticket
            for need in self.needs
            if (way := self.way(need.ticket, own)) is not None and is_there(way)
        ]


def is_there(way: Way) -> bool:
    """Whether nothing has to be claimed, borrowed or built for it."""
    return not (way.claims or way.borrowed or way.sites)
