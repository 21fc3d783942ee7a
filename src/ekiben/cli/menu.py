"""A numbered list of what can be done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from rich.console import RenderableType

from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.core.match import Match

Rank = tuple[int | bool, ...]


class Menu(ABC):
    """The legal actions of a seat in the order of their numbers."""

    def __init__(self, match: Match, words: Words, seat: int) -> None:
        self.match = match
        self.words = words
        self.seat = seat
        self.view = match.view(seat)
        self.prepare()
        self.actions = sorted(match.legal(), key=self.rank)
        self.numbers = {action: number for number, action in enumerate(self.actions, 1)}

    @abstractmethod
    def prepare(self) -> None:
        """Look up what the order depends on."""

    @abstractmethod
    def rank(self, action: Action) -> Rank:
        """Where an action comes in the list, the lowest first."""

    @abstractmethod
    def render(self, width: int, everything: bool = False) -> Iterator[RenderableType]:
        """The list on a terminal so wide; not all of it unless `everything` is asked for."""

    def at(self, number: int) -> Action | None:
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def of(self, verb: str) -> list[Action]:
        return [action for action in self.actions if action.verb == verb]
