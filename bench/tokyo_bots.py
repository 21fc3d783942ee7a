"""How two bots do at Tokyo Railways: against each other at two seats in both seatings, and alone (the other seat waiting).

python bench/tokyo_bots.py tokyo-expert dispatcher --games 400 --jobs 8 --threads 2
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import ekiben
from ekiben import bots
from ekiben.bots.tokyo.expert import TokyoExpert
from ekiben.bots.tokyo.native import SPEEDS
from ekiben.bots.tokyo.rollouts import idle
from ekiben.games.tokyo.imagine import filled

bots.BOTS.setdefault("tokyo-expert", TokyoExpert)


class Task(NamedTuple):
    """A game: the specs by seat (empty: waits), its seed, what a bot has for a choice."""

    specs: tuple[str, ...]
    seed: int
    limit: bots.Limit


class Outcome(NamedTuple):
    winner: int
    turns: int
    spent: list[float]
    slowest: list[float]


@cache
def tokyo() -> Any:
    game = ekiben.load("tokyo")
    game.speeds.best()
    SPEEDS.best()
    return game


def played(task: Task) -> Outcome:
    game, seats = tokyo(), len(task.specs)
    table = [bots.make(spec, 2 * task.seed + seat, game) if spec else None for seat, spec in enumerate(task.specs)]
    match, spent, slowest = game.new(seats=seats, seed=task.seed), [0.0] * seats, [0.0] * seats
    while not match.over:
        seat, view = match.seat, match.view(match.seat)
        began = time.perf_counter()
        bot = table[seat]
        waits = game.action(int(idle(game.plain_board, filled(view))))
        action = bot.choose(view, match.legal(), task.limit) if bot else waits
        took = time.perf_counter() - began
        spent[seat], slowest[seat] = spent[seat] + took, max(slowest[seat], took)
        match.play(action)
    view = match.view(None)
    return Outcome(int(view.winner), int(view.turns) // seats + 1, spent, slowest)


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z, share = 1.96, won / games
    middle, half = share + z * z / 2 / games, z * (share * (1 - share) / games + z * z / 4 / games ** 2) ** 0.5
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def duel(pool: Any, a: str, b: str, args: argparse.Namespace) -> None:
    tasks = [Task((a, b) if n % 2 == 0 else (b, a), args.seed + n // 2, args.limit) for n in range(args.games)]
    found = list(pool.map(played, tasks))
    won = sum(outcome.winner == n % 2 for n, outcome in enumerate(found))
    low, high = interval(won, len(found))
    slowest = max(outcome.slowest[n % 2] for n, outcome in enumerate(found))
    spent = statistics.mean(outcome.spent[n % 2] for n, outcome in enumerate(found))
    turns = [outcome.turns for outcome in found]
    print(f"{a} against {b}: {won} of {len(found)} won = {won / len(found):.3f} [{low:.3f}, {high:.3f}]; game over in turn "
          f"{statistics.median(turns)} (mean {statistics.mean(turns):.2f}); {a} thinks {spent:.1f} s a game, {slowest:.2f} s at most",
          flush=True)


def alone(pool: Any, spec: str, args: argparse.Namespace) -> None:
    tasks = [Task((spec, "") if n % 2 == 0 else ("", spec), args.seed + n // 2, args.limit) for n in range(args.alone)]
    turns = [outcome.turns for outcome in pool.map(played, tasks)]
    error = statistics.stdev(turns) / len(turns) ** 0.5
    print(f"{spec} alone, {len(turns)} games: median {statistics.median(turns)} turns, "
          f"mean {statistics.mean(turns):.2f} ± {1.96 * error:.2f}, {min(turns)} to {max(turns)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, metavar="BOT", help="a spec, e.g. dispatcher or tokyo-expert:games=24")
    parser.add_argument("--games", type=int, default=40, help="games against each other (default 40)")
    parser.add_argument("--alone", type=int, default=0, help="games alone, each (default none)")
    parser.add_argument("--seed", type=int, default=20_000, help="of the first deal; each is played in both seatings")
    parser.add_argument("--seconds", type=float, default=1.0, help="for one choice (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="for one choice (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: all cores)")
    args = parser.parse_args()
    args.limit = bots.Limit(args.seconds, args.threads)
    began = time.perf_counter()
    tokyo()
    with ProcessPoolExecutor(args.jobs) as pool:
        if args.games:
            duel(pool, *args.bots, args)
        for spec in args.bots if args.alone else ():
            alone(pool, spec, args)
    print(f"{time.perf_counter() - began:.0f} s on {args.jobs} processes")


if __name__ == "__main__":
    main()
