"""How a seat stands in a route game: what its tickets need, and what losing a route would cost.

Everything is worked out from the seat's view, with the rules and the searches that hints use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State


@dataclass(frozen=True)
class Plan:
    """Routes that complete several tickets, each joined to those before it, and their spaces."""

    tickets: tuple[Ticket, ...]
    routes: tuple[int, ...]
    spaces: int
    left_out: tuple[Ticket, ...]  # for which no way or no pieces are left


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
        self.question = game.asked_names[int(view.asked)]
        self.to_act = int(view.seat)
        self.acts = self.to_act == view.viewer

    def reason(self, key: str, **values: Value) -> Reason:
        return Reason(key, values, self.game.board)

    # ---- things of the board
    def route(self, id: str) -> Route:
        return next(route for route in self.game.board.routes if route.id == id)

    def routes(self, numbers: Iterable[int]) -> list[Route]:
        return [self.game.board.routes[number] for number in numbers]

    def city(self, id: str) -> int:
        return next(city.number for city in self.game.board.cities if city.id == id)

    def points(self, route: Route) -> int:
        return int(self.b.points[route.length])

    @property
    def turns_left(self) -> int:
        """RT-6.1: the seat's own turns still to come, this one included, once the end is near."""
        waiting = (self.s.seat - self.to_act) % self.s.seats
        return max(0, (int(self.s.last_turns) - waiting - 1) // self.s.seats + 1)

    @property
    def is_last_turn(self) -> bool:
        """Whether the seat is to act and will not be asked for another turn."""
        return self.acts and self.s.last_turns > 0 and self.turns_left == 1

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

    def is_done(self, ticket: Ticket) -> bool:
        return completing_routes(self.game, self.s, self.means, ticket) is not None

    def way(self, ticket: Ticket, given: Means | None = None) -> Way | None:
        return cheapest_way(self.game, given or self.means, ticket.a, ticket.z)

    @cached_property
    def undone(self) -> list[Ticket]:
        """The kept tickets that are not complete."""
        return [ticket for ticket in self.tickets if not self.is_done(ticket)]

    @cached_property
    def lost(self) -> list[Ticket]:
        return [ticket for ticket in self.undone if self.way(ticket) is None]

    @cached_property
    def needs(self) -> list[tuple[Ticket, Way]]:
        """The tickets that can still be completed, those of fewest spaces first."""
        ways = [(ticket, self.way(ticket)) for ticket in self.undone]
        found = [(ticket, way) for ticket, way in ways if way is not None]
        return sorted(found, key=lambda item: (item[1].spaces, -item[0].points))

    @cached_property
    def plan(self) -> Plan:
        """A way for all of the seat's open tickets together."""
        return self.plan_for([ticket for ticket, _ in self.needs])

    def plan_for(self, tickets: Sequence[Ticket]) -> Plan:
        """Ways one after the other, the most valuable ticket first, each over those before it."""
        given, spaces = self.means, 0
        routes: list[int] = []
        done: list[Ticket] = []
        left_out: list[Ticket] = []
        for ticket in sorted(tickets, key=lambda ticket: -ticket.points):
            way = self.way(ticket, given)
            if way is None:
                left_out.append(ticket)
                continue
            done.append(ticket)
            routes += way.claims
            spaces += way.spaces
            given = self.after(given, way.claims)
        return Plan(tuple(done), tuple(routes), spaces, tuple(left_out))

    def after(self, given: Means, claims: Iterable[int]) -> Means:
        """What is left to the seat once it has claimed these routes too."""
        for route in self.routes(claims):
            kind = int(self.b.way[route.number])
            pieces = list(given.pieces)
            pieces[kind] -= route.length
            given = replace(
                given,
                own=given.own | 1 << route.number,
                pieces=(pieces[TRAIN], pieces[SHIP]),
                in_all=given.in_all - route.length,
            )
        return given

    # ---- what gaining or losing a route would mean
    def served(self, route: Route) -> list[Ticket]:
        """The tickets for which the route is on a shortest way."""
        own = self.after(self.means, [route.number])
        return [
            ticket
            for ticket, now in self.needs
            if (then := self.way(ticket, own)) is not None
            and now.spaces - then.spaces == route.length
        ]

    def completed_by(self, route: Route) -> list[Ticket]:
        """The tickets that lack nothing but this route."""
        own = self.after(self.means, [route.number])
        return [
            ticket
            for ticket in self.undone
            if (way := self.way(ticket, own)) is not None and is_there(way)
        ]

    def without(self, route: Route) -> Means:
        """What is left to the seat once another has claimed a route (RT-4.8: and its twin)."""
        taken = 1 << route.number
        if route.twin != EMPTY and self.s.seats <= self.b.closing:
            taken |= 1 << route.twin
        return replace(self.means, still_open=self.means.still_open & ~taken, hoped=0)

    def detour(self, ticket: Ticket, route: Route) -> int | None:
        """The spaces more that a ticket would take without a route, with no further station.

        None: no other way is left.
        """
        now = self.way(ticket)
        if now is None:
            return None
        then = self.way(ticket, replace(self.without(route), left=len(now.sites)))
        return None if then is None else then.spaces - now.spaces

    def station_helps(self, ticket: Ticket) -> bool:
        """Whether a station could borrow a way where none is left: EU-5.3."""
        way = self.way(ticket)
        return way is not None and self.means.left > len(way.sites)


def is_there(way: Way) -> bool:
    """Whether nothing more has to be claimed, borrowed or built for it."""
    return not (way.claims or way.borrowed or way.sites)


def ids(tickets: Iterable[Ticket]) -> list[str]:
    return [ticket.id for ticket in tickets]


def points(tickets: Iterable[Ticket]) -> int:
    return sum(ticket.points for ticket in tickets)
