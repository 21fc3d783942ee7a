"""The expert: the strongest bot of every game, whichever that is in the game's family."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.bot import Bot, Limit, Thinking, ThinkingBot
from ekiben.bots.family import BOT_FAMILY, ExpertKeys
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.families import FAMILIES


class Expert(ThinkingBot):
    """`rollouts`: games played on for a choice; 0: as many as time allows.

    The other keys are for the route games.
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
        self.keys = ExpertKeys(seed, rollouts, seconds, sure, belief, policy, models)
        for family in FAMILIES.values():
            BOT_FAMILY.load(family).expert(self.keys)  # a wrong key is told now, not at the table

    def sit(self, game: Game, seat: int | None = None) -> None:
        self.player = BOT_FAMILY.of(game).expert(self.keys)
        self.player.sit(game, seat)

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        if not hasattr(self, "player"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        return (yield from self.player.think(view, legal, limit))
