"""Which records are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ekiben.core.record import RecordValues
from ekiben.records.files import Entry
from ekiben.records.values import state, winners

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
    options: Mapping[str, object] = field(default_factory=dict)

    def takes(self, values: RecordValues) -> bool:
        """Whether a record is wanted."""
        return (
            self.takes_game(values)
            and set(self.players) <= set(values["names"])
            and (not self.winners or bool(set(self.winners) & set(winners(values))))
            and self.state in (None, state(values))
            and self.fewest <= len(values["actions"])
            and (self.most is None or len(values["actions"]) <= self.most)
        )

    def takes_game(self, values: RecordValues) -> bool:
        """Whether game, seats and options are wanted."""
        return (
            (not self.games or values["game"] in self.games)
            and (not self.seats or values["seats"] in self.seats)
            and all(
                name in values["options"] and values["options"][name] == value
                for name, value in self.options.items()
            )
        )

    def among(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The wanted ones of some records."""
        return (entry for entry in entries if self.takes(entry.values))
