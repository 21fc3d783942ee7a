"""A view of a route game as a scene: what the browser draws, by the numbers of the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from ekiben.core.batch import Ints
from ekiben.core.layout import HIDDEN, View
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.network import join
from ekiben.games.routes.score_sheet import members
from ekiben.games.routes.sizes import COLOURS, WORD, WORDS
from ekiben.games.routes.state import EMPTY, OVER, PAYMENT, REFILL, TUNNEL, State
from ekiben.server.scenes.ending import SheetLine
from ekiben.server.scenes.routes.board_facts import RouteFacts, facts, numbers
from ekiben.server.scenes.routes.ending import Borrowed, Longest, route_ending

__all__ = ["RouteFacts", "RouteScene", "facts", "scene"]


class RouteSeat(msgspec.Struct, omit_defaults=True):
    """What is public of a seat; hand, tickets and offer where this view shows them."""

    score: int
    cards: list[int]  # by deck
    tickets: int
    pieces: list[int]
    box: list[int]
    left: int  # stations or harbours not built yet
    routes: list[int]
    buildings: list[int]  # cities
    known: dict[str, int]  # cards that everybody knows to be in the hand
    hand: dict[str, int] | None = None
    held: list[int] | None = None
    offer: list[int] | None = None


class Due(msgspec.Struct, omit_defaults=True):
    """What the open question is about: what is paid for, how much, and a tunnel's cards."""

    route: int = EMPTY
    city: int = EMPTY
    count: int = 0
    way: str = ""  # train, ship or harbour
    colour: str = ""  # empty: any one colour
    wilds: int = 0  # at least so many
    laid: dict[str, int] = {}
    turned: list[str] = []
    gap: int = EMPTY  # the market's empty place
    least: int = 0  # tickets to keep


class TicketState(msgspec.Struct, omit_defaults=True):
    """How a ticket of the viewer stands.

    `missing`: the routes with the fewest spaces that complete it; `borrowed`: routes borrowed for
    it; `stations`: cities to build a station in for that.
    """

    ticket: int
    state: Literal["done", "reachable", "lost"]
    spaces: int = 0
    missing: list[int] = []
    borrowed: list[int] = []
    stations: list[int] = []


class LastRound(msgspec.Struct):
    """Turns and rounds still to come, and who brought the end near."""

    turns: int
    rounds: int
    seat: int


class RouteScene(msgspec.Struct):
    """What a viewer sees; fields below `due` are derived, the last are there once it is over."""

    turn: int
    seats: list[RouteSeat]
    closed: list[int]  # routes that nobody can claim any more
    twins: list[int]  # routes closed to the viewer alone: twins of its own
    market: list[str | None]
    decks: list[int]
    discards: list[int]  # how many, by deck
    discarded: dict[str, int]
    tickets_left: int
    setting_up: bool
    last_round: LastRound | None
    due: Due | None
    tickets: list[TicketState]
    payments: dict[str, str]  # the cheapest for each route that the viewer has cards and pieces for
    joined: list[list[int]]  # seats that join each district
    ranking: list[list[int]] = []
    sheet: list[list[SheetLine]] = []
    verdict: str = ""
    margin: str = ""
    longest: list[Longest] = []
    borrowed: list[Borrowed] = []


def scene(
    game: RouteGame,
    view: View,
    names: Sequence[str] = (),
    hints: Mapping[str, Any] | None = None,
    language: str = "en",
) -> RouteScene:
    """From the view alone; `hints` are the game's for this view."""
    kinds = game.board.kinds
    made = RouteScene(
        int(view.turns) + 1,
        [seat_scene(game, view, seat) for seat in range(view.seats)],
        closed_routes(game, view),
        own_twins(view),
        [kinds[card] if card != EMPTY else None for card in view.market.tolist()],
        view.deck_size.tolist(),
        view.discarded.tolist(),
        card_counts(game, view.discards),
        int(view.ticket_left),
        bool(view.setting_up),
        last_round(view),
        open_payment(game, view),
        ticket_states(game, hints or {}),
        cheapest_payments(hints or {}),
        seats_by_district(game, view),
    )
    if view.asked == OVER:
        add_ending(made, game, state_from(view), names, language)
    return made


