"""What a picture shows besides the board: who has what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Set = frozenset[int] | set[int]


@dataclass(frozen=True)
class Position:
    """A game as far as a picture shows it. Routes, cities and seats are numbers; pieces left are
    one figure a kind.
    """

    owners: Mapping[int, int] = field(default_factory=dict)  # route -> seat
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    pieces: tuple[int | tuple[int, ...], ...] = ()
    stations: Mapping[int, int] = field(default_factory=dict)  # city -> seat
    harbours: Mapping[int, int] = field(default_factory=dict)  # city -> seat
    borrowed: Mapping[int, Set] = field(default_factory=dict)  # route -> seats that use it
    longest: Mapping[int, Set] = field(default_factory=dict)  # seat -> routes of its longest way
    highlight_tickets: tuple[tuple[int, int], ...] | list[tuple[int, int]] = ()
    districts: Mapping[int, Set] = field(default_factory=dict)  # district -> seats that joined it
    seat: int | None = None  # whose turn it is
    over: bool = False
    date: str | None = None

    @property
    def seats(self) -> int:
        """How many sit at the table, as far as this tells."""
        named = max(len(self.names), len(self.scores), len(self.pieces))
        shown = [
            *self.owners.values(),
            *self.stations.values(),
            *self.harbours.values(),
            *self.longest,
        ]
        shown += [seat for seats in self.borrowed.values() for seat in seats]
        return max([named, *(seat + 1 for seat in shown)])

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) and self.names[seat] else str(seat + 1)

    def left(self, seat: int) -> tuple[int, ...]:
        """The pieces a seat still has, one figure a kind."""
        if seat >= len(self.pieces):
            return ()
        found = self.pieces[seat]
        return (found,) if isinstance(found, int) else tuple(found)

    def ranking(self) -> list[int]:
        """Seats, best score first."""
        scores = [*self.scores, *([0] * self.seats)]
        return sorted(range(self.seats), key=lambda seat: (-scores[seat], seat))

    def best(self) -> set[int]:
        """The seats with the highest score."""
        return {seat for seat, score in enumerate(self.scores) if score == max(self.scores)}
