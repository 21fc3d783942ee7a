"""How it looks: cards as coloured chips with their symbols, lines of chips, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ekiben.cli.words import Words

# ink on colour: readable on dark terminals and on light ones
CHIPS = {
    "purple": "#FFFFFF on #8A57A5",
    "blue": "#FFFFFF on #2C69B0",
    "orange": "#23262B on #DB7A27",
    "white": "#23262B on #F7F5EE",
    "green": "#FFFFFF on #2F7A40",
    "yellow": "#23262B on #E3BC25",
    "black": "#FFFFFF on #2A2B2F",
    "red": "#FFFFFF on #C4362C",
    "pink": "#23262B on #D7659B",
    "wild": "bold #23262B on #E9E1CC",
    "grey": "#23262B on #A8A295",
}
QUIET, STRONG, WARNING = "dim", "bold", "bold red"


def console(stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


class Screen:
    """Where it is shown, and in which words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.console = console()

    @property
    def width(self) -> int:
        return self.console.width

    def show(self, *things: RenderableType, style: str = "", unbroken: bool = False) -> None:
        """Print things one below the other.

        Lines of a language without blanks, and paths, are left to the terminal to break.
        """
        for thing in things:
            soft = isinstance(thing, Text) and (unbroken or self.words.language == "ja")
            self.console.print(thing, style=style or None, soft_wrap=soft)

    def sentence(self, said: str) -> None:
        """One of several, set in a little."""
        text = Text(said)
        self.show(
            Text("  ").append_text(text)
            if self.words.language == "ja"
            else Padding(text, (0, 0, 0, 2), expand=False)
        )

    def say(self, key: str, /, style: str = "", **values: object) -> None:
        """An entry of the command line's own words."""
        self.show(Text(self.words(key, **values)), style=style, unbroken="path" in values)


def colour_text(kind: str, text: str) -> Text:
    return Text(text, CHIPS.get(kind.partition("-")[0], ""))


def chip(words: Words, kind: str, count: int | None = None) -> Text:
    """A card, or so many of them: symbol, name and number on its colour."""
    return colour_text(kind, f" {words.card(kind)}{'' if count is None else f' {count}'} ")


def payment(words: Words, cards: Mapping[str, int]) -> Text:
    """Cards in short: numbers and symbols."""
    return Text(" ").join(
        colour_text(kind, f"{count}{words.mark(kind)}") for kind, count in cards.items()
    )


def flow_text(pieces: Iterable[Text], width: int, gap: str = " ") -> Text:
    """Pieces in as many lines as they need; a piece is never broken."""
    flowing, used = Text(), 0
    for piece in pieces:
        if used and used + len(gap) + piece.cell_len > width:
            flowing.append("\n")
            used = 0
        elif used:
            flowing.append(gap)
            used += len(gap)
        flowing.append_text(piece)
        used += piece.cell_len
    return flowing


def label_rows(rows: Iterable[tuple[str, Text]]) -> Table:
    """Lines with a word before each."""
    table = Table.grid(padding=(0, 1))
    table.add_column(style=STRONG, no_wrap=True)
    table.add_column(overflow="fold")
    for label, content in rows:
        table.add_row(label, content)
    return table


def make_table(*headings: str, right: Iterable[int] = (), title: str | None = None) -> Table:
    """A table with headings; the columns numbered in `right` are figures."""
    table = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        title=title,
        title_justify="left",
        title_style=STRONG,
        show_edge=False,
    )
    for number, heading in enumerate(headings):
        table.add_column(
            heading, justify="right" if number in set(right) else "left", overflow="fold"
        )
    return table
