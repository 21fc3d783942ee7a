"""What a bot is."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.layout import View


@dataclass(frozen=True)
class Limit:
    """How long a bot may think over one choice, and on how many cores."""

    seconds: float
    threads: int = 1


class Bot(ABC):
    """A player that is a program. Made by `make`; before the game it sits down (`sit`), then it is asked (`choose`).

    It gets views only, and keeps nothing of a game in mind but what it worked out from them, such as a plan: the same seed and the
    same views one after the other give the same choices. Further keys of its constructor are those of its spec.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def sit(self, game: Game, seat: int | None = None) -> None:  # noqa: B027
        """Takes a seat at a game (None: whichever its views are of): here a bot learns the board. It can do so again, for
        another game too."""

    @abstractmethod
    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        """One of the legal actions, of which there is at least one; the view is that of the seat to act."""

    def luck(self, view: View) -> random.Random:
        """The bot's own luck in this position."""
        known = hashlib.blake2b(f"{self.seed} {view.game} {view.viewer}".encode())
        for name, value in view.fields.items():
            known.update(name.encode())
            known.update(value.tobytes() if isinstance(value, np.ndarray) else str(value).encode())
        return random.Random(known.digest())
