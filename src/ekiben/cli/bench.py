"""`ekiben bench`: how fast the engine is on this machine.

Figures are medians of several rounds; compare ratios, not figures of two days.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import ekiben
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.family import TERMINAL
from ekiben.cli.words import Words, by_locale
from ekiben.core.batch import Batch, cores, playouts
from ekiben.core.errors import counted
from ekiben.core.game import Game

if TYPE_CHECKING:
    from rich.table import Table

ROUNDS = 7
Figures = dict[str, Any]  # by name, as `--json` prints them


def median(measure: Callable[[], float], rounds: int = ROUNDS) -> float:
    """Of several rounds, after one that does not count."""
    measure()
    return statistics.median(measure() for _ in range(rounds))


def time_call(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def random_play(
    game: Game,
    seats: int,
    count: int = 4_000,
    jobs: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """Decisions and games a second of compiled random play to the end, scoring included.

    Seconds are those of one processor, so that others on the machine disturb them little.
    """
    start = clock()
    _, lengths = playouts(game, count, seats, 0, jobs)
    spent = clock() - start
    return float(lengths.sum()) / spent, count / spent


def games_by_the_clock(game: Game, jobs: int) -> float:
    """Games a second of random play on so many cores."""
    return random_play(game, 2, 20_000, jobs, time.perf_counter)[1]


def batch_loop(game: Game, decisions: int = 40_000) -> float:
    """Decisions a second from a Python loop: legal and apply of one game in a batch."""
    batch, choose, ids = (
        game.batch(1, seats=2, seed=1),
        np.random.default_rng(1).random(decisions).tolist(),
        np.zeros(1, np.int64),
    )
    fresh = game.batch(1, seats=2, seed=1)
    start = time.perf_counter()
    for fraction in choose:
        legal = batch.legal(0)
        if not len(legal):
            batch.put(0, fresh, 0)
            legal = batch.legal(0)
        ids[0] = legal[int(fraction * len(legal))]
        batch.apply(ids)
    return decisions / (time.perf_counter() - start)


def match_loop(game: Game, decisions: int = 6_000) -> float:
    """Decisions a second through Match, with events and notation."""
    choose, match = np.random.default_rng(1).random(decisions).tolist(), game.new(seats=2, seed=1)
    start = time.perf_counter()
    for number, fraction in enumerate(choose):
        if match.over:
            match = game.new(seats=2, seed=number)
        legal = match.legal()
        match.play(legal[int(fraction * len(legal))])
    return decisions / (time.perf_counter() - start)


def copies(game: Game) -> dict[str, float]:
    """Seconds to copy a state: compiled, from Python in a batch, and a whole match in mid-game."""
    batch, other, match = (
        game.batch(8, seats=2, seed=1),
        game.batch(8, seats=2, seed=2),
        game.new(seats=2, seed=1),
    )
    for _ in range(80):
        match.play(match.legal()[0])
    many = 20_000
    compiled = median(lambda: time_call(lambda: copy_often(batch, other, 8, many // 8)))
    calls = median(lambda: time_call(lambda: copy_often(batch, other, 0, many // 8)))
    python = median(lambda: time_call(lambda: put_often(other, batch, many)))
    matches = median(lambda: time_call(lambda: [match.copy() for _ in range(2_000)]))
    return {"compiled": (compiled - calls) / many, "batch": python / many, "match": matches / 2_000}


def copy_often(source: Batch, target: Batch, games: int, times: int) -> None:
    for _ in range(times):
        source.kernels.copy_many(source.states, target.states, 0, games)


def put_often(target: Batch, source: Batch, times: int) -> None:
    for _ in range(times):
        target.put(0, source, 0)


def interpreted(game: Game, games: int = 12) -> float:
    """Seconds a decision without machine code."""
    plain, words = game.builds.interpreted, np.array([1, 0, 0, 0], np.int64)
    scores, lengths = np.zeros((games, 2), np.int64), np.zeros(games, np.int64)
    spent = time_call(
        lambda: plain.playouts_many(
            [game.plain_board], [None], 0, [], 0, games, 2, words, scores, lengths
        )
    )
    return spent / float(lengths.sum())


def start_up() -> float:
    """Seconds from starting Python to the first legal actions of a game."""
    script = "import ekiben; ekiben.load('america').new(seats=2, seed=1).legal()"
    return time_call(lambda: subprocess.run([sys.executable, "-c", script], check=True))


def measure_all(names: list[str]) -> Figures:
    """All figures, by name."""
    america = ekiben.load("america")
    america.builds.fastest()
    play = {
        name: {
            str(seats): dict(
                zip(("decisions", "games"), random_rate(ekiben.load(name), seats), strict=True)
            )
            for seats in seat_range(ekiben.load(name))
        }
        for name in names
    }
    one, all_cores = (
        median(lambda: games_by_the_clock(america, 1)),
        median(lambda: games_by_the_clock(america, cores())),
    )
    return {
        "cores": cores(),
        "random play": play,
        "all cores / one": all_cores / one,
        "batch loop": median(lambda: batch_loop(america)),
        "match loop": median(lambda: match_loop(america)),
        "copy": copies(america),
        "interpreted": median(lambda: interpreted(america), 3),
        "start": median(start_up, 3),
    }


def seat_range(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


def random_rate(game: Game, seats: int) -> tuple[float, float]:
    count = TERMINAL.of(game).benched
    rounds = [random_play(game, seats, count) for _ in range(ROUNDS + 1)][1:]
    return statistics.median(row[0] for row in rounds), statistics.median(row[1] for row in rounds)


def run(args: argparse.Namespace) -> int:
    """Prints the table, or JSON."""
    from rich.console import Console

    words = Words(getattr(args, "language", None) or by_locale())
    with announce_compiling(words):
        warn_of_slowness(words)
        figures = measure_all(list(getattr(args, "games", None) or ekiben.games()))
    if getattr(args, "json", False):
        print(json.dumps(figures))
    else:
        Console().print(table(figures))
    return 0


def warn_of_slowness(words: Words) -> None:
    if not ekiben.load("america").builds.fastest().compiled:
        print(words.say("cli.compiling.interpreted"), file=sys.stderr, flush=True)


def table(figures: Figures) -> Table:
    from rich.table import Table

    shown = Table(
        title=f"Ekiben on this machine ({counted(figures['cores'], 'core')})", title_style="bold"
    )
    for column in ("what", "figure"):
        shown.add_column(column, justify="right" if column == "figure" else "left")
    for what, figure in rows(figures):
        shown.add_row(what, figure)
    return shown


def rows(figures: Figures) -> list[tuple[str, str]]:
    play = [
        (
            f"random play, {name}, {seats} seats, one core",
            f"{rate['games']:,.0f} games/s · {rate['decisions'] / 1e6:.1f} million decisions/s",
        )
        for name, by_seats in figures["random play"].items()
        for seats, rate in by_seats.items()
    ]
    copy = figures["copy"]
    return [
        *play,
        (
            f"playouts, america, {counted(figures['cores'], 'core')} against one",
            f"{figures['all cores / one']:.2f} times",
        ),
        ("legal + apply in a Python loop, batch", f"{figures['batch loop']:,.0f} decisions/s"),
        ("legal + play in a Python loop, Match", f"{figures['match loop']:,.0f} decisions/s"),
        (
            "copy a state: compiled · batch · Match",
            f"{copy['compiled'] * 1e9:.0f} ns · {copy['batch'] * 1e6:.2f} µs · "
            f"{copy['match'] * 1e6:.1f} µs",
        ),
        ("interpreted (no numba)", f"{figures['interpreted'] * 1e6:.0f} µs a decision"),
        ("from starting Python to the first legal actions", f"{figures['start']:.2f} s"),
    ]
