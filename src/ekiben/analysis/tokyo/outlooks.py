"""How positions look, from turns to win: by the formula, corrected by games played on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.review import Outlook
from ekiben.analysis.tokyo.calls import Floats
from ekiben.analysis.tokyo.course import MOVING, Course
from ekiben.analysis.tokyo.curve import Curve
from ekiben.analysis.tokyo.race import Race, chance_errors, odds
from ekiben.analysis.tokyo.turns_to_win import formula_error, luck_spread
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.ranking import win_share

BEGINS = 3  # the pass that first plays on
PLAYOUTS = 64  # in that pass; then ever twice as many
LASTING = 0.9  # part of the formula's error that is still there a turn later


class Outlooks:
    """The outlook of every position of a game, for all seats."""

    def __init__(self, curve: Curve, effort: Effort) -> None:
        self.curve = curve
        self.course: Course = curve.course
        self.effort = effort
        self.turns = [n for n, part in enumerate(self.course.parts) if part.kind == MOVING]
        self.games = np.zeros(len(self.course.parts), np.int64)
        self.sums = np.zeros(len(self.course.parts), np.float64)  # of turns to win

    # ---- playing on
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return self.curve.tasks(number)
        budget = PLAYOUTS * self.effort.part * 2 ** (number - BEGINS)
        each = max(1, int(budget / len(self.turns)))
        stride = max(1, int(len(self.turns) / max(1.0, budget)))
        return [partial(self.play_on, n, each) for n in self.turns[number % stride :: stride]]

    def play_on(self, n: int, count: int) -> KernelWork[None]:
        """Play a turn's position on until its seat wins."""
        first = int(self.games[n])
        worlds = [self.world(n, number) for number in range(first, first + count)]
        seat = self.course.parts[n].seat
        played = self.curve.calls.play_parts(np.concatenate(worlds), [()], seat)
        yield [played.call]
        self.games[n] += count
        self.sums[n] += float(played.turns.sum())

    def world(self, n: int, number: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        luck = random.Random(f"{self.effort.seed} turn {n} {number}").getrandbits(64)
        return self.course.world(n, luck)

    @property
    def playouts(self) -> int:
        return int(self.games.sum())

    # ---- what came of it
    def race(self) -> tuple[Race, Floats]:
        """The race in all positions, and the standard errors of its turns to win."""
        means, errors = self.curve.turns(), np.zeros_like(self.curve.turns())
        for seat in range(self.course.seats):
            shift, errors[:, seat] = self.correction(seat, means[:, seat])
            means[:, seat] += shift
        return self.curve.race(means, errors), errors

    def correction(self, seat: int, means: Floats) -> tuple[Floats, Floats]:
        """What playouts add to a seat's turns to win, from those before each position only.

        The formula's error changes slowly, so what playouts told of it earlier still counts.
        """
        shifts, errors = np.zeros_like(means), np.zeros_like(means)
        usual = formula_error(means)
        shift, variance, scale = 0.0, float(usual[0]) ** 2, float(usual[0])
        for n, part in enumerate(self.course.parts):
            change, scale = float(usual[n]) / scale, float(usual[n])
            kept = (LASTING if part.seat == seat and part.kind == MOVING else 1.0) * change
            shift, variance = shift * kept, variance * kept**2
            variance += max(0.0, 1.0 - (kept / change) ** 2) * scale**2
            if part.seat == seat and self.games[n]:
                noise = float(luck_spread(means[n : n + 1])[0]) ** 2 / int(self.games[n])
                gain = variance / (variance + noise)
                shift += gain * (self.sums[n] / int(self.games[n]) - float(means[n]) - shift)
                variance *= 1.0 - gain
            shifts[n], errors[n] = shift, variance**0.5
        return shifts, errors

    def outlooks(self) -> list[tuple[int, Outlook]]:
        """By number of actions; empty before anything was looked at."""
        if not self.curve.is_there:
            return []
        race, errors = self.race()
        key = b"".join(part.tobytes() for part in (race.means, errors, self.games))
        if self.curve.findings.told[0] != key:  # other seats' studies begin with the same
            self.curve.findings.told = key, self.tell(race, errors)
        return self.curve.findings.told[1]

    def tell(self, race: Race, errors: Floats) -> list[tuple[int, Outlook]]:
        """The outlook at the beginning of every part."""
        found = odds(race)
        chances = self.curve.calibrated(found.chances, race)
        doubts = chance_errors(race, errors).max(axis=1)
        games = np.maximum.accumulate(self.games)
        return [
            (
                part.first,
                Outlook(
                    chances=tuple(chances[n].tolist()),
                    error=float(doubts[n]),
                    places=tuple(found.places[n].tolist()),
                    margins=tuple(found.margins[n].tolist()),
                    playouts=int(games[n]),
                ),
            )
            for n, part in enumerate(self.course.parts)
        ]

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            "curve.rows": self.curve.rows,
            "curve.looked": self.curve.is_looked_at,
            "curve.games": self.games,
            "curve.sums": self.sums,
        }

    def load(self, arrays: Arrays) -> None:
        seen = np.array(arrays["curve.looked"], np.bool_)
        self.curve.rows[seen] = arrays["curve.rows"][seen]
        self.curve.is_looked_at |= seen
        self.games = np.array(arrays["curve.games"], np.int64)
        self.sums = np.array(arrays["curve.sums"], np.float64)


def final_outlook(ranking: Sequence[Sequence[int]]) -> Outlook:
    """A game that is over: nobody is turns ahead any more."""
    seats = sum(map(len, ranking))
    places = [1 + sum(map(len, ranking[:n])) for n in range(len(ranking))]
    by_seat = {seat: place for place, some in zip(places, ranking, strict=True) for seat in some}
    return Outlook(
        chances=tuple(win_share(ranking[0], seat) for seat in range(seats)),
        error=0.0,
        places=tuple(float(by_seat[seat]) for seat in range(seats)),
        margins=(0.0,) * seats,
        playouts=0,
    )
