"""What a display may tell a seat, from its view alone: how tickets stand, what routes would cost.

A display asks after every action, and an action changes few of the answers: paths and payments are
remembered by all they depend on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from ekiben.core.imagine import fill
from ekiben.core.layout import View
from ekiben.games.routes.board_file import Ticket
from ekiben.games.routes.cheapest_paths import REMEMBERED, Means, Way, cheapest_way, means, one_set
from ekiben.games.routes.claim import open_routes, payable, reachable
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.payment import list_payments, owe
from ekiben.games.routes.score_sheet import sheet
from ekiben.games.routes.sizes import WORDS
from ekiben.games.routes.state import EMPTY, OVER, State
from ekiben.games.routes.stations import borrow, borrowed_for

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame


class TicketHint(TypedDict):
    """How a ticket stands, and what the fewest missing spaces are; all by name."""

    ticket: str
    points: int
    state: str  # done, reachable or lost
    spaces: int
    missing: list[str]  # routes to claim
    borrowed: list[str]  # routes to borrow
    stations: list[str]  # cities to build a station in for that


class Hints(TypedDict, total=False):
    tickets: list[TicketHint]
    payments: dict[str, str]  # by route


def hints(game: RouteGame, view: View) -> Hints:
    """How the viewer's tickets stand and what routes cost it; nothing for spectators."""
    if view.viewer is None:
        return {}
    if view.asked == OVER:
        return {"tickets": final_hints(game, view), "payments": {}}
    s = viewer_state(view)
    given = means(game, s)
    return {
        "tickets": [ticket_hint(game, s, given, ticket) for ticket in known_tickets(game, s)],
        "payments": cheapest_payments(game, s),
    }


def viewer_state(view: View) -> State:
    """The view as a state in which the viewer is to act."""
    s = fill(State(), view)
    s.seat = view.viewer or 0
    return s


# ---- tickets
def known_tickets(game: RouteGame, s: State) -> list[Ticket]:
    """Tickets kept, and those offered just now."""
    tickets, offer = int(s.tickets[s.seat]), s.offer[s.seat, : s.offered[s.seat]].tolist()
    return [
        ticket
        for ticket in game.board.tickets
        if tickets >> ticket.number & 1 or ticket.number in offer
    ]


def ticket_hint(game: RouteGame, s: State, given: Means, ticket: Ticket) -> TicketHint:
    """Done if the game were scored now, reachable with the pieces and stations left, or lost."""
    lent = completing_routes(game, s, given, ticket)
    if lent is not None:
        return hint_from(game, ticket, "done", Way(0, (), lent, ()))
    way = cheapest_way(game, given, ticket.a, ticket.z)
    return hint_from(game, ticket, "lost" if way is None else "reachable", way)


def hint_from(game: RouteGame, ticket: Ticket, state: str, way: Way | None) -> TicketHint:
    spaces, claims, borrowed, sites = way or Way(0, (), (), ())
    routes, cities = game.board.routes, game.board.cities
    return {
        "ticket": ticket.id,
        "points": ticket.points,
        "state": state,
        "spaces": spaces,
        "missing": [routes[n].id for n in claims],
        "borrowed": [routes[n].id for n in borrowed],
        "stations": [cities[n].id for n in sites],
    }


def completing_routes(
    game: RouteGame, s: State, given: Means, ticket: Ticket
) -> tuple[int, ...] | None:
    """The routes that a complete ticket borrows, kept or offered; None if it is not complete."""
    tickets = int(s.tickets[s.seat]) | 1 << ticket.number
    owned = tuple(tuple(row) for row in s.owned[: s.seats].tolist())
    return completed_tickets(game, owned, s.seat, given.stations, tickets)[ticket.number]


@lru_cache(REMEMBERED)
def completed_tickets(
    game: RouteGame,
    owned: tuple[tuple[int, ...], ...],
    seat: int,
    stations: tuple[int, ...],
    tickets: int,
) -> dict[int, tuple[int, ...] | None]:
    """EU-5.4: by ticket the borrowed routes that complete it, were the game scored now."""
    b, s = game.plain_board, State()
    s.seats = len(owned)
    s.owned[: len(owned)] = owned
    s.tickets[seat] = tickets
    s.built[seat] = len(stations)
    s.building[seat, : len(stations)] = stations
    s.borrowed[:] = EMPTY
    borrow(b, s, seat)
    return {
        ticket.number: borrowed_for(b, s, seat, ticket.number)
        for ticket in game.board.tickets
        if tickets >> ticket.number & 1
    }


def final_hints(game: RouteGame, view: View) -> list[TicketHint]:
    """Once it is over, what the score sheet says."""
    lines = [
        line for line in sheet(game, state_from(view), view.viewer or 0) if "ticket" in line.details
    ]
    return [
        {
            **hint_from(game, ticket, "done" if line.reason == "ticket-done" else "lost", None),
            "borrowed": line.details.get("borrowed", []),
        }
        for ticket, line in zip(known_tickets(game, viewer_state(view)), lines, strict=True)
    ]


# ---- payments
def cheapest_payments(game: RouteGame, s: State) -> dict[str, str]:
    """The cheapest payment for each route the seat can pay for: fewest wilds, then cards."""
    b, cards = game.plain_board, payable(game.plain_board, s)
    routes = one_set(
        [open_routes(b, s, word) & reachable(b, s, word) & cards[word] for word in range(WORDS)]
    )
    hand = tuple(s.hand[s.seat].tolist())
    return {
        route.id: cheapest_payment(
            game,
            hand,
            int(b.way[route.number]),
            int(b.colour[route.number]),
            route.length,
            route.ferry,
        )
        for route in game.board.routes
        if routes >> route.number & 1
    }


@lru_cache(REMEMBERED)
def cheapest_payment(
    game: RouteGame, hand: tuple[int, ...], way: int, colour: int, spaces: int, wilds: int
) -> str:
    """The cheapest out of this hand."""
    s = State()
    s.hand[0] = hand
    owe(s, way, colour, spaces, wilds)
    found = game.scratch()
    count = list_payments(game.plain_board, s, found)
    ways = [game.action(int(id)) for id in found[:count]]
    return str(
        min(ways, key=lambda paid: (paid.cards.get("wild", 0), sum(paid.cards.values()), paid.id))
    )
