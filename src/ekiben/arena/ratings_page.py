"""The manual's page of ratings, in Markdown: all bots in all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import ekiben
from ekiben.arena.report import FEW, Report
from ekiben.arena.stats import Estimate, milliseconds
from ekiben.arena.summary import Matrix, Standing, Summary, about
from ekiben.texts import say

COLUMNS = ("bot", "rating", "share", "margin", "rank", "score", "seconds")


class Page(Report):
    """The report's figures without its pictures."""

    def say(self, key: str, /, **values: object) -> str:
        return say(f"arena.{key}", self.language, **values)

    def markdown(self, command: str) -> str:
        games = [played for summary in self.summaries for played in summary.games]
        head = [
            f"# {self.say('page.title')}",
            self.say("page.intro", version=ekiben.__version__, **about(games)),
            f"<!-- {self.say('page.made', command=command)} -->",
        ]
        method = [self.say(f"method.{name}") for name in ("deals", "ratings", "time")]
        return (
            "\n\n".join(
                [
                    *head,
                    *(part for summary in self.summaries for part in self.parts(summary)),
                    *method,
                ]
            )
            + "\n"
        )

    def parts(self, summary: Summary) -> list[str]:
        rings, met = summary.cycles
        found = [self.say("anchored", bot=summary.anchor)]
        if len(summary.deals) < FEW:
            found.append(self.say("few", deals=len(summary.deals)))
        if met:
            found.append(self.say("cycles", rings=rings, met=met, share=f"{rings / met:.1%}"))
        return [
            f"## {self.title(summary)}",
            self.say("played", **about(summary.games)),
            self.standings_table(summary),
            " ".join(found),
            self.say("page.matrix"),
            self.matrix_table(summary, summary.ahead),
        ]

    def standings_table(self, summary: Summary) -> str:
        rows = [
            [
                f"`{row.spec}`",
                rating_text(row, summary.anchor, self.say("anchor")),
                estimate_text(row.share, ".1%"),
                estimate_text(row.margin, "+.1f"),
                estimate_text(row.rank, ".2f"),
                estimate_text(row.score, ".1f"),
                milliseconds(row.seconds),
            ]
            for row in summary.standings
        ]
        return table([self.say(f"columns.{name}") for name in COLUMNS], rows)

    def matrix_table(self, summary: Summary, cells: Matrix) -> str:
        rows = [
            [f"`{spec}`", *("·" if cell is None else f"{cell.value:.1%}" for cell in row)]
            for spec, row in zip(summary.specs, cells, strict=True)
        ]
        return table([self.say("columns.bot"), *(f"`{spec}`" for spec in summary.specs)], rows)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose first column is words and the others figures."""
    lines = [headings, ["---", *["--:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def rating_text(row: Standing, anchor: str, is_set: str) -> str:
    """The rating with its interval; the anchor's is set, and all or nothing won is a bound only."""
    if row.spec == anchor:
        return f"{row.rating.value:.0f} ({is_set})"
    return (
        f"{'≥' if row.share.value else '≤'} {row.rating.value:.0f}"
        if row.bounded
        else estimate_text(row.rating, ".0f")
    )


def estimate_text(one: Estimate, form: str) -> str:
    if one.low is None or one.high is None:
        return f"{one.value:{form}}"
    low, high = (f"{edge:{form}}".removesuffix("%") for edge in (one.low, one.high))
    return f"{one.value:{form}} [{low}, {high}]"


def markdown(summaries: Sequence[Summary], command: str, language: str = "en") -> str:
    return Page(summaries, language).markdown(command)
