"""The report: one HTML page without scripts, fonts or pictures from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

import ekiben
from ekiben.arena import behaviour_sheets
from ekiben.arena.plots import columns, intervals, ridges
from ekiben.arena.stats import Estimate, milliseconds
from ekiben.arena.summary import Matrix, Standing, Summary, about
from ekiben.texts import UnknownText, say

STYLE = Path(__file__).parent / "report.css"
FEW = 20  # deals below which resampling them says too little
STRONGEST = 46  # per cent of colour behind a share of 0 or 1: the ink on it stays readable


class Report:
    """The page's parts in one language."""

    def __init__(self, summaries: Sequence[Summary], language: str = "en") -> None:
        self.summaries = summaries
        self.language = language

    def say(self, key: str, /, **values: object) -> str:
        return escape(say(f"arena.{key}", self.language, **values))

    def page(self) -> str:
        title = self.say("title")
        head = (
            '<meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{title} · Ekiben</title>"
        )
        style = f"<style>{STYLE.read_text(encoding='utf-8')}</style>"
        sections = "".join(
            self.section(number, summary) for number, summary in enumerate(self.summaries)
        )
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}"><head>{head}{style}</head>'
            f"<body>{self.header(title)}<main>{sections}</main>{self.footer()}</body></html>\n"
        )

    def header(self, title: str) -> str:
        games = sum(len(summary.games) for summary in self.summaries)
        links = "".join(
            f'<a href="#s{number}">{self.title(summary)}</a>'
            for number, summary in enumerate(self.summaries)
        )
        about = self.say("about", games=games, version=ekiben.__version__)
        return (
            '<header><div class="seal" lang="ja" aria-hidden="true">駅弁</div>'
            f"<div><h1>{title}</h1><p>{about}</p><nav>{links}</nav></div></header>"
        )

    def footer(self) -> str:
        return (
            "<footer>"
            + "".join(
                f"<p>{self.say(f'method.{name}')}</p>"
                for name in ("deals", "ratings", "time", "panel")
            )
            + "</footer>"
        )

    def title(self, summary: Summary) -> str:
        return self.say("heading", game=self.game(summary.game), seats=summary.seats)

    def game(self, name: str) -> str:
        """The game's name if it is in the box, else the board's own."""
        try:
            return say(f"games.{name}", self.language)
        except UnknownText:
            return name

    # ---- one kind of table
    def section(self, number: int, summary: Summary) -> str:
        played = self.say("played", **about(summary.games))
        parts = [
            self.ratings(summary),
            self.meetings(summary),
            self.scores(summary),
            self.sheet(summary),
            self.seats(summary),
        ]
        heading = f'<h2>{self.title(summary)}</h2><p class="about">{played}</p>'
        return f'<section id="s{number}">{heading}{"".join(parts)}</section>'

    def part(self, name: str, *cards: str) -> str:
        boxes = "".join(f'<div class="card">{card}</div>' for card in cards if card)
        return f"<h3>{self.say(f'parts.{name}')}</h3>{boxes}"

    def ratings(self, summary: Summary) -> str:
        plot = intervals(
            [(row.spec, row.rating) for row in summary.standings], self.say("parts.ratings")
        )
        notes = "".join(self.notes(summary))
        return self.part("ratings", plot, self.standings(summary)) + notes

    def standings(self, summary: Summary) -> str:
        headings = ["bot", "rating", "share", "margin", "rank", "score", "seconds", "seats-taken"]
        rows = [
            [
                escape(row.spec),
                self.rating(row, summary.anchor),
                percent(row.share),
                number(row.margin, "+.1f"),
                number(row.rank, ".2f"),
                number(row.score, ".1f"),
                escape(milliseconds(row.seconds)),
                str(row.games),
            ]
            for row in summary.standings
        ]
        return table([self.say(f"columns.{name}") for name in headings], rows)

    def rating(self, row: Standing, anchor: str) -> str:
        """The rating; the anchor's is set, and who won all or nothing has a bound only."""
        if row.spec == anchor:
            return f"{row.rating.value:.0f} <small>{self.say('anchor')}</small>"
        if row.bounded:
            return f"{'≥' if row.share.value else '≤'} {row.rating.value:.0f}"
        return number(row.rating, ".0f")

    def notes(self, summary: Summary) -> Iterator[str]:
        """Notes on the anchor, on rings, and on bots that differ from the panel."""
        rings, met = summary.cycles
        yield note(self.say("anchored", bot=summary.anchor))
        if len(summary.deals) < FEW:
            yield note(self.say("few", deals=len(summary.deals)), "changed")
        if met:
            yield note(self.say("cycles", rings=rings, met=met, share=f"{rings / met:.1%}"))
        for known in ("changed", "timed", "new", "same"):
            bots = [row.spec for row in summary.standings if row.known == known]
            if bots:
                yield note(self.say(f"panel.{known}", bots=", ".join(bots)), known)

    def meetings(self, summary: Summary) -> str:
        if summary.seats == 2:
            return self.part("matrix", self.matrix(summary, summary.ahead, 0.5))
        cards = [
            f"<p class='about'>{self.say('ahead')}</p>" + self.matrix(summary, summary.ahead, 0.5)
        ]
        if any(cell for row in summary.alone for cell in row):
            even = 1 / summary.seats
            cards.append(
                f"<p class='about'>{self.say('alone', even=f'{even:.0%}')}</p>"
                + self.matrix(summary, summary.alone, even)
            )
        return self.part("matrix", *cards)

    def matrix(self, summary: Summary, cells: Matrix, even: float) -> str:
        head = f"<th>{self.say('columns.bot')}</th>" + "".join(
            f"<th>{escape(spec)}</th>" for spec in summary.specs
        )
        rows = "".join(
            f"<tr><th>{escape(spec)}</th>{''.join(heat(cell, even) for cell in row)}</tr>"
            for spec, row in zip(summary.specs, cells, strict=True)
        )
        return f'<table class="matrix"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'

    def scores(self, summary: Summary) -> str:
        rows = [
            (spec, [float(played.scores[seat]) for played, seat in summary.chairs[spec]])
            for spec in summary.specs
        ]
        return self.part("scores", ridges(rows, self.say("parts.scores")), self.made_of(summary))

    def made_of(self, summary: Summary) -> str:
        """What the mean scores are made of."""
        rows = [
            [self.say(f"points.{reason}"), *(f"{value:+.1f}" for value in values)]
            for reason, values in behaviour_sheets.points(summary)
        ]
        return table([self.say("columns.points"), *map(escape, summary.specs)], rows)

    def sheet(self, summary: Summary) -> str:
        rows = [
            [self.say(f"facts.{name}"), *values] for name, values in behaviour_sheets.sheet(summary)
        ]
        cards = [table([self.say("columns.fact"), *map(escape, summary.specs)], rows)]
        if behaviour_sheets.behaviour(summary).has_lengths:
            title = self.say("lengths")
            plot = columns(
                [(spec, behaviour_sheets.lengths(summary, spec)) for spec in summary.specs], title
            )
            cards.append(f"<p class='about'>{title}</p>{plot}")
        return self.part("behaviour", *cards)

    def seats(self, summary: Summary) -> str:
        rows = [
            (say("arena.seat", self.language, seat=seat), share)
            for seat, share in enumerate(summary.seat_shares())
        ]
        plot = intervals(rows, self.say("parts.seats"), ".0%", 1 / summary.seats)
        own = [
            [escape(spec), *(percent(share) for share in summary.seat_shares(spec))]
            for spec in summary.specs
        ]
        return self.part(
            "seats", plot, table([self.say("columns.bot"), *(name for name, _ in rows)], own)
        )


# ---- pieces of a page
def table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(
        f"<tr><th>{row[0]}</th>{''.join(f'<td>{cell}</td>' for cell in row[1:])}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def heat(cell: Estimate | None, even: float) -> str:
    """A share on its colour, the further from even the stronger."""
    if cell is None:
        return '<td class="none">·</td>'
    gap = (cell.value - even) / ((1 - even) if cell.value > even else even)
    side = "ahead" if gap > 0 else "behind"
    return f'<td class="{side}" style="--share:{abs(gap) * STRONGEST:.0f}%">{percent(cell)}</td>'


def note(words: str, kind: str = "") -> str:
    return f'<p class="note {kind}">{words}</p>'


def percent(one: Estimate) -> str:
    return number(one, ".1%")


def number(one: Estimate, form: str) -> str:
    """A figure with its interval in small print; a dash for nothing."""
    if one.value != one.value:
        return "–"
    if one.low is None or one.high is None:
        return f"{one.value:{form}}"
    low, high = (f"{edge:{form}}".removesuffix("%") for edge in (one.low, one.high))
    return f"{one.value:{form}} <small>[{low}, {high}]</small>"


def html(summaries: Sequence[Summary], language: str = "en") -> str:
    return Report(summaries, language).page()
