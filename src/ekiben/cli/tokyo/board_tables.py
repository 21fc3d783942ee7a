"""A Tokyo map as tables: cities and jobs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ekiben.cli.styling import STRONG, make_table
from ekiben.cli.tokyo.words import job_name
from ekiben.cli.words import Words
from ekiben.games.tokyo.board_file import BoardFile


def board_summary(words: Words, board: BoardFile) -> str:
    return words("fine-lattice", cities=len(board.cities), jobs=len(board.jobs))


def board_tables(words: Words, board: BoardFile) -> Iterator[RenderableType]:
    """Cities with their posts, and all jobs."""
    yield Text(
        words("tokyo.board", board=words.game(), cities=len(board.cities), jobs=len(board.jobs)),
        STRONG,
    )
    cities = make_table(*(words(f"columns.{name}") for name in ("id", "city", "remarks")))
    for city in board.cities:
        kind = words.say(f"tokyo.classes.{city.kind}")
        cities.add_row(
            city.id, board.name(city.number, words.language), f"{kind} {board.post(city.posts[0])}"
        )
    yield cities
    yield Text()
    jobs = make_table(
        *(words(f"tokyo.columns.{name}") for name in ("reward", "way", "job")), right=[0]
    )
    for job in board.jobs:
        jobs.add_row(str(job.reward), job_name(words, job), job.id)
    yield jobs
