"""The contract: what bots, server, environments, arena and tools know of a game. One page.

A family of games (rules that several boards share) gives a subclass; everything else goes through
these names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ekiben.core.action import Action
from ekiben.core.batch import Batch, playouts
from ekiben.core.builds import Builds, builds_of
from ekiben.core.chance import checked_seed, new_seed
from ekiben.core.errors import EkibenError, Illegal, Refusal, listed, nearest, quoted, whole
from ekiben.core.families import Family
from ekiben.core.kernels import Kernels
from ekiben.core.layout import GameState, View, make_view
from ekiben.core.match import Match, Script
from ekiben.core.rules import RuleSet

Event = dict[str, Any]
FieldReader = Callable[[str], Any]  # a field of a state, by its name


@dataclass(frozen=True)
class Option:
    """A choice of rules: its values, the first being the default, and the clause that names it."""

    name: str
    values: tuple[Any, ...]
    clause: str


class Line(tuple[str, str, int]):
    """A line of a score sheet: (clause, reason, points), with the figures the reason speaks of in
    `details`.
    """

    details: dict[str, Any]

    def __new__(cls, clause: str, reason: str, points: int, **details: Any) -> Line:
        line = super().__new__(cls, (clause, reason, points))
        line.details = details
        return line

    clause = property(lambda self: self[0])
    reason = property(lambda self: self[1])
    points = property(lambda self: self[2])


class Game(ABC):
    """A game on a board, with its options: makes matches, and answers what can be asked of a
    position.
    """

    name: str  # as in `ekiben.games()`, or the board's own
    board: Any  # the board as people know it
    digest: str  # of the board
    rules: int  # the rules' version
    options: dict[str, Any]
    seats: tuple[int, int]  # fewest, most
    action_count: int
    asked_names: tuple[str, ...]  # the questions, by their number in the state; the last is "over"
    family: Family
    rule_set: RuleSet
    boards: Any  # the board as the rules see it, compiled
    plain_board: Any  # and plain
    work: Any  # room for the actions of a position
    painter: Callable[..., str] | None = (
        None  # draws a match, or the game's empty board, as SVG; set by who loads the game
    )

    def lay_out(self, board: Any, record: Any, rules: int) -> None:
        """Takes a board, and the record that the rules see of it."""
        self.board, self.name, self.digest, self.seats, self.rules = (
            board,
            board.game,
            board.digest,
            board.seats,
            rules,
        )
        self.boards = record.view(np.uint8)
        self.plain_board = self.rule_set.board.unpack(self.boards)
        self.action_count = int(self.plain_board.actions)
        self.work = np.zeros(self.action_count + 1, np.int64)

    # ---- to play
    def new(
        self,
        seats: int = 2,
        seed: int | None = None,
        names: Sequence[str] = (),
        luck: Script | None = None,
        salt: str | None = None,
    ) -> Match:
        """A new match; with no seed one is drawn from the system. `luck` scripts the decks, for
        tests; a `salt` (256 bits, hexadecimal) seals the seed.
        """
        return Match(
            self,
            self.checked_seats(seats),
            new_seed() if seed is None else checked_seed(seed),
            names,
            luck,
            salt=salt,
        )

    def batch(self, count: int, seats: int = 2, seed: int = 0) -> Batch:
        """Many games at once; game i is `new(seats, seed + i)`."""
        return Batch(
            self, checked_count(count, 1), self.checked_seats(seats), checked_last(seed, count)
        )

    def playouts(
        self, count: int, seats: int = 2, seed: int = 0, jobs: int | None = None
    ) -> np.ndarray[Any, Any]:
        """Scores of random games to the end, on all cores; game i has seed + i."""
        return playouts(
            self,
            checked_count(count, 0),
            self.checked_seats(seats),
            checked_last(seed, count),
            jobs,
        )[0]

    def imagine(self, view: View, seed: int | None = None) -> Match:
        """A match that the viewer could not tell from the true one."""
        if not isinstance(view, View):
            raise EkibenError(f"what is imagined is a view of {self.name}, not {quoted(view)}")
        return Match.imagined(
            self, self.redealt(view, new_seed() if seed is None else checked_seed(seed))
        )

    def checked_seats(self, seats: int) -> int:
        (fewest, most), number = self.seats, whole(seats)
        if number is None or not fewest <= number <= most:
            raise EkibenError(f"{self.name} is for {fewest} to {most} seats, not {quoted(seats)}")
        return number

    @property
    def builds(self) -> Builds[Kernels]:
        return builds_of(self.rule_set)

    # ---- pictures
    def svg(self, language: str = "en") -> str:
        """The empty board."""
        if self.painter is None:
            raise EkibenError("this game was loaded without pictures: use ekiben.load")
        return self.painter(self, None, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def painted(self, names: Sequence[str], view: View) -> str | None:
        """A view as a picture, drawn from nothing but the view."""
        if self.painter is None:
            return None
        match = self.imagine(view, 0)
        match.names = list(names)
        return match.svg(view.viewer)

    # ---- actions
    def action(self, id: int) -> Action:
        if type(id) is int and 0 <= id < self.action_count:
            return self.action_at(id)
        number = whole(id)
        if number is None or not 0 <= number < self.action_count:
            raise EkibenError(
                f"an action's id is from 0 to {self.action_count - 1}, not {quoted(id)}"
            )
        return self.action_at(number)

    def parse(self, text: str, state: Any = None) -> Action:
        """The action of a notation; a position helps to read what names its things. Illegal is not
        an error here.
        """
        if not isinstance(text, str):
            raise EkibenError(
                f"an action is written as a text, such as {self.action(0).text!r}, not {quoted(text)}"
            )
        return self.read_action(text, state)

    @abstractmethod
    def action_at(self, id: int) -> Action: ...

    @abstractmethod
    def read_action(self, text: str, state: Any) -> Action: ...

    @abstractmethod
    def is_secret(self, action: Action) -> bool:
        """Whether others do not hear which of its kind it was."""

    # ---- positions: `s` is a plain state
    def legal_ids(self, s: Any) -> list[int]:
        rules = self.rule_set.rules
        count = 0 if rules.is_over(s) else rules.legal(self.plain_board, s, self.work)
        return [int(id) for id in self.work[:count]]

    def view(self, s: GameState, viewer: int | None, open_all: bool = False) -> View:
        """What a viewer knows of a state; `open_all` shows everything, as when the game is over."""
        return make_view(s, self.name, viewer, self.extents(s.seats), open_all)

    @abstractmethod
    def refusal(self, s: Any, action: Action) -> Refusal | None: ...

    @abstractmethod
    def sheet(self, s: Any, seat: int) -> list[Line]: ...

    @abstractmethod
    def standing(self, s: Any, seat: int) -> tuple[int, ...]:
        """What ranks a seat, the most important first; more is better."""

    @abstractmethod
    def events(self, field: FieldReader, rows: list[list[int]]) -> list[Event]:
        """What the rows of the event log say; `field` reads the state after them. An event's `secrets` are
        for its seat alone, and one that is its seat's `own` is not heard by others at all.
        """

    @abstractmethod
    def extents(self, seats: int) -> Mapping[str, int]:
        """How much of each axis of the layout this game uses."""

    @abstractmethod
    def hints(self, view: View) -> dict[str, Any]: ...

    @abstractmethod
    def redealt(self, view: View, seed: int) -> Any:
        """A plain state like the one behind the view, all that it hides dealt anew."""

    @abstractmethod
    def scripted(self, s: Any, luck: Script) -> None:
        """Puts the scripted cards on top of the shuffled decks."""


def checked_options(game: str, known: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values; a wrong name or value is an error that lists the right ones."""
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        if name not in by_name:
            raise EkibenError(
                f"{game} has no option {quoted(name)}.{nearest(name, by_name)} Options: {listed(by_name)}"
            )
        if not any(type(value) is type(right) and value == right for right in by_name[name].values):
            raise EkibenError(
                f"{game}: option {name} cannot be {quoted(value)}; it is one of {listed(map(repr, by_name[name].values))}"
            )
    return {option.name: given.get(option.name, option.values[0]) for option in known}


def checked_count(count: int, least: int) -> int:
    number = whole(count)
    if number is None or number < least:
        raise EkibenError(
            f"a number of games is a whole number, at least {least}, not {quoted(count)}"
        )
    return number


def checked_last(seed: int, count: int) -> int:
    """The first seed of so many games; the last has to be one too."""
    checked_seed(checked_seed(seed) + max(0, count - 1))
    return seed.__index__()


def checked_rules(rules: int, newest: int) -> None:
    if not 1 <= (whole(rules) or 0) <= newest:
        raise EkibenError(
            f"rules version {quoted(rules)} is unknown: this Ekiben knows versions 1 to {newest}"
        )


__all__ = [
    "Action",
    "Batch",
    "Game",
    "Illegal",
    "Line",
    "Match",
    "Option",
    "Refusal",
    "View",
    "checked_options",
    "checked_rules",
]
