"""A view of a route game as a scene: what the browser draws, by the numbers of the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from ekiben.core.layout import HIDDEN, View
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import filled
from ekiben.games.routes.network import join, longest_chain
from ekiben.games.routes.scoring import has_longest
from ekiben.games.routes.sheet import members
from ekiben.games.routes.sizes import COLOURS
from ekiben.games.routes.state import EMPTY, OVER, PAYMENT, REFILL, TUNNEL
from ekiben.server.scenes.ending import SheetLine, ending
from ekiben.server.scenes.route_facts import RouteFacts, facts

__all__ = ["RouteFacts", "RouteScene", "facts", "scene"]


class RouteSeat(msgspec.Struct, omit_defaults=True):
    """What is public of a seat; hand, tickets and offer where this view shows them."""

    score: int
    cards: list[int]                            # by deck
    tickets: int
    pieces: list[int]
    box: list[int]
    left: int                                   # stations or harbours not built yet
    routes: list[int]
    buildings: list[int]                        # cities
    known: dict[str, int]                       # cards that everybody knows to be in the hand
    hand: dict[str, int] | None = None
    held: list[int] | None = None
    offer: list[int] | None = None


class Due(msgspec.Struct, omit_defaults=True):
    """What the open question is about: what is paid for, how much, and a tunnel's cards."""

    route: int = EMPTY
    city: int = EMPTY
    count: int = 0
    way: str = ""                               # train, ship or harbour
    colour: str = ""                            # empty: any one colour
    wilds: int = 0                              # at least so many
    laid: dict[str, int] = {}
    turned: list[str] = []
    gap: int = EMPTY                            # the market's empty place
    least: int = 0                              # tickets to keep


class TicketState(msgspec.Struct, omit_defaults=True):
    """How a ticket of the viewer stands: done, reachable or lost; and the fewest spaces missing, as routes."""

    ticket: int
    state: Literal["done", "reachable", "lost"]
    spaces: int = 0
    missing: list[int] = []


class LastRound(msgspec.Struct):
    """Turns still to come, and who brought the end near."""

    turns: int
    seat: int


class Longest(msgspec.Struct):
    seat: int
    routes: list[int]


class Borrowed(msgspec.Struct):
    seat: int
    route: int


class RouteScene(msgspec.Struct):
    """What a viewer sees. The fields below `due` are derived; the last are there once the game is over."""

    turn: int
    seats: list[RouteSeat]
    closed: list[int]                           # routes that nobody can claim any more
    twins: list[int]                            # routes closed to the viewer alone: twins of its own
    market: list[str | None]
    decks: list[int]
    discards: list[int]                         # how many, by deck
    discarded: dict[str, int]
    tickets_left: int
    setting_up: bool
    last_round: LastRound | None
    due: Due | None
    tickets: list[TicketState]
    payments: dict[str, str]                    # the cheapest for each route that the viewer has cards and pieces for
    joined: list[list[int]]                     # seats that join each district
    ranking: list[list[int]] = []
    sheet: list[list[SheetLine]] = []
    verdict: str = ""
    longest: list[Longest] = []
    borrowed: list[Borrowed] = []


def scene(game: RouteGame, view: View, names: Sequence[str] = (), hints: Mapping[str, Any] | None = None,
          language: str = "en") -> RouteScene:
    """From the view alone; `hints` are the game's for this view."""
    s, kinds = filled(view), game.board.kinds
    made = RouteScene(
        int(s.turns) + 1, [seat_scene(game, view, s, seat) for seat in range(s.seats)], closed(game, s), twins(game, view, s),
        [kinds[card] if card != EMPTY else None for card in view.market.tolist()], view.deck_size.tolist(), view.discarded.tolist(),
        cards(game, view.discards), int(s.ticket_left), bool(s.setting_up),
        LastRound(int(s.last_turns), int(s.last_seat)) if s.last_turns > 0 and s.asked != OVER else None, due(game, view, s),
        ticket_states(game, hints or {}), cheapest(hints or {}), joined(game, s))
    return ended(game, s, made, names, language) if s.asked == OVER else made


