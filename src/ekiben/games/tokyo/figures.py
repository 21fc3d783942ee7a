"""The figures of a board file: its tables `scenario`, `track`, `trains` and `money`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

Names = dict[str, str]


@dataclass(frozen=True)
class Scenario:
    """What the game starts with, and what it takes to win."""

    id: str
    names: Names
    start_money: int
    start_train: str
    connections: int
    win_money: tuple[int, ...]  # by the number of seats, from the fewest on
    short_money: int
    start_jobs: tuple[int, int]  # of each cup
    limit_big: tuple[int, ...]  # by the highest connection count
    limit_other: int
    boom: tuple[int, int]  # of each cup
    quiet_turns: int

    @property
    def start_kind(self) -> tuple[int, int]:
        """Speed and load of the first train."""
        return train_kind(self.start_train)


@dataclass(frozen=True)
class Track:
    """What a link costs to build; `ends` by the ground at either end."""

    straight: int
    diagonal: int
    river: int
    coast: int
    each_turn: int
    ends: dict[str, int]

    def crossing(self, feature: str) -> int:
        """The cost of crossing a river or a coast."""
        return self.river if feature == "river" else self.coast


@dataclass(frozen=True)
class Trains:
    """Which trains there are, as speed-load, and what they need to move and to be upgraded."""

    list: tuple[str, ...]
    straight: int
    diagonal: int
    upgrade: dict[str, int]
    speed_limits: tuple[int, ...]  # by the connection count

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Speed and load of every train."""
        return tuple(train_kind(train) for train in self.list)


@dataclass(frozen=True)
class CorporateTax:
    """What is paid for each so much money held."""

    each: int
    amounts: tuple[int, ...]


@dataclass(frozen=True)
class Money:
    """Fees, loans and taxes; `maintenance` by speed, then load from 2 on."""

    track_fee: int
    loan: int
    repay: int
    debts: tuple[int, ...]  # loans one may start with
    interest: int
    relief: int
    corporate_tax: CorporateTax
    property_tax: tuple[int, ...]  # by the connection count
    maintenance: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Figures:
    """All numbers of a board that the rules read."""

    scenario: Scenario
    track: Track
    trains: Trains
    money: Money

    def to_json(self) -> dict[str, Any]:
        """The tables as they stand in the file."""
        return asdict(self)


def train_kind(train: str) -> tuple[int, int]:
    """Speed and load of a train written like 27-2."""
    speed, load = train.split("-")
    return int(speed), int(load)


def read_figures(data: Mapping[str, Any]) -> Figures:
    """Read the tables of a file that has no faults."""
    money = data["money"]
    taxes = {
        "corporate_tax": CorporateTax(**freeze(money["corporate_tax"])),
        "maintenance": freeze(money["maintenance"]),
    }
    return Figures(
        Scenario(**freeze(data["scenario"])),
        Track(**data["track"]),
        Trains(**freeze(data["trains"])),
        Money(**(freeze(money) | taxes)),
    )


def freeze(table: Mapping[str, Any]) -> dict[str, Any]:
    """Make tuples of a table's lists."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
