"""The expert: the strongest bot of every game. Which one that is depends on the family of the game
it sits down to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.routes.expert import RouteExpert
from ekiben.bots.tokyo.expert import BY_TIME, TokyoExpert
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame


class Expert(Bot):
    """`rollouts`: games played on for a choice; 0: as many as time allows. The other keys are of
    the route games: see `RouteExpert`.
    """

    player: Bot

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
        self.routes = RouteExpert(seed, rollouts, seconds, sure, belief, policy, models)
        self.rollouts = rollouts

    def sit(self, game: Game, seat: int | None = None) -> None:
        self.player = self.routes if isinstance(game, RouteGame) else self.lattice()
        self.player.sit(game, seat)

    def lattice(self) -> Bot:
        return TokyoExpert(self.seed, games=self.rollouts or BY_TIME)

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "player"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        return self.player.choose(view, legal, limit)
