"""Thousands of games in one array, stepped by arrays of actions.

A game that ends starts again. Observations and masks are written in place, on all cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.bots import make
from ekiben.bots.family import policy_kernel
from ekiben.core.batch import Batch, in_parallel
from ekiben.core.chance import seed_words, validate_seed
from ekiben.core.errors import EkibenError, listed
from ekiben.core.game import Game, validate_count
from ekiben.core.ranking import STANDING
from ekiben.envs.builds import observation_kernels
from ekiben.envs.interface import loaded
from ekiben.envs.kernels import ObservationKernels, Rewards
from ekiben.envs.outcome import checked_reward
from ekiben.observations.encoding import encoding, kept, scratch

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
DTYPES = {"uint8": np.uint8, "float32": np.float32}
MASKS = ("bytes", "bits")


def seats_of_each(game: Game, count: int, seats: int | Sequence[int]) -> Ints:
    """How many seats each of so many games has, given a number or one for each."""
    each = [game.validate_seats(one) for one in np.atleast_1d(seats).tolist()]
    if len(each) not in (1, count):
        raise EkibenError(f"seats is a number, or one for each of {count} games")
    return np.resize(np.array(each, np.int64), count)


class BatchEnv:
    """Many games; `step` overwrites `observations` and `masks`, which are of the seat to act.

    Game i begins as `game.new(seats, seed + i)`; the n-th game after it in the same place has the
    seed `seed + i + n * count`. `seats` is a number, or one for each game.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seats: int | Sequence[int] = 2,
        seed: int = 0,
        observations: str | None = "uint8",
        masks: str | None = "bytes",
        reward: str = "place",
        **options: Any,
    ) -> None:
        self.game = loaded(game, options)
        self.seats_of_each = seats_of_each(self.game, validate_count(count, 1), seats)
        self.batch = self.game.batch(count, int(self.seats_of_each.max()), seed)
        self.count, self.seats, self.seed, self.reward = (
            self.batch.count,
            self.batch.seats,
            validate_seed(seed),
            checked_reward(reward),
        )
        self.action_count, self.encoding = self.game.action_count, encoding(self.game)
        self.kept = kept(self.game, self.count, self.seats)
        self.observations = self.room_for_observations(observations)
        self.masks = self.room_for_masks(masks)
        self.bits = masks == "bits"
        self.words = np.array(seed_words(self.seed), np.int64)
        self.begin_smaller_tables()
        self.episodes = np.zeros(self.count, np.int64)  # games that have ended in each place
        self.luck = np.arange(self.count, dtype=np.int64) * 0x9E3779B1 % 0xFFFFFFFF + 1
        self.scores = (
            self.batch.scores()
        )  # of each place's latest game, final where it has just ended
        self.actor = np.full(self.count, -1, np.int64)
        self.look_at_all()

    @property
    def kernels(self) -> ObservationKernels:
        return observation_kernels(self.game)

    @property
    def states(self) -> Any:
        """The states of all games, as the kernels take them."""
        return self.batch.states

    @property
    def seat(self) -> Ints:
        """Whose choice it is in each game."""
        return self.batch.seat

    def room_for_observations(self, kind: str | None) -> npt.NDArray[Any] | None:
        if kind is not None and kind not in DTYPES:
            raise EkibenError(
                f"observations cannot be {kind!r}: they are {listed(DTYPES)}, or None"
            )
        return None if kind is None else np.zeros((self.count, self.encoding.size), DTYPES[kind])

    def room_for_masks(self, kind: str | None) -> npt.NDArray[np.uint8] | None:
        if kind is not None and kind not in MASKS:
            raise EkibenError(f"masks cannot be {kind!r}: they are {listed(MASKS)}, or None")
        return (
            None
            if kind is None
            else np.zeros(
                (self.count, -(-self.action_count // (8 if kind == "bits" else 1))), np.uint8
            )
        )

    # ---- to play
    def begin_smaller_tables(self) -> None:
        """Begin games again that have fewer seats than the largest table."""
        batch = self.batch
        for i in np.flatnonzero(self.seats_of_each < self.seats).tolist():
            batch.kernels.start_many(
                batch.boards, batch.states, i, i + 1, int(self.seats_of_each[i]), self.words, 0
            )

    def step(self, actions: Any, checked: bool = True) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Play one action in each game; return the rewards of all seats and which games ended.

        Where a game ended, a new one has started. When `checked`, an illegal action raises and
        nothing is played.
        """
        ids = np.asarray(actions, np.int64)
        if checked:
            self.check(ids)
        rewards, over = (
            np.empty((self.count, self.seats), np.float32),
            np.empty(self.count, np.bool_),
        )
        self.batch.in_parallel(lambda first, last: self.play(ids, rewards, over, first, last))
        return rewards, over

    def check(self, ids: Ints) -> None:
        if ids.shape != (self.count,):
            self.batch.apply(ids)  # it says what is wrong
        batch = self.batch
        found = batch.in_parallel(
            lambda first, last: batch.kernels.apply_many(
                batch.boards, batch.states, ids, first, last, True, False
            )
        )
        for wrong in found:
            if wrong >= 0:
                batch.refuse(wrong, int(ids[wrong]))

    def play(
        self, ids: Ints, rewards: Floats, over: npt.NDArray[np.bool_], first: int, last: int
    ) -> None:
        """Play some games on, start those anew that end, and look at all of them."""
        batch = self.batch
        ended = self.kernels.play_many(
            batch.boards, batch.states, ids, self.scores, rewards, over, first, last
        )
        if self.reward == "place":
            by_place = np.empty(rewards.shape, np.float64)
            self.reward_by_place(over, by_place, first, last)
            rewards[first:last] = by_place[first:last]
        if ended:
            self.restart(first, last)
        self.look(first, last)

    def reward_by_place(
        self, over: npt.NDArray[np.bool_], rewards: Rewards, first: int, last: int
    ) -> None:
        """Write what each seat gets for its place where a game is over, and 0 elsewhere."""
        batch, standings = self.batch, np.zeros((self.seats, STANDING), np.int64)
        self.kernels.reward_many(
            batch.boards,
            batch.states,
            over,
            self.game.ranked_by,
            standings,
            rewards,
            first,
            last,
        )

    def restart(self, first: int, last: int) -> None:
        """Begins a new game wherever one is over."""
        batch = self.batch
        self.kernels.restart_many(
            batch.boards,
            batch.states,
            self.seats_of_each,
            self.words,
            self.episodes,
            self.count,
            np.zeros(4, np.int64),
            first,
            last,
        )

    def look(self, first: int, last: int) -> None:
        """Writes observations and masks of some games."""
        if self.observations is not None:
            self.observe_some(self.actor, self.observations, first, last)
        if self.masks is not None:
            self.mask_some(self.masks, first, last)

    def look_at_all(self) -> None:
        self.batch.in_parallel(self.look)

    def observe(self, who: Any, out: npt.NDArray[Any]) -> None:
        """Write what a seat of each game sees into `out` (bytes or floats).

        -1 is the seat to act.
        """
        seats = np.asarray(who, np.int64)
        self.batch.in_parallel(lambda first, last: self.observe_some(seats, out, first, last))

    def observe_some(self, seats: Ints, out: npt.NDArray[Any], first: int, last: int) -> None:
        batch, work = self.batch, scratch(self.game)
        if out.dtype == np.uint8:
            self.kernels.observe_again_many(
                batch.boards, batch.states, seats, work, self.kept, out, first, last
            )
        else:
            row, scale = np.zeros(self.encoding.size, np.uint8), self.encoding.scale
            self.kernels.observe_again_scaled(
                batch.boards, batch.states, seats, work, self.kept, row, scale, out, first, last
            )

    def mask_some(self, out: npt.NDArray[np.uint8], first: int, last: int) -> None:
        batch, ids = self.batch, np.zeros(self.action_count + 1, np.int64)
        if self.bits:
            self.kernels.bits_many(batch.boards, batch.states, out, first, last, ids)
        else:
            batch.kernels.mask_many(
                batch.boards, batch.states, out.view(np.bool_), first, last, ids
            )

    def random(self) -> Ints:
        """A random legal action for each game, each as likely as the others."""
        batch, actions = self.batch, np.zeros(self.count, np.int64)
        batch.in_parallel(
            lambda first, last: batch.kernels.choose_many(
                batch.boards, batch.states, self.luck, actions, first, last
            )
        )
        return actions

    def policy(self, bot: str) -> BatchPolicy:
        """A policy of the box, such as `planner`, that chooses in games of this batch."""
        return BatchPolicy(self.batch, bot)

    # ---- to look
    def legal(self, i: int) -> Ints:
        return self.batch.legal(i)

    def action_text(self, action: int) -> str:
        """The action in notation."""
        return str(self.game.action(int(action)))

    def copy(self) -> BatchEnv:
        """Equal and apart."""
        twin = object.__new__(BatchEnv)
        twin.__dict__.update(self.__dict__)
        twin.batch = self.batch.copy()
        for name in ("observations", "masks", "kept", "episodes", "luck", "scores"):
            value = getattr(self, name)
            setattr(twin, name, None if value is None else value.copy())
        return twin


class BatchPolicy:
    """A bot without search that chooses in many games, on all cores."""

    def __init__(self, batch: Batch, bot: str) -> None:
        self.batch = batch
        self.kernel = policy_kernel(batch.game)
        self.number, self.tables = self.kernel.tables_of(batch.game, make(bot))
        self.choose_in_each = self.kernel.builds.fastest().choose_in_each

    def choose(self, policies: Any, actions: Any) -> None:
        """Write an action for each game whose number in `policies` is not below 0."""
        batch, numbers, out = self.batch, np.asarray(policies), np.asarray(actions)

        def choose_some(first: int, last: int) -> None:
            work = np.zeros(self.kernel.work_size, np.uint8)
            self.choose_in_each(
                batch.boards, self.tables, work, 0, batch.states, numbers, out, first, last
            )

        in_parallel(choose_some, batch.count, share=batch.count)
