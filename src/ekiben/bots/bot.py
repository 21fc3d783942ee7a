"""What a bot is."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Event, Game
from ekiben.core.layout import View
from ekiben.texts import say


@dataclass(frozen=True)
class Limit:
    """How long a bot may think over one choice, and on how many cores."""

    seconds: float
    threads: int = 1


class Forfeit(EkibenError):
    """A bot cannot go on, and its seat has lost: whose it is, the reason by name, and the figures
    the reason speaks of.
    """

    def __init__(self, seat: int | None, reason: str, **details: Any) -> None:
        self.seat = seat
        self.reason = reason
        self.details = details
        super().__init__(say("pipes.forfeit", seat=seat, reason=self.said()))

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.seat, self.reason, self.details)

    def said(self, language: str = "en") -> str:
        """The reason in words."""
        return say(f"pipes.reasons.{self.reason}", language, **self.details)

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "reason": self.reason, "text": self.said()}


def restored(seat: int | None, reason: str, details: Mapping[str, Any]) -> Forfeit:
    return Forfeit(seat, reason, **details)


class Bot(ABC):
    """A player that is a program. Made by `make`; before the game it sits down (`sit`), then it is
    asked (`choose`).

    It gets views only, and keeps nothing of a game in mind but what it worked out from them, such
    as a plan: the same seed and the same views one after the other give the same choices. Further
    keys of its constructor are those of its spec.
    """

    listens = False  # whether it wants to hear events; a view has all that counts
    heard = 0  # events it has heard

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def sit(self, game: Game, seat: int | None = None) -> None:  # noqa: B027
        """Takes a seat at a game (None: whichever its views are of): here a bot learns the board.
        It can do so again, for another game too.
        """

    @abstractmethod
    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        """One of the legal actions, of which there is at least one; the view is that of the seat to
        act.
        """

    def hear(self, events: Sequence[Event]) -> None:  # noqa: B027
        """What its seat has heard since it was last asked; told before a choice to who `listens`."""

    def leave(self, end: Mapping[str, Any] | None = None) -> None:  # noqa: B027
        """Gets up from the table. The game's end, where there was one: how it came (`over` or
        `forfeit`), scores, ranking.
        """

    def luck(self, view: View) -> random.Random:
        """The bot's own luck in this position."""
        known = hashlib.blake2b(f"{self.seed} {view.game} {view.viewer}".encode())
        for name, value in view.fields.items():
            known.update(name.encode())
            known.update(value.tobytes() if isinstance(value, np.ndarray) else str(value).encode())
        return random.Random(known.digest())
