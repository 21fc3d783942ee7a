"""Families of games, and the parts that each package of Ekiben brings for them.

A family is a set of rules that several boards share. Wherever a package treats families
differently, it asks the family for a `Part` instead of looking at the game: pictures ask for a
painter, the terminal for its tables and commands. All parts of a family stand in one declaration,
by name; a part is imported when it is first asked for, so that a declaration imports nothing and
a part that needs an optional package costs only those who use it.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from ekiben.core.errors import EkibenError, listed

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Family:
    """Games that share their rules. `parts`: where each part is, as `module` or `module:name`."""

    name: str
    parts: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Family({self.name!r})"


class FamilyMember(Protocol):
    """A game or a board: anything that knows its family."""

    @property
    def family(self) -> Family: ...


class Part(Generic[T]):
    """Something that families bring for a package, by its name in their declarations."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.loaded: dict[Family, T] = {}

    def of(self, member: FamilyMember) -> T:
        """The part for a game or a board."""
        return self.load(member.family)

    def find(self, member: FamilyMember) -> T | None:
        """The part for a game or a board, or None where its family has none."""
        return self.load(member.family) if self.name in member.family.parts else None

    def load(self, family: Family) -> T:
        """The part of a family, imported at first use."""
        if family in self.loaded:
            return self.loaded[family]
        if self.name not in family.parts:
            raise EkibenError(
                f"the family {family.name} has no {self.name}; it has {listed(family.parts)}"
            )
        module, _, name = family.parts[self.name].partition(":")
        found: Any = importlib.import_module(module)
        self.loaded[family] = getattr(found, name) if name else found
        return self.loaded[family]
