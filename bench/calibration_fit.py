"""Fit the map from shares to chances, and count how often what was judged came true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt
from calibration_games import Arrays, Floats, Sample

from ekiben.analysis.calibration import Calibration

Key = tuple[str, int]  # a game and a number of seats
EDGES = tuple(edge / 10 for edge in range(10)) + (1.01,)  # of the bins
SEVENTY = (0.65, 0.75)
PRIORS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
PLAIN = Calibration(1.0, 1.0, 1.0)  # nothing is changed
STEPS = 12  # of Newton's method
HELD = 8.0  # how firmly figures are held where there are few samples
UNSURE = 3.0  # standard errors that luck is granted: there are hundreds of bins
FEW = 30  # seats of a bin
NEAR = 0.03  # how far judged and won may lie apart


def by_table(samples: Sequence[Sample]) -> Iterator[tuple[Key, list[Sample]]]:
    """The samples of each game and number of seats."""
    for key, group in groupby(sorted(samples, key=table_of), table_of):
        yield key, list(group)


def table_of(sample: Sample) -> Key:
    return sample.game, sample.seats


# ---- the map
def fit(samples: Sequence[Sample], like: Calibration | None = None) -> Calibration:
    """The map under which the winners were likeliest.

    With `like` it has the same prior, and the fewer samples there are, the more it is like that.
    """
    rows = [Arrays.of(list(some)) for _, some in by_table(samples)]
    held = like or PLAIN
    start = np.array([held.early, held.late, held.own_early, held.own_late], np.float64)
    priors = (like.prior,) if like else PRIORS
    found = [fit_powers(rows, prior, start) for prior in priors]
    best = max(range(len(found)), key=lambda n: found[n][0])
    return Calibration(priors[best], *(round(float(figure), 3) for figure in found[best][1]))


def fit_powers(tables: Sequence[Arrays], prior: float, start: Floats) -> tuple[float, Floats]:
    """Newton's method for the figures besides the prior; the likelihood has one maximum only."""
    parts = [(features(rows, prior), rows.won) for rows in tables]
    figures = start
    for _ in range(STEPS):
        slope, bend = -HELD * (figures - start), HELD * np.eye(len(figures))
        for columns, won in parts:
            more, bent = slope_and_bend(columns, won, figures)
            slope, bend = slope + more, bend + bent
        figures = figures + np.linalg.solve(bend, slope)
    held = HELD / 2 * float(((figures - start) ** 2).sum())
    lost = sum(len(won) * loss(softmax(columns @ figures), won) for columns, won in parts)
    return -lost - held, figures


def slope_and_bend(columns: Floats, won: Floats, figures: Floats) -> tuple[Floats, Floats]:
    """The first derivatives of the likelihood, and minus the second ones."""
    judged = softmax(columns @ figures)
    apart = columns - np.einsum("ns,nsk->nk", judged, columns)[:, None]
    slope = np.einsum("ns,nsk->k", won - judged, columns)
    return slope, np.einsum("ns,nsk,nsl->kl", judged, apart, apart)


def features(rows: Arrays, prior: float) -> Floats:
    """What the figures are multiplied with: by position and seat, as in `Calibration.chances`."""
    many, equal = rows.playouts[:, None], prior / rows.shares.shape[1]
    careful = np.where(many > 0, (rows.shares * many + equal) / (many + prior), rows.shares)
    logarithms, late = np.log(np.maximum(careful, 1e-9)), rows.progress[:, None]
    return np.stack(
        [logarithms * (1 - late), logarithms * late, rows.own * (1 - late), rows.own * late],
        axis=2,
    )


def softmax(values: Floats) -> Floats:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def chances(rows: Arrays, one: Calibration) -> Floats:
    """`Calibration.chances` of many positions."""
    figures = np.array([one.early, one.late, one.own_early, one.own_late], np.float64)
    return softmax(features(rows, one.prior) @ figures)


def loss(judged: Floats, won: Floats) -> float:
    """Minus the mean logarithm of the winners' chances."""
    return float(-(won * np.log(np.maximum(judged, 1e-12))).sum(axis=1).mean())


# ---- how it came true
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
    def holds(self) -> bool:
        """Whether it lies near, luck allowed for."""
        return abs(self.off) <= NEAR + UNSURE * self.error


def reliability(
    samples: Sequence[Sample], one: Calibration, edges: Sequence[float] = EDGES
) -> list[Bin]:
    """Seats of all positions by their chances, in bins between the edges.

    Bins of very few seats are left out: they tell nothing, and their errors are not normal.
    """
    rows = Arrays.of(samples)
    judged, won = chances(rows, one).ravel(), rows.won.ravel()
    games = np.repeat([sample.number for sample in samples], rows.won.shape[1])
    return [
        make_bin((low, high), judged[chosen], won[chosen], games[chosen])
        for low, high in pairwise(edges)
        if (chosen := (low <= judged) & (judged < high)).sum() >= FEW
    ]


def make_bin(
    ends: tuple[float, float], judged: Floats, won: Floats, games: npt.NDArray[np.int64]
) -> Bin:
    _, game = np.unique(games, return_inverse=True)
    off, mean = won - judged, float(judged.mean())
    by_game = np.bincount(game, off) - np.bincount(game) * float(off.mean())
    together = float(np.sqrt((by_game**2).sum())) / len(judged)
    alone = (mean * (1 - mean) / len(judged)) ** 0.5
    return Bin(*ends, len(judged), mean, float(won.mean()), max(together, alone))


def mean_error(bins: Sequence[Bin]) -> float:
    """How far judged and won lie apart, on average over all seats of all positions."""
    return sum(one.count * abs(one.off) for one in bins) / sum(one.count for one in bins)
