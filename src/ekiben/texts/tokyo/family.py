"""Events, values and results of Tokyo Railways in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ekiben.texts import UnknownText
from ekiben.texts import words as all_texts
from ekiben.texts.family import Result, Wording
from ekiben.texts.sentences import value_in_words
from ekiben.texts.tokyo.places import notation_in_words
from ekiben.texts.tokyo.summary import join_moves
from ekiben.texts.tokyo.ways import ends_of_way
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game

CITIES = ("city", "from", "to", "origin", "destination")
POSTS = ("post", "start", "end")
TABLES = {
    "direction": "directions",
    "happening": "happenings",
    "season": "seasons",
    "cup": "cups",
    "part": "upgrades",
}


# ---- events
def sentence(words: Words, event: Event) -> str:
    told = {**event, **ends_of_way(event["links"])} if "links" in event else event
    values = {
        name: value_in_words(words, name, value) for name, value in told.items() if name != "kind"
    }
    values["who"] = words.seat(event["seat"]) if event.get("seat") is not None else ""
    return words.say(key_of(words, told), **values)


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
    if name in POSTS:
        return notation_in_words(words, str(value))
    if name in SPOKEN:
        return SPOKEN[name](words, value)
    try:
        return words.say(f"tokyo.{TABLES[name]}.{value}") if name in TABLES else value
    except UnknownText:
        return value


def ferry_name(words: Words, id: object) -> object:
    names = (ferry.names[words.language] for ferry in words.board.ferries if ferry.id == id)
    return next(names, id)


def job_name(words: Words, id: object) -> object:
    """The two cities of a job."""
    job = next((job for job in words.board.jobs if job.id == id), None)
    if job is None:
        return id
    a, z = (words.board.name(city, words.language) for city in (job.origin, job.goal))
    return words.say("tokyo.carriage", origin=a, destination=z)


def new_jobs(words: Words, events: Sequence[Event]) -> str:
    """Several new jobs in a row."""
    texts = [
        words.say("tokyo.new-job", job=job_name(words, event["job"]), reward=event["reward"])
        for event in events
    ]
    return words.listed(texts)


def fees_paid(words: Words, fees: Sequence[tuple[int, int]]) -> str:
    """What a run cost, owner by owner."""
    return words.listed(
        [words.say("tokyo.fee", owner=words.seat(owner), amount=amount) for owner, amount in fees]
    )


def action_name(words: Words, notation: object) -> str:
    """An action by its notation, as people say what they do."""
    verb, *rest = str(notation).split()
    names = {
        "place": ("city", "at"),
        "step": ("direction",),
        "build": ("post", "direction"),
        "upgrade": ("part",),
        **dict.fromkeys(("load", "unload", "return", "lose"), ("job",)),
    }.get(verb, ())
    values = {name: value(words, name, word, None) for name, word in zip(names, rest, strict=False)}
    try:
        return words.say(f"tokyo.actions.{verb}", **values)
    except (UnknownText, KeyError):  # nothing of this game: as it was typed
        return str(notation)


SPOKEN: dict[str, Callable[[Words, Any], object]] = {
    "ferry": ferry_name,
    "job": job_name,
    "jobs": new_jobs,
    "fees": fees_paid,
    "action": action_name,
    "asked": lambda words, value: words.say(f"cli.questions.{value}"),
}


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


WORDING = Wording(sentence=sentence, value=value, join_moves=join_moves, verdict=verdict)
