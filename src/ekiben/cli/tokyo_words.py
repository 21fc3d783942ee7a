"""What things of a lattice are called, and what happened on it, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from ekiben.cli.words import Words
from ekiben.games.tokyo.board import Board, Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.lattice import post_number
from ekiben.texts import UnknownText
from ekiben.texts import words as known

Event = dict[str, Any]
TABLES = {"direction": "directions", "happening": "happenings", "season": "seasons", "cup": "cups", "part": "upgrades"}


def is_lattice(thing: Any) -> bool:
    """Whether a game, a match or a board is of the lattice family."""
    board = getattr(getattr(thing, "game", thing), "board", thing)
    return isinstance(board, Board)


def sentence(words: Words, event: Event) -> str:
    """`KIND-FIELD` is said instead of `KIND` when the event has that field; the lattice's own kinds come first."""
    values = {name: told(words, name, value) for name, value in event.items() if name != "kind"}
    said = {**values, "who": words.seat(event["seat"]) if event.get("seat") is not None else ""}
    if event["kind"] == "laid":
        return words("lattice.laid", **said)
    return words.say(key_of(words, event), **said)


def key_of(words: Words, event: Event) -> str:
    tables = known(words.language)
    kinds = [f"{event['kind']}-{name}" for name, value in event.items() if value] + [event["kind"]]
    for path, table in (("tokyo.events", tables["tokyo"]["events"]), ("events", tables["events"])):
        for kind in kinds:
            if kind in table:
                return f"{path}.{kind}"
    raise UnknownText(f"no text for the event {event['kind']!r}")


def told(words: Words, name: str, value: Any) -> Any:
    """A value of an event or a refusal as people call it."""
    if name in ("city", "from", "to", "origin", "destination"):
        return words.city(str(value))
    if name == "ferry":
        return next((ferry.names[words.language] for ferry in words.board.ferries if ferry.id == value), value)
    if name == "asked":
        return words.say(f"cli.questions.{value}")
    try:
        return words.say(f"tokyo.{TABLES[name]}.{value}") if name in TABLES else value
    except UnknownText:
        return value


def brief(events: Iterable[Event]) -> list[Event]:
    """Of several steps in a row only the last; links built in a row as one sentence; of the dealing nothing, the table shows it."""
    found: list[Event] = []
    for (kind, _), several in groupby(after_dealing(list(events)), key=lambda event: (event["kind"], event.get("seat"))):
        rows = list(several)
        if kind == "stepped":
            found.append(rows[-1])
        elif kind == "built" and len(rows) > 1 and "post" in rows[0]:
            found.append({**rows[-1], "kind": "laid", "count": len(rows), "cost": sum(row["cost"] for row in rows)})
        else:
            found += rows
    return found


def after_dealing(events: list[Event]) -> list[Event]:
    began = [place for place, event in enumerate(events) if event["kind"] == "began"]
    dealing = {"job-placed", "set-aside"}
    return [event for place, event in enumerate(events) if not (began and place < began[0] and event["kind"] in dealing)]


# ---- places and jobs
def place_of(words: Words, typed: str) -> tuple[int, ...]:
    """The posts of what was typed: a post, or a city or port in either language; empty when nothing is called so."""
    board: Board = words.board
    name = typed.strip().lower()
    post = post_number(name, board.rows, board.columns)
    if post is not None:
        return (post,)
    things = [(city.id, city.names, city.posts) for city in board.cities]
    things += [(port.id, port.names, (port.post,)) for port in board.ports]
    called = [([id, *(one.lower() for one in names.values())], posts) for id, names, posts in things]
    exact = [posts for names, posts in called if name in names]
    near = [posts for names, posts in called if name and any(one.startswith(name) for one in names)]
    return exact[0] if exact else near[0] if len(near) == 1 else ()


def post_called(words: Words, post: int) -> str:
    """The city at a post, else the post's own name."""
    board: Board = words.board
    city = next((city for city in board.cities if post in city.posts), None)
    return board.name(city.number, words.language) if city else board.post(post)


def job_called(words: Words, job: Job) -> str:
    a, z = (words.board.name(city, words.language) for city in (job.origin, job.goal))
    mark = f" {words.board.seasons[job.season].mark}" if job.season >= 0 else ""
    return f"{a} → {z}{mark}"


def jobs_in(words: Words, tiles: Any) -> list[Job]:
    return [job for job in words.board.jobs if has(tiles, job.number)]


def steps_apart(words: Words, post: int, city: int) -> int:
    """Posts from a place to the nearest post of a city, as the crow flies over the lattice."""
    board: Board = words.board
    across = board.columns
    return min(max(abs(post // across - there // across), abs(post % across - there % across)) for there in board.cities[city].posts)
