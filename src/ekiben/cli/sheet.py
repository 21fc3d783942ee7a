"""Score sheets line by line with their clauses, and who has won."""

from __future__ import annotations

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ekiben.cli.events import told
from ekiben.cli.look import QUIET, STRONG, tabular
from ekiben.cli.tokyo_words import is_lattice
from ekiben.cli.words import Words
from ekiben.core.game import Line
from ekiben.core.match import Match

TIE_BREAKS = {"US": "US-5.2", "EU": "EU-6.3", "GL": "GL-7.3", "LD": "LD-6.1"}


def sheets(match: Match, words: Words, title: str) -> Iterator[RenderableType]:
    yield Text(words(title), STRONG)
    yield Columns([sheet(match, words, seat) for seat in range(match.seats)], padding=(1, 4))


def sheet(match: Match, words: Words, seat: int) -> Table:
    """One seat's points: what for, by which clause, how many."""
    table = tabular(words("columns.what"), words("columns.clause"), words("columns.points"), right=[2], title=words.seat(seat))
    table.columns[1].style = QUIET
    for line in match.sheet(seat):
        table.add_row(reason(words, line), line.clause, str(line.points))
    table.add_section()
    table.add_row(words("total"), "", str(match.scores()[seat]), style=STRONG)
    return table


def reason(words: Words, line: Line) -> str:
    details = {name: told(words, name, value) for name, value in line.details.items() if name != "borrowed"}
    said = words.say(f"sheet.{line.reason}", **details)
    borrowed = [words.route(route) for route in line.details.get("borrowed", [])]
    return said + words("borrowed", routes=words.listed(borrowed)) if borrowed else said


def verdict(match: Match, words: Words) -> str:
    """Who has won, and by which tie-break."""
    first, scores = match.ranking()[0], match.scores()
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    names = words.listed([words.seat(seat) for seat in first])
    if is_lattice(match):
        return lattice_verdict(match, words, first, names)
    if len(first) > 1:
        return words("won-together", names=names, score=scores[first[0]], clause=tie_clause(match))
    if len(best) > 1:
        return words("won-tie", name=names, score=scores[first[0]], reason=words(f"ties.{tie_break(match, best)}"),
                     clause=tie_clause(match))
    return words("won", name=names, score=scores[first[0]])


def lattice_verdict(match: Match, words: Words, first: list[int], names: str) -> str:
    joined, score = int(match.view().joined[first[0]]), match.scores()[first[0]]
    if len(first) > 1:
        return words("lattice.won-together", names=names, joined=joined, score=score)
    return words("lattice.won", name=names, joined=joined, score=score)


def tie_break(match: Match, tied: list[int]) -> str:
    """The first tie-break in which the tied seats differ."""
    state = match.position.plain()
    standings = zip(*(match.game.standing(state, seat)[1:] for seat in tied), strict=True)
    return next(str(name) for name, values in zip(match.game.board.ties, standings, strict=True) if len(set(values)) > 1)


def tie_clause(match: Match) -> str:
    return TIE_BREAKS.get(match.game.board.clauses, "RT-7.3")
