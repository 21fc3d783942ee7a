"""The expert: the learned player's plans, and the strategist's search for better ones."""

from __future__ import annotations

from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.learned import BOX_FILE, has_learned, learned_weights
from ekiben.bots.tokyo.strategist import BY_TIME, Strategist, playout_weights
from ekiben.core.game import Game

AHEAD = 14  # turns of a playout; what comes after them is estimated, so that more playouts fit
SURE = 1.5  # standard errors: it leaves a plan that was learned only for good reason


class TokyoExpert(Strategist):
    """Does what `learned` does, unless playouts find better; as strategist on other boards."""

    name = "expert"

    def __init__(self, seed: int = 0, games: int = BY_TIME) -> None:
        super().__init__(seed, games=games)

    def sit(self, game: Game, seat: int | None = None) -> None:
        if has_learned(game):
            self.weights = learned_weights(BOX_FILE, Dispatcher().weights)
            self.playout_weights = playout_weights(self.weights)
            self.ahead = AHEAD
            self.sure = SURE
        super().sit(game, seat)
