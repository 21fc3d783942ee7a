"""The options of Tokyo Railways and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ekiben.core.errors import EkibenError, listed, quoted
from ekiben.core.game import Option, validate_options
from ekiben.games.tokyo.board_file import BoardFile


@dataclass(frozen=True)
class Options:
    """The options of one game, by name."""

    scenario: str
    short: bool
    debt: int | list[int]  # for all seats, or for each
    strike: str  # "printed" or "track"
    equal_turns: bool
    no_lockout: bool
    turn_limit: int | None
    first_seat: str | int  # "drawn" or 0


@dataclass(frozen=True)
class Limit(Option):
    """An option that also takes any whole number from 1 to `most`."""

    most: int = 100_000

    def accepts(self, value: Any) -> bool:
        return value is None or (type(value) is int and 0 < value <= self.most)

    def wanted(self) -> str:
        return f"a whole number from 1 to {self.most}, or None"


@dataclass(frozen=True)
class ForEach(Option):
    """An option that takes one value for all seats, or a list with one for each."""

    most: int = 0

    def accepts(self, value: Any) -> bool:
        each = value if isinstance(value, list | tuple) else [value]
        return 0 < len(each) <= self.most and all(
            type(one) is int and one in self.values for one in each
        )

    def wanted(self) -> str:
        return (
            f"one of {listed(self.values)}, or a list of those, one for each seat (at most "
            f"{self.most})"
        )


def options_of(board: BoardFile) -> list[Option]:
    """List the options of a board, each with its values; the first is the default."""
    money = board.figures.money
    return [
        Option("scenario", (board.figures.scenario.id,), "TR-1.1"),
        Option("short", (False, True), "KT-1.5"),
        ForEach(
            "debt", tuple(money.repay * loans for loans in money.debts), "KT-1.12", board.seats[1]
        ),
        Option("strike", ("printed", "track"), "TR-7.12"),
        Option("equal_turns", (False, True), "TR-1.4"),
        Option("no_lockout", (False, True), "TR-4.10"),
        Limit("turn_limit", (200, None), "TR-1.3"),
        Option("first_seat", ("drawn", 0), "TR-2.4"),
    ]


def check_options(game: str, known: list[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options with their values, in order; raise for a wrong one."""
    limit = given.get("turn_limit")
    if type(limit) is str and limit == "none":  # as it is typed in a command
        given = {**given, "turn_limit": None}
    wide = {option.name: option for option in known if isinstance(option, Limit | ForEach)}
    plain = {name: value for name, value in given.items() if name not in wide}
    found = validate_options(game, known, plain)
    for name, option in wide.items():
        if name in given:
            if not option.accepts(given[name]):
                raise EkibenError(
                    f"{game}: option {name} cannot be {quoted(given[name])}; it is "
                    f"{option.wanted()}"
                )
            found[name] = list(given[name]) if isinstance(given[name], tuple) else given[name]
    return found
