"""Many games at once, in one array; and random play to the end on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError, Illegal, counted

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.kernels import Boards, Kernels, States
    from ekiben.core.layout import GameState

R = TypeVar("R")
Ints = npt.NDArray[np.int64]
SHARE = 256  # games that a core plays to the end at a time; steps of so few games need one core


class Batch:
    """Game i began as `game.new(seats, seed + i)`."""

    def __init__(self, game: Game, count: int, seats: int, seed: int) -> None:
        self.game = game
        self.count = count
        self.seats = seats
        self.make_room(game.builds.fastest())
        self.kernels.start_many(
            self.boards, self.states, 0, count, seats, np.array(seed_words(seed), np.int64), 0
        )

    def make_room(self, kernels: Kernels) -> None:
        """Hold the states as the kernels take them: as bytes, or as a list of records."""
        self.kernels = kernels
        self.out = np.zeros(self.game.action_count + 1, np.int64)
        if kernels.compiled:
            state = self.game.rule_set.state
            self.boards: Boards = self.game.boards
            self.states: Any = np.zeros(self.count * state.size, np.uint8)
            self.fields = self.states.view(state.dtype)
        else:
            self.boards = [self.game.plain_board]
            self.states = [None] * self.count

    def field(self, name: str) -> npt.NDArray[Any]:
        """One field of all states."""
        if self.kernels.compiled:
            return np.asarray(self.fields[name])
        return np.array([getattr(state, name) for state in self.states], self.field_type(name))

    def field_type(self, name: str) -> np.dtype[Any]:
        """Of its numbers, whatever they mean."""
        return self.game.rule_set.state.dtype[name].base

    @property
    def seat(self) -> npt.NDArray[np.int64]:
        """Whose choice it is in each game; -1 where it is over."""
        return np.where(self.over, -1, self.field("seat"))

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.field("asked") == len(self.game.asked_names) - 1)

    def scores(self) -> Ints:
        return np.asarray(self.field("score")[:, : self.seats], np.int64)

    def legal(self, i: int) -> Ints:
        """The legal actions of game i."""
        count = self.kernels.legal_one(self.boards, self.states, i, self.out)
        return self.out[:count].copy()

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """A row a game, a column an action."""
        masks = np.zeros((self.count, self.game.action_count), np.bool_)
        self.in_parallel(
            lambda first, last: self.kernels.mask_many(
                self.boards, self.states, masks, first, last, np.zeros_like(self.out)
            )
        )
        return masks

    def apply(self, ids: npt.ArrayLike) -> None:
        """Play one action in each game that is not over; if one is illegal, raise and play none."""
        actions = np.asarray(ids, np.int64)
        if actions.ndim != 1 or actions.size != self.count:
            raise EkibenError(
                f"apply takes one action for each of {counted(self.count, 'game')}, not an "
                f"array of shape {actions.shape}"
            )
        if self.count <= SHARE:
            wrong = self.kernels.apply_many(
                self.boards, self.states, actions, 0, self.count, True, True
            )
        else:
            wrong = self.apply_in_parallel(actions, checking=True, playing=False)
        if wrong >= 0:
            self.refuse(wrong, int(actions[wrong]))
        if self.count > SHARE:
            self.apply_in_parallel(actions, checking=False, playing=True)

    def apply_in_parallel(self, actions: Ints, checking: bool, playing: bool) -> int:
        """Check or play a large batch on all cores; the last game that is wrong, or -1."""
        return max(
            self.in_parallel(
                lambda first, last: self.kernels.apply_many(
                    self.boards, self.states, actions, first, last, checking, playing
                )
            )
        )

    def refuse(self, i: int, id: int) -> None:
        from ekiben.texts import refused

        if not 0 <= id < self.game.action_count:
            raise EkibenError(
                f"game {i}: an action's id is from 0 to {self.game.action_count - 1}, not {id}"
            )
        state, action = self.state(i), self.game.action(id)
        refusal = self.game.refusal(state, action)
        assert refusal is not None, action
        raise Illegal(refusal, f"game {i}: {refused(str(action), refusal)}")

    def state(self, i: int) -> GameState:
        """The state of game i as interpreted rules see it."""
        if not self.kernels.compiled:
            state: GameState = self.states[i]
            return state
        size = self.game.rule_set.state.size
        return self.game.rule_set.state.unpack(self.states[i * size : (i + 1) * size])

    def in_parallel(self, work: Callable[[int, int], R]) -> list[R]:
        """Do a step's work for all games, an equal part on each core if they are worth it."""
        if self.count <= SHARE or not self.kernels.compiled:
            return [work(0, self.count)]
        return in_parallel(work, self.count, share=self.count)

    def put(self, i: int, source: Batch, j: int) -> None:
        """Make game i a copy of game j of a batch of the same game (this one or another)."""
        self.kernels.copy_one(source.states, j, self.states, i)

    def copy(self) -> Batch:
        """Equal and apart."""
        twin = object.__new__(Batch)
        twin.game = self.game
        twin.count = self.count
        twin.seats = self.seats
        twin.make_room(self.kernels)
        self.kernels.copy_many(self.states, twin.states, 0, self.count)
        return twin


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def split(count: int, jobs: int, share: int = SHARE) -> list[tuple[int, int]]:
    """Parts of a count, from `first` to `last - 1`, for so many threads, none above the share."""
    size = max(1, min(share, -(-count // jobs)))
    return [(first, min(first + size, count)) for first in range(0, count, size)]


def in_parallel(
    work: Callable[[int, int], R], count: int, jobs: int | None = None, share: int = SHARE
) -> list[R]:
    """Do `work(first, last)` for parts of the count, on threads; compiled code holds no lock.

    Small shares suit games of different lengths, one part for each core suits steps, which take
    less time than handing them out: the calling thread takes a part itself then.
    """
    jobs = jobs or cores()
    parts = split(count, jobs, share)
    if jobs == 1 or len(parts) <= 1:
        return [work(first, last) for first, last in parts]
    if len(parts) > jobs:
        return list(threads(jobs).map(lambda part: work(*part), parts))
    others = [threads(jobs).submit(work, *part) for part in parts[1:]]
    return [work(*parts[0]), *(other.result() for other in others)]


@cache
def threads(jobs: int) -> ThreadPoolExecutor:
    """Kept from call to call; a forked process makes its own."""
    return ThreadPoolExecutor(jobs, "ekiben")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=threads.cache_clear)


def playouts(game: Game, count: int, seats: int, seed: int, jobs: int | None) -> tuple[Ints, Ints]:
    """Scores and numbers of decisions of random games."""
    kernels, words = game.builds.fastest(), np.array(seed_words(seed), np.int64)
    scores, lengths = np.zeros((count, seats), np.int64), np.zeros(count, np.int64)

    def play(first: int, last: int) -> None:
        boards: Boards = game.boards if kernels.compiled else [game.plain_board]
        states: States = (
            np.zeros(game.rule_set.state.size, np.uint8) if kernels.compiled else [None]
        )
        kernels.playouts_many(
            boards, states, 0, states[:0], first, last, seats, words, scores, lengths
        )

    if kernels.compiled:
        in_parallel(play, count, jobs)
    else:
        play(0, count)
    return scores, lengths
