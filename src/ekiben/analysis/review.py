"""What a review says, as plain data: numbers, actions in notation, keys of texts.

`SeatReview` is what a seat could have judged at the time: nothing in it depends on what the seat
did not know. `Ledger` looks at the whole state and says what luck and choices were worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Label = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
LuckKind = Literal["deal", "draw", "market", "tunnel", "tickets", "jobs", "happening"]
LineKind = LuckKind | Literal["choice"]
Value = str | int | float | list[str] | dict[str, int]  # as notation has it
EXACT = 10_000  # a ledger counts in ten-thousandths of a win, so that it adds up exactly


@dataclass(frozen=True)
class Outlook:
    """How a position looks: a figure for every seat."""

    chances: tuple[float, ...]  # to win; a shared win counts in parts, so they add up to 1
    error: float  # the largest standard error of the chances
    places: tuple[float, ...]  # expected place; 1 is first
    margins: tuple[float, ...]  # points ahead of the best of the others; in Tokyo turns
    playouts: int  # 0: judged by a formula


@dataclass(frozen=True)
class Evidence:
    """What a sentence was derived from: a figure counted in the games played on."""

    measure: str  # what was counted, such as `tickets-done` or `route-lost`
    played: float  # its mean after the choice made
    better: float  # and after the best one
    playouts: int  # of each


@dataclass(frozen=True)
class Explanation:
    """A sentence about a choice: the key of its text, its values, and where they come from."""

    key: str
    values: Mapping[str, Value]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Alternative:
    """Something the seat could have done instead, or what it did."""

    actions: tuple[str, ...]  # one, except where a choice is a whole turn
    chance: float  # to win, of the seat that chooses
    gain: float  # over the choice made; negative: worse than that
    error: float  # standard error of the gain


@dataclass(frozen=True)
class Choice:
    """A choice of the reviewed seat, judged by what the seat knew then."""

    at: int  # how many actions came before: the record's `actions[at]` is its first
    actions: tuple[str, ...]  # one, except where a choice is a whole turn
    chance: float  # to win, with what was chosen
    loss: float  # of that chance, compared with the best alternative; 0 for the best
    error: float  # standard error of the loss
    label: Label
    alternatives: tuple[Alternative, ...]  # the best few and the one made, best first
    explanations: tuple[Explanation, ...] = ()


@dataclass(frozen=True)
class Belief:
    """What a seat could think of another's hidden things."""

    seat: int  # whose
    tickets: tuple[tuple[str, float], ...] = ()  # each with its probability, the likeliest first
    cards: tuple[tuple[str, float], ...] = ()  # expected number of each kind


@dataclass(frozen=True)
class Moment:
    """A position as the reviewed seat could judge it."""

    at: int  # how many actions came before
    outlook: Outlook
    beliefs: tuple[Belief, ...] = ()


@dataclass(frozen=True)
class Surprise:
    """How little a choice of another seat was to be expected, from what the reviewed seat knew."""

    at: int
    seat: int
    bits: float  # minus the binary logarithm of its probability


@dataclass(frozen=True)
class SeatReview:
    """A game as one seat could have judged it at the time."""

    seat: int
    moments: tuple[Moment, ...]
    choices: tuple[Choice, ...]  # its own that were choices at all, in order
    surprises: tuple[Surprise, ...] = ()
    accuracy: float = 0.0  # from 0 to 100


@dataclass(frozen=True)
class LedgerLine:
    """What one act added to every seat's chance to win, in ten-thousandths."""

    at: int  # after how many actions it came; 0 for the deal
    kind: LineKind
    seat: int | None  # who chose, or whose draw it was; None: nobody's
    shifts: tuple[int, ...]  # by seat


@dataclass(frozen=True)
class Ledger:
    """From equal chances to the result: for every seat, start and shifts add up exactly."""

    start: tuple[int, ...]
    lines: tuple[LedgerLine, ...]
    result: tuple[int, ...]
    curve: tuple[Outlook, ...]  # by number of actions played, with everything known

    def luck(self, seat: int) -> int:
        """What luck gave a seat, and took."""
        return sum(line.shifts[seat] for line in self.lines if line.kind != "choice")

    def own(self, seat: int) -> int:
        """What its own choices were worth to a seat."""
        return sum(
            line.shifts[seat] for line in self.lines if line.kind == "choice" and line.seat == seat
        )

    def others(self, seat: int) -> int:
        """What the others' choices were worth to a seat."""
        return sum(
            line.shifts[seat] for line in self.lines if line.kind == "choice" and line.seat != seat
        )


@dataclass(frozen=True)
class Review:
    """A finished game reviewed, as far as it has been worked out."""

    game: str
    names: tuple[str, ...]
    seats: tuple[SeatReview, ...]  # those that were asked for
    ledger: Ledger | None  # None: not worked out yet
    passes: int  # each has about twice the playouts of the one before
    playouts: int
    done: float  # from 0 to 1: how much of the usual number of passes
