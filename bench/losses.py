"""How much of the chance to win choices lose, by level: what the limits of labels are chosen from.

    python bench/losses.py london america --games 20 --passes 3 --out losses.jsonl
    python bench/losses.py --read losses.jsonl --write

Bots of every level play each other, all games are reviewed, and every choice of a seat counts for
its level. The table has, for each level, the share of choices with each label, and the part of all
choices that lose less than each limit. `--write` puts it into the manual.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import ekiben
from ekiben import analysis, arena, bots
from ekiben.analysis.labels import LABELS, LIMITS, label_of
from ekiben.arena.executors import run_jobs
from ekiben.bots.levels import NAMES as LEVELS
from ekiben.bots.levels import levels
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.games import NAMES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "review.md"
LIMIT = bots.Limit(0.1)  # seconds that the expert thinks about a choice
SEED = 60_000  # of the first deal
STRIDE = 7  # from pair to pair, so that few games have all levels already


@dataclass(frozen=True)
class Loss:
    """What a choice lost, and whose it was."""

    game: str
    level: str
    loss: float
    error: float


@dataclass(frozen=True)
class Unit:
    """A game to be played and reviewed: the levels of its two seats, and its number."""

    game: str
    levels: tuple[str, str]
    number: int


def units(names: Sequence[str], games: int) -> Iterator[Unit]:
    """Every level meets every other, in both seats, deal by deal."""
    for number in range(games):
        for name in names:
            pairs = list(itertools.permutations(levels(ekiben.load(name), 2), 2))
            yield Unit(name, pairs[STRIDE * number % len(pairs)], number)


def losses(passes: int, unit: Unit) -> list[Loss]:
    """Play a game and review it."""
    known = levels(ekiben.load(unit.game))
    players = [known[level].spec for level in unit.levels]
    (played,) = arena.play_games(
        unit.game,
        players,
        games=1,
        seed=SEED + unit.number,
        seating="fixed",
        limit=LIMIT,
        records=True,
    )
    review = analysis.review(str(played.record), passes=passes, threads=1, ledger=False)
    return [
        Loss(unit.game, unit.levels[seat.seat], choice.loss, choice.error)
        for seat in review.seats
        for choice in seat.choices
    ]


def measure(asked: argparse.Namespace) -> None:
    """Losses are added to the file, game by game."""
    deadline = time.monotonic() + asked.seconds
    work = functools.partial(losses, asked.passes)
    jobs = list(units(asked.names or NAMES, asked.games))
    with asked.out.open("a", encoding="utf-8") as file:
        for found in run_jobs(jobs, work, processes=asked.processes, deadline=deadline):
            file.writelines(f"{json.dumps(asdict(loss))}\n" for loss in found)


# ---- tables
def read(files: Sequence[Path]) -> list[Loss]:
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [Loss(**json.loads(line)) for line in lines]


def table(found: Sequence[Loss]) -> str:
    """A row for each level: how often it got each label, and what it loses with a choice."""
    return "\n".join(
        [
            "| level | choices | " + " | ".join(LABELS) + " | mean loss |",
            "|---|---|" + "---|" * (len(LABELS) + 1),
            *(
                row(level, some)
                for level in LEVELS
                if (some := [one for one in found if one.level == level])
            ),
        ]
    )


def row(level: str, found: Sequence[Loss]) -> str:
    labels = [label_of(one.loss, one.error) for one in found]
    shares = [f"{labels.count(label) / len(labels):.1%}" for label in LABELS]
    mean = sum(one.loss for one in found) / len(found)
    return f"| {level} | {len(found)} | {' | '.join(shares)} | {mean:.1%} |"


def quantiles(found: Sequence[Loss]) -> str:
    """The losses that so many of a level's choices stay below."""
    lines = []
    for level in LEVELS:
        sure = sorted(one.loss for one in found if one.level == level)
        if sure:
            parts = (0.5, 0.75, 0.9, 0.95, 0.98, 0.99)
            told = [f"{part:.0%} {sure[math.floor(part * len(sure))]:+.3f}" for part in parts]
            lines.append(f"{level}: {'  '.join(told)}")
    return "\n".join(lines)


def limits() -> str:
    """The limits as the manual has them."""
    rows = [f"| {label} | below {limit:.0%} |" for label, limit in LIMITS]
    last = f"| {LABELS[-1]} | {LIMITS[-1][1]:.0%} and more |"
    return "\n".join(["| label | loss |", "|---|---|", *rows, last])


def filled(page: str, mark: str, text: str) -> str:
    """The page with the text written anew between its marks."""
    return re.sub(
        rf"(<!-- {mark} -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help="these only (else all)")
    parser.add_argument("--games", type=int, default=20, help="of each game (default 20)")
    parser.add_argument("--passes", type=int, default=3, help="of a review (default 3)")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--seconds", type=float, default=math.inf, help="for all of it")
    parser.add_argument("--out", type=Path, metavar="FILE", help="losses are added there")
    parser.add_argument("--read", type=Path, nargs="+", default=[], metavar="FILE")
    parser.add_argument("--write", action="store_true", help="write the tables into the manual")
    asked = parser.parse_args()
    try:
        if asked.out:
            measure(asked)
        found = read([*asked.read, *([asked.out] if asked.out else [])])
    except EkibenError as wrong:
        sys.exit(f"losses: {wrong}")
    print(table(found))
    print(quantiles(found))
    if asked.write:
        page = filled(PAGE.read_text(encoding="utf-8"), "limits", limits())
        PAGE.write_text(filled(page, "losses", table(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
