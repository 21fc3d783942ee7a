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
from pathlib import Path
from typing import TypedDict

DATA = Path(__file__).with_name("calibration.json")
OTHER = "other"  # boards that nobody has measured


class Figures(TypedDict):
    """The map of a game for a number of seats, as the file has it."""

    prior: float
    power: float


class Measured(TypedDict):
    """The file: what the maps were fitted on, and the maps by game and number of seats."""

    fitted: dict[str, object]
    maps: dict[str, dict[str, Figures]]


@dataclass(frozen=True)
class Calibration:
    """A map from shares to chances; they add up to 1 on either side."""

    prior: float  # playouts with equal chances that are added to those that were played
    power: float  # to which shares are raised: below 1, playouts are too sure of the winner

    def chances(self, shares: Sequence[float], playouts: int) -> tuple[float, ...]:
        """The chances of all seats to win; with no playouts, `shares` are a formula's."""
        raised = [share**self.power for share in self.careful(shares, playouts)]
        whole = sum(raised)
        return tuple(one / whole for one in raised)

    def careful(self, shares: Sequence[float], playouts: int) -> list[float]:
        """Shares drawn towards equal ones, the more so the fewer playouts they come from."""
        if not playouts:
            return list(shares)
        equal = self.prior / len(shares)
        return [(share * playouts + equal) / (playouts + self.prior) for share in shares]

    def slope(self, shares: Sequence[float], playouts: int, seat: int) -> float:
        """How much a seat's chance grows with its share: what errors of shares are worth."""
        share = self.careful(shares, playouts)[seat]
        chance = self.chances(shares, playouts)[seat]
        drawn = playouts / (playouts + self.prior) if playouts else 1.0
        if not 0 < share < 1:
            return drawn
        return drawn * self.power * chance * (1 - chance) / (share * (1 - share))


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
    return Calibration(figures["prior"], figures["power"])


def most_measured() -> int:
    """The largest number of seats with a map for boards that were not measured."""
    return max(map(int, measured()["maps"][OTHER]))
