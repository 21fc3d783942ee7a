"""Rows of the bench: the engine, as `ekiben bench` measures it."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from figures import Figure, row

import ekiben
from ekiben.cli import bench
from ekiben.cli.family import TERMINAL
from ekiben.core.batch import cores

SEATS = (2, 4)
GOALS = {"tokyo": 2_000_000.0}  # decisions a second


@row("engine")
def random_play() -> Iterator[Figure]:
    for name in ekiben.games():
        for seats in SEATS:
            decisions, games = random_rates(name, seats)
            what = f"random play, {name}, {seats} seats, one core"
            yield Figure(what, games, "rate", "games")
            goal = GOALS.get(name)
            yield Figure(f"{what}: decisions", decisions, "rate", "decisions", goal=goal)


def random_rates(name: str, seats: int) -> tuple[float, float]:
    game = ekiben.load(name)
    game.builds.fastest()
    count = TERMINAL.of(game).benched
    rounds = [bench.random_play(game, seats, count) for _ in range(bench.ROUNDS + 1)][1:]
    return statistics.median(one[0] for one in rounds), statistics.median(one[1] for one in rounds)


@row("engine")
def all_cores() -> Iterator[Figure]:
    game = ekiben.load("america")
    one, all_of_them = (
        bench.median(lambda jobs=jobs: bench.games_by_the_clock(game, jobs))
        for jobs in (1, cores())
    )
    yield Figure(f"random play, america, {cores()} cores against one", all_of_them / one, "ratio")


@row("engine")
def python_loops() -> Iterator[Figure]:
    game = ekiben.load("america")
    batch = bench.median(lambda: bench.batch_loop(game))
    match = bench.median(lambda: bench.match_loop(game))
    yield Figure("legal and apply in a Python loop, batch", batch, "rate", "decisions")
    yield Figure("legal and play in a Python loop, Match", match, "rate", "decisions")


@row("engine")
def copies() -> Iterator[Figure]:
    for name, spent in bench.copies(ekiben.load("america")).items():
        yield Figure(f"copy a state, {name}", spent, "seconds")


@row("engine")
def starting() -> Iterator[Figure]:
    game = ekiben.load("america")
    plain = bench.median(lambda: bench.interpreted(game), 3)
    yield Figure("a decision, interpreted (no numba)", plain, "seconds")
    start = bench.median(bench.start_up, 3)
    yield Figure("from starting Python to the first legal actions", start, "seconds")
