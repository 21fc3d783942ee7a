"""What teaches a game: its how-to-play card and its glossary, for any board.

`learn.toml` says which sections and terms there are, which boards they belong to and which clauses
are behind them; the words are in `learn.en.toml` and `learn.ja.toml`, and the figures in them come
from the board.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ekiben.core.families import Part
from ekiben.texts import Texts, wild
from ekiben.texts.manual import SHARED
from ekiben.texts.plurals import choose_forms

Board = Any  # a board file: every family has its own class
Values = Mapping[str, object]


@dataclass(frozen=True)
class Teaching:
    """What a family knows of a board: special things it has, and figures for the texts."""

    features: Callable[[Board], frozenset[str]]
    values: Callable[[Board], Values]


TEACHING = Part[Teaching]("teaching")


@dataclass(frozen=True)
class Term:
    """A word of a game, the forms in which texts have it, and where the card tells more."""

    id: str
    name: str
    forms: tuple[str, ...]
    text: str
    section: str


@dataclass(frozen=True)
class Section:
    """A part of a card: paragraphs and lists, the rules behind them, and perhaps a picture."""

    id: str
    title: str
    text: str
    clauses: tuple[str, ...]
    picture: str | None


@dataclass(frozen=True)
class Card:
    """How a game is played, on one page; `minutes` is unknown for a board of one's own."""

    game: str
    about: str
    minutes: tuple[int, int] | None
    sections: tuple[Section, ...]


def card(board: Board, language: str) -> Card:
    """The how-to-play card of a board's game."""
    return Card(
        game=board.game,
        about=about(board.game, language),
        minutes=minutes(board.game),
        sections=tuple(
            _section(board, name, row, language) for name, row in _entries(board, "sections")
        ),
    )


def about(game: str, language: str) -> str:
    """For whom a game is."""
    known = _words(language)["games"]
    return str(known.get(game, known["own"])["about"])


def minutes(game: str) -> tuple[int, int] | None:
    """How long a game takes, from and to."""
    known = _game(game).get("minutes")
    return None if known is None else (known[0], known[1])


def caption(board: Board, picture: str, values: Values, language: str) -> str:
    """What a picture of the card shows."""
    text = _words(language)[board.family.name]["pictures"][picture]
    return _fill(text, board, language, values)


def glossary(board: Board, language: str) -> list[Term]:
    """Every term of a board's game."""
    return [_term(board, name, row, language) for name, row in _entries(board, "terms")]


def names_like_terms(board: Board, language: str) -> list[str]:
    """Names of places that have a term in them, such as Port Elgin: there it is none."""
    forms = [form for term in glossary(board, language) for form in term.forms]
    pattern = re.compile("|".join(map(re.escape, forms)), re.IGNORECASE)
    names = {board.name(city.number, language) for city in board.cities}
    return sorted(name for name in names if pattern.search(name))


def section_of(board: Board, clause: str) -> str | None:
    """The section of the board's card that explains a clause."""
    found = [
        name
        for name, row in _entries(board, "sections")
        if clause in row["clauses"] or clause in row.get("also", ())
    ]
    return found[-1] if found else None


def _section(board: Board, name: str, row: Texts, language: str) -> Section:
    shared = _words(language)[board.family.name]["sections"][name]
    own = _words(language)["games"].get(board.game, {}).get("sections", {}).get(name, {})
    words = {**shared, **own}
    return Section(
        id=name,
        title=words["title"],
        text=_fill(words["text"].strip(), board, language),
        clauses=tuple(clause for clause in row["clauses"] if clause[:2] in _pages(board)),
        picture=None if name in _game(board.game).get("plain", ()) else row.get("picture"),
    )


def _pages(board: Board) -> set[str]:
    """The pages of clauses that a board is played by."""
    return {board.clauses, SHARED[board.clauses]}


def _term(board: Board, name: str, row: Texts, language: str) -> Term:
    words = _words(language)[board.family.name]["terms"][name]
    fill = functools.partial(_fill, board=board, language=language)
    return Term(
        id=name,
        name=fill(words["name"]),
        forms=tuple(fill(form) for form in words["forms"]),
        text=fill(words["text"]),
        section=row["section"],
    )


def _fill(text: str, board: Board, language: str, more: Values | None = None) -> str:
    """A text with the board's figures, its word for a wild, and what else is told of a picture."""
    known = {"wild": wild(language, board.clauses), **TEACHING.of(board).values(board)}
    values = known | dict(more or {})
    return choose_forms(text, values, language).format_map(values)


def _entries(board: Board, kind: str) -> Iterator[tuple[str, Texts]]:
    """The sections or terms that a board has what it takes for."""
    features = TEACHING.of(board).features(board)
    for name, row in _read("learn")[board.family.name][kind].items():
        if "needs" not in row or row["needs"] in features:
            yield name, row


def _game(name: str) -> Texts:
    """What is told of a game itself; nothing of a board of one's own."""
    known: Texts = _read("learn")["games"].get(name, {})
    return known


def _words(language: str) -> Texts:
    return _read(f"learn.{language}")


@functools.cache
def _read(name: str) -> Texts:
    file = importlib.resources.files("ekiben.texts") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
