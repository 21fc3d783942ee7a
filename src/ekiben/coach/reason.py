"""What the coach says, before it is put in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Value = str | int | list[str] | dict[str, int]  # as notation has it
Values = dict[str, Value]


@dataclass(frozen=True)
class Reason:
    """A sentence of the coach: the key of its text, the values it names, and the board they are of.

    The key is that of a text of the game's family; values are ids, numbers, lists of ids, or cards
    by kind, so that a reason can be sent and compared.
    """

    key: str
    values: Mapping[str, Value]
    board: Any = field(compare=False, repr=False)  # the board file: every family has its own class

    def to_json(self) -> dict[str, Value]:
        return {"key": self.key, **self.values}
