"""Plural forms in texts: ``{count, plural, one {# train} other {# trains}}``.

The syntax is that of ICU messages. Each form is named by a plural category of CLDR, or by an exact
number as in ``=1 {…}``; `#` stands for the number. The browser reads the same texts with
`web/src/lib/plurals.ts`, and both are tested with the same examples.
"""

import functools
import re
from collections.abc import Callable, Mapping

PLURAL = re.compile(r"\{(\w+),\s*plural,")
FORM = re.compile(r"\s*(=\d+|\w+)\s*\{")
WHOLE = re.compile(r"-?\d+")


class BadPlural(ValueError):
    """A text's plural forms cannot be read."""


def choose_forms(text: str, values: Mapping[str, object], language: str) -> str:
    """Replace every plural by the form for its number, so that only plain places are left."""
    found = PLURAL.search(text)
    if found is None:
        return text
    name = found[1]
    forms, end = _forms(text, found.end())
    form = _form_for(values.get(name), forms, language).replace("#", f"{{{name}}}")
    return choose_forms(text[: found.start()] + form + text[end:], values, language)


def _forms(text: str, start: int) -> tuple[dict[str, str], int]:
    """Read the forms of a plural from where they start; also return where the plural ends."""
    forms: dict[str, str] = {}
    while found := FORM.match(text, start):
        start = _closing_brace(text, found.end())
        forms[found[1]] = text[found.end() : start - 1]
    end = _closing_brace(text, start)
    if "other" not in forms or text[start : end - 1].strip():
        raise BadPlural(f"a plural needs forms such as one {{…}} and other {{…}}: {text!r}")
    return forms, end


def _closing_brace(text: str, start: int) -> int:
    """Find the end of what was opened before `start`: the place after its closing brace."""
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place + 1
    raise BadPlural(f"a closing brace is missing: {text!r}")


def _form_for(value: object, forms: Mapping[str, str], language: str) -> str:
    """Pick a number's form; what is not written as a whole number takes `other`."""
    written = str(value)
    if not WHOLE.fullmatch(written):
        return forms["other"]
    exact = forms.get(f"={int(written)}")
    if exact is not None:
        return exact
    return forms.get(_plural_rule(language)(int(written)), forms["other"])


@functools.cache
def _plural_rule(language: str) -> Callable[[int], str]:
    """Load a language's CLDR rule from number to category."""
    from babel import Locale  # only texts with plural forms need it

    return Locale.parse(language).plural_form
