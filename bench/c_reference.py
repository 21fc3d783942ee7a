"""The hand-written C program that Ekiben's speed is compared with (`bench/reference/`), built on
demand.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from figures import Figure, Skipped, row

import ekiben
from ekiben.cli import bench
from ekiben.core.game import Game

SOURCE = Path(__file__).parent / "reference" / "random_play.c"
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O3", "-march=native")
ROUNDS, GAMES = 9, 100_000


def compiler() -> str | None:
    """The C compiler of this machine, if it has one; `CC` names another."""
    named = [os.environ["CC"]] if os.environ.get("CC") else list(COMPILERS)
    return next(filter(None, map(shutil.which, named)), None)


def array(name: str, values: Iterable[int]) -> str:
    numbers = [str(int(value)) for value in values]
    return f"static const int8_t {name}[{len(numbers)}] = {{{', '.join(numbers)}}};\n"


def header(game: Game) -> str:
    """The board as the C program reads it: Ekiben's own tables."""
    b, routes, tickets = (
        game.plain_board,
        range(game.plain_board.routes),
        range(game.plain_board.tickets),
    )
    sizes = (
        f"enum {{ CITIES = {b.cities}, ROUTES = {b.routes}, TICKETS = {b.tickets}, GREY = "
        f"{b.colours} }};\n"
    )
    return sizes + "".join(
        [
            array("ROUTE_A", (b.a[n] for n in routes)),
            array("ROUTE_B", (b.z[n] for n in routes)),
            array("ROUTE_LENGTH", (b.length[n] for n in routes)),
            array("TWIN", (b.twin[n] for n in routes)),
            array("ROUTE_COLOUR", (b.colours if b.colour[n] < 0 else b.colour[n] for n in routes)),
            array("TICKET_A", (b.ticket_a[n] for n in tickets)),
            array("TICKET_B", (b.ticket_z[n] for n in tickets)),
            array("TICKET_POINTS", (b.ticket_points[n] for n in tickets)),
        ]
    )


def build(compiler: str, folder: Path) -> Path:
    """The program, made in this folder."""
    program = folder / "random_play"
    (folder / "map.h").write_text(header(ekiben.load("america")), encoding="utf-8")
    subprocess.run([compiler, *FLAGS, f"-I{folder}", "-o", program, SOURCE], check=True)
    return program


def decisions_a_second(program: Path, seats: int, games: int = GAMES) -> float:
    told = subprocess.run(
        [program, str(seats), str(games)], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"([\d.]+) million decisions/s", told)
    assert found, told
    return float(found[1]) * 1e6


def compare(program: Path, seats: int) -> tuple[float, float, float]:
    """Ekiben's decisions a second of processor time, those of C, and the median of the ratios, turn
    and turn about in one run.
    """
    game = ekiben.load("america")
    bench.random_play(game, seats)
    rounds = [
        (bench.random_play(game, seats, 20_000)[0], decisions_a_second(program, seats))
        for _ in range(ROUNDS)
    ]
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    return ours, theirs, statistics.median(mine / other for mine, other in rounds)


@row("reference")
def to_c() -> Iterator[Figure]:
    found = compiler()
    if found is None:
        raise Skipped("no C compiler here to compare with (install one, or name it: CC=…)")
    with tempfile.TemporaryDirectory() as folder:
        program = build(found, Path(folder))
        for seats in (2, 4):
            ours, theirs, ratio = compare(program, seats)
            what = f"america, {seats} seats, one core"
            yield Figure(f"{what}: decisions to those of C", ratio, "ratio", "of C", goal=0.8)
            yield Figure(f"{what}: decisions", ours, "rate", "decisions")
            yield Figure(f"{what}: decisions of C", theirs, "rate", "decisions")
