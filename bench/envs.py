"""Steps in a second of one core's time, observations and masks included: Ekiben's environments, and
other libraries beside them.

    python bench/envs.py [--others FOLDER] [--games]

`--others` measures other libraries in the same run, installed into FOLDER (bench/others.py).
`--games` prints the manual's table of games instead: seats, actions, sizes, lengths, speed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import others
from others import rate

import ekiben
from ekiben.core.batch import playouts
from ekiben.envs import BatchEnv, encoding

Measure = tuple[str, str, float]
COUNT = {"tokyo": 512}


def batch(
    name: str, observations: str | None, seats: int = 2, masks: str | None = "bytes"
) -> float:
    """Random legal actions in thousands of games that never end."""
    env = BatchEnv(name, COUNT.get(name, 4096), seats, observations=observations, masks=masks)
    for _ in range(40 if name == "tokyo" else 100):  # into the middle of the games
        env.step(env.random())

    def step() -> int:
        env.step(env.random())
        return env.count

    return rate(step)


def vector(name: str) -> float:
    """Gymnasium's many at once: the learner's own steps, random opponents between them."""
    import gymnasium

    envs: Any = gymnasium.make_vec(
        f"ekiben/{name.capitalize()}-v0", num_envs=1024, opponents="random", observations="uint8"
    )
    box, luck = [envs.reset(seed=1)[0]], np.random.default_rng(1)

    def step() -> int:
        mask = box[0]["action_mask"]
        box[0] = envs.step((luck.random(mask.shape, np.float32) * mask).argmax(axis=1))[0]
        return 1024

    return rate(step)


def zoo(name: str) -> float:
    """PettingZoo, one game at a time."""
    import random

    from ekiben.envs import zoo as library

    env = library.env(name)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(
                None if over or cut else random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            )
            steps += not (over or cut)
        return steps

    return rate(play)


def ours() -> Iterator[Measure]:
    for name in ekiben.games():
        yield (
            "Ekiben BatchEnv",
            f"{name}, {COUNT.get(name, 4096)} at once, uint8",
            batch(name, "uint8"),
        )
    yield "Ekiben BatchEnv", "america, 4096 at once, float32", batch("america", "float32")
    yield "Ekiben BatchEnv", "america, 4096 at once, masks only", batch("america", None)
    yield (
        "Ekiben Gymnasium, vector",
        "america, 1024 at once, the learner's steps",
        vector("america"),
    )
    yield "Ekiben PettingZoo", "america, one at a time", zoo("america")


# ---- on one core and on all
def scaling(name: str, rounds: int = 7) -> float:
    """Steps of all cores to those of one in the same time, side by side; the median."""
    env = BatchEnv(name, COUNT.get(name, 4096))
    everything = os.sched_getaffinity(0)

    def steps(where: set[int]) -> float:
        os.sched_setaffinity(0, where)
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < 0.3:
            env.step(env.random())
            count += env.count
        return count / (time.perf_counter() - start)

    steps(everything)
    ratios = []
    for _ in range(rounds):
        one = steps({min(everything)})
        ratios.append(steps(everything) / one)
    return statistics.median(ratios)


# ---- the manual's table
def game_rows() -> Iterator[list[str]]:
    """What the manual says of each game; the last two columns are measured."""
    for name in ekiben.games():
        game = ekiben.load(name)
        lengths = playouts(game, 40 if name == "tokyo" else 2000, 2, 0, None)[1]
        yield [
            f"`{name}`",
            f"{game.seats[0]}–{game.seats[1]}",
            f"{game.action_count:,}",
            f"{encoding(game).size:,}",
            f"{lengths.mean():,.0f}",
            f"{batch(name, 'uint8'):,.0f}",
        ]


def games_table() -> str:
    head = ["game", "seats", "actions", "observation", "mean length", "steps a core-second"]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *game_rows()])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--others", type=Path)
    parser.add_argument("--games", action="store_true")
    args = parser.parse_args()
    if args.games:
        print(games_table())
        return
    print(
        "steps in a second of one core's time: random legal actions, observations and masks "
        "included"
    )
    for library, what, figure in [*ours(), *(others.measured(args.others) if args.others else [])]:
        print(f"| {library} | {what} | {figure:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
