"""Making and checking many puzzles in several processes; what was done is not done again.

A file of mined puzzles has a list beside it (`.units`) of the units that were looked through.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import ekiben
from ekiben.arena.executors import run_jobs
from ekiben.puzzles.checking import TIMES, holds, search_again
from ekiben.puzzles.family import PUZZLE_FAMILY
from ekiben.puzzles.mining import Mined, Unit, mine
from ekiben.puzzles.puzzle import Evidence, Puzzle, parse

MOST_UNITS = 20_000  # looked through in one go, at most


@dataclass
class MinedFile:
    """A file to which mined puzzles are added, one a line, as they are found."""

    path: Path

    @property
    def list_path(self) -> Path:
        return self.path.with_name(self.path.name + ".units")

    def done(self) -> set[Unit]:
        """The units that were looked through."""
        if not self.list_path.exists():
            return set()
        rows = [line.split() for line in self.list_path.read_text(encoding="utf-8").splitlines()]
        return {Unit(game, int(seed), int(number)) for game, seed, number in rows}

    def add(self, mined: Mined) -> None:
        """The puzzle first: a unit that was broken off here is looked through again."""
        unit = mined.unit
        if mined.puzzle is not None:
            append(self.path, mined.puzzle.to_json())
        append(self.list_path, f"{unit.game} {unit.seed} {unit.number}")

    def puzzles(self) -> list[Puzzle]:
        """The puzzles so far, each once."""
        if not self.path.exists():
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return list({puzzle.id: puzzle for puzzle in map(parse, lines)}.values())


def append(path: Path, line: str) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{line}\n")


def make_puzzles(
    file: MinedFile,
    game: str,
    *,
    seed: int = 0,
    first: int = 0,
    units: int = MOST_UNITS,
    count: int = MOST_UNITS,
    processes: int = 1,
    seconds: float = math.inf,
) -> Iterator[Mined]:
    """Look units through until the file has `count` puzzles of the game or the time is up."""
    prepare(game)
    done, deadline = file.done(), time.monotonic() + seconds
    wanted = [Unit(game, seed, number) for number in range(first, first + units)]
    left = [unit for unit in wanted if unit not in done]
    found = {puzzle.id for puzzle in file.puzzles() if puzzle.game == game}
    if len(found) >= count:
        return
    for mined in run_jobs(left, mine, processes=processes, deadline=deadline):
        file.add(mined)
        yield mined
        found |= {mined.puzzle.id} if mined.puzzle else set()
        if len(found) >= count:
            return


def prepare(game: str) -> None:
    """Have the machine code ready, so that the processes need not each compile it."""
    loaded = ekiben.load(game)
    loaded.builds.fastest()
    PUZZLE_FAMILY.of(loaded).prepare()


# ---- checking
@dataclass(frozen=True)
class Check:
    """A puzzle to be searched again, with so many times the budget of its making."""

    puzzle: Puzzle
    seed: int
    times: int = TIMES


@dataclass(frozen=True)
class Checked:
    """Whether a puzzle holds, and the search that says so."""

    puzzle: Puzzle
    holds: bool
    best: str  # what the search finds best
    evidence: Evidence


def check_one(check: Check) -> Checked:
    puzzle, match = check.puzzle, check.puzzle.match()
    family = PUZZLE_FAMILY.of(match.game)
    judgement = search_again(puzzle, match, family, check.seed, check.times)
    return Checked(
        puzzle,
        holds(puzzle, judgement, family),
        " ".join(judgement.trial.actions(judgement.best)),
        judgement.evidence(),
    )


def check_puzzles(
    puzzles: Sequence[Puzzle],
    *,
    seed: int = 0,
    times: int = TIMES,
    processes: int = 1,
    seconds: float = math.inf,
) -> Iterator[Checked]:
    """Search every puzzle again, each with luck of its own."""
    for game in sorted({puzzle.game for puzzle in puzzles}):
        prepare(game)
    checks = [Check(puzzle, seed + number, times) for number, puzzle in enumerate(puzzles)]
    deadline = time.monotonic() + seconds
    return run_jobs(checks, check_one, processes=processes, deadline=deadline)


# ---- choosing
def pick(puzzles: Iterable[Puzzle], game: str, count: int) -> list[Puzzle]:
    """So many puzzles of a game, of all kinds alike as far as they go, the easiest first."""
    by_kind: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        if puzzle.game == game:
            by_kind.setdefault(puzzle.kind, []).append(puzzle)
    by_kind = {kind: spread(found) for kind, found in by_kind.items()}
    found: list[Puzzle] = []
    while len(found) < count and any(by_kind.values()):
        for kind in sorted(by_kind, key=lambda kind: len(by_kind[kind])):
            if by_kind[kind] and len(found) < count:
                found.append(by_kind[kind].pop(0))
    found.sort(key=lambda puzzle: puzzle.rating)
    return [replace(puzzle, id=f"{game}-{number:03}") for number, puzzle in enumerate(found, 1)]


def spread(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """In an order in which easy, hard and middling ones come alike: ends, middle, quarters…"""
    by_rating = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    order: dict[str, Puzzle] = {}
    parts = 1
    while len(order) < len(by_rating):
        for part in range(parts + 1):
            puzzle = by_rating[part * (len(by_rating) - 1) // parts]
            order.setdefault(puzzle.id, puzzle)
        parts *= 2
    return list(order.values())
