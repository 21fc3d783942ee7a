"""The keys of a bot's spec: the parameters of its constructor, with their values read from text."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, NamedTuple

from ekiben.core.errors import EkibenError, listed, nearest

WORDS = {"true": True, "false": False}
KEYWORDS = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


class Key(NamedTuple):
    """A key as it is shown to people."""

    name: str
    default: str
    meaning: str


class Keys:
    """What a bot's constructor can be given by name."""

    def __init__(self, bot: str, constructor: Callable[..., Any]) -> None:
        self.bot = bot
        parameters = signature(constructor).parameters
        self.known = {name: one for name, one in parameters.items() if one.kind in KEYWORDS}

    def listed(self, meaning: Callable[[str], str]) -> list[Key]:
        return [Key(name, shown(one.default), meaning(name)) for name, one in self.known.items()]

    def values(self, text: str, seed: int) -> dict[str, Any]:
        """The arguments of `key=value,key=value`; the seed is given to whoever takes one."""
        found: dict[str, Any] = {}
        for part in text.split(",") if text else ():
            key, equals, value = (word.strip() for word in part.partition("="))
            if key not in self.known or key in found:
                raise EkibenError(f"bot {self.bot}: {self.fault(key, found)}")
            found[key] = self.value(self.known[key], value if equals else "")
        return {"seed": seed, **found} if "seed" in self.known else found

    def fault(self, key: str, found: dict[str, Any]) -> str:
        left = [name for name in self.known if name not in found]
        wrong = (
            f"key {key!r} is given twice."
            if key in found
            else f"no key {key!r}.{nearest(key, left)}"
        )
        return f"{wrong} Keys: {listed(self.known) or 'none'}"

    def value(self, key: Parameter, text: str) -> Any:
        """Of the type of the key's default; where there is none, a number if it looks like one."""
        if key.default is None or key.default is Parameter.empty:
            return guessed(text)
        try:
            return WORDS[text.lower()] if isinstance(key.default, bool) else type(key.default)(text)
        except (KeyError, ValueError, TypeError):
            kind = (
                "true or false"
                if isinstance(key.default, bool)
                else f"a number such as {key.default}"
            )
            raise EkibenError(f"bot {self.bot}: {key.name} is {kind}, not {text!r}") from None


def shown(default: object) -> str:
    return (
        ""
        if default is None or default is Parameter.empty
        else f"{default:.3g}"
        if isinstance(default, float)
        else str(default)
    )


def guessed(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return WORDS.get(text.lower(), text)
