"""How often seats win that a review gives a certain chance: measure it, fit the map, check it.

    python bench/calibration.py play london --seats 2 3 --games 4000 --seed 1 --out fitting.jsonl
    python bench/calibration.py fit fitting.jsonl
    python bench/calibration.py play london --seats 2 3 --games 4000 --seed 2 --out fresh.jsonl
    python bench/calibration.py check fresh.jsonl --write

`play` lets mixed bots play (`calibration_games.py` says which), takes positions from each game, and
judges each by playouts, as the first pass of a review does. `fit` writes the map of every game and
number of seats to `src/ekiben/analysis/calibration.json`. `check` compares what is judged by that
map with what was won; use games of another seed. With `--write` the manual gets the figures and
the plot. The exit code is 0 only if every table shows it: of seats judged 70 percent, between 67
and 73 in 100 won, over thousands of games.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from calibration_check import SHOWN, Checked, Judged
from calibration_fit import Key, by_table, fit
from calibration_games import PLAYERS, Sample, Task, loaded, read_samples, samples_of
from calibration_plot import plot
from calibration_report import filled, fitted_text, players_text, summary, table

import ekiben
from ekiben.analysis.calibration import DATA, OTHER, Calibration, Figures, calibration
from ekiben.arena.executors import run_jobs
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.games import NAMES

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Verbs: TypeAlias = "_SubParsersAction[argparse.ArgumentParser]"

ROOT = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_name("reliability.json")
SEATS_IN_ROUND = 6  # of each game, at least one table
PAGE, PICTURE = ROOT / "docs" / "review.md", ROOT / "docs" / "pictures" / "reliability.svg"


# ---- playing
def play(asked: argparse.Namespace) -> int:
    """Samples are added to the file as they come; what it has already is not played again."""
    tasks = [
        Task(
            name,
            seats,
            asked.seed,
            asked.positions,
            tuple(asked.playouts),
            asked.expert,
            asked.late,
            asked.smoothed,
        )
        for name in asked.names or NAMES
        for seats in range(ekiben.load(name).seats[0], ekiben.load(name).seats[1] + 1)
        if not asked.seats or seats in asked.seats
    ]
    for name in {task.game for task in tasks}:
        loaded(name)  # makes machine code now, so that processes find it in the cache
    known = known_games(asked.out)
    jobs = [
        (task, number)
        for task, number in in_turns(tasks, asked.games)
        if (task.game, task.seats, task.seed, number) not in known
    ]
    deadline = time.monotonic() + asked.seconds
    with asked.out.open("a", encoding="utf-8") as file:
        for samples in run_jobs(jobs, play_one, processes=asked.processes, deadline=deadline):
            file.writelines(f"{sample.line()}\n" for sample in samples)
    print_counts(read_samples([asked.out]))
    return 0


def in_turns(tasks: Sequence[Task], games: int) -> Iterator[tuple[Task, int]]:
    """The games of all tables, mixed, so that a run cut short is not lopsided.

    Tables of few seats are quick: they get several games in each round.
    """
    for start in range(games):
        for task in tasks:
            several = max(1, SEATS_IN_ROUND // task.seats)
            for number in range(several * start, min(games, several * (start + 1))):
                yield task, number


def play_one(job: tuple[Task, int]) -> list[Sample]:
    return samples_of(*job)


def known_games(file: Path) -> set[tuple[str, int, int, int]]:
    return {one.match for one in read_samples([file])} if file.exists() else set()


def print_counts(samples: Sequence[Sample]) -> None:
    for (game, seats), some in by_table(samples):
        print(f"{game} {seats}: {count_games(some)} games, {len(some)} positions")


# ---- fitting
def fit_all(asked: argparse.Namespace) -> int:
    """Write the map of each game and number of seats, and those of all games with playouts."""
    samples = read_samples(asked.files)
    together = {
        seats: fit([one for one in samples if one.seats == seats and one.playouts])
        for seats in sorted({one.seats for one in samples if one.playouts})
    }
    maps: dict[str, dict[str, Figures]] = {}
    for (game, seats), some in by_table(samples):
        by_formula = not some[0].playouts
        like = fit([one for one in samples if one.game == game]) if by_formula else together[seats]
        maps.setdefault(game, {})[str(seats)] = figures(fit(some, like))
    maps[OTHER] = {str(seats): figures(one) for seats, one in together.items()}
    DATA.write_text(as_text(fitted_on(asked.files), maps), encoding="utf-8")
    return 0


def as_text(fitted: Mapping[str, object], maps: Mapping[str, Mapping[str, Figures]]) -> str:
    """JSON with a line for every map."""
    games = [
        f"  {json.dumps(game)}: {{\n"
        + ",\n".join(f"   {json.dumps(seats)}: {json.dumps(one)}" for seats, one in tables.items())
        + "\n  }"
        for game, tables in maps.items()
    ]
    body = ",\n".join(games)
    return f'{{\n "fitted": {json.dumps(fitted)},\n "maps": {{\n{body}\n }}\n}}\n'


def figures(one: Calibration) -> Figures:
    return {
        "prior": one.prior,
        "power": list(dataclasses.astuple(one.power)),
        "own_power": list(dataclasses.astuple(one.own_power)),
        "rest_power": list(dataclasses.astuple(one.rest_power)),
        "own_shift": list(dataclasses.astuple(one.own_shift)),
    }


def fitted_on(files: Sequence[Path]) -> dict[str, object]:
    """What the file says of its making."""
    samples = read_samples(files)
    return {
        "games": count_games(samples),
        "positions": len(samples),
        "playouts": sorted({sample.playouts for sample in samples}),
        "players": sorted({player for sample in samples for player in sample.players}),
    }


def count_games(samples: Sequence[Sample]) -> int:
    return len({sample.match for sample in samples})


# ---- checking
def check(asked: argparse.Namespace) -> int:
    tables = dict(by_table(read_samples(asked.files)))
    judged = {key: Judged.of(some, calibration(*key)) for key, some in tables.items()}
    found = [checked(key, tables[key], one) for key, one in judged.items()]
    for one in found:
        bins = (f"{bin.judged:.3f}:{bin.won:.3f}±{bin.error:.3f}" for bin in one.bins)
        print(one.game, one.seats, *bins)
    print(table(found), summary(found, judged), sep="\n\n")
    if asked.write:
        write_manual(found, judged)
    return int(any(one.verdict != SHOWN for one in found))


def checked(key: Key, samples: Sequence[Sample], judged: Judged) -> Checked:
    return Checked(
        *key,
        games=count_games(samples),
        positions=len(samples),
        near=judged.near_seventy(),
        bins=judged.bins(),
    )


def write_manual(found: Sequence[Checked], judged: Mapping[Key, Judged]) -> None:
    """Write figures and plot, and what was found for tests and whoever draws another plot."""
    kept = [one.as_json() for one in found]
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    picture = plot({(one.game, one.seats): one.bins for one in found})
    PICTURE.write_text(picture + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    texts = {
        "reliability": table(found),
        "reliability summary": summary(found, judged),
        "fitted": fitted_text(found),
        "players": players_text(PLAYERS),
    }
    for mark, text in texts.items():
        page = filled(page, mark, text)
    PAGE.write_text(page, encoding="utf-8")


# ---- command
def add_play(verbs: Verbs) -> None:
    parser = verbs.add_parser("play", help="play games and judge positions of them")
    parser.set_defaults(run=play)
    parser.add_argument("names", nargs="*", metavar="GAME", help="these only (else all)")
    parser.add_argument("--seats", type=int, nargs="+", default=[], metavar="N")
    parser.add_argument("--games", type=int, default=4_000, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--positions", type=int, default=3, help="of each game (default 3)")
    parser.add_argument("--late", type=int, default=0, help="more, out of each game's last third")
    parser.add_argument(
        "--smoothed",
        type=int,
        default=1,
        metavar="TURNS",
        help="judge each position with turns before it, smoothed as in a review",
    )
    parser.add_argument(
        "--playouts",
        type=int,
        nargs="+",
        default=[12, 32, 96],
        metavar="N",
        help="of each position, one of these by lot (default 12 32 96)",
    )
    parser.add_argument("--expert", action="store_true", help="experts and strong bots only")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--seconds", type=float, default=math.inf, help="for all of it")
    parser.add_argument("--out", type=Path, required=True, help="samples are added there")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True, metavar="play|fit|check")
    add_play(verbs)
    for name, run, help in (
        ("fit", fit_all, "write the maps from shares to chances"),
        ("check", check, "compare what was judged with what was won"),
    ):
        verb = verbs.add_parser(name, help=help)
        verb.set_defaults(run=run)
        verb.add_argument("files", nargs="+", type=Path, metavar="FILE")
        verb.add_argument("--write", action="store_true", help="write it into the manual")
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    try:
        sys.exit(asked.run(asked))
    except EkibenError as wrong:
        sys.exit(f"calibration: {wrong}")


if __name__ == "__main__":
    main()
