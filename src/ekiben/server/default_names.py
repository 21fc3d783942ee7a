"""Names that the server gives: every viewer reads them in their own language.

A default name is stored by its key, `person 2` or a station such as `hakone`, beside the name in
the language of whoever made the table. Names that people chose stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.texts import say, words

PERSON = "person"


def bot_name(seat: int) -> str:
    """The key of the station after which a bot is named."""
    stations = list(words("en")["server"]["names"]["stations"])
    return str(stations[seat % len(stations)])


def person_name(seat: int) -> str:
    return f"{PERSON} {seat + 1}"


def default_name(key: str, language: str) -> str:
    """What a key is called in a language."""
    kind, _, number = key.partition(" ")
    if kind == PERSON:
        return say("server.names.person", language, number=number)
    return say(f"server.names.stations.{key}", language)


def names_in(language: str, names: Sequence[str], keys: Sequence[str | None]) -> list[str]:
    """Names as somebody with this language reads them: by key where nobody chose one."""
    return [
        default_name(key, language) if key else name for name, key in zip(names, keys, strict=True)
    ]
