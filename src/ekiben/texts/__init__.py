"""The words of the games, in every language: interface texts and the rules clause by clause."""

from __future__ import annotations

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ekiben.texts.plurals import choose_forms

if TYPE_CHECKING:
    from ekiben.core.errors import Refusal

Texts = Mapping[str, Any]  # a table of a text file: texts, and further tables

__all__ = [
    "Clause",
    "UnknownText",
    "clause",
    "clauses",
    "languages",
    "refused",
    "rules",
    "say",
    "wild",
    "words",
]


class UnknownText(LookupError):
    """No such language, clause or text; the message names what there is."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its number, one sentence for a player, and the whole of it.

    A rule that can be chosen names its `option`; `label` is what people call it.
    """

    number: str
    short: str
    text: str
    ruling: bool = False
    option: str | None = None
    label: str = ""


def languages() -> tuple[str, ...]:
    """The languages all texts exist in; the first is the default."""
    return ("en", "ja")


def words(language: str) -> Texts:
    """The interface texts of a language, as tables of texts."""
    return _parsed(_known(language))


def rules(language: str) -> Texts:
    """The rules of a language as written: pages, clauses and the manual's own words."""
    return _parsed(f"rules.{_known(language)}")


@functools.cache
def clauses(language: str = "en") -> dict[str, Clause]:
    """Every clause of a language by its number, in the manual's order."""
    return {number: Clause(number, **entry) for number, entry in rules(language)["clauses"].items()}


def clause(number: str, language: str = "en") -> Clause:
    """The clause with a number such as ``RT-4.6``."""
    known = clauses(language)
    if number not in known:
        raise UnknownText(f"no clause {number!r}; there are {_listed(known)}")
    return known[number]


def say(key: str, /, language: str = "en", **values: object) -> str:
    """The text under a key such as ``reasons.too-few-pieces``, filled with the values."""
    found: object = words(language)
    for depth, name in enumerate(key.split(".")):
        found = _entry(found, name, key, depth)
    if not isinstance(found, str):
        raise UnknownText(f"{key!r} is a table, not a text; it has {_listed(found)}")
    if "{wild}" in found:
        values.setdefault("wild", wild(language))
    return choose_forms(found, values, language).format_map(values)


def wild(language: str, page: str = "") -> str:
    """What a game's rulebook calls its wild, by its page of clauses; else the common word."""
    known = words(language)
    return str(known["wilds"].get(page, known["kinds"]["wild"]))


def refused(action: str, refusal: Refusal, language: str = "en") -> str:
    """One line for a refusal: the action, the reason, and the clause in its own words."""
    reason = say(f"reasons.{refusal.reason}", language, **refusal.details)
    return f"{action}: {reason} [{refusal.clause}: {clause(refusal.clause, language).short}]"


def _entry(table: object, name: str, key: str, depth: int) -> object:
    if isinstance(table, Mapping) and name in table:
        return table[name]
    above = ".".join(key.split(".")[:depth])
    there = f"{above!r} has {_listed(table)}" if above else f"there are {_listed(table)}"
    raise UnknownText(f"no text {key!r}; {there}")


def _listed(names: object) -> str:
    return ", ".join(names) if isinstance(names, Mapping) else "no entries: it is a text"


def _known(language: str) -> str:
    if language not in languages():
        raise UnknownText(f"no language {language!r}; there are {', '.join(languages())}")
    return language


@functools.cache
def _parsed(name: str) -> Texts:
    return tomllib.loads(
        (importlib.resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8")
    )
