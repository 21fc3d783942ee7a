"""The sizes of what is drawn, the same on every board: only the sheet differs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measures:
    """All in units of the sheet."""

    length: float = 35.0  # of a space
    height: float = 13.5
    gap: float = 3.2  # between the spaces of a route
    give: float = 1.0  # how much of a gap may be given up before spaces get shorter
    twin: float = 3.5  # clear between twins
    city: float = 6.5  # radius of a city's ring
    clear: float = 13.0  # from a city to the first space, at least
    crowd: float = 2.5  # and this much for every track that ends there
    large: float = 14.0  # type of a city's name, and of the same in the other language
    small: float = 9.0
    edge: float = 18.0  # from the rim of the sheet to whatever is on it

    @property
    def offset(self) -> float:
        """How far each twin lies beside the middle line."""
        return (self.height + self.twin) / 2

    def row(self, spaces: int) -> float:
        """The length of a row of spaces."""
        return spaces * self.length + (spaces - 1) * self.gap


MEASURES = Measures()
