"""`searcher`, the expert of route games without a network: it improves a policy by search.

It plays its policy's move, unless the search shows a better one.

The moves come from several policies and from what is near at hand. Each is played to the end in
the same sampled worlds, the policy in every seat; the worse half is dropped, and again, until one
challenger is left. Over all those worlds it must have gained on the policy's own move, and clearly
so: otherwise chance would choose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ekiben.bots.bot import Limit, Thinking, ThinkingBot
from ekiben.bots.routes.builds import BUILDS, PolicyKernels
from ekiben.bots.routes.players import Greedy, Junkie, Planner, Racer
from ekiben.bots.routes.policy import Policy, choices
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.search import PLACES
from ekiben.bots.routes.search_moves import MOVES
from ekiben.core import match
from ekiben.core.action import Action
from ekiben.core.batch import split
from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.core.kernel_calls import (
    Argument,
    Constant,
    KernelCall,
    KernelWork,
    WorkSpace,
    in_memory,
)
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.redeal_state import Redeal

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
SCALE, WIN = 25.0, 0.5  # of a margin, and what the win itself counts
FEWEST_WORLDS = 8  # in fewer no gain is convincing
USUAL_WORLDS = 100  # the number of worlds for which `sure` is given
QUICK = 0.01  # seconds; a batch that took less is followed by one of twice the size
MANY = 1_000_000  # worlds, when only the clock counts
PER_MOVE = 16  # games that a move must get at least, or it is not looked at
SPARE = 0.8  # the part of the time that is used
WEIGHT = 1_000  # decisions that a choice would be worth with machine code
POLICIES: dict[str, type[Policy]] = {
    "planner": Planner,
    "junkie": Junkie,
    "racer": Racer,
    "greedy": Greedy,
}


class RouteExpert(ThinkingBot):
    """The expert's keys are those of its constructor.

    `rollouts`: games played to the end for a choice; 0: as many as `seconds`, and the limit, allow.
    `sure`: the gain, in standard errors, that another move than the policy's must show in a hundred
    worlds; in fewer it is more. `belief`: how much others' claims tell of their tickets; each point
    doubles the odds. `policy`: whose moves are improved, and who plays on; `models`: of how many
    policies the others are thought to be.
    """

    name: ClassVar[str] = "searcher"
    game: RouteGame

    def __init__(
        self,
        seed: int = 0,
        rollouts: int = 0,
        seconds: float = 0.2,
        sure: float = 0.9,
        belief: int = 4,
        policy: str = "planner",
        models: int = 1,
    ) -> None:
        super().__init__(seed)
        if policy not in POLICIES:
            raise EkibenError(
                f"{self.name}: no policy {policy!r}.{nearest(policy, POLICIES)} "
                f"Policies: {listed(POLICIES)}"
            )
        self.policies = [
            POLICIES[name]() for name in sorted(POLICIES, key=lambda name: name != policy)
        ]
        self.rollouts = rollouts
        self.seconds = seconds
        self.sure = sure
        self.belief = belief
        self.models = np.arange(models, dtype=np.int64)
        self.clock: Callable[[], float] = time.monotonic

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, RouteGame):
            raise EkibenError(f"{self.name} plays the route games, not {game.name}")
        self.game = game
        for policy in self.policies:
            policy.sit(game, seat)
        self.numbers = np.array([policy.number for policy in self.policies], np.int64)
        self.tables = [policy.tables for policy in self.policies]
        self.packed_tables = np.concatenate([tables.packed() for tables in self.tables])

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        if not hasattr(self, "game"):
            raise EkibenError(f"{self.name} must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        kernels = BUILDS.fastest() if self.rollouts else BUILDS.compiled
        if kernels is None:
            if WEIGHT * next(choices) >= match.PATIENCE:
                BUILDS.compile_in_background()
            return self.choose_at_once(view, legal, limit)
        yield ()  # whoever makes the calls gets ready before the clock runs
        return self.game.action((yield from self.search(view, limit, kernels).best()))

    def choose_at_once(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        """The choice while there is no machine code to search with."""
        return self.policies[0].choose(view, legal, limit)

    def search(self, view: View, limit: Limit, kernels: PolicyKernels) -> Search:
        return Search(self, view, limit, kernels)


class Search:
    """The search for one choice; it yields the games to be played on as kernel calls."""

    first_batch: ClassVar[int] = 12  # games of a thread between two looks at the clock, at first

    def __init__(self, bot: RouteExpert, view: View, limit: Limit, kernels: PolicyKernels) -> None:
        self.bot = bot
        self.kernels = kernels
        self.threads = max(1, limit.threads)
        self.end = bot.clock() + SPARE * min(limit.seconds, bot.seconds)
        self.words = np.array(seed_words(bot.luck(view).getrandbits(128)), np.int64)
        self.games = bot.rollouts
        self.world = 0
        self.root = state_from(view)
        self.redeal = Redeal()  # `moves` leaves in it how tickets suit the seats

    def fixed(self) -> tuple[Argument, Argument]:
        """Boards and tables, which all calls share."""
        game = self.bot.game
        if not self.kernels.compiled:
            return [game.plain_board], self.bot.tables
        return Constant(game.boards), Constant(self.bot.packed_tables)

    def work_space(self) -> tuple[Argument, Argument, Argument]:
        """Policy state, states and redeal for one call."""
        if not self.kernels.compiled:
            return [PolicyState()], [self.root, *[None] * (PLACES - 1)], [self.redeal]
        return (
            WorkSpace(PolicyState.size),
            WorkSpace(PLACES * self.bot.game.rule_set.state.size, (self.root.packed(),)),
            WorkSpace(Redeal.size, (self.redeal.packed(),)),
        )

    # ---- the moves
    def moves(self) -> Ints:
        """The moves to try, the policy's own first."""
        found, room = np.zeros(MOVES, np.int64), np.zeros(self.bot.game.action_count + 1, np.int64)
        boards, tables = map(in_memory, self.fixed())
        policy_state, states, redeal = map(in_memory, self.work_space())
        count = self.kernels.list_moves(
            boards,
            tables,
            policy_state,
            states,
            redeal,
            self.bot.numbers,
            found,
            room,
            self.bot.belief,
        )
        if self.kernels.compiled:
            self.redeal = Redeal(redeal)
        most = max(2, self.bot.rollouts // PER_MOVE) if self.bot.rollouts else count
        return found[: min(count, most)]

    def best(self) -> KernelWork[int]:
        """The policy's own move, unless the best challenger gains on it convincingly."""
        moves = self.moves()
        gains = np.zeros((len(moves), 0))
        for rounds in range((len(moves) - 1).bit_length(), 0, -1):
            gains = np.hstack([gains, (yield from self.gains(moves, rounds))])
            order = np.argsort(-gains[1:].sum(axis=1), kind="stable") + 1
            kept = np.concatenate([[0], order[: max(1, len(moves) // 2)]])
            moves, gains = moves[kept], gains[kept]
        return int(moves[1] if len(moves) > 1 and self.is_sure(gains[1]) else moves[0])

    def is_sure(self, gain: Floats) -> bool:
        """Whether a challenger's gain is convincing.

        Most moves are worse than the policy's: the fewer worlds speak for one, the more they must
        say.
        """
        worlds = len(gain)
        return bool(
            worlds >= FEWEST_WORLDS
            and gain.mean() > self.bot.sure * gain.std(ddof=1) * USUAL_WORLDS**0.5 / worlds
        )

    # ---- rollouts
    def gains(self, moves: Ints, rounds: int) -> KernelWork[Floats]:
        """How much better each move is than the first, in new worlds, as many as fit the round."""
        found, now = [np.zeros((len(moves), 0))], self.bot.clock()
        end = now + (self.end - now) / rounds
        worlds = max(1, self.games // rounds // len(moves)) if self.bot.rollouts else MANY
        size = self.threads * max(1, self.first_batch // len(moves))
        while worlds > 0 and (self.bot.rollouts or now < end):
            batch = min(worlds, size)
            worth = self.worth((yield from self.batch(moves, batch)))
            found.append(worth - worth[0])
            worlds -= batch
            self.games -= batch * len(moves)
            before, now = now, self.bot.clock()
            size *= 2 if now - before < QUICK else 1
        return np.hstack(found)

    def batch(self, moves: Ints, worlds: int) -> KernelWork[Ints]:
        """The margins of every move in so many new worlds, which the threads share."""
        parts = split(worlds, self.threads) if self.kernels.compiled else [(0, worlds)]
        margins = [np.zeros((len(moves), last - first), np.int64) for first, last in parts]
        shared = self.shared()
        yield [
            self.try_moves(shared, moves, self.world + first, found)
            for (first, _), found in zip(parts, margins, strict=True)
        ]
        self.world += worlds
        return np.hstack(margins)

    def shared(self) -> tuple[Argument, ...]:
        """What all calls of a batch take; each has a work space of its own."""
        return (*self.fixed(), *self.work_space())

    def worth(self, found: Ints) -> Floats:
        """What the games are worth to the seat, from what a batch found."""
        return game_value(found)

    def try_moves(
        self, shared: tuple[Argument, ...], moves: Ints, world: int, margins: Ints
    ) -> KernelCall:
        """Play every move to the end in the worlds from this one on, a column each."""
        rest = (moves, 0, margins.shape[1], self.words, world, margins)
        return KernelCall(
            BUILDS,
            "try_moves",
            (*shared, self.bot.numbers, self.bot.models, *rest),
            self.kernels.compiled,
        )


def game_value(margins: Ints) -> Floats:
    """What games that end with these margins are worth."""
    return np.asarray(np.tanh(margins / SCALE) + WIN * np.sign(margins))
