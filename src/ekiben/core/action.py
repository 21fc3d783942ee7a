"""An action is a choice: a number, a verb and named fields; its notation is its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Fields = dict[str, Any]  # what an action names, by the contract's words: card, route, cards …


class Action:
    """Immutable. `id` means the same action in every position of every game on that board."""

    __slots__ = ("fields", "id", "text", "verb")
    id: int
    text: str
    verb: str
    fields: Fields

    def __init__(self, id: int, text: str, fields: Mapping[str, Any]) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "verb", text.split(" ", 1)[0])
        object.__setattr__(self, "fields", dict(fields))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an action cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return Action, (self.id, self.text, self.fields)

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "fields")[name]
        except KeyError:
            raise AttributeError(
                f"{self.text!r} has no {name!r}; it has id, "
                f"verb{''.join(', ' + key for key in self.fields)}"
            ) from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and (self.id, self.text) == (other.id, other.text)

    def __hash__(self) -> int:
        return hash((self.id, self.text))

    def __int__(self) -> int:
        return self.id

    def __index__(self) -> int:
        return self.id

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "verb": self.verb, **self.fields, "text": self.text}