def last_round(view: View) -> LastRound | None:
    """None while the end is not near; GL-7.1: two rounds may be left."""
    turns = int(view.last_turns)
    return (
        LastRound(turns, -(-turns // view.seats), int(view.last_seat))
        if turns > 0 and view.asked != OVER
        else None
    )


# ---- seats
def seat_scene(game: RouteGame, view: View, seat: int) -> RouteSeat:
    b, built = game.plain_board, int(view.built[seat])
    pieces = [] if view.setting_up and b.decks > 1 else view.pieces[seat].tolist()
    return RouteSeat(
        int(view.score[seat]),
        view.hand_size[seat].tolist(),
        int(view.ticket_count[seat]),
        pieces,
        view.box[seat].tolist() if pieces else [],
        int(b.stations + b.harbours) - built,
        list(members(view.owned[seat])),
        view.building[seat, :built].tolist(),
        card_counts(game, view.seen[seat]),
        **own_cards(game, view, seat),
    )


def own_cards(game: RouteGame, view: View, seat: int) -> dict[str, Any]:
    """Hand, tickets and offer, unless this view hides them."""
    if view.hand[seat, 0] == HIDDEN:
        return {}
    tickets = int(view.tickets[seat])
    held = [ticket.number for ticket in game.board.tickets if tickets >> ticket.number & 1]
    return {
        "hand": card_counts(game, view.hand[seat]),
        "held": held,
        "offer": view.offer[seat, : int(view.offered[seat])].tolist(),
    }


def card_counts(game: RouteGame, counts: Ints) -> dict[str, int]:
    return {
        kind: count
        for kind, count in zip(game.board.kinds, counts.tolist(), strict=True)
        if count > 0
    }


# ---- routes
def closed_routes(game: RouteGame, view: View) -> list[int]:
    """Neither free nor claimed: twins that a small table closes."""
    words = zip(all_routes(game), view.free.tolist(), *view.owned.tolist(), strict=True)
    return list(members([every & ~(free | sum(owned)) for every, free, *owned in words]))


@lru_cache(64)
def all_routes(game: RouteGame) -> list[int]:
    return [
        sum(1 << route.number % WORD for route in game.board.routes if route.number // WORD == word)
        for word in range(WORDS)
    ]


def own_twins(view: View) -> list[int]:
    return [] if view.viewer is None else list(members(view.blocked[view.viewer] & view.free))


def seats_by_district(game: RouteGame, view: View) -> list[list[int]]:
    """LD-5: for each district the seats whose networks join it."""
    districts = range(len(game.board.figures.districts))
    by_seat = (
        [districts_of(game, tuple(owned)) for owned in view.owned.tolist()] if districts else []
    )
    return [
        [seat for seat, found in enumerate(by_seat) if district in found] for district in districts
    ]


@lru_cache(4096)
def districts_of(game: RouteGame, owned: tuple[int, ...]) -> frozenset[int]:
    """The districts that a seat with these routes joins."""
    s = State()
    s.owned[0] = owned
    join(game.plain_board, s, 0)
    return frozenset(
        one
        for one in range(len(game.board.figures.districts))
        if joins_district(game.plain_board, s, one)
    )


# ---- the open question
def open_payment(game: RouteGame, view: View) -> Due | None:
    kinds = game.board.kinds
    if view.asked in (PAYMENT, TUNNEL):
        laid = game.actions.cards(view.laid) if view.laid != EMPTY else {}
        turned = [kinds[card] for card in view.turned.tolist() if card != EMPTY]
        return Due(
            int(view.route),
            int(view.city),
            int(view.owed),
            ("train", "ship", "harbour")[view.owed_way],
            owed_colour(game, view),
            int(view.owed_wilds),
            laid,
            turned,
        )
    if view.asked == REFILL:
        return Due(gap=int(view.gap))
    return Due(least=int(view.least)) if game.asked_names[view.asked] == "tickets" else None


def owed_colour(game: RouteGame, view: View) -> str:
    """Of what is owed: empty for any one colour, `wild` for wilds only."""
    if view.owed_colour == EMPTY:
        return ""
    return "wild" if view.owed_colour >= COLOURS else game.board.colours[view.owed_colour]


# ---- hints
def ticket_states(game: RouteGame, hints: Mapping[str, Any]) -> list[TicketState]:
    tickets, routes, cities = numbers(game)
    return [
        TicketState(
            tickets[one["ticket"]],
            one["state"],
            one["spaces"],
            [routes[route] for route in one["missing"]],
            [routes[route] for route in one["borrowed"]],
            [cities[city] for city in one["stations"]],
        )
        for one in hints.get("tickets", [])
    ]


def cheapest_payments(hints: Mapping[str, Any]) -> dict[str, str]:
    return {
        route: payment.removeprefix("pay ") for route, payment in hints.get("payments", {}).items()
    }


# ---- the end
def add_ending(
    made: RouteScene, game: RouteGame, s: State, names: Sequence[str], language: str
) -> None:
    end = route_ending(game, s, names, language)
    made.ranking = end.ending.ranking
    made.sheet = end.ending.sheet
    made.verdict = end.ending.verdict
    made.margin = end.ending.margin
    made.longest = end.longest
    made.borrowed = end.borrowed
