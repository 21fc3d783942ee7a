"""What a family of games brings for environments, besides its observations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.match import Match


class DecidedPosition(Protocol):
    """A position whose luck is decided card by card."""

    drawn: int  # tickets that have left the first order of their deck
    script: list[int]  # what luck has decided for the action that waits


class DecidedMatch(Protocol):
    """A match and the luck it waits for: `ways` is empty while a seat is asked."""

    match: Match
    ways: dict[int, int]
    waiting: int | None

    @property
    def position(self) -> DecidedPosition: ...

    def advance(self, number: int) -> None:
        """Luck decides, or the seat that is asked plays."""

    def copy(self) -> DecidedMatch: ...


@dataclass(frozen=True)
class ChanceNodes:
    """Luck decided card by card, for families that can do it."""

    start: Callable[[Game, int], DecidedMatch]  # a game for so many seats
    resume: Callable[[Match, int], DecidedMatch]  # where a seat is asked, so many tickets drawn
    most: Callable[[Game, int], int]  # no game for so many seats has more of them


CHANCE_NODES = Part[ChanceNodes]("chance_nodes")
MOST_CHOICES = Part[Callable[[Game, int], int]]("most_choices")


def most_choices(game: Game, seats: int) -> int:
    """No game for so many seats has more choices of players."""
    return MOST_CHOICES.of(game)(game, seats)


def most_chances(game: Game, seats: int) -> int:
    """No game with luck decided card by card has more chance nodes."""
    return CHANCE_NODES.of(game).most(game, seats)
