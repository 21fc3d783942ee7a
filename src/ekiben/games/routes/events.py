"""What came of an action, as events: one table of kinds, and who hears what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ekiben.games.routes import event_codes
from ekiben.games.routes.state import EMPTY

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

Event = dict[str, Any]
Field = Callable[[str], Any]


def event(game: RouteGame, field: Field, row: list[int]) -> Event:
    """The event of one row of the log."""
    kind, seat, x, y = row
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
    event_codes.TURNED_UP: (
        "turned-up",
        lambda game, field, seat, x, y: {"slot": x, "card": game.board.kinds[y]},
    ),
    event_codes.SWEPT: ("swept", lambda game, field, seat, x, y: {"times": x}),
    event_codes.SWEEP_STOPPED: ("sweep-stopped", lambda game, field, seat, x, y: {"times": x}),
    event_codes.RESHUFFLED: (
        "reshuffled",
        lambda game, field, seat, x, y: {"deck": game.deck_names[x], "cards": y},
    ),
    event_codes.DREW: (
        "drew",
        lambda game, field, seat, x, y: {"slot": x, "card": game.board.kinds[y]},
    ),
    event_codes.DREW_BLIND: (
        "drew-blind",
        lambda game, field, seat, x, y: {
            "deck": game.deck_names[x],
            "secrets": {"card": game.board.kinds[y]},
        },
    ),
    event_codes.CHOSE_ROUTE: (
        "chose-route",
        lambda game, field, seat, x, y: {"route": game.board.routes[x].id},
    ),
    event_codes.PAID: ("paid", lambda game, field, seat, x, y: {"cards": game.actions.cards(x)}),
    event_codes.CLAIMED: (
        "claimed",
        lambda game, field, seat, x, y: {"route": game.board.routes[x].id, "points": y},
    ),
    event_codes.ASKED_TICKETS: ("asked-tickets", lambda game, field, seat, x, y: {}),
    event_codes.OFFERED: ("offered", offered),
    event_codes.CHOSE_TICKETS: ("chose-tickets", chose_tickets),
    event_codes.KEPT: ("kept", kept),
    event_codes.PASSED: ("passed", lambda game, field, seat, x, y: {}),
    event_codes.LAST_ROUND: ("last-round", lambda game, field, seat, x, y: {"turns": x}),
    event_codes.ENDED: ("over", lambda game, field, seat, x, y: {}),
    event_codes.BEGAN: ("began", lambda game, field, seat, x, y: {}),
    event_codes.LAID_OUT: (
        "laid-out",
        lambda game, field, seat, x, y: {"cards": game.actions.cards(x)},
    ),
    event_codes.TUNNEL_CARD: (
        "tunnel-card",
        lambda game, field, seat, x, y: {"place": x, "card": game.board.kinds[y]},
    ),
    event_codes.TUNNEL_EXTRA: ("tunnel-extra", lambda game, field, seat, x, y: {"extra": x}),
    event_codes.WITHDREW: (
        "withdrew",
        lambda game, field, seat, x, y: {
            "route": game.board.routes[x].id,
            "cards": game.actions.cards(y),
        },
    ),
    event_codes.CHOSE_CITY: (
        "chose-city",
        lambda game, field, seat, x, y: {"city": game.board.cities[x].id},
    ),
    event_codes.BUILT: (
        "built",
        lambda game, field, seat, x, y: {"city": game.board.cities[x].id, "number": y},
    ),
    event_codes.CHOSE_PIECES: (
        "chose-pieces",
        lambda game, field, seat, x, y: {"own": True, "trains": x},
    ),
    event_codes.TOOK_PIECES: ("took-pieces", pieces),
    event_codes.EXCHANGED: (
        "exchanged",
        lambda game, field, seat, x, y: {"pieces": ("trains", "ships")[x], "count": y},
    ),
    event_codes.ASKED_REFILL: ("asked-refill", lambda game, field, seat, x, y: {"slot": x}),
}
KINDS = tuple(name for name, _ in EVENTS.values())
