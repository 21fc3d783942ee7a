"""How often what was judged came true: bins of chances, and what they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from calibration_fit import chances
from calibration_games import Arrays, Floats, Sample

from ekiben.analysis.calibration import Calibration

EDGES = tuple(edge / 10 for edge in range(10)) + (1.01,)  # of the bins
SEVENTY = (0.65, 0.75)
NEAR = 0.03  # how far judged and won may lie apart
ENOUGH = 2_000  # games of a table that show something
FEW = 30  # seats of a bin
UNSURE = 2.0  # standard errors beyond which luck is no excuse

SHOWN, OFF, UNKNOWN = "within 3 %", "off", "not enough games"


@dataclass(frozen=True)
class Bin:
    """Seats in positions that were judged alike, and how many of them won."""

    low: float
    high: float
    count: int
    judged: float
    won: float
    error: float  # standard error; positions of a game go together

    @property
    def off(self) -> float:
        return self.won - self.judged

    @property
    def is_near(self) -> bool:
        return abs(self.off) <= NEAR

    @property
    def is_refuted(self) -> bool:
        """Whether it is too far away for luck to explain it."""
        return abs(self.off) > NEAR + UNSURE * self.error


@dataclass(frozen=True)
class Judged:
    """Seats in positions: the chance each had, its part of the win, and the game they are of."""

    chances: Floats
    won: Floats
    games: npt.NDArray[np.int64]

    @classmethod
    def of(cls, samples: Sequence[Sample], one: Calibration) -> Judged:
        """All seats of all positions of a game and number of seats."""
        rows = Arrays.of(samples)
        games = np.array([sample.seed << 32 | sample.number for sample in samples], np.int64)
        seats = rows.won.shape[1]
        return cls(chances(rows, one).ravel(), rows.won.ravel(), np.repeat(games, seats))

    @classmethod
    def together(cls, several: Iterable[Judged]) -> Judged:
        """Of several tables, whose games are others."""
        parts = [(part, n << 56) for n, part in enumerate(several)]
        return cls(
            np.concatenate([part.chances for part, _ in parts]),
            np.concatenate([part.won for part, _ in parts]),
            np.concatenate([part.games + table for part, table in parts]),
        )

    def bins(self, edges: Sequence[float] = EDGES, fewest: int = FEW) -> list[Bin]:
        """Seats by their chances, between the edges; bins of fewer seats tell nothing."""
        return [
            self.bin(low, high, chosen)
            for low, high in pairwise(edges)
            if (chosen := (low <= self.chances) & (self.chances < high)).sum() >= fewest
        ]

    def near_seventy(self) -> Bin | None:
        """The seats judged 65 to 75 percent, if there are any."""
        found = self.bins(SEVENTY, fewest=1)
        return found[0] if found else None

    def bin(self, low: float, high: float, chosen: npt.NDArray[np.bool_]) -> Bin:
        judged, won = self.chances[chosen], self.won[chosen]
        _, game = np.unique(self.games[chosen], return_inverse=True)
        off, mean = won - judged, float(judged.mean())
        by_game = np.bincount(game, off) - np.bincount(game) * float(off.mean())
        together = float(np.sqrt((by_game**2).sum())) / len(judged)
        alone = (mean * (1 - mean) / len(judged)) ** 0.5
        return Bin(low, high, len(judged), mean, float(won.mean()), max(together, alone))


def verdict(games: int, near: Bin | None) -> str:
    """What so many games show of the seats judged 70 percent.

    Where there are few games, or the standard error alone is as large as what is allowed, nothing
    is shown, unless they lie too far apart for luck to explain it.
    """
    if near is None or near.count < FEW:
        return UNKNOWN
    if near.is_refuted:
        return OFF
    if games < ENOUGH or near.error > NEAR:
        return UNKNOWN
    return SHOWN if near.is_near else OFF


def mean_error(bins: Sequence[Bin]) -> float:
    """How far judged and won lie apart, on average over all seats of all positions."""
    return sum(one.count * abs(one.off) for one in bins) / max(1, sum(one.count for one in bins))


@dataclass(frozen=True)
class Checked:
    """What was found out about a game and number of seats."""

    game: str
    seats: int
    games: int
    positions: int
    near: Bin | None  # the seats judged 70 percent
    bins: list[Bin]

    @classmethod
    def from_json(cls, told: dict[str, object]) -> Checked:
        bins: object = told["bins"]
        near = told["near"]
        assert isinstance(bins, list)
        values = {name: value for name, value in told.items() if name not in ("near", "bins")}
        return cls(
            **values,  # type: ignore[arg-type]
            near=Bin(**near) if isinstance(near, dict) else None,
            bins=[Bin(**one) for one in bins],
        )

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @property
    def verdict(self) -> str:
        return verdict(self.games, self.near)
