"""What came of an action, as events: one table of kinds, and who hears what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ekiben.games.routes import trace
from ekiben.games.routes.state import EMPTY

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

Event = dict[str, Any]
Field = Callable[[str], Any]


def event(game: RouteGame, field: Field, fact: list[int]) -> Event:
    """One row of the trace."""
    kind, seat, x, y = fact
    name, tell = EVENTS[kind]
    told: Event = {"kind": name} if seat == EMPTY else {"kind": name, "seat": seat}
    told.update(tell(game, field, seat, x, y))
    return told


def tickets(game: RouteGame, numbers: Any) -> list[str]:
    return [game.board.tickets[number].id for number in numbers if number != EMPTY]


def chosen(game: RouteGame, offer: Any, choice: int) -> list[str]:
    return tickets(
        game, [ticket for place, ticket in enumerate(offer.tolist()) if choice >> place & 1]
    )


def offered(game: RouteGame, field: Field, seat: int, x: int, y: int) -> Event:
    return {"count": x, "secrets": {"tickets": tickets(game, field("offer")[seat].tolist())}}


def chose_tickets(game: RouteGame, field: Field, seat: int, x: int, y: int) -> Event:
    """RT-1.6: only the seat itself hears of it until all have chosen; the last one's offer is in
    the memory already.
    """
    offer = field("draw_offer")[seat] if field("draws") > 0 else field("offer")[seat]
    return {"own": True, "tickets": chosen(game, offer, x)}


def kept(game: RouteGame, field: Field, seat: int, x: int, y: int) -> Event:
    return {
        "count": y,
        "secrets": {"tickets": chosen(game, field("draw_offer")[x], int(field("draw_choice")[x]))},
    }


def pieces(game: RouteGame, field: Field, seat: int, x: int, y: int) -> Event:
    return {"trains": x, "ships": y}


# number -> name, and the fields besides `seat`; `secrets` only the seat hears, an event that is
# `own` nobody else
EVENTS: dict[int, tuple[str, Callable[[Any, Field, int, int, int], Event]]] = {
    trace.TURNED_UP: (
        "turned-up",
        lambda game, field, seat, x, y: {"slot": x, "card": game.board.kinds[y]},
    ),
    trace.SWEPT: ("swept", lambda game, field, seat, x, y: {"times": x}),
    trace.SWEEP_STOPPED: ("sweep-stopped", lambda game, field, seat, x, y: {"times": x}),
    trace.RESHUFFLED: (
        "reshuffled",
        lambda game, field, seat, x, y: {"deck": game.deck_names[x], "cards": y},
    ),
    trace.DREW: ("drew", lambda game, field, seat, x, y: {"slot": x, "card": game.board.kinds[y]}),
    trace.DREW_BLIND: (
        "drew-blind",
        lambda game, field, seat, x, y: {
            "deck": game.deck_names[x],
            "secrets": {"card": game.board.kinds[y]},
        },
    ),
    trace.CHOSE_ROUTE: (
        "chose-route",
        lambda game, field, seat, x, y: {"route": game.board.routes[x].id},
    ),
    trace.PAID: ("paid", lambda game, field, seat, x, y: {"cards": game.actions.cards(x)}),
    trace.CLAIMED: (
        "claimed",
        lambda game, field, seat, x, y: {"route": game.board.routes[x].id, "points": y},
    ),
    trace.ASKED_TICKETS: ("asked-tickets", lambda game, field, seat, x, y: {}),
    trace.OFFERED: ("offered", offered),
    trace.CHOSE_TICKETS: ("chose-tickets", chose_tickets),
    trace.KEPT: ("kept", kept),
    trace.PASSED: ("passed", lambda game, field, seat, x, y: {}),
    trace.LAST_ROUND: ("last-round", lambda game, field, seat, x, y: {"turns": x}),
    trace.ENDED: ("over", lambda game, field, seat, x, y: {}),
    trace.BEGAN: ("began", lambda game, field, seat, x, y: {}),
    trace.LAID_OUT: ("laid-out", lambda game, field, seat, x, y: {"cards": game.actions.cards(x)}),
    trace.TUNNEL_CARD: (
        "tunnel-card",
        lambda game, field, seat, x, y: {"place": x, "card": game.board.kinds[y]},
    ),
    trace.TUNNEL_EXTRA: ("tunnel-extra", lambda game, field, seat, x, y: {"extra": x}),
    trace.WITHDREW: (
        "withdrew",
        lambda game, field, seat, x, y: {
            "route": game.board.routes[x].id,
            "cards": game.actions.cards(y),
        },
    ),
    trace.CHOSE_CITY: (
        "chose-city",
        lambda game, field, seat, x, y: {"city": game.board.cities[x].id},
    ),
    trace.BUILT: (
        "built",
        lambda game, field, seat, x, y: {"city": game.board.cities[x].id, "number": y},
    ),
    trace.CHOSE_PIECES: (
        "chose-pieces",
        lambda game, field, seat, x, y: {"own": True, "trains": x},
    ),
    trace.TOOK_PIECES: ("took-pieces", pieces),
    trace.EXCHANGED: (
        "exchanged",
        lambda game, field, seat, x, y: {"pieces": ("trains", "ships")[x], "count": y},
    ),
    trace.ASKED_REFILL: ("asked-refill", lambda game, field, seat, x, y: {"slot": x}),
}
KINDS = tuple(name for name, _ in EVENTS.values())
