"""A game of Tokyo Railways as everybody saw it, cut into the parts of its turns.

Everything is public but the order of the cups, so all seats saw the same. A part ends where luck
decides or the turn is over; each job that luck takes from a train is a part too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from ekiben.analysis.history import History, SeatHistory
from ekiben.core.action import Action
from ekiben.core.arrays import Buffer
from ekiben.core.game import Game
from ekiben.core.layout import GameState, View
from ekiben.games.tokyo.game import TokyoGame, tokyo_game
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import EMPTY, State

MOVING, BUILDING, LOSING = "move", "build", "lose"
QUESTIONS = {"place": MOVING}  # what a part begins with, where it is called otherwise
ActionStep = tuple[int, str, int]  # who acts, what is asked, which action


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
        key: str,
        game: TokyoGame,
        seats: int,
        view_at: Callable[[int], View],
        steps: Sequence[ActionStep],
    ) -> None:
        self.key = key
        self.game = game
        self.seats = seats
        self.view_at = view_at
        self.steps = steps
        self.parts = list(self.cut())
        states = [self.public_state(part.first) for part in self.parts]
        self.states = np.concatenate(states) if states else np.zeros(0, np.uint8)

    # ---- parts
    def cut(self) -> Iterator[TurnPart]:
        """Luck decides only where the question changes, so the cups are looked at there alone."""
        first = 0
        for end in range(1, len(self.steps) + 1):
            if self.is_over(end) or self.steps[end - 1][:2] != self.steps[end][:2]:
                reveals, happens = self.luck_at(end)
                if reveals or self.is_over(end):
                    seat, asked, _ = self.steps[first]
                    yield TurnPart(seat, QUESTIONS.get(asked, asked), first, end, reveals, happens)
                    first = end

    def is_over(self, end: int) -> bool:
        """Whether a part is over whether or not something was turned up."""
        if end == len(self.steps):
            return True
        before, now = self.steps[end - 1], self.steps[end]
        done = before[2] == self.game.plain_board.done
        return before[0] != now[0] or LOSING in (before[1], now[1]) or done

    def luck_at(self, end: int) -> tuple[bool, bool]:
        """Whether the action before turned something up, and whether that was a happening."""
        if end == len(self.steps):
            return False, False
        before, now = self.view_at(end - 1), self.view_at(end)
        drawn = set(now.force.tolist()) - set(before.force.tolist()) - {EMPTY}
        reveals = any(
            np.any(getattr(before, name) != getattr(now, name))
            for name in ("cup_size", "mixings", "insertions")
        )
        return reveals, reveals and bool(drawn)

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


# ---- courses of games
COURSES: OrderedDict[str, Course] = OrderedDict()
KEPT = 4


def course_seen(history: SeatHistory) -> Course:
    """The course from what a seat saw; all seats saw the same."""
    steps = [(step.seat, step.asked, known(step.action)) for step in history.steps]
    return course_of(history.game, history.end, history.views.__getitem__, steps)


def whole_course(history: History) -> Course:
    """The course from everything, of which nothing more is needed."""
    steps = [(step.seat, step.asked, step.action.id) for step in history.steps]

    def view_at(at: int) -> View:
        return history.game.view(history.state(at), None, open_all=at == len(history))

    return course_of(history.game, history.state(len(history)), view_at, steps)


def course_of(
    game: Game, end: GameState, view_at: Callable[[int], View], steps: Sequence[ActionStep]
) -> Course:
    """The course of a game, which its end and its actions name: the seed lies open there."""
    key = blake2b(repr(steps).encode() + end.packed().tobytes(), digest_size=16).hexdigest()
    if key not in COURSES:
        COURSES[key] = Course(key, tokyo_game(game), int(end.seats), view_at, steps)
    COURSES.move_to_end(key)
    while len(COURSES) > KEPT:
        COURSES.popitem(last=False)
    return COURSES[key]


def known(action: Action | None) -> int:
    """The id of an action; in this game everybody hears of all."""
    assert action is not None
    return action.id
