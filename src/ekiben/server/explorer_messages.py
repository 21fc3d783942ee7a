"""Messages about statistics over many games."""

from __future__ import annotations

import msgspec


class ExplorerSummary(msgspec.Struct):
    """A game that has statistics, over so many games."""

    game: str
    games: int


class ExplorerTable(msgspec.Struct):
    """Something that is counted: its items, and the stages that a seat reaches with each.

    `bases` has for every stage the one that it is a part of, or "" for all seats.
    """

    name: str
    stages: list[str]
    bases: list[str]
    items: list[str]


class ExplorerSource(msgspec.Struct):
    """Where counts come from: `players` are bots, `seed` is that of their first game."""

    games: int
    seats: int
    players: list[str]
    seed: int | None
    version: str


class ExplorerGroup(msgspec.Struct):
    """The seats of one level in games of so many seats.

    `counts` and `won` are by table, stage and place of the item: how many seats reached it, and
    the wins of those, shared ones in parts. A figure is a count, a sum and a sum of squares.
    """

    seats: int
    level: str
    games: int
    players: int
    wins: float
    figures: dict[str, list[float]]
    counts: dict[str, dict[str, list[int]]]
    won: dict[str, dict[str, list[float]]]


class ExplorerInfo(msgspec.Struct):
    """All that is counted of a game."""

    game: str
    board: str
    rules: int
    sources: list[ExplorerSource]
    tables: list[ExplorerTable]
    groups: list[ExplorerGroup]
