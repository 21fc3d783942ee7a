"""From the share of playouts that a seat wins to its chance to win.

In playouts the planner sits in every seat, but people and other bots finish games in their own
ways. How often seats with a given share do win was measured over many games of a mix of players
(`bench/calibration.py`, which writes `calibration.json`), for each game and number of seats.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import TypedDict

DATA = Path(__file__).with_name("calibration.json")
OTHER = "other"  # boards that nobody has measured


class Figures(TypedDict):
    """The map of a game for a number of seats, as the file has it."""

    prior: float
    early: float
    late: float
    own_early: float
    own_late: float


class Measured(TypedDict):
    """The file: what the maps were fitted on, and the maps by game and number of seats."""

    fitted: dict[str, object]
    maps: dict[str, dict[str, Figures]]


@dataclass(frozen=True)
class Calibration:
    """A map from shares to chances; they add up to 1 on either side.

    Shares are raised to a power; below 1 it makes chances more careful than playouts are. From a
    seat's view others' hidden cards are dealt by lot, worse than those they have chosen, so its own
    share is too high: its logarithm is corrected. Both figures go from early to late while a game
    makes progress.
    """

    prior: float  # playouts with equal chances that are added to those that were played
    early: float
    late: float
    own_early: float = 0.0
    own_late: float = 0.0

    def power(self, progress: float) -> float:
        return self.early + (self.late - self.early) * progress

    def own_factor(self, progress: float) -> float:
        """By which the viewer's own share is multiplied, once raised."""
        return exp(self.own_early + (self.own_late - self.own_early) * progress)

    def chances(
        self,
        shares: Sequence[float],
        playouts: int,
        progress: float = 0.0,
        viewer: int | None = None,
    ) -> tuple[float, ...]:
        """The chances of all seats to win; with no playouts, `shares` are a formula's.

        `progress` is how far the game has come, from 0 to 1, where a family tells; `viewer` the
        seat from whose view the playouts were made, None if everything was known.
        """
        power = self.power(progress)
        raised = [share**power for share in self.careful(shares, playouts)]
        if viewer is not None:
            raised[viewer] *= self.own_factor(progress)
        whole = sum(raised)
        return tuple(one / whole for one in raised)

    def careful(self, shares: Sequence[float], playouts: int) -> list[float]:
        """Shares drawn towards equal ones, the more so the fewer playouts they come from."""
        if not playouts:
            return list(shares)
        equal = self.prior / len(shares)
        return [(share * playouts + equal) / (playouts + self.prior) for share in shares]

    def slope(
        self, shares: Sequence[float], playouts: int, seat: int, progress: float = 0.0
    ) -> float:
        """How much the viewer's chance grows with its share: what errors of shares are worth."""
        share = self.careful(shares, playouts)[seat]
        chance = self.chances(shares, playouts, progress, seat)[seat]
        drawn = playouts / (playouts + self.prior) if playouts else 1.0
        if not 0 < share < 1:
            return drawn
        return drawn * self.power(progress) * chance * (1 - chance) / (share * (1 - share))


@cache
def measured() -> Measured:
    """The contents of the file."""
    found: Measured = json.loads(DATA.read_text(encoding="utf-8"))
    return found


@cache
def calibration(game: str, seats: int) -> Calibration:
    """The map of a game by its name; a board that was not measured has that of all together."""
    maps = measured()["maps"]
    figures = maps.get(game, {}).get(str(seats)) or maps[OTHER][str(min(seats, most_measured()))]
    return Calibration(**figures)


def most_measured() -> int:
    """The largest number of seats with a map for boards that were not measured."""
    return max(map(int, measured()["maps"][OTHER]))
