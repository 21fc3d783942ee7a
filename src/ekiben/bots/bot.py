"""What a bot is."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired, TypeAlias, TypedDict

import numpy as np

from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Event, Game
from ekiben.core.kernel_calls import KernelWork, run
from ekiben.core.layout import View
from ekiben.texts import say


@dataclass(frozen=True)
class Limit:
    """How long a bot may think over one choice, and on how many cores."""

    seconds: float
    threads: int = 1


Thinking: TypeAlias = KernelWork[Action]  # the work that leads to a choice


class ForfeitFacts(TypedDict):
    """A forfeit as records have it."""

    seat: int | None
    reason: str
    text: str


class GameEnd(TypedDict):
    """How a game ended for its bots: played to the end, broken off, or lost by one of them."""

    reason: Literal["over", "left", "forfeit"]
    scores: list[int] | None
    ranking: list[list[int]] | None
    forfeit: NotRequired[ForfeitFacts]


class Forfeit(EkibenError):
    """A bot cannot go on, and its seat has lost: why, by name and with details for the words."""

    def __init__(self, seat: int | None, reason: str, **details: object) -> None:
        self.seat = seat
        self.reason = reason
        self.details = details
        super().__init__(say("pipes.forfeit", seat=seat, reason=self.reason_text()))

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Forfeit], tuple[int | None, str, Mapping[str, object]]]:
        return restore_forfeit, (self.seat, self.reason, self.details)

    def reason_text(self, language: str = "en") -> str:
        """The reason in words."""
        return say(f"pipes.reasons.{self.reason}", language, **self.details)

    def to_json(self) -> ForfeitFacts:
        return {"seat": self.seat, "reason": self.reason, "text": self.reason_text()}


def restore_forfeit(seat: int | None, reason: str, details: Mapping[str, object]) -> Forfeit:
    return Forfeit(seat, reason, **details)


class Bot(ABC):
    """A player that is a program: `make` makes it, `sit` shows it the game, `choose` asks it.

    It gets views only, and keeps nothing of a game but what it worked out from them, such as a
    plan: the same seed and the same views one after the other give the same choices. Further
    keys of its constructor are those of its spec.
    """

    listens = False  # whether it wants to hear events; a view has all that counts
    heard = 0  # events it has heard

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def sit(self, game: Game, seat: int | None = None) -> None:  # noqa: B027
        """Take a seat at a game (None: whichever its views are of), and learn the board.

        A bot can sit down again, at another game too.
        """

    @abstractmethod
    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        """Choose one of the legal actions, never none, from the view of the seat to act."""

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        """The same choice as work for somebody else to run; most bots choose at once."""
        yield from ()
        return self.choose(view, legal, limit)

    def hear(self, events: Sequence[Event]) -> None:  # noqa: B027
        """Hear, before a choice, what the seat has heard since the last; only if it `listens`."""

    def leave(self, end: GameEnd | None = None) -> None:  # noqa: B027
        """Leave the table; `end` tells how the game ended, where it did."""

    def luck(self, view: View) -> random.Random:
        """The bot's own luck in this position."""
        known = hashlib.blake2b(f"{self.seed} {view.game} {view.viewer}".encode())
        for name, value in view.fields.items():
            known.update(name.encode())
            known.update(value.tobytes() if isinstance(value, np.ndarray) else str(value).encode())
        return random.Random(known.digest())


class ThinkingBot(Bot):
    """A bot that has `think` to tell what it needs; to choose is to run that here."""

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        return run(self.think(view, legal, limit), max(1, limit.threads))

    @abstractmethod
    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        """Yield the heavy calls, enough at a time for the limit's threads; return the choice."""
