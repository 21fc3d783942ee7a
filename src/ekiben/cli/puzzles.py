"""`ekiben puzzles`: make, check, pick, list and show them."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ekiben import puzzles
from ekiben.cli.files import open_replacing, validate_path
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError
from ekiben.games import NAMES
from ekiben.puzzles import Puzzle
from ekiben.puzzles.making import MinedFile, check_puzzles, make_puzzles, pick


def run(args: Namespace) -> int:
    verbs: dict[str, Callable[[Namespace], int]] = {
        "make": make,
        "check": check,
        "pick": pick_some,
        "list": list_all,
        "show": show,
    }
    return verbs[args.what](args)


# ---- making
def make(args: Namespace) -> int:
    """A line of progress for every game that was looked through, on the error output."""
    words, file, began = Words.of(args), MinedFile(validate_path(args.out)), time.monotonic()
    known, looked = len(file.puzzles()), 0
    for mined in make_puzzles(
        file,
        args.game,
        seed=args.seed,
        first=args.first,
        count=args.count,
        processes=args.processes,
        seconds=args.seconds,
    ):
        looked, puzzle = looked + 1, mined.puzzle
        known += puzzle is not None
        line = words(
            "puzzles.looked", looked=looked, puzzles=known, seconds=round(time.monotonic() - began)
        )
        found = f" {puzzle.id} {puzzle.kind} {puzzle.rating}" if puzzle else ""
        print(f"{line}{found}", file=sys.stderr, flush=True)
    return 0


def pick_some(args: Namespace) -> int:
    words, place = Words.of(args), validate_path(args.out)
    mined = [puzzle for file in args.files for puzzle in MinedFile(Path(file)).puzzles()]
    chosen = pick(mined, args.game, args.count)
    write(place, chosen)
    print(words("puzzles.picked", puzzles=len(chosen), path=place, kinds=kinds(chosen)))
    return int(len(chosen) < args.count)


def write(place: Path, chosen: list[Puzzle]) -> None:
    with open_replacing(place) as file:
        for puzzle in chosen:
            file.write(f"{puzzle.to_json()}\n")


def kinds(chosen: list[Puzzle]) -> str:
    """How many there are of each kind."""
    counted = Counter(puzzle.kind for puzzle in chosen)
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counted.items()))


# ---- checking
def check(args: Namespace) -> int:
    """Exit code 1 if one does not hold."""
    words, found, good = Words.of(args), puzzles_from(args.source), list[Puzzle]()
    place = validate_path(args.out) if args.out else None
    checked = 0
    for one in check_puzzles(
        found, seed=args.seed, times=args.times, processes=args.processes, seconds=args.seconds
    ):
        checked += 1
        good += [one.puzzle] if one.holds else []
        evidence = one.evidence
        verdict = words("puzzles.holds" if one.holds else "puzzles.fails", best=one.best)
        gap = f"{evidence.gap:.3f} [{evidence.low:.3f}, {evidence.high:.3f}]"
        print(f"{one.puzzle.id}  {gap}  {verdict}", flush=True)
    if place:
        write(place, good)
    print(words("puzzles.checked", checked=checked, puzzles=len(found), good=len(good)))
    return int(len(good) < len(found))


def puzzles_from(source: str | None) -> list[Puzzle]:
    """A game's, a file's, or all of the box."""
    if source is None:
        return [puzzle for game in NAMES for puzzle in puzzles.load(game)]
    return list(puzzles.read(source)) if Path(source).is_file() else puzzles.load(source)


# ---- looking
def list_all(args: Namespace) -> int:
    from ekiben.cli.styling import Screen, make_table

    words = Words.of(args)
    columns = ("id", "kind", "rating", "seats", "choices", "gap")
    table = make_table(*(words(f"puzzles.columns.{name}") for name in columns), right=(2, 3, 4, 5))
    found = puzzles_from(args.source)
    for puzzle in found:
        table.add_row(
            puzzle.id,
            words(f"puzzles.kinds.{puzzle.kind}"),
            str(puzzle.rating),
            str(puzzle.record["seats"]),
            str(len(puzzle.choices)),
            f"{puzzle.checked.gap:.2f}",
        )
    screen = Screen(words)
    screen.show(table)
    return 0


def show(args: Namespace) -> int:
    from ekiben.cli.puzzle_view import position, solution
    from ekiben.cli.styling import Screen

    words, puzzle = Words.of(args), find(args.id, args.file)
    match = puzzle.match()
    words.board, words.names = match.game.board, match.names
    screen = Screen(words)
    screen.show(*position(puzzle, match, words, screen.width))
    if args.solution:
        screen.show(*solution(puzzle, words))
    return 0


def find(id: str, file: str | None) -> Puzzle:
    if file is None:
        return puzzles.find(id)
    for puzzle in puzzles.read(file):
        if puzzle.id == id:
            return puzzle
    raise EkibenError(f"{file}: no puzzle {id!r}")
