"""Matches inside OpenSpiel's states; they never change, so states share them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.envs.family import CHANCE_NODES, DecidedMatch
from ekiben.envs.interface import heard_by, loaded, packed, unpacked
from ekiben.envs.outcome import by_place

BOARDS = Path(__file__).parent / "boards"
REMEMBERED = 1 << 14  # positions with decided luck whose successors are kept


@cache
def engine(name: str) -> Any:
    """The game itself; kept here, since OpenSpiel copies and pickles what its own objects hold."""
    board = BOARDS / f"{name}.toml"
    return loaded(str(board) if board.exists() else name, {})


class HeldMatch(ABC):
    """A match at one moment, and the luck it waits for: what could come, and in how many ways."""

    match: Match | None
    ways: Mapping[int, int]

    @abstractmethod
    def after(self, number: int) -> HeldMatch:
        """The match after an action, or after luck has decided."""

    @abstractmethod
    def resampled(self, seat: int, seed: int) -> HeldMatch:
        """A match that the seat cannot tell from this one: same knowledge, same events."""

    @cached_property
    def strings(self) -> dict[tuple[int | None, bool], str]:
        return {}

    @cached_property
    def returns(self) -> list[float]:
        assert self.match is not None
        return by_place(self.match.ranking())

    def known(self, seat: int | None, recall: bool) -> str:
        """What a viewer knows; with `recall` all that it ever heard, too."""
        if self.match is None:
            return ""
        if (seat, recall) not in self.strings:
            heard = json.dumps(self.match.events(seat)) if recall else ""
            self.strings[seat, recall] = self.match.view(seat).to_json() + heard
        return self.strings[seat, recall]

    def __deepcopy__(self, memo: dict[int, object]) -> HeldMatch:
        return self


def imagined(match: Match, seat: int, seed: int) -> Match:
    """A match that the seat cannot tell from this one: same knowledge, same events."""
    twin: Match = match.game.imagine(match.view(seat), seed)
    twin.heard = heard_by(match, seat)
    return twin


class SeededMatch(HeldMatch):
    """A match that begins once luck has drawn its seed."""

    def __init__(self, name: str, seats: int, seeds: range, match: Match | None = None) -> None:
        self.name = name
        self.seats = seats
        self.seeds = seeds
        self.match = match
        self.ways = {} if match else dict.fromkeys(range(len(seeds)), 1)

    def after(self, number: int) -> SeededMatch:
        if self.match is None:
            return self.with_match(engine(self.name).new(self.seats, self.seeds[number]))
        match = self.match.copy()
        match.play(number)
        return self.with_match(match)

    def resampled(self, seat: int, seed: int) -> SeededMatch:
        return self if self.match is None else self.with_match(imagined(self.match, seat, seed))

    def with_match(self, match: Match) -> SeededMatch:
        return SeededMatch(self.name, self.seats, self.seeds, match)

    def __reduce__(self) -> tuple[object, ...]:
        return seeded, (
            self.name,
            self.seats,
            self.seeds,
            packed(self.match) if self.match else None,
        )


def seeded(name: str, seats: int, seeds: range, match: Any) -> SeededMatch:
    """A SeededMatch out of a pickle."""
    return SeededMatch(name, seats, seeds, unpacked(engine(name), match) if match else None)


class DrawnMatch(HeldMatch):
    """A match whose luck is decided card by card."""

    match: Match

    def __init__(self, name: str, decided: DecidedMatch) -> None:
        self.name = name
        self.decided = decided
        self.match = decided.match
        self.ways = decided.ways

    def after(self, number: int) -> DrawnMatch:
        return drawn_after(self, number)

    def resampled(self, seat: int, seed: int) -> DrawnMatch:
        if self.ways:
            raise ValueError(
                "a state is resampled where a player is asked, not where luck has to decide"
            )
        resume = CHANCE_NODES.of(self.match.game).resume
        return DrawnMatch(
            self.name, resume(imagined(self.match, seat, seed), self.decided.position.drawn)
        )

    def __reduce__(self) -> tuple[object, ...]:
        position = self.decided.position
        return drawn, (
            self.name,
            packed(self.match),
            position.drawn,
            list(position.script),
            self.decided.waiting,
            dict(self.ways),
        )


@cache
def drawn_start(name: str) -> DrawnMatch:
    """The start on a board; decided luck is for the fewest seats it has."""
    game: Game = engine(name)
    return DrawnMatch(name, CHANCE_NODES.of(game).start(game, game.seats[0]))


@lru_cache(maxsize=REMEMBERED)
def drawn_after(held: DrawnMatch, number: int) -> DrawnMatch:
    """Solvers come to the same positions again and again."""
    decided = held.decided.copy()
    decided.advance(number)
    return DrawnMatch(held.name, decided)


def drawn(
    name: str,
    match: Any,
    tickets: int,
    script: list[int],
    waiting: int | None,
    ways: dict[int, int],
) -> DrawnMatch:
    """A DrawnMatch out of a pickle."""
    game: Game = engine(name)
    decided = CHANCE_NODES.of(game).resume(unpacked(game, match), tickets)
    decided.position.script = script
    decided.waiting, decided.ways = waiting, ways
    return DrawnMatch(name, decided)
