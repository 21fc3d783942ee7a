"""The race to win: from each seat's turns to win to all seats' chances, places and margins.

A seat's turns to win are counted in its own turns: 0 is the turn it is in, or its next one. They
are taken as normal, cut into whole turns; who comes first in a round is decided by whose turn it
is sooner, or with equal turns shared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
ROUNDS = 160  # looked ahead at most
FAR = 4.5  # standard deviations
LEAST_SPREAD = 0.15  # turns; what a seat does is never quite sure
STEPS = np.linspace(-5.0, 5.0, 2001)  # where the normal distribution is tabulated
NORMAL = np.array([NormalDist().cdf(float(step)) for step in STEPS], np.float64)


@dataclass(frozen=True)
class Race:
    """Positions, a row each, and a column for each seat."""

    means: Floats  # turns to win
    spreads: Floats  # their standard deviations
    order: npt.NDArray[np.int64]  # how many seats have their turn before: 0 is in turn
    laps: npt.NDArray[np.int64]  # with equal turns: 1 if the seat's turn of this round is over
    equal_turns: bool
    rounds_left: npt.NDArray[np.int64]  # by position; after these the game is over
    leading: Floats  # each seat's part of a win if the game ended now

    def at(self, rows: npt.NDArray[np.int64], means: Floats) -> Race:
        """Some of the positions, with other turns to win."""
        return replace(
            self,
            means=means,
            spreads=self.spreads[rows],
            order=self.order[rows],
            laps=self.laps[rows],
            rounds_left=self.rounds_left[rows],
            leading=self.leading[rows],
        )


@dataclass(frozen=True)
class RaceOdds:
    """What is to be expected of each seat, in the shape of the race."""

    chances: Floats
    places: Floats
    margins: Floats  # turns ahead of the best of the others


def odds(race: Race) -> RaceOdds:
    """Chances, places and margins of all seats in all positions."""
    at, later = densities(race)
    seats = race.means.shape[1]
    chances, places, margins = (np.empty_like(race.means) for _ in range(3))
    for seat in range(seats):
        own, others = at[:, seat], [one for one in range(seats) if one != seat]
        kept = [later[:, one] + ties(race, seat, one)[:, None] * at[:, one] for one in others]
        chances[:, seat] = (own * product(kept, own)).sum(axis=1)
        places[:, seat] = seats - sum((own * one).sum(axis=1) for one in kept)
        best = product([later[:, one] for one in others], own)
        margins[:, seat] = best.sum(axis=1) - later[:, seat].sum(axis=1)
    nobody = product([later[:, seat, -1] for seat in range(seats)], later[:, 0, -1])
    chances += nobody[:, None] * race.leading
    return RaceOdds(chances / chances.sum(axis=1, keepdims=True), places, margins)


def densities(race: Race) -> tuple[Floats, Floats]:
    """By position, seat and round: the chance to win in it, and after it."""
    rounds = np.arange(rounds_needed(race), dtype=np.int64)
    spreads = np.maximum(race.spreads, LEAST_SPREAD)[:, :, None]
    until = np.interp((rounds + 0.5 - race.means[:, :, None]) / spreads, STEPS, NORMAL)
    until = np.where(rounds < race.rounds_left[:, None, None], until, until[:, :, :1] * 0.0)
    until = np.maximum.accumulate(until, axis=2)
    if race.equal_turns:
        late = np.concatenate([np.zeros_like(until[:, :, :1]), until[:, :, :-1]], axis=2)
        until = np.where(race.laps[:, :, None] > 0, late, until)
    at = np.diff(until, axis=2, prepend=0.0)
    return at, 1.0 - until


def rounds_needed(race: Race) -> int:
    """Rounds until everybody has won, all but surely."""
    latest = float((race.means + FAR * race.spreads).max(initial=0.0))
    return int(min(ROUNDS, latest + 3))


def ties(race: Race, seat: int, other: int) -> Floats:
    """The chance that the other is later although it wins in the same round."""
    if race.equal_turns:
        return np.full(len(race.means), 0.5, np.float64)
    return (race.order[:, other] > race.order[:, seat]).astype(np.float64)


def product(factors: list[Floats], like: Floats) -> Floats:
    result = np.ones_like(like)
    for one in factors:
        result = result * one
    return result


def chance_errors(race: Race, errors: Floats) -> Floats:
    """The standard errors of the chances that follow from those of the turns to win."""
    squares = np.zeros_like(race.means)
    for seat in range(race.means.shape[1]):
        step = np.zeros_like(race.means)
        step[:, seat] = errors[:, seat]
        more, less = (
            odds(replace(race, means=race.means + sign * step)).chances for sign in (1, -1)
        )
        squares += ((more - less) / 2) ** 2
    return np.asarray(np.sqrt(squares), np.float64)
