"""Measure Tokyo Railways: random play, and the expert's playouts.

python bench/tokyo_speed.py                      figures of this version
python bench/tokyo_speed.py --against FOLDER     beside those of another version's `src`, by turns

Both versions get the same work, in processes of their own that take turns. Time is that of the
processor, and the ratio that of the medians, since machines are noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import playout_rates

import ekiben
from ekiben import bots
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.core.batch import playouts

HERE = Path(__file__).resolve()
SOURCES = HERE.parents[1] / "src"
SEATS = (2, 4)
GAMES, POSITIONS, PLAYOUTS = 100, 2, 40
ROUNDS, TURNS = 5, 3
Figures = dict[str, float]


# ---- one version
def decisions(seats: int, games: int = GAMES) -> float:
    """Decisions a second of random play to the end, on one core."""
    game, start = ekiben.load("tokyo"), time.process_time()
    _, lengths = playouts(game, games, seats, 0, 1)
    return float(lengths.sum()) / (time.process_time() - start)


def expert_rate(positions: list[playout_rates.Position]) -> float:
    """Playouts a second of the expert on one core, its planning included."""
    game, start = ekiben.load("tokyo"), time.process_time()
    for view, legal in positions:
        expert = Strategist(1, games=PLAYOUTS)
        expert.sit(game, view.viewer or 0)
        expert.choose(view, legal, bots.Limit(1000.0, 1))
    return len(positions) * PLAYOUTS / (time.process_time() - start)


def measure() -> Figures:
    """Medians of several rounds after a first one, by name."""
    positions = playout_rates.positions("tokyo", POSITIONS)
    random_play = {
        f"random play, {seats} seats, million decisions/s": median(
            [decisions(seats) / 1e6 for _ in range(ROUNDS + 1)]
        )
        for seats in SEATS
    }
    rates = [expert_rate(positions) for _ in range(3)]
    return {**random_play, "expert, playouts/s": median(rates)}


def median(rounds: list[float]) -> float:
    return statistics.median(rounds[1:])


# ---- two versions
def measure_version(sources: Path) -> Figures:
    """The figures of the version whose sources these are, from a process of its own."""
    command = [sys.executable, str(HERE), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    figures: Figures = json.loads(told.stdout)
    return figures


def compare(other: Path) -> Iterator[str]:
    pairs = [(measure_version(SOURCES), measure_version(other)) for _ in range(TURNS)]
    for name in pairs[0][0]:
        ours, theirs = (statistics.median(pair[side][name] for pair in pairs) for side in (0, 1))
        yield f"{name}: {ours:.2f}, the other version {theirs:.2f}: {ours / theirs:.2f} times"


def lines(figures: Figures) -> Iterator[str]:
    for name, figure in figures.items():
        yield f"tokyo, {name}: {figure:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="the folder `src` of another version")
    parser.add_argument("--json", action="store_true", help="print figures for a program")
    asked = parser.parse_args()
    if asked.json:
        print(json.dumps(measure()))
    else:
        print(*(compare(asked.against) if asked.against else lines(measure())), sep="\n")


if __name__ == "__main__":
    main()
