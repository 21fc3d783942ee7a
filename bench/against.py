"""Random play of this working tree against another one's, turn and turn about.

python bench/against.py FOLDER [--games NAME …] [--seats 2 4] [--rounds 9]

FOLDER is another working tree, such as `git worktree add ../before COMMIT` makes. Rates are of
processor time, so that others on the machine disturb them little; a ratio is the median of rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
GAMES = {"america": 8_000, "europe": 5_000, "great-lakes": 5_000, "london": 16_000}  # in a round
WORKER = """
import sys, time
import ekiben
from ekiben.core.batch import playouts
for line in sys.stdin:
    name, seats, count = line.split()
    game = ekiben.load(name)
    playouts(game, 1, int(seats), 0, 1)
    start = time.process_time()
    scores, lengths = playouts(game, int(count), int(seats), 0, 1)
    spent = time.process_time() - start
    print(lengths.sum() / spent, hash((scores.tobytes(), lengths.tobytes())), flush=True)
"""


class Tree:
    """A process that plays with the sources of one working tree."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env={**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, name: str, seats: int, count: int) -> tuple[float, str]:
        """Decisions a second, and what tells these games from others."""
        assert self.process.stdin and self.process.stdout
        print(name, seats, count, file=self.process.stdin, flush=True)
        rate, games = self.process.stdout.readline().split()
        return float(rate), games


def compare(this: Tree, other: Tree, name: str, seats: int, rounds: int) -> str:
    count = GAMES.get(name, 20) * 2 // seats
    rows = [(this.play(name, seats, count), other.play(name, seats, count)) for _ in range(rounds)]
    rate = statistics.median(mine[0] for mine, _ in rows)
    ratio = statistics.median(mine[0] / theirs[0] for mine, theirs in rows)
    same = all(mine[1] == theirs[1] for mine, theirs in rows)
    return (
        f"{name}, {seats} seats: {rate / 1e6:.2f} million decisions/s, {ratio:.2f} times the "
        f"other's; {'the same games' if same else 'OTHER GAMES'}"
    )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument("--games", nargs="*", default=list(GAMES), metavar="NAME")
    options.add_argument("--seats", nargs="*", type=int, default=[2, 4])
    options.add_argument("--rounds", type=int, default=9)
    asked = options.parse_args()
    this, other = Tree(HERE), Tree(asked.folder)
    for name in asked.games:
        for seats in asked.seats:
            print(compare(this, other, name, seats, asked.rounds), flush=True)


if __name__ == "__main__":
    main()
