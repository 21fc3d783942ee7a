"""The expert of the route games: it plays what its policy would, unless games played on show that another move is better.

The moves come from several policies and from what is near at hand. Each is played on to the end in the same guessed worlds, the policy
in every seat; the worse half is dropped, and again, until one challenger is left. It must then win, in worlds that were not used yet,
more than the policy's own move does, and surely so: otherwise chance would choose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.routes.guess import WORK
from ekiben.bots.routes.memory import MEMORY
from ekiben.bots.routes.native import SPEEDS
from ekiben.bots.routes.players import Greedy, Junkie, Planner, Racer
from ekiben.bots.routes.policy import Policy, choices
from ekiben.bots.routes.search import PLACES, ROOT
from ekiben.bots.routes.search_moves import MOVES
from ekiben.core import match
from ekiben.core.action import Action
from ekiben.core.batch import shared
from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.core.layout import View, plain_record
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import filled

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
SCALE, WIN = 25.0, 0.5              # of a margin, and what the win itself counts
FIRST = 4                           # worlds by which the speed is measured
FINAL = 0.4                         # the part of the games for the last two
LEAST = 12                          # pairs below which no gain counts as sure
BATCH = 48                          # games between two looks at the clock
PER_MOVE = 16                       # games that a move must get at least, or it is not looked at
SPARE = 0.8                         # the part of the time that is used
WEIGHT = 1_000                      # decisions that a choice would be worth with machine code
POLICIES: dict[str, type[Policy]] = {"planner": Planner, "junkie": Junkie, "racer": Racer, "greedy": Greedy}


class RouteExpert(Bot):
    """`rollouts`: games played on for a choice; 0: as many as `seconds`, and the limit, allow. `sure`: the gain, in standard errors,
    that another move than the policy's must show. `belief`: how much others' claims tell of their tickets; each point doubles the
    odds. `policy`: whose moves are bettered, and who plays on; `models`: of how many policies the others are thought to be."""

    game: RouteGame

    def __init__(self, seed: int = 0, rollouts: int = 0, seconds: float = 0.2, sure: float = 1.3, belief: int = 4,
                 policy: str = "planner", models: int = 1) -> None:
        super().__init__(seed)
        if policy not in POLICIES:
            raise EkibenError(f"expert: no policy {policy!r}.{nearest(policy, POLICIES)} Policies: {listed(POLICIES)}")
        self.policies = [POLICIES[name]() for name in sorted(POLICIES, key=lambda name: name != policy)]
        self.rollouts, self.seconds, self.sure, self.belief = rollouts, seconds, sure, belief
        self.models = np.arange(models)
        self.clock: Callable[[], float] = time.monotonic

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, RouteGame):
            raise EkibenError(f"this expert plays the route games, not {game.name}")
        self.game = game
        for policy in self.policies:
            policy.sit(game, seat)
        self.numbers = np.array([policy.number for policy in self.policies], np.int64)
        self.atlases = np.concatenate([policy.atlas for policy in self.policies])

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "game"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        doors = SPEEDS.best() if self.rollouts else SPEEDS.native
        if doors is None:
            if WEIGHT * next(choices) >= match.PATIENCE:
                SPEEDS.warm_up()
            return self.policies[0].choose(view, legal, limit)
        return self.game.action(Search(self, view, limit, doors).best())


class Search:
    """One choice."""

    def __init__(self, bot: RouteExpert, view: View, limit: Limit, doors: Any) -> None:
        self.bot, self.doors, self.threads = bot, doors, max(1, limit.threads)
        self.end = bot.clock() + SPARE * min(limit.seconds, bot.seconds)
        self.words = np.array(seed_words(bot.luck(view).getrandbits(128)), np.int64)
        self.view, self.world = view, 0
        self.root = filled(view)
        self.boards = bot.game.boards if doors.native else [bot.game.plain_board]
        self.atlases = bot.atlases.view(np.uint8) if doors.native else [plain_record(one) for one in bot.atlases]
        self.work = np.zeros(WORK.size, np.uint8) if doors.native else WORK.plain()

    def place(self) -> tuple[Any, Any, Any]:
        """A memory, states, and work space of their own for one thread."""
        size = self.bot.game.family.layout.size
        if not self.doors.native:
            return [MEMORY.plain()], [self.root] + [None] * (PLACES - 1), [self.work]
        states = np.zeros(PLACES * size, np.uint8)
        states[ROOT * size:(ROOT + 1) * size] = self.root.packed()
        return np.zeros(MEMORY.size, np.uint8), states, self.work.copy()

    # ---- the moves
    def moves(self) -> Ints:
        """The policy's own move first."""
        found, room = np.zeros(MOVES, np.int64), np.zeros(self.bot.game.action_count + 1, np.int64)
        memory, states, work = self.place()
        if self.doors.native:
            self.work = work
        count = self.doors.list_moves(self.boards, self.atlases, memory, states, work, self.bot.numbers, found, room, self.bot.belief)
        most = max(2, self.bot.rollouts // PER_MOVE) if self.bot.rollouts else count
        return found[:min(count, most)]

    def best(self) -> int:
        moves = self.moves()
        if len(moves) == 1:
            return int(moves[0])
        games, sums = self.budget(moves)
        left = self.halved(moves, sums, games)
        if len(left) == 1:
            return int(left[0])
        return int(left[1 if self.is_better(left, int(games * FINAL) // 2) else 0])

    def budget(self, moves: Ints) -> tuple[int, Floats]:
        """How many games more there are to be, and what the first have shown: by those the speed is measured if need be."""
        start = self.bot.clock()
        sums = self.tried(moves, FIRST).sum(axis=1)
        if self.bot.rollouts:
            return max(0, self.bot.rollouts - FIRST * len(moves)), sums
        took = max(1e-6, self.bot.clock() - start) / (FIRST * len(moves))
        return max(0, int((self.end - self.bot.clock()) / took)), sums

    def halved(self, moves: Ints, sums: Floats, games: int) -> Ints:
        """The own move and the best challenger; the own move alone when it is the best."""
        rounds = max(1, (len(moves) - 1).bit_length() - 1)
        for _ in range(rounds):
            sums = sums + self.tried(moves, int(games * (1 - FINAL) / rounds / len(moves))).sum(axis=1)
            order = np.argsort(-sums[1:], kind="stable") + 1
            kept = np.concatenate([[0], order[:max(1, len(moves) // 2 - 1)]])
            moves, sums = moves[kept], sums[kept]
        return moves[:2] if sums[1] > sums[0] else moves[:1]

    def is_better(self, pair: Ints, worlds: int) -> bool:
        """Whether the second is better than the first, and surely so."""
        own, other = self.tried(pair, worlds)
        gain = other - own
        return bool(len(gain) >= LEAST and gain.mean() > self.bot.sure * gain.std(ddof=1) / len(gain) ** 0.5)

    # ---- games played on
    def tried(self, moves: Ints, worlds: int) -> Floats:
        """What each move is worth in each of so many new worlds; of fewer when time is up."""
        margins, done = np.zeros((len(moves), worlds), np.int64), 0
        size = max(1, BATCH * self.threads // len(moves))
        while done < worlds and not self.late():
            batch = min(size, worlds - done)
            margins[:, done:done + batch] = self.batch(moves, batch)
            done += batch
        return worth(margins[:, :done])

    def late(self) -> bool:
        return not self.bot.rollouts and self.bot.clock() > self.end

    def batch(self, moves: Ints, worlds: int) -> Ints:
        margins, offset = np.zeros((len(moves), worlds), np.int64), self.world
        self.world += worlds

        def play(first: int, last: int) -> None:
            memory, states, work = self.place()
            self.doors.try_moves(self.boards, self.atlases, memory, states, work, self.bot.numbers, self.bot.models, moves, first, last,
                                 self.words, offset, margins)

        if self.doors.native and self.threads > 1:
            shared(play, worlds, self.threads)
        else:
            play(0, worlds)
        return margins


def worth(margins: Ints) -> Floats:
    """Of games that end with these margins."""
    return np.asarray(np.tanh(margins / SCALE) + WIN * np.sign(margins))
