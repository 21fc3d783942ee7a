"""A bot that asks a policy: its view becomes a state, with blanks for what is hidden."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.policy_tables import policy_tables
from ekiben.core import match
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.state import State

choices = itertools.count(1)


class Policy(Bot):
    """`number` is the policy's in `policies`; it reads `weights` in the constructors' order."""

    name: ClassVar[str]
    number: ClassVar[int]
    game: RouteGame

    def __init__(self, seed: int = 0, *weights: float) -> None:
        super().__init__(seed)
        self.weights = weights

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, RouteGame):
            raise EkibenError(f"{self.name} plays the route games, not {game.name}")
        self.game = game
        self.tables = policy_tables(game, self.weights)
        self.compiled = (game.boards, self.tables.packed(), np.zeros(PolicyState.size, np.uint8))
        self.interpreted = ([game.plain_board], [self.tables], [PolicyState()])

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "game"):
            raise EkibenError(f"{self.name} must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        return self.game.action(self.best_action(state_from(view)))

    def best_action(self, s: State) -> int:
        """The policy's action, from machine code once it is there."""
        compiled = BUILDS.compiled
        if compiled is not None:
            return int(compiled.choose_one(*self.compiled, s.packed(), self.number))
        if next(choices) >= match.PATIENCE:
            BUILDS.compile_in_background()
        return int(BUILDS.interpreted.choose_one(*self.interpreted, [s], self.number))
