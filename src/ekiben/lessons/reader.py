"""Lesson files: TOML, read and checked; an error names the file, the step and what is wrong."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from ekiben.core.errors import BoardError, listed, nearest, quoted
from ekiben.core.toml_files import FAULTY, Keys, check_table, parse_toml, read_file
from ekiben.lessons.conditions import ALWAYS, Condition
from ekiben.lessons.lesson import Aside, Bubble, Lesson, Step, Texts
from ekiben.texts import languages

Table = dict[str, Any]  # a table of the file
FORMAT = 1
WHO = ("me", "other", "anybody")
LESSON: Keys = {
    "lesson": (int, True),
    "game": (str, True),
    "seed": (str, True),
    "opponents": (list, True),
    "title": (dict, True),
    "minutes": (int, True),
    "steps": (list, True),
    "finish": (list, True),
    "asides": (list, False),
    "options": (dict, False),
    "seat": (int, False),
    "otherwise": (list, False),
}
STEP: Keys = {
    "id": (str, True),
    "until": (dict, True),
    "says": (list, True),
    "try": (list, False),
    "instead": (list, False),
}
ASIDE: Keys = {"id": (str, True), "when": (dict, True), "says": (list, True)}
TEXTS: Keys = {language: (str, True) for language in languages()}
BUBBLE: Keys = {**TEXTS, "point": (list, False), "when": (dict, False)}
CONDITION: Keys = {
    "event": (str, False),
    "with": (dict, False),
    "who": (str, False),
    "count": (int, False),
    "fresh": (bool, False),
    "asked": (str, False),
    "legal": (str, False),
    "over": (bool, False),
    "all": (list, False),
    "any": (list, False),
    "none": (list, False),
}
OF_EVENTS = ("with", "who", "count", "fresh")
TABLES = dict.fromkeys(("steps", "asides", "says", "instead", "finish", "all", "any", "none"), dict)
LISTS: Mapping[str, type] = {
    **TABLES,
    **dict.fromkeys(("opponents", "otherwise", "try", "point"), str),
}


class LessonError(BoardError):
    """A lesson file has faults: every one of them, each with its place."""


def read(path: Path) -> Lesson:
    """The lesson of a file; a LessonError names every fault and what would be right."""
    try:
        data = parse_toml(read_file(path), path.name)
    except BoardError as error:
        raise LessonError(error.file, error.faults) from error
    found = list(faults(data))
    if found:
        raise LessonError(path.name, found)
    return lesson_from(data, path)


def refuse(lesson: Lesson, found: list[str]) -> NoReturn:
    raise LessonError(lesson.file, found)


# ---- from tables to a lesson
def lesson_from(data: Table, path: Path) -> Lesson:
    return Lesson(
        name=path.stem,
        game=data["game"],
        seed=int(data["seed"], 16),
        opponents=tuple(data["opponents"]),
        title=data["title"],
        minutes=data["minutes"],
        steps=tuple(map(step_from, data["steps"])),
        finish=bubbles_from(data["finish"]),
        asides=tuple(map(aside_from, data.get("asides", []))),
        options=data.get("options", {}),
        seat=data.get("seat", 0),
        otherwise=tuple(data.get("otherwise", [])),
        file=path.name,
    )


def step_from(row: Table) -> Step:
    return Step(
        id=row["id"],
        until=condition_from(row["until"]),
        says=bubbles_from(row["says"]),
        tries=tuple(row.get("try", [])),
        instead=bubbles_from(row.get("instead", [])),
    )


def aside_from(row: Table) -> Aside:
    return Aside(row["id"], condition_from(row["when"]), bubbles_from(row["says"]))


def bubbles_from(rows: list[Table]) -> tuple[Bubble, ...]:
    return tuple(map(bubble_from, rows))


def bubble_from(row: Table) -> Bubble:
    texts: Texts = {language: row[language].strip() for language in languages()}
    when = condition_from(row["when"]) if "when" in row else ALWAYS
    return Bubble(texts, tuple(row.get("point", [])), when)


def condition_from(row: Table) -> Condition:
    return Condition(
        event=row.get("event"),
        fields=row.get("with", {}),
        who=row.get("who", "me"),
        count=row.get("count", 1),
        fresh=row.get("fresh", False),
        asked=row.get("asked"),
        legal=row.get("legal"),
        over=row.get("over"),
        all=tuple(map(condition_from, row.get("all", []))),
        any=tuple(map(condition_from, row.get("any", []))),
        none=tuple(map(condition_from, row.get("none", []))),
    )


# ---- faults of shape; what a game knows is checked in `checker.py`
def faults(data: Table) -> Iterator[str]:
    yield from check_table(data, LESSON, "", LISTS)
    yield from value_faults(data)
    yield from check_table(data["title"], TEXTS, "title", {}) if data["title"] is not FAULTY else ()
    steps = rows_of(data, "steps")
    if data["steps"] is not FAULTY and not steps:
        yield "steps: a lesson needs at least one [[steps]]"
    for number, row in enumerate(steps, 1):
        yield from step_faults(row, place_of("step", number, row))
    for number, row in enumerate(rows_of(data, "asides"), 1):
        yield from aside_faults(row, place_of("aside", number, row))
    yield from bubbles_faults(data, "finish", "finish")
    yield from repeated_ids(data)


def value_faults(data: Table) -> Iterator[str]:
    if data["lesson"] is not FAULTY and data["lesson"] != FORMAT:
        yield f"lesson: this Ekiben reads format {FORMAT}, not {quoted(data['lesson'])}"
    seed = data["seed"]
    if seed is not FAULTY and (not seed or len(seed) > 32 or set(seed) - set(string.hexdigits)):
        yield f'seed should be 1 to 32 hexadecimal digits such as "1f3", not {quoted(seed)}'
    if data["minutes"] is not FAULTY and not 1 <= data["minutes"] <= 60:
        yield f"minutes should be from 1 to 60, not {data['minutes']}"
    opponents, seat = data["opponents"], data.get("seat", 0)
    if opponents is FAULTY or seat is FAULTY:
        return
    if not 0 <= seat <= len(opponents):
        yield f"seat should be from 0 to {len(opponents)} with these opponents, not {seat}"


def rows_of(data: Table, key: str) -> list[Any]:
    rows = data.get(key, [])
    return [] if rows is FAULTY else list(rows)


def place_of(kind: str, number: int, row: object) -> str:
    """How errors call a step or an aside: by its id, or by its number if it has none."""
    name = row.get("id") if isinstance(row, dict) else None
    return f"{kind} {name!r}" if isinstance(name, str) else f"{kind} number {number}"


def step_faults(row: Any, place: str) -> Iterator[str]:
    yield from check_table(row, STEP, place, LISTS)
    if not isinstance(row, dict):
        return
    yield from condition_faults(row["until"], f"{place}: until")
    yield from bubbles_faults(row, "says", place)
    if "instead" in row:
        yield from bubbles_faults(row, "instead", place)


def aside_faults(row: Any, place: str) -> Iterator[str]:
    yield from check_table(row, ASIDE, place, LISTS)
    if isinstance(row, dict):
        yield from condition_faults(row["when"], f"{place}: when")
        yield from bubbles_faults(row, "says", place)


def bubbles_faults(row: Table, key: str, place: str) -> Iterator[str]:
    if row[key] is FAULTY:
        return
    within = place if key == place else f"{place}: {key}"
    if not row[key]:
        yield f'{within} needs at least one bubble, such as {{ en = "…", ja = "…" }}'
    for number, bubble in enumerate(row[key], 1):
        yield from bubble_faults(bubble, f"{within}, bubble {number}")
    if row[key] and isinstance(row[key][-1], dict) and "when" in row[key][-1]:
        yield f"{within}: the last bubble stays, so it has no `when`"


def bubble_faults(bubble: Any, place: str) -> Iterator[str]:
    yield from check_table(bubble, BUBBLE, place, LISTS)
    if not isinstance(bubble, dict):
        return
    for language in languages():
        if bubble[language] is not FAULTY and not bubble[language].strip():
            yield f"{place}: {language} is empty"
    if "when" in bubble:
        yield from condition_faults(bubble["when"], f"{place}: when")


def condition_faults(row: Any, place: str) -> Iterator[str]:
    if row is FAULTY:
        return
    yield from check_table(row, CONDITION, place, LISTS)
    if not isinstance(row, dict):
        return
    if not row:
        yield f"{place} is empty: give one of {listed(CONDITION)}"
    for key in OF_EVENTS:
        if key in row and "event" not in row:
            yield f"{place}: {key} says which event is meant, but there is no `event`"
    who = row.get("who", "me")
    if who is not FAULTY and who not in WHO:
        yield f"{place}: who cannot be {who!r}.{nearest(who, WHO)} It is one of {listed(WHO)}"
    if row.get("count") is not FAULTY and row.get("count", 1) < 1:
        yield f"{place}: count should be at least 1, not {row['count']}"
    for key in ("all", "any", "none"):
        for number, inner in enumerate(rows_of(row, key), 1):
            yield from condition_faults(inner, f"{place}: {key}[{number}]")


def repeated_ids(data: Table) -> Iterator[str]:
    rows = [row for key in ("steps", "asides") for row in rows_of(data, key)]
    ids = [row.get("id") for row in rows if isinstance(row, dict)]
    counts = Counter(name for name in ids if isinstance(name, str))
    for name in sorted(name for name, count in counts.items() if count > 1):
        yield f"id {name!r} is used twice: steps and asides need names of their own"
