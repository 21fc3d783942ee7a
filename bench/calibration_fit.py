"""Fit the map from shares to chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby

import numpy as np
from calibration_games import Arrays, Floats, Sample

from ekiben.analysis.calibration import Calibration, Stages, stage_parts

Key = tuple[str, int]  # a game and a number of seats
PRIORS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
PLAIN = Calibration(1.0)  # nothing is changed
LOWEST = np.array([0.1] * 6 + [-9.0] * 3, np.float64)  # of powers and shifts
STEPS = 16  # of Newton's method
FARTHEST = 2.0  # that a figure goes in one of them
HELD = 8.0  # how firmly figures are held where there are few games, for each position of one


def by_table(samples: Sequence[Sample]) -> Iterator[tuple[Key, list[Sample]]]:
    """The samples of each game and number of seats."""
    for key, group in groupby(sorted(samples, key=table_of), table_of):
        yield key, list(group)


def table_of(sample: Sample) -> Key:
    return sample.game, sample.seats


# ---- the map
@dataclass(frozen=True)
class Part:
    """Something that the figures are fitted to: who of several won, position by position."""

    columns: Floats  # what figures are multiplied with, by position and who may win
    won: Floats


def fit(samples: Sequence[Sample], like: Calibration | None = None) -> Calibration:
    """The map under which the winners were likeliest.

    With `like`, the fewer samples there are, the more it is like that.
    """
    rows = [Arrays.of(list(some)) for _, some in by_table(samples)]
    held = HELD * len(samples) / len({sample.match for sample in samples})
    found = [fit_figures(rows, prior, like or PLAIN, held) for prior in PRIORS]
    return max(found, key=lambda one: one[0])[1]


def fit_figures(
    tables: Sequence[Arrays], prior: float, like: Calibration, held: float
) -> tuple[float, Calibration]:
    """The likeliest map with this prior, and how likely it makes what has happened."""
    power, own = figures_of(like)
    likely, power = climb([others_part(rows, prior) for rows in tables], power, held)
    if tables[0].own.any():
        more, own = climb([own_part(rows, prior) for rows in tables], own, held)
        likely += more
    return likely, calibration_from(prior, power, own)


def climb(parts: Sequence[Part], start: Floats, held: float) -> tuple[float, Floats]:
    """Newton's method; the likelihood has one maximum only.

    Powers stay positive: a larger share is never worth less.
    """
    figures, lowest = start, LOWEST[: len(start)]
    for _ in range(STEPS):
        slope, bend = -held * (figures - start), held * np.eye(len(figures))
        for part in parts:
            more, bent = slope_and_bend(part, figures)
            slope, bend = slope + more, bend + bent
        free = np.flatnonzero((figures > lowest) | (slope > 0))
        step = np.zeros_like(figures)
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        longest = float(np.abs(step).max())
        figures = np.maximum(figures + step * min(1.0, FARTHEST / max(longest, 1e-12)), lowest)
    strain = held / 2 * float(((figures - start) ** 2).sum())
    return sum(likelihood(part, figures) for part in parts) - strain, figures


def slope_and_bend(part: Part, figures: Floats) -> tuple[Floats, Floats]:
    """The first derivatives of the likelihood, and minus the second ones."""
    judged = softmax(part.columns @ figures) * part.won.sum(axis=1, keepdims=True)
    mean = np.einsum("ns,nsk->nk", softmax(part.columns @ figures), part.columns)
    apart = part.columns - mean[:, None]
    slope = np.einsum("ns,nsk->k", part.won - judged, part.columns)
    return slope, np.einsum("ns,nsk,nsl->kl", judged, apart, apart)


def likelihood(part: Part, figures: Floats) -> float:
    judged = softmax(part.columns @ figures)
    return float((part.won * np.log(np.maximum(judged, 1e-12))).sum())


def figures_of(one: Calibration) -> tuple[Floats, Floats]:
    """The power's figures, and those of the viewer's own chance, as the parts have them."""
    own = (one.own_power, one.rest_power, one.own_shift)
    return (
        np.array(astuple(one.power), np.float64),
        np.array([figure for stages in own for figure in astuple(stages)], np.float64),
    )


def calibration_from(prior: float, power: Floats, own: Floats) -> Calibration:
    told = [round(float(figure), 3) for figure in (*power, *own)]
    return Calibration(prior, *(Stages(*told[first : first + 3]) for first in range(0, 12, 3)))


# ---- parts
def others_part(rows: Arrays, prior: float) -> Part:
    """Which of the others won, or which of all if there is no viewer."""
    is_other = rows.own == 0
    shape = (len(rows.won), -1)
    logarithms = np.log(careful_shares(rows, prior)[is_other].reshape(shape))
    return Part(
        logarithms[:, :, None] * stages_of(rows)[:, None], rows.won[is_other].reshape(shape)
    )


def own_part(rows: Arrays, prior: float) -> Part:
    """Whether the viewer won: as in `Calibration.own_chance`."""
    is_own = rows.own > 0
    share, won = careful_shares(rows, prior)[is_own], rows.won[is_own]
    kinds = (np.log(share), -np.log(1 - share), np.ones_like(share))
    columns = np.concatenate([kind[:, None] * stages_of(rows) for kind in kinds], axis=1)
    return Part(
        np.stack([columns, np.zeros_like(columns)], axis=1), np.stack([won, 1 - won], axis=1)
    )


def careful_shares(rows: Arrays, prior: float) -> Floats:
    many, equal = rows.playouts[:, None], prior / rows.shares.shape[1]
    careful = np.where(many > 0, (rows.shares * many + equal) / (many + prior), rows.shares)
    return np.asarray(np.clip(careful, 1e-9, 1 - 1e-9))


def stages_of(rows: Arrays) -> Floats:
    return np.array([stage_parts(one) for one in rows.progress.tolist()], np.float64)


def softmax(values: Floats) -> Floats:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def chances(rows: Arrays, one: Calibration) -> Floats:
    """`Calibration.chances` of many positions."""
    power, own = figures_of(one)
    found, is_own = np.empty_like(rows.won), rows.own > 0
    others = softmax(others_part(rows, one.prior).columns @ power)
    if not is_own.any():
        return others
    alone = softmax(own_part(rows, one.prior).columns @ own)[:, 0]
    found[is_own] = alone
    found[~is_own] = (others * (1 - alone)[:, None]).ravel()
    return found
