"""Messages about puzzles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ekiben.server.messages import JsonObject
from ekiben.server.request_bodies import Body
from ekiben.server.store import Options

MAX_ANSWER = 200  # characters of an action's notation


# ---- what a browser sends
class PuzzleAnswer(Body):
    """The chosen action in notation, or the key of the chosen trip."""

    answer: Annotated[str, Meta(min_length=1, max_length=MAX_ANSWER)]


# ---- what the server sends
class PuzzleSummary(msgspec.Struct):
    """A puzzle in the list; `rating` says how hard it is, on the scale of Elo ratings."""

    id: str
    game: str
    kind: str
    rating: int


class DailyPuzzle(msgspec.Struct):
    """The puzzle of a day, which is written like 2026-11-16."""

    day: str
    puzzle: PuzzleSummary


class DailyPuzzles(msgspec.Struct):
    """The puzzle of the day that was asked for, and those of the days up to it, latest first."""

    today: str
    puzzle: DailyPuzzle
    earlier: list[DailyPuzzle]


class PuzzleStop(msgspec.Struct):
    """A stop of a trip: the city's name, and whether a job is delivered there, or else loaded."""

    city: str
    delivers: bool


class PuzzleTrip(msgspec.Struct):
    """A trip that can be chosen: its stops in words, and what it brings and takes.

    `reward` and `cost`, which is that of track, are in G. In its first turn the trip passes `posts`
    and builds `links`; `later` are the stops after that.
    """

    key: str
    text: str
    stops: list[PuzzleStop]
    reward: int
    cost: int
    turns: int
    posts: list[int]
    links: list[int]
    later: list[int]


class PuzzlePosition(PuzzleSummary):
    """A puzzle as its solver sees it, made from the view of the solver's `seat` alone.

    `said` is what the seat heard last. The answer is one of the `legal` actions, which `told` has
    in words with the markup of sentences, or, where there are `trips`, one of those.
    """

    rules: int
    options: Options
    names: list[str]
    seat: int
    language: str
    scene: JsonObject
    said: list[JsonObject]
    asked: str
    legal: list[str]
    told: list[str]
    trips: list[PuzzleTrip]


class PuzzleChoice(msgspec.Struct):
    """A choice, in words with the markup of sentences, and what it is worth.

    `error` is how far its distance from the best may be off, in 19 cases of 20.
    """

    answer: str
    text: str
    value: float
    error: float


class PuzzleSolution(msgspec.Struct):
    """Whether an answer is right, and why.

    `choices` are the main ones and the answer, best first; `yours` is the place of the answer. The
    values are from 0 to 1 or, with the unit `turns`, turns until the game is won, fewer being
    better. `reason` tells why the best is best, and `point` lists what to point at for it.
    """

    right: bool
    yours: int
    unit: Literal["worth", "turns"]
    choices: list[PuzzleChoice]
    reason: str
    point: list[str]
