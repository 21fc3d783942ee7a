"""How many turns bots take to win Tokyo Railways alone; each deal is played from both seats.

    python bench/tokyo_alone.py expert dispatcher --games 60 --threads 2

How they do against each other is measured by `bench/strength.py`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from strength import load_compiled

from ekiben import bots
from ekiben.bots.tokyo.kernels import waiting_action
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.games.tokyo.imagine import state_from


class Played(NamedTuple):
    turns: int
    slowest: float


def play(spec: str, limit: bots.Limit, seed: int, n: int) -> Played:
    """The n-th game."""
    game: Any = load_compiled("tokyo")
    seat, slowest = n % 2, 0.0
    bot, match = bots.make(spec, seed + n, game), game.new(seats=2, seed=seed + n // 2)
    while not match.over:
        view = match.view(match.seat)
        if match.seat == seat:
            began = time.perf_counter()
            action = bot.choose(view, match.legal(), limit)
            slowest = max(slowest, time.perf_counter() - began)
        else:
            action = game.action(int(waiting_action(game.plain_board, state_from(view))))
        match.play(action)
    return Played(int(match.view(None).turns) // 2 + 1, slowest)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="a spec, e.g. strategist:games=24; compared with the last",
    )
    parser.add_argument("--games", type=int, default=40, help="for each (default 40)")
    parser.add_argument("--seed", type=int, default=20_000, help="of the first deal")
    parser.add_argument("--seconds", type=float, default=1.0, help="for one choice (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="for one choice (default 1)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: all cores)")
    args = parser.parse_args()
    try:
        for spec in args.bots:
            bots.make(spec, game=load_compiled("tokyo"))
    except EkibenError as wrong:
        sys.exit(f"tokyo_alone: {wrong}")
    limit, means = bots.Limit(args.seconds, args.threads), []
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        for spec in args.bots[::-1]:
            games = list(pool.map(partial(play, spec, limit, args.seed), range(args.games)))
            turns = [game.turns for game in games]
            means.append(statistics.fmean(turns))
            error = 1.96 * statistics.stdev(turns) / len(turns) ** 0.5
            print(
                f"{spec}: mean {means[-1]:.2f} ± {error:.2f} turns, "
                f"median {statistics.median(turns):g}, {min(turns)} to {max(turns)}; "
                f"{means[-1] / means[0] - 1:+.1%}; {len(games)} games, "
                f"{max(game.slowest for game in games):.2f} s at most",
                flush=True,
            )


if __name__ == "__main__":
    main()
