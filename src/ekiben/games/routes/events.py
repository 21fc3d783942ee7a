"""What an action caused, as events with named fields, and who hears which of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ekiben.core.game import Event, FieldReader
from ekiben.games.routes.event_codes import EVENT_KINDS
from ekiben.games.routes.state import EMPTY

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame


class Source(NamedTuple):
    """Where an event's fields are read from: the game, the state after it, the event's seat."""

    game: RouteGame
    field: FieldReader
    seat: int


def event_from(game: RouteGame, field: FieldReader, row: list[int]) -> Event:
    """Spell out one row of the event log."""
    code, seat, *numbers = row
    kind = EVENT_KINDS[code]
    event: Event = {"kind": kind.name} if seat == EMPTY else {"kind": kind.name, "seat": seat}
    if kind.own:
        event["own"] = True
    source = Source(game, field, seat)
    secrets: Event = {}
    for name, number in zip(kind.fields, numbers, strict=False):
        spelled = SPELLED.get(name)
        told = (
            secrets if kind.secrets and (spelled[0] if spelled else name) in kind.secrets else event
        )
        if spelled is None:
            told[name] = number
        else:
            told[spelled[0]] = spelled[1](source, number)
    if kind.secrets:
        event["secrets"] = secrets
    return event


# ---- the numbers of an event, spelled out
def card(source: Source, number: int) -> str:
    return source.game.board.kinds[number]


def deck(source: Source, number: int) -> str:
    return source.game.deck_names[number]


def route(source: Source, number: int) -> str:
    return source.game.board.routes[number].id


def city(source: Source, number: int) -> str:
    return source.game.board.cities[number].id


def cards(source: Source, payment: int) -> dict[str, int]:
    return source.game.actions.cards(payment)


def piece(source: Source, number: int) -> str:
    return ("trains", "ships")[number]


def offered_tickets(source: Source, number: int) -> list[str]:
    return tickets(source.game, source.field("offer")[source.seat].tolist())


def chosen_tickets(source: Source, choice: int) -> list[str]:
    """What a seat chose at set-up; the last seat's offer has been answered by then."""
    field = "draw_offer" if source.field("draws") > 0 else "offer"
    return tickets(source.game, subset(source.field(field)[source.seat].tolist(), choice))


def kept_tickets(source: Source, answer: int) -> list[str]:
    offer, choice = source.field("draw_offer")[answer], int(source.field("draw_choice")[answer])
    return tickets(source.game, subset(offer.tolist(), choice))


def subset(offer: list[int], choice: int) -> list[int]:
    return [ticket for place, ticket in enumerate(offer) if choice >> place & 1]


def tickets(game: RouteGame, numbers: Iterable[int]) -> list[str]:
    return [game.board.tickets[number].id for number in numbers if number != EMPTY]


# what a field of the table is called in the event, and how it is spelled out
SPELLED: dict[str, tuple[str, Callable[[Source, int], Any]]] = {
    "card": ("card", card),
    "deck": ("deck", deck),
    "route": ("route", route),
    "city": ("city", city),
    "payment": ("cards", cards),
    "pieces": ("pieces", piece),
    "offer": ("tickets", offered_tickets),
    "choice": ("tickets", chosen_tickets),
    "answered offer": ("tickets", kept_tickets),
}
