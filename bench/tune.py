"""Tune the planner's weights for a board and a number of seats, and write them if they are better.

    python bench/tune.py america --seats 2 --generations 60 --write

An evolution strategy: every generation tries weights around the present ones, in mirrored pairs and
all on the same deals, and moves to the weighted mean of the better half. What is tried is judged by
its share of the wins and its margin against copies of each opponent, every deal in every seating.
Deals are drawn from seeds below TUNING; the comparison at the end is played on seeds from JUDGING
on, which no tuning has seen.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import ekiben
from ekiben import bots
from ekiben.bots.routes.duel import Duel, duel
from ekiben.bots.routes.planner_tuning import FILE, tuned_weights, weight_tables
from ekiben.bots.routes.planner_weights import NAMES, TABLES, WEIGHTS_PER_TABLE
from ekiben.bots.routes.players import Planner
from ekiben.bots.routes.policy import Policy
from ekiben.core.game import Game
from ekiben.games.routes.game import RouteGame

TUNING, JUDGING = 1_000_000_000, 2_000_000_000
MARGIN = 0.003  # what a point of margin counts, beside the share of the wins
LEAST = 0.3  # weights smaller than this are varied as if they were as large
STEP, LAST_STEP, SHRINK = 0.2, 0.05, 0.98
HEADER = (
    "# The planner's weights, by board and seats (4: and more), written by bench/tune.py; "
    "planner_weights.py says what each is for\n"
)
Row = npt.NDArray[np.float64]


class Trial(Planner):
    """The planner with weights to be tried, the same for any number of seats."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row

    def sit(self, game: Game, seat: int | None = None) -> None:
        self.weights = tuple(TABLES * self.row.tolist())
        Policy.sit(self, game, seat)


def played(game: RouteGame, row: Row, opponent: str, seats: int, games: int, seed: int) -> Duel:
    return duel(game, [Trial(row)] + [bots.make(opponent) for _ in range(seats - 1)], games, seed)


def margins(found: Duel) -> Row:
    """Points ahead of the best opponent."""
    ahead: Row = (found.scores[:, 0] - found.scores[:, 1:].max(axis=1)).astype(float)
    return ahead


def worth(
    game: RouteGame, row: Row, opponents: Sequence[str], seats: int, games: int, seed: int
) -> float:
    duels = [played(game, row, opponent, seats, games, seed) for opponent in opponents]
    return float(
        np.mean([found.wins()[:, 0].mean() + MARGIN * margins(found).mean() for found in duels])
    )


# ---- the strategy
def tune(game: RouteGame, start: Row, options: argparse.Namespace) -> Row:
    luck, row, step = np.random.default_rng(options.seed), start, STEP
    for generation in range(options.generations):
        tried = around(row, step, options.tries, luck)
        seed = int(luck.integers(TUNING - options.games))
        worths = [
            worth(game, one, options.against, options.seats, options.games, seed) for one in tried
        ]
        row, step = better_half(tried, worths), max(LAST_STEP, step * SHRINK)
        print(
            f"{generation + 1}: mean {np.mean(worths):.3f}, best {np.max(worths):.3f}", flush=True
        )
    return row


def around(row: Row, step: float, tries: int, luck: np.random.Generator) -> Row:
    """Weights around a row, none below zero; every step is tried in both directions."""
    half = luck.standard_normal((tries // 2, len(row)))
    steps = step * np.maximum(np.abs(row), LEAST) * np.concatenate([half, -half])
    tried: Row = np.maximum(0.0, row + steps)
    return tried


def better_half(tried: Row, worths: Sequence[float]) -> Row:
    """The mean of the better half, the best counted most."""
    size = len(tried) // 2
    weights = np.log(size + 0.5) - np.log(np.arange(1, size + 1))
    best = np.argsort(worths)[::-1][:size]
    mean: Row = (weights[:, None] * tried[best]).sum(axis=0) / weights.sum()
    return mean


# ---- the judgement
def judge(game: RouteGame, name: str, row: Row, options: argparse.Namespace) -> float:
    """Print how a row does on deals of its own; return its share of wins over all opponents."""
    shares = []
    for opponent in options.against:
        found = played(game, row, opponent, options.seats, options.judged, JUDGING)
        wins = found.wins()[:, 0]
        shares.append(float(wins.mean()))
        print(
            f"{name} against {opponent}: {wins.mean():.3f} ± "
            f"{1.96 * wins.std() / len(wins) ** 0.5:.3f}, margin {margins(found).mean():+.1f}",
            flush=True,
        )
    return float(np.mean(shares))


def present(board: str, seats: int) -> Row:
    start = (min(seats, TABLES + 1) - 2) * WEIGHTS_PER_TABLE
    return np.array(tuned_weights(board)[start : start + WEIGHTS_PER_TABLE])


def write(board: str, seats: int, row: Row) -> None:
    """Into the planner's file, all other tables as they are."""
    tables = {name: dict(rows) for name, rows in weight_tables().items()}
    tables.setdefault(
        board,
        {
            str(n): dict(zip(NAMES, present(board, n).tolist(), strict=True))
            for n in range(2, 2 + TABLES)
        },
    )
    tables[board][str(min(seats, TABLES + 1))] = dict(zip(NAMES, row.tolist(), strict=True))
    lines = [
        f"\n[{name}.{seats}]\n" + "".join(f"{key} = {value:.3f}\n" for key, value in one.items())
        for name, rows in tables.items()
        for seats, one in rows.items()
    ]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("board")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--tries", type=int, default=12, help="rows of weights in a generation")
    parser.add_argument("--games", type=int, default=120, help="for each row against each opponent")
    parser.add_argument(
        "--judged",
        type=int,
        default=2000,
        help="games of the comparison at the end, against each opponent",
    )
    parser.add_argument(
        "--against", type=lambda text: text.split(","), default=["racer", "greedy", "junkie"]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--write", action="store_true", help="into the planner's file, if the new weights win more"
    )
    return parser.parse_args()


def main() -> None:
    options = arguments()
    game, before = ekiben.load(options.board), present(options.board, options.seats)
    if not isinstance(game, RouteGame):
        raise SystemExit(f"tune: the planner does not play {game.name}")
    options.games = -(-options.games // options.seats) * options.seats
    options.judged = -(-options.judged // options.seats) * options.seats
    after = tune(game, before, options)
    print(", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, after, strict=True)))
    gain = judge(game, "new", after, options) - judge(game, "old", before, options)
    print(f"share of the wins: {gain:+.4f}")
    if options.write and gain > 0:
        write(options.board, options.seats, after)


if __name__ == "__main__":
    main()
