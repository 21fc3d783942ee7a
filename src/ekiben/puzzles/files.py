"""Files of puzzles: those of the box, a file for each game, and anybody's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ekiben.core.errors import EkibenError, RecordError, listed, nearest
from ekiben.games import NAMES
from ekiben.puzzles.puzzle import Puzzle, parse

DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=16)
def load(game: str) -> list[Puzzle]:
    """The puzzles of the box for a game, in the order of their ids."""
    if game not in NAMES:
        raise EkibenError(f"no game {game!r}.{nearest(game, NAMES)} Games: {listed(NAMES)}")
    file = DATA / f"{game}.jsonl"
    return list(read(file)) if file.exists() else []


def find(id: str) -> Puzzle:
    """The puzzle of the box with this id."""
    game, _, _ = id.rpartition("-")
    known = {puzzle.id: puzzle for puzzle in (load(game) if game in NAMES else ())}
    if id not in known:
        raise EkibenError(f"no puzzle {id!r}: ids are like {NAMES[0]}-001")
    return known[id]


def read(path: str | Path) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line; an error names the line."""
    with Path(path).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield numbered(path, number, line)


def numbered(path: str | Path, number: int, line: str) -> Puzzle:
    try:
        return parse(line)
    except RecordError as error:
        raise RecordError(f"{path}, line {number}: {error}") from error
