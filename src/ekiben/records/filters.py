"""Which records are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ekiben.records.files import Entry

STATES = ("over", "open", "forfeit")


@dataclass(frozen=True)
class Choice:
    """All that is given must hold; nothing given takes every record."""

    games: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    players: tuple[str, ...] = ()  # all of them took part
    winners: tuple[str, ...] = ()  # one of them won, alone or with others
    state: str | None = None  # one of STATES
    fewest: int = 0  # actions
    most: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def takes(self, values: Mapping[str, Any]) -> bool:
        return (
            self.of_game(values)
            and set(self.players) <= set(values["names"])
            and (not self.winners or bool(set(self.winners) & set(winners(values))))
            and self.state in (None, state(values))
            and self.fewest <= len(values["actions"])
            and (self.most is None or len(values["actions"]) <= self.most)
        )

    def of_game(self, values: Mapping[str, Any]) -> bool:
        return (
            (not self.games or values["game"] in self.games)
            and (not self.seats or values["seats"] in self.seats)
            and all(
                name in values["options"] and values["options"][name] == value
                for name, value in self.options.items()
            )
        )

    def among(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        return (entry for entry in entries if self.takes(entry.values))


def state(values: Mapping[str, Any]) -> str:
    """`over`, `open` (broken off), or `forfeit`: a bot could not go on."""
    return (
        "over" if values["result"] is not None else "forfeit" if values.get("forfeit") else "open"
    )


def first_seats(values: Mapping[str, Any]) -> list[int]:
    """The seats that won; none where the game is open."""
    told = values["result"] or values.get("forfeit") or {}
    ranking = told.get("ranking") if isinstance(told, Mapping) else None
    first = (
        ranking[0] if isinstance(ranking, list) and ranking and isinstance(ranking[0], list) else []
    )
    return [
        seat
        for seat in first
        if type(seat) is int and 0 <= seat < min(values["seats"], len(values["names"]))
    ]


def winners(values: Mapping[str, Any]) -> list[str]:
    return [values["names"][seat] for seat in first_seats(values)]
