"""The expert of a route game that a network has learned: it searches with the network.

At tables of sizes that the network is not meant for it searches as `searcher` does.

The network's choice is the move to beat; the others are those that it thinks next best. Each is
tried in the same sampled worlds: the network plays on in every seat until the game is over. The
worlds have the tickets that the network believes the others to hold, unless `belief` is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ekiben.bots.bot import Limit
from ekiben.bots.family import LearnedKeys
from ekiben.bots.learned.files import network_here, network_seats
from ekiben.bots.routes.builds import BUILDS, PolicyKernels
from ekiben.bots.routes.expert import (
    FEWEST_WORLDS,
    PER_MOVE,
    Floats,
    Ints,
    RouteExpert,
    Search,
)
from ekiben.bots.routes.learned_player import RouteLearned
from ekiben.bots.routes.network_arguments import NetworkArguments
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.kernel_calls import Argument, Constant, KernelCall, in_memory
from ekiben.core.layout import View
from ekiben.games.routes.redeal_state import Redeal

TOP = 6  # moves that are tried, at most
GAP = 8.0  # logits below the best, at most


class NetworkExpert(RouteExpert):
    """An expert that searches with the box's network, and without one as `searcher` does."""

    name = "expert"
    arguments: NetworkArguments | None = None
    seats: tuple[int, ...] = ()  # the sizes of tables at which it uses the network
    player: RouteLearned  # where there is a network

    def sit(self, game: Game, seat: int | None = None) -> None:
        super().sit(game, seat)
        self.arguments = None
        self.seats = network_seats(game)
        if network_here(game) is not None:
            self.player = RouteLearned(LearnedKeys(self.seed, ""))
            self.player.sit(game, seat)
            self.arguments = self.player.arguments

    def choose_at_once(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if self.uses_network(view):
            return self.player.choose(view, legal, limit)
        return super().choose_at_once(view, legal, limit)

    def search(self, view: View, limit: Limit, kernels: PolicyKernels) -> Search:
        if self.uses_network(view):
            return NetworkSearch(self, view, limit, kernels)
        return super().search(view, limit, kernels)

    def uses_network(self, view: View) -> bool:
        """Whether there is a network for tables of this size; views tell the size."""
        return self.arguments is not None and int(view["seats"]) in self.seats


class NetworkSearch(Search):
    """The search for one choice with a network."""

    bot: NetworkExpert
    first_batch = 1  # a network takes its time over a game

    def shared(self) -> tuple[Argument, ...]:
        """Board, states and redeal."""
        _, states, redeal = self.work_space()
        return self.fixed()[0], states, redeal

    def asked(self) -> tuple[Argument, ...]:
        """The network, which all calls share, and work space for one."""
        own = self.bot.arguments
        assert own is not None
        shared = (own.shapes, Constant(own.weights), Constant(own.scales))
        return (*shared, *(np.zeros_like(space) for space in own[len(shared) :]))

    # ---- the moves
    def moves(self) -> Ints:
        """The moves to try: those that the network thinks best, the best of all first."""
        own = self.bot.arguments
        assert own is not None
        board, states, works = map(in_memory, self.shared())
        prior = np.zeros(len(own.actions))
        count = int(self.kernels.ask_network(board, states, works, *own, prior))
        if self.kernels.compiled:
            self.redeal = Redeal(works)
        if self.bot.belief == 0:
            self.redeal.swaps = 0
        actions, logits = own.actions[:count], prior[:count]
        order = np.lexsort((actions, -logits))[: self.most_moves()]
        return np.array(actions[order[logits[order] >= logits[order[0]] - GAP]], np.int64)

    def most_moves(self) -> int:
        games = self.bot.rollouts
        return min(TOP, max(2, games // PER_MOVE)) if games else TOP

    # ---- trying moves
    def is_sure(self, gain: Floats) -> bool:
        """Whether a challenger's gain is convincing.

        The challengers are few and good, so a few worlds need not say more than many.
        """
        worlds = len(gain)
        return bool(
            worlds >= FEWEST_WORLDS and gain.mean() > self.bot.sure * gain.std(ddof=1) / worlds**0.5
        )

    def try_moves(
        self, shared: tuple[Argument, ...], moves: Ints, world: int, margins: Ints
    ) -> KernelCall:
        """Play every move to the end in the worlds from this one on, a column each."""
        rest = (moves, self.words, world, margins)
        return KernelCall(
            BUILDS, "play_moves", (*shared, *self.asked(), *rest), self.kernels.compiled
        )
