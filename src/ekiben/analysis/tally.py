"""Adding up how games end: shares of the win, places and margins of every seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.analysis.review import Outlook

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Endings:
    """How games ended, by game and seat."""

    shares: Floats  # of the win
    places: Floats  # 1 is first; seats that are equal share the better place
    margins: Floats  # ahead of the best of the others

    @classmethod
    def of(cls, ranks: Ints, points: Ints) -> Endings:
        """From numbers that rank the seats, the highest first, and what margins are counted in."""
        first = ranks == ranks.max(axis=-1, keepdims=True)
        shares = first / first.sum(axis=-1, keepdims=True)
        places = 1.0 + (ranks[..., None, :] > ranks[..., :, None]).sum(axis=-1)
        return cls(shares, places, margins_of(points))

    def __getitem__(self, move: int) -> Endings:
        """Of one move, where there are several."""
        return Endings(self.shares[move], self.places[move], self.margins[move])


def margins_of(points: Ints) -> Floats:
    """How far each seat is ahead of the best of the others."""
    ordered = np.sort(points, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    return np.asarray(points - np.where(points == best, second, best), np.float64)


# what is added up by seat
SHARES, PLACES, MARGINS, SQUARES, COLUMNS = range(5)  # SQUARES are those of margins
CERTAIN = 4  # games that end with the same margins: nothing is left to chance


class Tallies:
    """Sums over games, a row for each position."""

    def __init__(self, rows: int, seats: int) -> None:
        self.seats = seats
        self.games = np.zeros(rows, np.int64)
        self.sums = np.zeros((rows, COLUMNS, seats), np.float64)

    def add(self, row: int, endings: Endings) -> None:
        self.games[row] += len(endings.shares)
        self.sums[row, SHARES] += endings.shares.sum(axis=0)
        self.sums[row, PLACES] += endings.places.sum(axis=0)
        self.sums[row, MARGINS] += endings.margins.sum(axis=0)
        self.sums[row, SQUARES] += (endings.margins**2).sum(axis=0)

    def means(self, row: int) -> Floats:
        """The mean of each column, by seat."""
        return np.asarray(self.sums[row] / max(1, int(self.games[row])))

    def errors(self, row: int) -> Floats:
        """Standard errors of the shares.

        One win more and one more loss are counted, so that few games are not thought certain.
        """
        games = int(self.games[row])
        if self.is_certain(row):
            return np.zeros(self.seats)
        share = (self.sums[row, SHARES] + 1) / (games + 2)
        return np.asarray(np.sqrt(share * (1 - share) / max(1, games)))

    def is_certain(self, row: int) -> bool:
        """Whether all games ended alike."""
        games, sums = int(self.games[row]), self.sums[row]
        return games >= CERTAIN and bool((games * sums[SQUARES] == sums[MARGINS] ** 2).all())

    def outlook(self, row: int) -> Outlook:
        return self.outlook_from(row, self.means(row), float(self.errors(row).max()))

    def outlook_from(self, row: int, means: Floats, error: float) -> Outlook:
        return Outlook(
            chances=as_tuple(means[SHARES]),
            error=float(error),
            places=as_tuple(means[PLACES]),
            margins=as_tuple(means[MARGINS]),
            playouts=int(self.games[row]),
        )


def as_tuple(values: Floats) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def final_outlook(ranks: Ints, points: Ints) -> Outlook:
    """A game that is over."""
    endings = Endings.of(ranks[None], points[None])
    return Outlook(
        chances=as_tuple(endings.shares[0]),
        error=0.0,
        places=as_tuple(endings.places[0]),
        margins=as_tuple(endings.margins[0]),
        playouts=0,
    )
