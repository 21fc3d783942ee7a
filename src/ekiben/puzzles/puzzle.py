"""A puzzle as one JSON line: the position, the choices with their values, and the evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import ekiben
from ekiben.core.errors import RecordError
from ekiben.core.match import Match
from ekiben.puzzles.shapes import check_shape

FORMAT = 1


@dataclass(frozen=True)
class Stop:
    """A stop of a trip: the job that is loaded or delivered there."""

    job: str
    city: str
    delivers: bool


@dataclass(frozen=True)
class Trip:
    """What a sentence about a trip needs: its stops, and what it brings and takes.

    `reward`: G for its deliveries. `cost`: G of track that has to be built, and `turns`: how long
    it takes, both as in one imagined game.
    """

    stops: tuple[Stop, ...]
    reward: int
    cost: int
    turns: int


@dataclass(frozen=True)
class Choice:
    """A choice: the seat's actions in order, what it is worth, and how sure that is.

    `error` is the standard error of how far it lies behind the best; of the best, of its value.
    """

    actions: tuple[str, ...]
    value: float
    error: float
    trip: Trip | None = None


@dataclass(frozen=True)
class Evidence:
    """A search: its seed, games played, deals in which best and second best met, and their gap.

    `low` and `high` bound the gap with a confidence of 99 percent.
    """

    seed: int
    playouts: int
    deals: int
    gap: float
    low: float
    high: float


@dataclass(frozen=True)
class Puzzle:
    """`choices` are all that the seat has, best first; `solvers`: how often each bot finds it."""

    id: str
    game: str
    kind: str
    seat: int
    rating: int
    choices: tuple[Choice, ...]
    made: Evidence
    checked: Evidence
    solvers: Mapping[str, float]
    record: Mapping[str, Any] = field(repr=False)

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def match(self) -> Match:
        """The position, replayed."""
        match = ekiben.replay(json.dumps(self.record))
        if match.seat != self.seat:
            raise RecordError(f"puzzle {self.id}: seat {match.seat} is to act, not {self.seat}")
        return match

    def choice(self, actions: list[str]) -> Choice | None:
        """The choice with these actions, if it is one."""
        return next((one for one in self.choices if list(one.actions) == actions), None)

    def to_json(self) -> str:
        """The line, without what says nothing."""
        return json.dumps(line_values(self), ensure_ascii=False, separators=(",", ":"))


# ---- writing
def line_values(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "puzzle": FORMAT,
        "id": puzzle.id,
        "game": puzzle.game,
        "kind": puzzle.kind,
        "seat": puzzle.seat,
        "rating": puzzle.rating,
        "choices": [choice_values(choice) for choice in puzzle.choices],
        "made": vars(puzzle.made),
        "checked": vars(puzzle.checked),
        "solvers": dict(puzzle.solvers),
        "record": dict(puzzle.record),
    }


def choice_values(choice: Choice) -> dict[str, Any]:
    values: dict[str, Any] = {
        "actions": list(choice.actions),
        "value": choice.value,
        "error": choice.error,
    }
    if choice.trip is not None:
        stops = [[stop.job, stop.city, int(stop.delivers)] for stop in choice.trip.stops]
        values["trip"] = vars(choice.trip) | {"stops": stops}
    return values


# ---- reading
def parse(line: str) -> Puzzle:
    """The puzzle of a line; whatever is wrong with it is an error that says what."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not a puzzle: the line is not whole JSON ({error})") from error
    check_shape(values, FORMAT)
    return Puzzle(
        id=values["id"],
        game=values["game"],
        kind=values["kind"],
        seat=values["seat"],
        rating=values["rating"],
        choices=tuple(choice_of(choice) for choice in values["choices"]),
        made=Evidence(**values["made"]),
        checked=Evidence(**values["checked"]),
        solvers=values["solvers"],
        record=values["record"],
    )


def choice_of(values: Mapping[str, Any]) -> Choice:
    trip = values.get("trip")
    return Choice(
        actions=tuple(values["actions"]),
        value=values["value"],
        error=values["error"],
        trip=trip and trip_of(trip),
    )


def trip_of(values: Mapping[str, Any]) -> Trip:
    stops = tuple(Stop(job, city, bool(delivers)) for job, city, delivers in values["stops"])
    return Trip(stops, values["reward"], values["cost"], values["turns"])
