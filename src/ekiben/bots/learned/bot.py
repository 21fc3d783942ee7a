"""The player that learned: whichever the game's family has, with the box's network or a file's."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.bot import Bot, Limit, Thinking, ThinkingBot
from ekiben.bots.family import BOT_FAMILY, LearnedKeys
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View


class Learned(ThinkingBot):
    """`weights`: the file of its network; without one, the box's for the game."""

    player: Bot

    def __init__(self, seed: int = 0, weights: str = "") -> None:
        super().__init__(seed)
        self.keys = LearnedKeys(seed, weights)

    def sit(self, game: Game, seat: int | None = None) -> None:
        make = BOT_FAMILY.of(game).learned
        if make is None:
            raise EkibenError(f"no player has learned {game.name}")
        self.player = make(self.keys)
        self.player.sit(game, seat)

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        if not hasattr(self, "player"):
            raise EkibenError("learned must sit down before it chooses: bot.sit(game, seat)")
        return (yield from self.player.think(view, legal, limit))
