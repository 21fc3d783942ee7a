"""The contract: what bots, server, environments, arena and tools know of a game. One page.

A family of games (rules that several boards share) has a subclass; everything else goes through
these names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol

import numpy as np
import numpy.typing as npt

from ekiben.core.action import Action
from ekiben.core.arrays import Buffer, zeros
from ekiben.core.batch import Batch, playouts
from ekiben.core.builds import Builds, builds_of
from ekiben.core.chance import new_seed, validate_seed
from ekiben.core.errors import EkibenError, Illegal, Refusal, listed, nearest, quoted, whole
from ekiben.core.families import Family
from ekiben.core.kernels import Kernels
from ekiben.core.layout import GameBoard, GameState, View, make_view
from ekiben.core.match import Match, Script
from ekiben.core.ranking import STANDING, in_order
from ekiben.core.rules import RuleSet


class AnyBoardFile(Protocol):
    """A board file as every family has it."""

    @property
    def game(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def seats(self) -> tuple[int, int]: ...


if TYPE_CHECKING:  # with defaults: whoever does not know the family writes just `Game`
    from typing_extensions import TypeVar

    File = TypeVar("File", bound=AnyBoardFile, default=Any)
    B = TypeVar("B", bound=GameBoard, default=Any)
    S = TypeVar("S", bound=GameState, default=Any)
else:
    from typing import TypeVar

    File, B, S = TypeVar("File"), TypeVar("B"), TypeVar("S")

Event = dict[str, Any]  # {n, kind, seat, …}, as JSON has it
FieldReader = Callable[[str], Any]  # a field of a state, by its name


@dataclass(frozen=True)
class Option:
    """A choice of rules: its values, the first being the default, and the clause that names it."""

    name: str
    values: tuple[Any, ...]
    clause: str


class Line(tuple[str, str, int]):
    """A line of a score sheet: (clause, reason, points); `details` has the reason's figures."""

    details: dict[str, Any]

    def __new__(cls, clause: str, reason: str, points: int, **details: Any) -> Line:
        line = super().__new__(cls, (clause, reason, points))
        line.details = details
        return line

    clause = property(lambda self: self[0])
    reason = property(lambda self: self[1])
    points = property(lambda self: self[2])


