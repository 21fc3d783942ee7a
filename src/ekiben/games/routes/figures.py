"""The figures of a board file: its tables of pieces, cards, routes, tickets and special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class PieceFigures:
    """How many pieces a player has, and when the end is near."""

    end_limit: int
    further_turns: int
    train: int = 0
    bus: int = 0
    ship: int = 0
    in_play: int = 0  # of trains and ships together; 0 where there is one kind only
    advised: int = 0  # trains among them, for players who do not know better

    @property
    def land(self) -> int:
        """Trains, or the buses that take their place."""
        return self.train or self.bus


@dataclass(frozen=True)
class CardFigures:
    """How many cards of each kind there are, a colour; hands and market are by deck."""

    plain: int
    wild: int
    hand: tuple[int, ...]
    market: tuple[int, ...]
    sweep_wilds: int
    harbour: int | None = None
    ship: int | None = None
    double: int | None = None

    @property
    def per_colour(self) -> dict[str, int]:
        """Cards of a colour by the end of their names, for all kinds that the game has."""
        special = {"harbour": self.harbour, "ship": self.ship, "double": self.double}
        return {"": self.plain} | {name: n for name, n in special.items() if n is not None}


@dataclass(frozen=True)
class RouteFigures:
    """What routes score, by length from 1 on, and the rules for twins and tunnels."""

    points: tuple[int, ...]
    twins_close_up_to: int
    longest_bonus: int
    tunnel_cards: int = 0


@dataclass(frozen=True)
class TicketFigures:
    """How many tickets are dealt, drawn and kept; `unkept` says where the others go."""

    deal: int
    keep: int
    draw: int
    draw_keep: int
    deal_long: int = 0
    unkept: str = ""


@dataclass(frozen=True)
class StationFigures:
    each: int
    cost: tuple[int, ...]  # of the first, the second …
    unbuilt: int


@dataclass(frozen=True)
class HarbourFigures:
    each: int
    cost: int  # cards of each kind
    scores: tuple[int, ...]  # by the number of tickets that name the city
    unbuilt: int


@dataclass(frozen=True)
class DistrictFigures:
    points: int
    colour: str = ""


@dataclass(frozen=True)
class Figures:
    """All numbers of a board that the rules read."""

    pieces: PieceFigures
    cards: CardFigures
    routes: RouteFigures
    tickets: TicketFigures
    stations: StationFigures | None
    harbours: HarbourFigures | None
    districts: Mapping[int, DistrictFigures]
    tables: dict[str, dict[str, Any]] = field(repr=False)

    @property
    def buildings(self) -> dict[str, StationFigures | HarbourFigures]:
        """What players can build, by name."""
        both = {"stations": self.stations, "harbours": self.harbours}
        return {name: figures for name, figures in both.items() if figures is not None}

    def to_json(self) -> dict[str, dict[str, Any]]:
        """The tables as they stand in the file."""
        return self.tables


TABLES = ("pieces", "cards", "routes", "tickets")
SPECIAL = ("stations", "harbours", "districts")


def read_figures(data: Mapping[str, Any]) -> Figures:
    """Read the tables of a file that has no faults."""
    tables = {name: without_list(data[name]) for name in TABLES}
    tables |= {name: data[name] for name in SPECIAL if name in data}
    cards = {name: value for name, value in tables["cards"].items() if name != "colours"}
    return Figures(
        pieces=PieceFigures(**tables["pieces"]),
        cards=CardFigures(**freeze(cards)),
        routes=RouteFigures(**freeze(tables["routes"])),
        tickets=TicketFigures(**tables["tickets"]),
        stations=StationFigures(**freeze(data["stations"])) if "stations" in data else None,
        harbours=HarbourFigures(**freeze(data["harbours"])) if "harbours" in data else None,
        districts={
            int(number): DistrictFigures(**row) for number, row in data.get("districts", {}).items()
        },
        tables=tables,
    )


def without_list(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != "list"}


def freeze(table: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples of a table's lists."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }
