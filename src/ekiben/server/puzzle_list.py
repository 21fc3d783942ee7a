"""The puzzles that ship with Ekiben: listed, found by id, and one for every day."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import ekiben
from ekiben import puzzles
from ekiben.server.errors import ApiError
from ekiben.server.puzzle_messages import DailyPuzzle, DailyPuzzles, PuzzleSummary

FIRST_DAY = date(2026, 1, 1)
EARLIER = 14  # days that an answer lists besides its own


@functools.cache
def summaries() -> dict[str, PuzzleSummary]:
    """All puzzles by their ids, game by game."""
    return {
        one.id: PuzzleSummary(one.id, one.game, one.kind, one.rating)
        for game in ekiben.games()
        for one in puzzles.load(game)
    }


def summary_of(id: str) -> PuzzleSummary:
    found = summaries().get(id)
    if found is None:
        raise ApiError("no-puzzle", 404)
    return found


def select(
    game: str | None = None,
    kind: str | None = None,
    least: int | None = None,
    most: int | None = None,
) -> list[PuzzleSummary]:
    """The puzzles of a game and kind, rated from `least` to `most`; None means any."""
    return [
        one
        for one in summaries().values()
        if game in (None, one.game)
        and kind in (None, one.kind)
        and (least is None or one.rating >= least)
        and (most is None or one.rating <= most)
    ]


# ---- daily puzzles
def today(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def daily(day: date) -> PuzzleSummary:
    """The puzzle of a day: the games take turns, and each goes through its puzzles shuffled.

    It follows from the date and the puzzles that ship, so it is the same on every server.
    """
    shelves = shuffled(summaries().values())
    number = (day - FIRST_DAY).days
    shelf = shelves[number % len(shelves)]
    return shelf[number // len(shelves) % len(shelf)]


def shuffled(found: Iterable[PuzzleSummary]) -> list[list[PuzzleSummary]]:
    """The puzzles of each game that has some, in an order that says nothing about them."""
    shelves: dict[str, list[PuzzleSummary]] = {}
    for one in sorted(found, key=lambda one: hashlib.sha256(one.id.encode()).digest()):
        shelves.setdefault(one.game, []).append(one)
    return [shelves[game] for game in sorted(shelves)]


def daily_puzzles(wanted: str | None, now: float) -> DailyPuzzles:
    """The puzzle of a day, today's if none is given, and those of the days before."""
    last = today(now)
    day = last if wanted is None else parse_day(wanted)
    if not FIRST_DAY <= day <= last or not summaries():
        raise ApiError("no-puzzle-day", 404)
    days = [day - timedelta(days=ago) for ago in range(1, EARLIER + 1)]
    return DailyPuzzles(
        today=last.isoformat(),
        puzzle=of_day(day),
        earlier=[of_day(one) for one in days if one >= FIRST_DAY],
    )


def of_day(day: date) -> DailyPuzzle:
    return DailyPuzzle(day.isoformat(), daily(day))


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ApiError("no-puzzle-day", 404) from None
