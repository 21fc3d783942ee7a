"""The faults of a lesson that only its game can see: levels, events, notations, targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ekiben.bots.levels import NAMES as LEVELS
from ekiben.bots.levels import levels
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.lessons.conditions import Condition
from ekiben.lessons.family import LESSON_NAMES
from ekiben.lessons.lesson import Bubble, Lesson

TIMED = LEVELS[-1]  # its choices depend on how fast the machine is
LONGEST = {"en": 240, "ja": 120}  # characters of a bubble
# what every table shows, whatever the game
PLACES = (
    "board",
    "deck",
    "events",
    "hand",
    "help",
    "jobs",
    "log",
    "market",
    "question",
    "score",
    "seats",
    "tickets",
    "train",
)


def names_faults(lesson: Lesson) -> Iterator[str]:
    """Every name in the lesson that its game does not know."""
    try:
        game = lesson.load_game()
        game.validate_seats(lesson.seats)
    except EkibenError as error:
        yield str(error)
        return
    yield from level_faults(lesson, game)
    for place, condition in conditions(lesson):
        yield from condition_faults(game, place, condition)
    for place, pattern in patterns(lesson):
        yield from pattern_faults(game, place, pattern)
    for place, bubble in bubbles(lesson):
        yield from bubble_faults(game, place, bubble)


def level_faults(lesson: Lesson, game: Game) -> Iterator[str]:
    known = [name for name in levels(game, lesson.seats) if name != TIMED]
    for name in lesson.opponents:
        if name not in known:
            yield (
                f"opponents: {name!r} cannot sit here.{nearest(name, known)} "
                f"Levels: {listed(known)}"
            )


# ---- everything in a lesson, with its place
def bubbles(lesson: Lesson) -> Iterator[tuple[str, Bubble]]:
    lists = [(f"step {step.id!r}: says", step.says) for step in lesson.steps]
    lists += [(f"step {step.id!r}: instead", step.instead) for step in lesson.steps]
    lists += [(f"aside {aside.id!r}: says", aside.says) for aside in lesson.asides]
    for place, said in [*lists, ("finish", lesson.finish)]:
        for number, bubble in enumerate(said, 1):
            yield f"{place}, bubble {number}", bubble


def conditions(lesson: Lesson) -> Iterator[tuple[str, Condition]]:
    found = [(f"step {step.id!r}: until", step.until) for step in lesson.steps]
    found += [(f"aside {aside.id!r}: when", aside.when) for aside in lesson.asides]
    found += [(f"{place}: when", bubble.when) for place, bubble in bubbles(lesson)]
    for place, condition in found:
        yield from ((place, part) for part in condition.parts())


def patterns(lesson: Lesson) -> Iterator[tuple[str, str]]:
    yield from ((f"step {step.id!r}: try", one) for step in lesson.steps for one in step.tries)
    yield from (("otherwise", one) for one in lesson.otherwise)
    yield from ((place, one.legal) for place, one in conditions(lesson) if one.legal)


# ---- against the game
def condition_faults(game: Game, place: str, condition: Condition) -> Iterator[str]:
    yield from unknown(place, "event", condition.event, LESSON_NAMES.of(game).events)
    yield from unknown(place, "asked", condition.asked, game.asked_names)


def unknown(place: str, what: str, name: str | None, known: Iterable[str]) -> Iterator[str]:
    if name is not None and name not in known:
        yield f"{place}: {what} {name!r} is unknown.{nearest(name, known)} Known: {listed(known)}"


def pattern_faults(game: Game, place: str, pattern: str) -> Iterator[str]:
    if pattern.endswith("*"):
        verbs = verbs_of(game)
        yield from unknown(place, "verb", pattern[:-1].split(" ")[0], verbs)
        return
    try:
        written = str(game.parse(pattern))
    except EkibenError as error:
        yield f"{place}: {pattern!r}: {error}"
        return
    if written != pattern:
        yield f"{place}: {pattern!r} should be written {written!r}"


VERBS: dict[str, list[str]] = {}


def verbs_of(game: Game) -> list[str]:
    """The verbs of all actions of a board."""
    if game.digest not in VERBS:
        verbs = (game.action(id).verb for id in range(game.action_count))
        VERBS[game.digest] = list(dict.fromkeys(verbs))
    return VERBS[game.digest]


def bubble_faults(game: Game, place: str, bubble: Bubble) -> Iterator[str]:
    for language, text in bubble.texts.items():
        if len(text) > LONGEST[language]:
            yield (
                f"{place}: {language} has {len(text)} characters, at most {LONGEST[language]}: "
                "say less, or make two bubbles"
            )
    for target in bubble.point:
        yield from target_faults(game, f"{place}: point", target)


def target_faults(game: Game, place: str, target: str) -> Iterator[str]:
    """A target is a place of every table, `kind:name`, or an action."""
    kind, colon, name = target.partition(":")
    known = LESSON_NAMES.of(game).targets(game)
    if colon and kind in known:
        yield from unknown(place, kind, name, known[kind])
    elif target not in PLACES and list(pattern_faults(game, place, target)):
        yield (
            f"{place}: {target!r} is no place, thing or action.{nearest(target, PLACES)} "
            f"Places: {listed(PLACES)}; things: {listed(f'{one}:…' for one in known)}"
        )
