"""The route games' player that learned: a network instead of a policy's rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ekiben.bots.family import LearnedKeys
from ekiben.bots.learned.files import network_for
from ekiben.bots.learned.network import Network, Networks
from ekiben.bots.routes.builds import BUILDS, PolicyKernels
from ekiben.bots.routes.network_arguments import NetworkArguments
from ekiben.bots.routes.policies import LEARNED
from ekiben.bots.routes.policy import Policy, choices
from ekiben.core import match
from ekiben.core.game import Game
from ekiben.core.kernels import Records
from ekiben.core.layout import View
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.state import State

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Evaluation:
    """A network's logits in a position; policies are of the legal actions."""

    actions: npt.NDArray[np.int64]
    policy: Floats
    values: Floats
    beliefs: Floats


class RouteLearned(Policy):
    """Takes the action that its network thinks best."""

    name, number = "learned", LEARNED
    network: Network

    def __init__(self, keys: LearnedKeys) -> None:
        super().__init__(keys.seed)
        self.file = keys.weights

    def sit(self, game: Game, seat: int | None = None) -> None:
        super().sit(game, seat)
        self.network = network_for(game, self.file)
        self.arguments = NetworkArguments.of(self.game.plain_board, alone(self.network))

    def best_action(self, s: State) -> int:
        kernels = fastest_kernels()
        return int(kernels.learned_one(*self.places(kernels, s), *self.arguments))

    def places(self, kernels: PolicyKernels, s: State) -> tuple[Records, Records]:
        """Board and state as these kernels take them."""
        if kernels.compiled:
            return self.game.boards, s.packed()
        return [self.game.plain_board], [s]

    def evaluate(self, view: View) -> Evaluation:
        """What the network says of the position of a view."""
        kernels, own = fastest_kernels(), self.arguments
        policy = np.zeros(len(own.actions))
        values = np.zeros(self.network.size("values"))
        beliefs = np.zeros(self.network.size("beliefs"))
        places = self.places(kernels, state_from(view))
        count = int(kernels.evaluate_one(*places, *own, policy, values, beliefs))
        return Evaluation(own.actions[:count].copy(), policy[:count], values, beliefs)


@lru_cache(maxsize=8)
def alone(network: Network) -> Networks:
    """A network as kernels take it: always the same arrays, which are sent to workers once."""
    return Networks.of([network])


def fastest_kernels() -> PolicyKernels:
    """The compiled kernels once they are there; they are asked for after a few choices."""
    if BUILDS.compiled is None and next(choices) >= match.PATIENCE:
        BUILDS.compile_in_background()
    return BUILDS.compiled or BUILDS.interpreted


def player_networks(players: Sequence[Policy]) -> Networks:
    """The networks of those players that have one, in their order."""
    return Networks.of([one.network for one in players if isinstance(one, RouteLearned)])