# ---- seats
def seat_scene(game: RouteGame, view: View, s: Any, seat: int) -> RouteSeat:
    b, built = game.plain_board, int(s.built[seat])
    pieces = [] if s.setting_up and b.decks > 1 else view.pieces[seat].tolist()
    return RouteSeat(
        int(s.score[seat]), view.hand_size[seat].tolist(), int(s.ticket_count[seat]), pieces, view.box[seat].tolist() if pieces else [],
        int(b.stations + b.harbours) - built, sorted(members(s.owned[seat])), s.building[seat, :built].tolist(),
        cards(game, view.seen[seat]), **own(game, view, seat))


def own(game: RouteGame, view: View, seat: int) -> dict[str, Any]:
    """Hand, tickets and offer, unless this view hides them."""
    if view.hand[seat, 0] == HIDDEN:
        return {}
    held = [ticket.number for ticket in game.board.tickets if int(view.tickets[seat]) >> ticket.number & 1]
    return {"hand": cards(game, view.hand[seat]), "held": held, "offer": view.offer[seat, :int(view.offered[seat])].tolist()}


def cards(game: RouteGame, counts: Any) -> dict[str, int]:
    return {kind: int(count) for kind, count in zip(game.board.kinds, counts, strict=True) if count > 0}


# ---- routes
def closed(game: RouteGame, s: Any) -> list[int]:
    """Neither free nor claimed: twins that a small table closes."""
    taken = {route for seat in range(s.seats) for route in members(s.owned[seat])} | set(members(s.free))
    return [route.number for route in game.board.routes if route.number not in taken]


def twins(game: RouteGame, view: View, s: Any) -> list[int]:
    if view.viewer is None:
        return []
    free = set(members(s.free))
    return [route for route in sorted(members(s.blocked[view.viewer])) if route in free]


def joined(game: RouteGame, s: Any) -> list[list[int]]:
    """LD-5: for each district the seats whose networks join it."""
    found: list[list[int]] = [[] for _ in game.board.numbers.get("districts", {})]
    for seat in range(s.seats if found else 0):
        join(game.plain_board, s, seat)
        for district, seats in enumerate(found):
            if joins_district(game.plain_board, s, district):
                seats.append(seat)
    return found


# ---- the open question
def due(game: RouteGame, view: View, s: Any) -> Due | None:
    asked, kinds = game.asked_names[s.asked], game.board.kinds
    if s.asked in (PAYMENT, TUNNEL):
        laid = game.actions.cards(s.laid) if s.laid != EMPTY else {}
        turned = [kinds[card] for card in view.turned.tolist() if card != EMPTY]
        return Due(int(s.route), int(s.city), int(s.owed), ("train", "ship", "harbour")[s.owed_way], colour(game, s), int(s.owed_wilds),
                   laid, turned)
    if s.asked == REFILL:
        return Due(gap=int(s.gap))
    return Due(least=int(s.least)) if asked == "tickets" else None


def colour(game: RouteGame, s: Any) -> str:
    """Of what is owed: empty for any one colour, `wild` for wilds only."""
    if s.owed_colour == EMPTY:
        return ""
    return "wild" if s.owed_colour >= COLOURS else game.board.colours[s.owed_colour]


# ---- hints
def ticket_states(game: RouteGame, hints: Mapping[str, Any]) -> list[TicketState]:
    numbers = {ticket.id: ticket.number for ticket in game.board.tickets}
    routes = {route.id: route.number for route in game.board.routes}
    return [TicketState(numbers[one["ticket"]], one["state"], one["spaces"], [routes[route] for route in one["missing"]])
            for one in hints.get("tickets", [])]


def cheapest(hints: Mapping[str, Any]) -> dict[str, str]:
    return {route: payment.removeprefix("pay ") for route, payment in hints.get("payments", {}).items()}


# ---- the end
def ended(game: RouteGame, s: Any, made: RouteScene, names: Sequence[str], language: str) -> RouteScene:
    b, end = game.plain_board, ending(game, s, names, language)
    made.ranking, made.sheet, made.verdict = end.ranking, end.sheet, end.verdict
    made.longest = [Longest(seat, sorted(longest_chain(b, s, seat))) for seat in range(s.seats) if has_longest(s, seat)]
    made.borrowed = [Borrowed(seat, int(route)) for seat in range(s.seats) for route in s.borrowed[seat] if route != EMPTY]
    return made
