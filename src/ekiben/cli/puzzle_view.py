"""A puzzle at the terminal: where it stands, and what came of every choice."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ekiben.cli.family import TERMINAL
from ekiben.cli.styling import QUIET, STRONG, make_table
from ekiben.cli.words import Words
from ekiben.core.match import Match
from ekiben.puzzles import Choice, Puzzle

MOST = 12  # choices that are shown


def position(puzzle: Puzzle, match: Match, words: Words, width: int) -> Iterator[RenderableType]:
    """What the seat knows, and what is asked."""
    kind = words(f"puzzles.kinds.{puzzle.kind}")
    yield Text(
        words("puzzles.title", id=puzzle.id, kind=kind, rating=puzzle.rating, game=words.game()),
        STRONG,
    )
    yield from TERMINAL.of(match.game).position(match, words, puzzle.seat, width)
    yield Text(
        words(
            "to-answer",
            name=words.seat(puzzle.seat),
            question=words(f"questions.{match.asked}"),
        ),
        STRONG,
    )


def solution(puzzle: Puzzle, words: Words) -> Iterator[RenderableType]:
    """The choices, best first, with values and errors; then how sure, and who finds it."""
    columns = ("choice", "value", "error")
    table = make_table(*(words(f"puzzles.columns.{name}") for name in columns), right=(1, 2))
    for choice in puzzle.choices[:MOST]:
        table.add_row(told(choice), f"{choice.value:.3f}", f"{choice.error:.3f}")
    yield table
    evidence = puzzle.checked
    yield Text(
        words(
            "puzzles.evidence",
            gap=f"{evidence.gap:.3f}",
            low=f"{evidence.low:.3f}",
            high=f"{evidence.high:.3f}",
            playouts=evidence.playouts,
        ),
        QUIET,
    )
    finders = [f"{name} {share:.0%}" for name, share in puzzle.solvers.items() if share]
    yield Text(words("puzzles.solvers", names=words.listed(finders)), QUIET)


def told(choice: Choice) -> str:
    """The action, or the stops of the trip."""
    if choice.trip is None:
        return " ".join(choice.actions)
    return " → ".join(
        f"{stop.city} {'−' if stop.delivers else '+'}{stop.job}" for stop in choice.trip.stops
    )
