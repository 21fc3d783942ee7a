"""The keys of a bot's spec: the parameters of its constructor, with their values read from text."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import NamedTuple

from ekiben.core.errors import EkibenError, listed, nearest

Value = int | float | bool | str
WORDS = {"true": True, "false": False}
KEYWORDS = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


class Key(NamedTuple):
    """A key as it is shown to people."""

    name: str
    default: str
    meaning: str


class Keys:
    """What a bot's constructor can be given by name."""

    def __init__(self, bot: str, constructor: Callable[..., object]) -> None:
        self.bot = bot
        parameters = signature(constructor).parameters
        self.known = {name: one for name, one in parameters.items() if one.kind in KEYWORDS}

    def describe(self, meaning: Callable[[str], str]) -> list[Key]:
        """The keys as they are shown to people."""
        return [
            Key(name, default_text(one.default), meaning(name)) for name, one in self.known.items()
        ]

    def values(self, text: str, seed: int) -> dict[str, Value]:
        """The arguments of `key=value,key=value`; the seed is given to whoever takes one."""
        found: dict[str, Value] = {}
        for part in text.split(",") if text else ():
            key, equals, value = (word.strip() for word in part.partition("="))
            if key not in self.known or key in found:
                raise EkibenError(f"bot {self.bot}: {self.wrong_key(key, found)}")
            found[key] = self.value(self.known[key], value if equals else "")
        return {"seed": seed, **found} if "seed" in self.known else found

    def wrong_key(self, key: str, found: dict[str, Value]) -> str:
        """Why a key cannot stand here, and which keys there are."""
        left = [name for name in self.known if name not in found]
        wrong = (
            f"key {key!r} is given twice."
            if key in found
            else f"no key {key!r}.{nearest(key, left)}"
        )
        return f"{wrong} Keys: {listed(self.known) or 'none'}"

    def value(self, key: Parameter, text: str) -> Value:
        """A value of the type of the key's default; without one, a number if it looks like one."""
        if key.default is None or key.default is Parameter.empty:
            return guess_value(text)
        is_flag = isinstance(key.default, bool)
        try:
            value: Value = WORDS[text.lower()] if is_flag else type(key.default)(text)
        except (KeyError, ValueError, TypeError):
            kind = "true or false" if is_flag else f"a number such as {key.default}"
            raise EkibenError(f"bot {self.bot}: {key.name} is {kind}, not {text!r}") from None
        return value


def default_text(default: object) -> str:
    if default is None or default is Parameter.empty:
        return ""
    return f"{default:.3g}" if isinstance(default, float) else str(default)


def guess_value(text: str) -> Value:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return WORDS.get(text.lower(), text)
