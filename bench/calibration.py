"""How often seats win that a review gives a certain chance: measure it, fit the map, check it.

    python bench/calibration.py play london --seats 2 3 --games 4000 --seed 1 --out fitting.jsonl
    python bench/calibration.py fit fitting.jsonl
    python bench/calibration.py play london --seats 2 3 --games 4000 --seed 2 --out fresh.jsonl
    python bench/calibration.py check fresh.jsonl --write

`play` lets mixed bots play (`calibration_games.py` says which), takes positions from each game, and
judges each by playouts, as the first pass of a review does. `fit` writes the map of every game and
number of seats to `src/ekiben/analysis/calibration.json`. `check` compares what is judged by that
map with what was won; use games of another seed. With `--write` the manual gets the figures and
the plot. The exit code is 1 if a bin is off by more than three percent and luck cannot explain it.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from calibration_fit import (
    SEVENTY,
    Bin,
    Key,
    by_table,
    fit,
    mean_error,
    reliability,
)
from calibration_games import Sample, Task, loaded, read_samples, samples_of
from calibration_plot import plot

import ekiben
from ekiben.analysis.calibration import DATA, OTHER, calibration, measured
from ekiben.arena.executors import run_jobs
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.games import NAMES
from ekiben.texts import say

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
        Task(name, seats, asked.seed, asked.positions, tuple(asked.playouts), asked.expert)
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
        if (task.game, task.seats, number) not in known
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


def known_games(file: Path) -> set[tuple[str, int, int]]:
    samples = read_samples([file]) if file.exists() else []
    return {(one.game, one.seats, one.number) for one in samples}


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
    maps: dict[str, dict[str, object]] = {}
    for (game, seats), some in by_table(samples):
        by_formula = not some[0].playouts  # its games are long: all numbers of seats share a map
        whole = [one for one in samples if one.game == game]
        one = fit(whole) if by_formula else fit(some, together[seats])
        maps.setdefault(game, {})[str(seats)] = dataclasses.asdict(one)
    maps[OTHER] = {str(seats): dataclasses.asdict(one) for seats, one in together.items()}
    DATA.write_text(json.dumps({"fitted": fitted_on(asked.files), "maps": maps}, indent=1) + "\n")
    return 0


def fitted_on(files: Sequence[Path]) -> dict[str, object]:
    """What the file says of its making; each file has games of its own."""
    samples = read_samples(files)
    return {
        "games": sum(count_games(read_samples([file])) for file in files),
        "positions": len(samples),
        "playouts": sorted({sample.playouts for sample in samples}),
        "players": sorted({player for sample in samples for player in sample.players}),
    }


def count_games(samples: Sequence[Sample]) -> int:
    return len({(sample.game, sample.seats, sample.number) for sample in samples})


# ---- checking
def check(asked: argparse.Namespace) -> int:
    samples = read_samples(asked.files)
    tables = dict(by_table(samples))
    found = {key: reliability(some, calibration(*key)) for key, some in tables.items()}
    text = table(found, tables)
    print(text)
    for key, bins in found.items():
        print(*key, *(f"{one.judged:.3f}:{one.won:.3f}±{one.error:.3f}" for one in bins))
    if asked.write:
        KEPT.write_text(json.dumps(kept(found, tables), indent=1) + "\n", encoding="utf-8")
        PICTURE.write_text(plot(found) + "\n", encoding="utf-8")
        page = filled(PAGE.read_text(encoding="utf-8"), "reliability", text)
        PAGE.write_text(filled(page, "fitted", fitted_text(samples)), encoding="utf-8")
    return int(not all(one.holds for bins in found.values() for one in bins))


def kept(found: dict[Key, list[Bin]], samples: dict[Key, list[Sample]]) -> list[dict[str, object]]:
    """What the check has found, for tests and for whoever draws another plot."""
    return [
        {
            "game": game,
            "seats": seats,
            "games": count_games(samples[game, seats]),
            "positions": len(samples[game, seats]),
            "bins": [dataclasses.asdict(one) for one in bins],
        }
        for (game, seats), bins in found.items()
    ]


def table(found: dict[Key, list[Bin]], samples: dict[Key, list[Sample]]) -> str:
    return "\n".join(
        [
            "| game | seats | games | positions | judged 65 to 75 % | mean of these | won | "
            "mean distance |",
            "|---|---|---|---|---|---|---|---|",
            *(row(key, bins, samples[key]) for key, bins in found.items()),
        ]
    )


def row(key: Key, bins: Sequence[Bin], samples: Sequence[Sample]) -> str:
    game, seats = key
    counts = f"{count_games(samples)} | {len(samples)}"
    near = reliability(samples, calibration(*key), SEVENTY)
    told = (
        f"{near[0].count} | {near[0].judged:.1%} | {near[0].won:.1%} ± {near[0].error:.1%}"
        if near
        else "0 | |"
    )
    return f"| {say(f'games.{game}')} | {seats} | {counts} | {told} | {mean_error(bins):.1%} |"


def fitted_text(samples: Sequence[Sample]) -> str:
    """What the map was fitted on and checked on, for the manual."""
    fitted = measured()["fitted"]
    return (
        f"The map was fitted on {fitted['positions']:,} positions of {fitted['games']:,} games "
        f"and checked on {len(samples):,} positions of {count_games(samples):,} other games. "
        "In all of them the players of each seat were drawn by lot from bots of several levels: "
        f"{', '.join(f'`{name}`' for name in sorted(fitted['players']))}."
    )


def filled(page: str, mark: str, text: str) -> str:
    """The page with the text written anew between its marks."""
    return re.sub(
        rf"(<!-- {mark} -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )


# ---- command
def add_play(verbs: Verbs) -> None:
    parser = verbs.add_parser("play", help="play games and judge positions of them")
    parser.set_defaults(run=play)
    parser.add_argument("names", nargs="*", metavar="GAME", help="these only (else all)")
    parser.add_argument("--seats", type=int, nargs="+", default=[], metavar="N")
    parser.add_argument("--games", type=int, default=4_000, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--positions", type=int, default=3, help="of each game (default 3)")
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
