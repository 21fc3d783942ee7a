"""Score sheets line by line with their clauses, and who has won."""

from __future__ import annotations

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ekiben.cli.styling import QUIET, STRONG, make_table
from ekiben.cli.words import Words
from ekiben.core.match import Match
from ekiben.texts import results


def sheets(match: Match, words: Words, title: str) -> Iterator[RenderableType]:
    yield Text(words(title), STRONG)
    yield Columns([sheet(match, words, seat) for seat in range(match.seats)], padding=(1, 4))


def sheet(match: Match, words: Words, seat: int) -> Table:
    """One seat's points: what for, by which clause, how many."""
    table = make_table(
        words("columns.what"),
        words("columns.clause"),
        words("columns.points"),
        right=[2],
        title=words.seat(seat),
    )
    table.columns[1].style = QUIET
    for line in match.sheet(seat):
        table.add_row(results.reason(words, line), line.clause, str(line.points))
    table.add_section()
    table.add_row(words("total"), "", str(match.scores()[seat]), style=STRONG)
    return table


def verdict(match: Match, words: Words) -> str:
    """Who has won, and by which tie-break."""
    return results.verdict(match.game, match.position.state, words)
