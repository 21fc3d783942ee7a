"""Learn the weights of Tokyo's learned player from games, and measure them.

python -m ekiben.learn.tokyo learn --seconds 600 --workers 10 --out tokyo
python -m ekiben.learn.tokyo measure tokyo.json --seats 2 --games 1000 --workers 10
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ekiben.bots.tokyo.learned import learned_weights
from ekiben.core.batch import cores
from ekiben.learn.tokyo.ranges import START, weights_at
from ekiben.learn.tokyo.training import Ledger, Trainer

CHECKS = 9_000_000  # the first seed of deals to measure on


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ekiben.learn.tokyo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("learn", "measure"))
    parser.add_argument("weights", nargs="*", type=Path, help="files of weights to measure")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--out", type=Path, default=Path("tokyo"), help="files to write, no ending")
    parser.add_argument("--games", type=Path, action="append", default=[], help="files of games")
    parser.add_argument("--check", type=float, default=0.0, help="seconds to measure at the end")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--count", type=int, default=1000, help="games to measure on")
    return parser.parse_args()


def report(won: list[list[bool]], names: list[str]) -> str:
    lines = []
    for name, games in zip(names, won, strict=True):
        share, error = interval(games)
        lines.append(f"{name}: {share:.4f} ± {error:.4f} of {len(games)}")
    return "\n".join(lines)


def interval(games: list[bool]) -> tuple[float, float]:
    """The share of games won, and half of its 95 % interval."""
    count = max(1, len(games))
    share = sum(games) / count
    return share, 1.96 * (share * (1.0 - share) / count) ** 0.5


def main() -> None:
    asked = parsed()
    ledger = Ledger()
    for path in asked.games:
        ledger.add(path)
    began = time.monotonic()
    log = asked.out.with_suffix(".log")

    def tell(text: str) -> None:
        line = f"{time.monotonic() - began:.0f} s: {text}"
        print(line, flush=True)
        with log.open("a") as file:
            file.write(line + "\n")

    trainer = Trainer(asked.workers, asked.seed, asked.out, tell, ledger)
    tell("compiled")
    if asked.what == "measure":
        rivals = [learned_weights(path, START) for path in asked.weights]
        names = [path.stem for path in asked.weights]
        won = trainer.measure(rivals, asked.seats, asked.count, asked.seconds, CHECKS)
        tell(f"{asked.seats} seats\n{report(won, names)}")
        return
    best = trainer.learn(began + asked.seconds - asked.check - time.monotonic())
    if asked.check:
        rivals = [weights_at(best), weights_at(0.6 * best)]
        won = trainer.measure(rivals, 2, 1 << 30, began + asked.seconds - time.monotonic(), CHECKS)
        tell("\n" + report(won, ["learned", "part of the way"]))


if __name__ == "__main__":
    main()