class Game(ABC, Generic[File, B, S]):
    """A game on a board, with its options: starts matches, and answers questions on positions."""

    name: str  # as in `ekiben.games()`, or the board's own
    board: File  # the board as people know it
    digest: str  # of the board
    rules: int  # the rules' version
    options: dict[str, Any]
    seats: tuple[int, int]  # fewest, most
    action_count: int
    asked_names: tuple[str, ...]  # the questions, by their number in the state; the last is "over"
    family: Family
    rule_set: RuleSet
    known_options: list[Option]
    ranked_by: npt.NDArray[np.int64]  # which numbers rank the seats, see `core/ranking.py`
    plain_board: B  # the board as interpreted rules see it
    boards: Buffer  # and its bytes, for compiled ones
    work: npt.NDArray[np.int64]  # room for the actions of a position
    # draws a match, or the game's empty board, as SVG; set by whoever loads the game
    painter: Callable[..., str] | None = None

    def set_board(self, file: File, board: B, rules: int) -> None:
        """Take a board file, and the board built from it."""
        self.board = file
        self.name = file.game
        self.digest = file.digest
        self.seats = file.seats
        self.rules = rules
        self.plain_board = board
        self.boards = board.packed()
        self.action_count = board.actions

    # ---- to play
    def new(
        self,
        seats: int = 2,
        seed: int | None = None,
        names: Sequence[str] = (),
        luck: Script | None = None,
        salt: str | None = None,
    ) -> Match:
        """Start a match; with no seed one is drawn from the system.

        `luck` scripts the decks, for tests; a `salt` (256 bits, hexadecimal) seals the seed.
        """
        return Match(
            self,
            self.validate_seats(seats),
            new_seed() if seed is None else validate_seed(seed),
            names,
            luck,
            salt=salt,
        )

    def batch(self, count: int, seats: int = 2, seed: int = 0) -> Batch:
        """Start many games at once; game i is `new(seats, seed + i)`."""
        games, seats = validate_count(count, 1), self.validate_seats(seats)
        return Batch(self, games, seats, validate_seeds(seed, count))

    def playouts(
        self, count: int, seats: int = 2, seed: int = 0, jobs: int | None = None
    ) -> npt.NDArray[np.int64]:
        """Play random games to the end on all cores; their scores. Game i has seed + i."""
        games, seats = validate_count(count, 0), self.validate_seats(seats)
        return playouts(self, games, seats, validate_seeds(seed, count), jobs)[0]

    def imagine(self, view: View, seed: int | None = None) -> Match:
        """A match that the viewer could not tell from the true one."""
        if not isinstance(view, View):
            raise EkibenError(f"what is imagined is a view of {self.name}, not {quoted(view)}")
        seed = new_seed() if seed is None else validate_seed(seed)
        return Match.imagined(self, self.redeal(view, seed))

    def validate_seats(self, seats: int) -> int:
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

    def paint_view(self, names: Sequence[str], view: View) -> str | None:
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

    def parse(self, text: str, state: S | None = None) -> Action:
        """The action of a notation, legal or not; a state helps to read names of what is in it."""
        if not isinstance(text, str):
            raise EkibenError(
                f"an action is written as a text, such as {self.action(0).text!r}, not "
                f"{quoted(text)}"
            )
        return self.read_action(text, state)

    @abstractmethod
    def action_at(self, id: int) -> Action:
        """The action of a valid id."""

    @abstractmethod
    def read_action(self, text: str, state: S | None) -> Action:
        """The action of a notation; an EkibenError names the nearest."""

    @abstractmethod
    def is_secret(self, action: Action) -> bool:
        """Whether others do not hear which of its kind it was."""

    # ---- positions: `s` is a state that interpreted rules can work on
    def legal_ids(self, s: S) -> list[int]:
        rules = self.rule_set.rules
        found = self.scratch()
        count = 0 if rules.is_over(s) else rules.legal(self.plain_board, s, found)
        return [int(id) for id in found[:count]]

    def scratch(self) -> npt.NDArray[np.int64]:
        """Room for a list of all actions; every call has its own, since threads share the game."""
        return zeros(self.action_count + 1)

    def view(self, s: S, viewer: int | None, open_all: bool = False) -> View:
        """What a viewer knows of a state; `open_all` shows everything, as when the game is over."""
        return make_view(s, self.name, viewer, self.extents(s.seats), open_all)

    @abstractmethod
    def refusal(self, s: S, action: Action) -> Refusal | None:
        """Why an action is not legal; None if it is."""

    @abstractmethod
    def sheet(self, s: S, seat: int) -> list[Line]:
        """A seat's score line by line; in mid-game what is public."""

    def standing(self, s: S, seat: int) -> tuple[int, ...]:
        """What ranks a seat, the most important first; more is better."""
        numbers = zeros(STANDING)
        self.rule_set.rules.write_standing(self.plain_board, s, seat, numbers)
        return tuple(in_order(numbers, self.ranked_by).tolist())

    @abstractmethod
    def events(self, field: FieldReader, rows: list[list[int]]) -> list[Event]:
        """Spell out rows of the event log; `field` reads the state after them.

        An event's `secrets` are for its seat alone; one that is its seat's `own` is not heard by
        others at all.
        """

    @abstractmethod
    def extents(self, seats: int) -> Mapping[str, int]:
        """How much of each axis of the state this game uses."""

    @abstractmethod
    def hints(self, view: View) -> Mapping[str, Any]:
        """What a display may tell the viewer, derived from its view alone."""

    @abstractmethod
    def redeal(self, view: View, seed: int) -> S:
        """A state like the one behind the view, all that it hides dealt anew."""

    @abstractmethod
    def stack_decks(self, s: S, luck: Script) -> None:
        """Put the scripted cards on top of the shuffled decks."""


def validate_options(
    game: str, known: Sequence[Option], given: Mapping[str, Any]
) -> dict[str, Any]:
    """All options with their values; a wrong one is an error that lists the right ones."""
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        if name not in by_name:
            raise EkibenError(
                f"{game} has no option {quoted(name)}.{nearest(name, by_name)} Options: "
                f"{listed(by_name)}"
            )
        if not any(type(value) is type(right) and value == right for right in by_name[name].values):
            raise EkibenError(
                f"{game}: option {name} cannot be {quoted(value)}; it is one of "
                f"{listed(map(repr, by_name[name].values))}"
            )
    return {option.name: given.get(option.name, option.values[0]) for option in known}


def validate_count(count: int, least: int) -> int:
    number = whole(count)
    if number is None or number < least:
        raise EkibenError(
            f"a number of games is a whole number, at least {least}, not {quoted(count)}"
        )
    return number


def validate_seeds(seed: int, count: int) -> int:
    """The first seed of so many games; the last has to be one too."""
    validate_seed(validate_seed(seed) + max(0, count - 1))
    return seed.__index__()


def validate_rules(rules: int, newest: int) -> None:
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
    "validate_options",
    "validate_rules",
]
