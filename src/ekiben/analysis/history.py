"""A finished game, position by position: as it was, and as one seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from ekiben.core.action import Action
from ekiben.core.arrays import Buffer
from ekiben.core.errors import EkibenError
from ekiben.core.game import Event, Game
from ekiben.core.layout import GameState, View
from ekiben.core.match import Match
from ekiben.core.ranking import win_share


@dataclass(frozen=True)
class Step:
    """An action of the record: whose it was, what was asked, and all that came of it."""

    seat: int
    asked: str
    action: Action
    events: Sequence[Event]


class History:
    """A finished match played again; position `at` has so many actions before it."""

    def __init__(self, match: Match) -> None:
        if not match.over:
            raise EkibenError("only a finished game can be reviewed: this one is not over")
        if match.imaginary:
            raise EkibenError("an imagined match has no beginning: it cannot be reviewed")
        self.game: Game = match.game
        self.names = tuple(match.names)
        self.seats = match.seats
        self.steps: list[Step] = []
        self.states: list[Buffer] = []
        self.play_again(match)

    def play_again(self, match: Match) -> None:
        again = self.game.new(match.seats, match.seed, match.names, match.luck)
        for action in match.actions:
            self.states.append(again.position.packed().copy())
            seat, asked = again.position.seat, again.asked
            self.steps.append(Step(seat, asked, action, tuple(again.play(action))))
        self.states.append(again.position.packed().copy())
        self.ranking = again.ranking()

    def __len__(self) -> int:
        """How many actions there are; there is one position more."""
        return len(self.steps)

    def state(self, at: int) -> GameState:
        """The state of a position, apart from all others."""
        return self.game.rule_set.state.unpack(self.states[at])

    @property
    def shares(self) -> tuple[float, ...]:
        """What every seat has of the win."""
        return tuple(win_share(self.ranking[0], seat) for seat in range(self.seats))

    def seen_by(self, seat: int) -> SeatHistory:
        """The game as a seat saw it."""
        views = Views(
            lambda at: self.game.view(self.state(at), seat, open_all=at == len(self)),
            len(self.states),
        )
        steps = [as_seen(self.game, step, seat) for step in self.steps]
        return SeatHistory(self.game, seat, views, steps, self.ranking, self.state(len(self)))


class Views(Sequence[View]):
    """Views that are made when they are first looked at: long games have thousands."""

    def __init__(self, view_at: Callable[[int], View], count: int) -> None:
        self.view_at = view_at
        self.made: list[View | None] = [None] * count

    def __len__(self) -> int:
        return len(self.made)

    @overload
    def __getitem__(self, at: int) -> View: ...
    @overload
    def __getitem__(self, at: slice) -> list[View]: ...
    def __getitem__(self, at: int | slice) -> View | list[View]:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        place = range(len(self))[at]
        found = self.made[place]
        if found is None:
            found = self.made[place] = self.view_at(place)
        return found


@dataclass(frozen=True)
class SeenStep:
    """An action as a seat heard of it."""

    seat: int
    asked: str
    text: str  # in notation; what is another's secret is a question mark
    action: Action | None  # None: the seat does not know it


@dataclass(frozen=True)
class SeatHistory:
    """A finished match as one seat saw it: nothing else of it is within reach."""

    game: Game
    seat: int
    views: Sequence[View]  # by number of actions played
    steps: Sequence[SeenStep]
    ranking: Sequence[Sequence[int]]
    end: GameState  # open to all

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def seats(self) -> int:
        return int(self.end.seats)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The positions in which the seat was asked."""
        return tuple(at for at, step in enumerate(self.steps) if step.seat == self.seat)

    @property
    def shares(self) -> tuple[float, ...]:
        """What every seat has of the win."""
        return tuple(win_share(self.ranking[0], seat) for seat in range(self.seats))


def as_seen(game: Game, step: Step, seat: int) -> SeenStep:
    if step.seat != seat and game.is_secret(step.action):
        return SeenStep(step.seat, step.asked, f"{step.action.verb} ?", None)
    return SeenStep(step.seat, step.asked, str(step.action), step.action)
