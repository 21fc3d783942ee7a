"""A game of Tokyo Railways as everybody saw it, cut into the parts of its turns.

Everything is public but the order of the cups, so all seats saw the same. A part ends where luck
decides or the turn is over; each job that luck takes from a train is a part too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from ekiben.analysis.history import History, SeatHistory
from ekiben.core.action import Action
from ekiben.core.arrays import Buffer
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame, tokyo_game
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import EMPTY, State

MOVING, BUILDING, LOSING = "move", "build", "lose"
QUESTIONS = {"place": MOVING}  # what a part begins with, where it is called otherwise


@dataclass(frozen=True)
class TurnPart:
    """Actions `first` to `last - 1` of the record, all of one seat."""

    seat: int
    kind: str
    first: int
    last: int
    reveals: bool  # whether luck decides at its end
    happens: bool  # and brings a happening


class Course:
    """The parts of a game, with the public state at the beginning of each and at the end."""

    def __init__(
        self,
        game: TokyoGame,
        seats: int,
        view_at: Callable[[int], View],
        steps: Sequence[tuple[int, str, int]],
    ) -> None:
        self.game = game
        self.seats = seats
        self.view_at = view_at
        self.steps = steps  # who acts, what is asked, which action
        self.parts = self.cut()
        states = [self.public_state(part.first) for part in self.parts]
        self.states = np.concatenate(states) if states else np.zeros(0, np.uint8)
        self.key = blake2b(self.states.tobytes(), digest_size=16).hexdigest()

    @classmethod
    def seen(cls, history: SeatHistory) -> Course:
        """From what a seat saw."""
        steps = [(step.seat, step.asked, known(step.action)) for step in history.steps]
        return cls(tokyo_game(history.game), history.seats, history.views.__getitem__, steps)

    @classmethod
    def whole(cls, history: History) -> Course:
        """From everything, of which nothing more is needed."""
        steps = [(step.seat, step.asked, step.action.id) for step in history.steps]

        def view_at(at: int) -> View:
            return history.game.view(history.state(at), None, open_all=at == len(history))

        return cls(tokyo_game(history.game), history.seats, view_at, steps)

    # ---- parts
    def cut(self) -> list[TurnPart]:
        marks = [self.mark(at) for at in range(len(self.steps) + 1)]
        firsts = [at for at in range(len(self.steps)) if at == 0 or self.begins(at, marks)]
        lasts = [*firsts[1:], len(self.steps)]
        return [self.part(first, last, marks) for first, last in zip(firsts, lasts, strict=True)]

    def mark(self, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What changes when luck decides: the cups; and the happenings in force."""
        view = self.view_at(at)
        cups = (*view.cup_size, *view.mixings, view.insertions)
        return tuple(map(int, cups)), tuple(map(int, view.force))

    def begins(self, at: int, marks: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
        before, now = self.steps[at - 1], self.steps[at]
        return (
            before[0] != now[0]
            or marks[at - 1][0] != marks[at][0]
            or LOSING in (before[1], now[1])
            or before[2] == self.game.plain_board.done
        )

    def part(
        self, first: int, last: int, marks: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
    ) -> TurnPart:
        seat, asked, _ = self.steps[first]
        reveals = marks[last - 1][0] != marks[last][0] and last < len(self.steps)
        drawn = set(marks[last][1]) - set(marks[last - 1][1]) - {EMPTY}
        happens = reveals and bool(drawn)
        return TurnPart(seat, QUESTIONS.get(asked, asked), first, last, reveals, happens)

    def actions(self, part: TurnPart) -> tuple[int, ...]:
        return tuple(action for _, _, action in self.steps[part.first : part.last])

    # ---- states
    def public_state(self, at: int) -> Buffer:
        """A position with nothing hidden in it."""
        state: Buffer = state_from(self.view_at(at)).packed().copy()
        return state

    def packed(self, n: int) -> Buffer:
        """The public state at the beginning of part n."""
        return self.states[n * State.size : (n + 1) * State.size]

    def world(self, n: int, luck: int) -> Buffer:
        """The state at the beginning of part n, with the cups mixed anew."""
        s: State = self.game.redeal(self.view_at(self.parts[n].first), luck)
        s.logs_events = 0
        return s.packed().copy()


def known(action: Action | None) -> int:
    """The id of an action; in this game everybody hears of all."""
    assert action is not None
    return action.id
