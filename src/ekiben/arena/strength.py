"""How strong every bot is and what it costs, as last measured; a file of the package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import ekiben
from ekiben.arena.summary import Standing, Summary

FILE = Path(__file__).parent / "strength.json"
SEATS = 2  # of the games that count here


@dataclass(frozen=True)
class Strength:
    """A bot's rating with its interval, where it has one, and milliseconds a choice."""

    rating: int
    low: int | None
    high: int | None
    ms: float

    @classmethod
    def of(cls, row: Standing) -> Strength:
        low, high = (
            None if value is None or row.bounded else round(value)
            for value in (row.rating.low, row.rating.high)
        )
        return cls(round(row.rating.value), low, high, float(f"{1000 * row.seconds:.3g}"))


def stored_strength() -> dict[str, dict[str, Strength]]:
    """By game and bot, the strongest first."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {
        game: {bot: Strength(**row) for bot, row in rows.items()} for game, rows in found.items()
    }


def is_box_game(summary: Summary) -> bool:
    """Whether it is one of the games of the box, with the usual options."""
    return summary.game in ekiben.games() and summary.options == ekiben.load(summary.game).options


def write_strength(found: Iterable[Summary]) -> Path:
    """Write what was measured into the file; games that were not measured stay as they are."""
    rows = {
        game: {bot: asdict(one) for bot, one in known.items()}
        for game, known in stored_strength().items()
    }
    for summary in found:
        if summary.seats == SEATS and is_box_game(summary):
            rows[summary.game] = {row.spec: asdict(Strength.of(row)) for row in summary.standings}
    FILE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8", newline="\n")
    return FILE
