"""How long reviews take, pass by pass, and how sure they are.

python bench/review.py                      the usual tables
python bench/review.py america:2 london:4   these games and numbers of seats
python bench/review.py --passes 3 --threads 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

import ekiben
from ekiben.analysis import Reviewer
from ekiben.analysis.family import ANALYSIS
from ekiben.arena import play_games
from ekiben.core.kernel_calls import run
from ekiben.core.match import Match

TABLES = ("america:2", "america:5", "europe:3", "great-lakes:4", "london:2", "london:4")
SEED = 17


@dataclass(frozen=True)
class Pass:
    """What a pass of a review took, and what it gave."""

    seconds: float
    processor: float  # seconds of all cores together
    playouts: int
    error: float  # of the curve's chances, on average
    loss_error: float  # of the losses of choices, on average


def finished_match(name: str, seats: int) -> Match:
    """A game between planners and players who do otherwise."""
    game = ekiben.load(name)
    players = (["planner", "greedy"] * seats)[:seats]
    (result,) = play_games(game, players, games=1, seed=SEED, records=True)
    assert result.record is not None
    return ekiben.replay(result.record)


def passes(match: Match, number: int, threads: int, seats: list[int] | None) -> Iterator[Pass]:
    """Review a match pass by pass."""
    reviewer = Reviewer(match, seats)
    for _ in range(number):
        start, busy = time.perf_counter(), time.process_time()
        run(reviewer.refine(), threads)
        seconds, processor = time.perf_counter() - start, time.process_time() - busy
        found = reviewer.review()
        errors = [moment.outlook.error for one in found.seats for moment in one.moments]
        losses = [choice.error for one in found.seats for choice in one.choices if choice.loss > 0]
        yield Pass(seconds, processor, found.playouts, mean(errors), mean(losses or [0.0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", default=TABLES, metavar="GAME:SEATS")
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seat", type=int, help="review one seat only (default: all)")
    asked = parser.parse_args()
    seats = None if asked.seat is None else [asked.seat]
    print("table            actions pass  seconds  processor   playouts   ± chance  ± loss")
    for table in asked.tables:
        name, _, number = table.partition(":")
        match = finished_match(name, int(number or 2))
        ANALYSIS.of(match.game).prepare()
        for count, one in enumerate(passes(match, asked.passes, asked.threads, seats), 1):
            print(
                f"{table:16} {len(match.actions):7} {count:4} {one.seconds:8.2f}"
                f"   {one.processor:8.2f}  {one.playouts:9}"
                f"      {one.error:.3f}   {one.loss_error:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
