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
from math import exp, log
from pathlib import Path
from typing import TypedDict

DATA = Path(__file__).with_name("calibration.json")
OTHER = "other"  # boards that nobody has measured


class Figures(TypedDict):
    """The map of a game for a number of seats, as the file has it."""

    prior: float
    power: list[float]
    own_power: list[float]
    rest_power: list[float]
    own_shift: list[float]


class Measured(TypedDict):
    """The file: what the maps were fitted on, and the maps by game and number of seats."""

    fitted: dict[str, object]
    maps: dict[str, dict[str, Figures]]


@dataclass(frozen=True)
class Stages:
    """A figure that changes while a game goes on; between its stages it changes evenly."""

    start: float
    middle: float
    end: float

    def at(self, progress: float) -> float:
        return sum(
            part * figure
            for part, figure in zip(
                stage_parts(progress), (self.start, self.middle, self.end), strict=True
            )
        )


def stage_parts(progress: float) -> tuple[float, float, float]:
    """How much start, middle and end count at this progress; together 1."""
    late = 2 * progress - 1
    return max(0.0, -late), 1 - abs(late), max(0.0, late)


NONE, ONE = Stages(0.0, 0.0, 0.0), Stages(1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Calibration:
    """A map from shares to chances; they add up to 1 on either side.

    Shares are raised to a power; below 1 it makes chances more careful than playouts are. From a
    seat's view others' hidden cards are dealt by lot, worse than those they have chosen, but its
    own are known. So its own chance comes first: the odds are its share against the rest of them,
    each to a power of its own, and shifted. What is left goes to the others, by their shares.
    """

    prior: float  # playouts with equal chances that are added to those that were played
    power: Stages = ONE  # of the others' shares, or of all if everything was known
    own_power: Stages = ONE
    rest_power: Stages = ONE
    own_shift: Stages = NONE  # of the logarithm of the odds

    @classmethod
    def of(cls, figures: Figures) -> Calibration:
        return cls(
            figures["prior"],
            Stages(*figures["power"]),
            Stages(*figures["own_power"]),
            Stages(*figures["rest_power"]),
            Stages(*figures["own_shift"]),
        )

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
        careful = self.careful(shares, playouts)
        raised = [share ** self.power.at(progress) for share in careful]
        if viewer is None:
            return in_proportion(raised, 1.0)
        own = self.own_chance(careful[viewer], progress)
        others = in_proportion(raised[:viewer] + raised[viewer + 1 :], 1 - own)
        return (*others[:viewer], own, *others[viewer:])

    def own_chance(self, share: float, progress: float) -> float:
        """The viewer's chance from its share, once that was made careful."""
        if not 0 < share < 1:
            return share
        logarithm = (
            self.own_power.at(progress) * log(share)
            - self.rest_power.at(progress) * log(1 - share)
            + self.own_shift.at(progress)
        )
        return 1 / (1 + exp(-logarithm))

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
        own, rest = self.own_power.at(progress), self.rest_power.at(progress)
        return drawn * chance * (1 - chance) * (own / share + rest / (1 - share))


def in_proportion(parts: Sequence[float], whole: float) -> tuple[float, ...]:
    """The whole, divided among parts of these sizes; evenly if all are nothing."""
    together = sum(parts)
    return tuple(whole * part / together if together else whole / len(parts) for part in parts)


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
    return Calibration.of(figures)


def most_measured() -> int:
    """The largest number of seats with a map for boards that were not measured."""
    return max(map(int, measured()["maps"][OTHER]))
