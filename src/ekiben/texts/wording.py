"""What things are called in the reader's language: cities, routes, tickets, cards, seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ekiben.texts import clause, say, wild

SYMBOLS = {
    "purple": "●",
    "blue": "▲",
    "orange": "◆",
    "white": "○",
    "green": "■",
    "yellow": "★",
    "black": "✚",
    "red": "▼",
    "pink": "♥",
    "wild": "✺",
    "grey": "·",
}


class Joining(Protocol):
    """What joins two cities: a route or a ticket."""

    @property
    def a(self) -> int: ...
    @property
    def z(self) -> int: ...


class Words:
    """The words of one language, for one board where there is one."""

    board: Any  # the board file: every family has its own class

    def __init__(self, language: str, board: Any = None, names: Sequence[str] = ()) -> None:
        self.language = language
        self.board = board
        self.names = names
        self.wild = wild(language, "" if board is None else board.clauses)

    def __call__(self, key: str, /, **values: object) -> str:
        """An entry of the command line's own words."""
        return self.say(f"cli.{key}", **values)

    def say(self, key: str, /, **values: object) -> str:
        return say(key, self.language, **{"wild": self.wild, **values})

    def listed(self, words: Sequence[str]) -> str:
        return self("comma").join(words)

    # ---- things of the board
    def game(self) -> str:
        names: Mapping[str, str] = self.board.names
        return names.get(self.language, names["en"])

    def city(self, name: str) -> str:
        number = next((city.number for city in self.board.cities if city.id == name), None)
        return name if number is None else str(self.board.name(number, self.language))

    def route(self, name: str) -> str:
        """Its cities; the second of twins is called so."""
        route = next((route for route in self.board.routes if route.id == name), None)
        if route is None:
            return name
        cities = self.between(route)
        return self("second-route", route=cities) if name.endswith("/2") else cities

    def ticket(self, name: str) -> str:
        ticket = next((ticket for ticket in self.board.tickets if ticket.id == name), None)
        return self.between(ticket) if ticket else name

    def between(self, thing: Joining) -> str:
        """The two cities in the order of the notation."""
        cities = sorted((thing.a, thing.z), key=lambda number: str(self.board.city(number).id))
        a, z = (self.board.name(city, self.language) for city in cities)
        return f"{a}{self('dash')}{z}"

    # ---- cards
    def card(self, kind: str) -> str:
        """With its symbol: colour is never alone."""
        return f"{symbol(kind)} {self.kind(kind)}"

    def kind(self, kind: str) -> str:
        colour, _, suffix = kind.partition("-")
        name = self.wild if colour == "wild" else self.say(f"kinds.{colour}")
        return self.say(f"kinds.{suffix}", colour=name) if suffix else name

    def cards(self, cards: Mapping[str, int]) -> str:
        return self.listed(
            [self("so-many", count=count, card=self.card(kind)) for kind, count in cards.items()]
        )

    def mark(self, kind: str) -> str:
        """The symbol, and a letter for what is not a plain card."""
        suffix = kind.partition("-")[2]
        return symbol(kind) + (self(f"marks.{suffix}") if suffix else "")

    # ---- others
    def seat(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else str(seat)

    def clause(self, number: str) -> str:
        found = clause(number, self.language)
        return f"{found.number}: {found.text}"


def symbol(kind: str) -> str:
    return SYMBOLS.get(kind.partition("-")[0], "?")
