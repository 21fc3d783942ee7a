"""What the README's figures come from: the engine's own table, and the hand-written C yardstick beside it where there is one.

    python bench/run.py [--reference FOLDER]     FOLDER/run SEATS GAMES times the C program; left out when it is not there
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
from pathlib import Path

from rich.console import Console

import ekiben
from ekiben.cli import bench

ROUNDS = 9
REFERENCE = Path(__file__).resolve().parents[2] / "shared" / "reference"


def reference(folder: Path, seats: int) -> float:
    """Decisions a second of the C program."""
    told = subprocess.run([folder / "run", str(seats), "100000"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"([\d.]+) million decisions/s", told)
    assert found, told
    return float(found[1]) * 1e6


def compared(folder: Path, seats: int) -> tuple[float, float, float]:
    """Ours, the reference's, and the median of the ratios, turn and turn about in one run."""
    game = ekiben.load("america")
    bench.random_play(game, seats)
    rounds = [(bench.random_play(game, seats, 20_000)[0], reference(folder, seats)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    return ours, theirs, statistics.median(mine / other for mine, other in rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", type=Path, default=REFERENCE)
    folder = parser.parse_args().reference
    console = Console(width=120)
    console.print(bench.table(bench.measured(list(ekiben.games()))))
    if (folder / "run").exists():
        for seats in (2, 4):
            ours, theirs, ratio = compared(folder, seats)
            console.print(f"america, {seats} seats, one core: {ours / 1e6:.1f} million decisions/s, hand-written C "
                          f"{theirs / 1e6:.1f} million: {ratio:.2f} of C")


if __name__ == "__main__":
    main()
