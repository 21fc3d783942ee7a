"""What teaches a game: its how-to-play card and its glossary, for any board.

`learn.toml` says which sections and terms there are, which boards they belong to and which clauses
are behind them; the words are in `learn.en.toml` and `learn.ja.toml`, and the figures in them come
from the board.
"""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ekiben.core.families import Part
from ekiben.texts import Texts, wild
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


def glossary(board: Board, language: str) -> list[Term]:
    """Every term of a board's game."""
    return [_term(board, name, row, language) for name, row in _entries(board, "terms")]


def section_of(board: Board, clause: str) -> str | None:
    """The section of the board's card that explains a clause."""
    found = [
        name
        for name, row in _entries(board, "sections")
        if clause in row["clauses"] or clause in row.get("also", ())
    ]
    return found[-1] if found else None


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


def _fill(text: str, board: Board, language: str) -> str:
    """A text with the board's figures and its word for a wild."""
    values = {"wild": wild(language, board.clauses), **TEACHING.of(board).values(board)}
    return choose_forms(text, values, language).format_map(values)


def _entries(board: Board, kind: str) -> Iterator[tuple[str, Texts]]:
    """The sections or terms that a board has what it takes for."""
    features = TEACHING.of(board).features(board)
    for name, row in _read("learn")[board.family.name][kind].items():
        if "needs" not in row or row["needs"] in features:
            yield name, row


def _words(language: str) -> Texts:
    return _read(f"learn.{language}")


@functools.cache
def _read(name: str) -> Texts:
    file = importlib.resources.files("ekiben.texts") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
