"""Events, values and results of Tokyo Railways in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ekiben.texts import UnknownText
from ekiben.texts import words as all_texts
from ekiben.texts.family import Result, Wording
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game

CITIES = ("city", "from", "to", "origin", "destination")
TABLES = {
    "direction": "directions",
    "happening": "happenings",
    "season": "seasons",
    "cup": "cups",
    "part": "upgrades",
}


# ---- events
def sentence(words: Words, event: Event) -> str:
    values = {
        name: value_in_words(words, name, value) for name, value in event.items() if name != "kind"
    }
    values["who"] = words.seat(event["seat"]) if event.get("seat") is not None else ""
    if event["kind"] == "laid":
        return words("tokyo.laid", **values)
    return words.say(key_of(words, event), **values)


def key_of(words: Words, event: Event) -> str:
    """The text of an event: `KIND-FIELD` where the event has that field, else `KIND`.

    The family's own texts come before those of all games.
    """
    tables = all_texts(words.language)
    kinds = [f"{event['kind']}-{name}" for name, value in event.items() if value] + [event["kind"]]
    for path, table in (("tokyo.events", tables["tokyo"]["events"]), ("events", tables["events"])):
        for kind in kinds:
            if kind in table:
                return f"{path}.{kind}"
    raise UnknownText(f"no text for the event {event['kind']!r}")


def value(words: Words, name: str, value: object, count: int | None) -> object:
    if name in CITIES:
        return words.city(str(value))
    if name == "ferry":
        return ferry_name(words, value)
    if name == "asked":
        return words.say(f"cli.questions.{value}")
    try:
        return words.say(f"tokyo.{TABLES[name]}.{value}") if name in TABLES else value
    except UnknownText:
        return value


def ferry_name(words: Words, id: object) -> object:
    names = (ferry.names[words.language] for ferry in words.board.ferries if ferry.id == id)
    return next(names, id)


# ---- the end
def verdict(game: Game, s: Any, words: Words, result: Result) -> str:
    """Who has won, with how many big cities and how much money."""
    return words(
        "tokyo.won-together" if len(result.first) > 1 else "tokyo.won",
        name=result.names,
        names=result.names,
        joined=int(s.joined[result.first[0]]),
        score=result.score,
    )


WORDING = Wording(sentence=sentence, value=value, verdict=verdict)
