"""As much of Babel as texts need: the plural rules of Ekiben's two languages."""

from __future__ import annotations

from collections.abc import Callable


class Locale:
    """A language with its plural rule."""

    def __init__(self, plural_form: Callable[[int], str]) -> None:
        self.plural_form = plural_form

    @classmethod
    def parse(cls, language: str) -> Locale:
        return cls(RULES[language])


RULES: dict[str, Callable[[int], str]] = {
    "en": lambda number: "one" if abs(number) == 1 else "other",
    "ja": lambda number: "other",
}
