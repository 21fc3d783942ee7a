"""Counts over many games: groups by game, number of seats and level, which can be added up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.analysis.explorer.family import Column, SeatFacts, Table
from ekiben.analysis.explorer.intervals import Share, wilson

Counts = npt.NDArray[np.int64]
Wins = npt.NDArray[np.float64]
Json = dict[str, Any]  # as it stands in a file
DIGITS = 2  # of sums of wins


@dataclass(frozen=True)
class Item:
    """An item of a table in one group: how many seats reached each stage, and what they won."""

    id: str
    counts: Mapping[str, int]
    wins: Mapping[str, float]
    cases: Mapping[str, int]  # how many seats could reach each stage

    def reached(self, stage: str) -> Share | None:
        """Of the seats that could reach a stage, how many did."""
        return wilson(self.counts[stage], self.cases[stage])

    def won(self, stage: str) -> Share | None:
        """Of the seats at a stage, how many won."""
        return wilson(self.wins[stage], self.counts[stage])


class Figure:
    """Count, mean and spread of a number, none of which is kept."""

    def __init__(self, count: int = 0, total: float = 0.0, squares: float = 0.0) -> None:
        self.count = count
        self.total = total
        self.squares = squares

    def add(self, values: npt.NDArray[np.float64]) -> None:
        known = values[np.isfinite(values)]
        self.count += len(known)
        self.total += float(known.sum())
        self.squares += float((known * known).sum())

    def merge(self, other: Figure) -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else math.nan

    @property
    def spread(self) -> float:
        if self.count < 2:
            return 0.0
        return math.sqrt(max(0.0, self.squares - self.count * self.mean**2) / (self.count - 1))

    def to_json(self) -> list[float]:
        return [self.count, round(self.total, DIGITS), round(self.squares, DIGITS)]


class Group:
    """The seats of one level (or player) in games with so many seats."""

    def __init__(self, tables: Sequence[Table], seats: int, level: str) -> None:
        self.tables = {table.name: table for table in tables}
        self.seats = seats
        self.level = level
        self.games = 0
        self.players = 0  # seats of this level, over all games
        self.wins = 0.0
        self.figures: dict[str, Figure] = {}
        self.counts: dict[Column, Counts] = {}
        self.won: dict[Column, Wins] = {}
        for table in tables:
            for stage in table.stages:
                self.counts[table.name, stage] = np.zeros(len(table.items), np.int64)
                self.won[table.name, stage] = np.zeros(len(table.items), np.float64)

    def add(self, facts: SeatFacts, games: int) -> None:
        """Count the seats of some games."""
        self.games += games
        self.players += len(facts.wins)
        self.wins += float(facts.wins.sum())
        for name, values in facts.figures.items():
            self.figures.setdefault(name, Figure()).add(values)
        for column, marks in facts.marks.items():
            self.counts[column] += marks.sum(axis=0)
            self.won[column] += facts.wins @ marks

    def merge(self, other: Group) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.players += other.players
        self.wins += other.wins
        for name, figure in other.figures.items():
            self.figures.setdefault(name, Figure()).merge(figure)
        for column, counts in other.counts.items():
            self.counts[column] += counts
            self.won[column] += other.won[column]

    def item(self, table: str, id: str) -> Item:
        """An item of a table by its id."""
        return self.item_at(self.tables[table], self.tables[table].items.index(id))

    def items(self, table: str) -> list[Item]:
        """All items of a table, in the board's order."""
        found = self.tables[table]
        return [self.item_at(found, place) for place in range(len(found.items))]

    def item_at(self, table: Table, place: int) -> Item:
        counts = {stage: int(self.counts[table.name, stage][place]) for stage in table.stages}
        bases = zip(table.stages, table.bases, strict=True)
        return Item(
            table.items[place],
            counts,
            {stage: float(self.won[table.name, stage][place]) for stage in table.stages},
            {stage: counts[base] if base else self.players for stage, base in bases},
        )

    def to_json(self) -> Json:
        return {
            "seats": self.seats,
            "level": self.level,
            "games": self.games,
            "players": self.players,
            "wins": round(self.wins, DIGITS),
            "figures": {name: figure.to_json() for name, figure in self.figures.items()},
            "counts": {
                table.name: {
                    stage: self.counts[table.name, stage].tolist() for stage in table.stages
                }
                for table in self.tables.values()
            },
            "won": {
                table.name: {
                    stage: short_numbers(self.won[table.name, stage]) for stage in table.stages
                }
                for table in self.tables.values()
            },
        }

    @classmethod
    def from_json(cls, tables: Sequence[Table], values: Json) -> Group:
        group = cls(tables, values["seats"], values["level"])
        group.games = values["games"]
        group.players = values["players"]
        group.wins = values["wins"]
        group.figures = {name: Figure(*figure) for name, figure in values["figures"].items()}
        for table, stage in group.counts:
            group.counts[table, stage] += np.array(values["counts"][table][stage], np.int64)
            group.won[table, stage] += np.array(values["won"][table][stage], np.float64)
        return group


def short_numbers(values: Wins) -> list[float]:
    """Sums of wins; whole ones without a point, which saves a third of a file."""
    rounded = [round(float(value), DIGITS) for value in values]
    return [int(value) if value == int(value) else value for value in rounded]


@dataclass(frozen=True)
class Source:
    """Where counts come from: bots that played, or files that were read."""

    games: int
    seats: int
    players: tuple[str, ...]  # specs of bots, or names of files
    seed: int | None  # of the first game, the next ones following; None: records
    version: str  # of Ekiben

    def follows(self, before: Source) -> bool:
        """Whether these games come right after others of the same bots."""
        return (
            before.seed is not None
            and self.seed == before.seed + before.games
            and (self.seats, self.players, self.version)
            == (before.seats, before.players, before.version)
        )


class Exploration:
    """All groups of one game, and where they come from."""

    def __init__(self, game: str, board: str, rules: int, tables: Sequence[Table]) -> None:
        self.game = game
        self.board = board  # its digest
        self.rules = rules
        self.tables = tuple(tables)
        self.sources: list[Source] = []
        self.groups: dict[tuple[int, str], Group] = {}

    def group(self, seats: int, level: str) -> Group:
        """The group of a number of seats and a level, empty if it is new."""
        key = seats, level
        if key not in self.groups:
            self.groups[key] = Group(self.tables, seats, level)
        return self.groups[key]

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups.values())

    @property
    def games(self) -> int:
        return sum(source.games for source in self.sources)

    def add_source(self, source: Source) -> None:
        """Note where counts come from; games that follow others are one source with them."""
        for place, before in enumerate(self.sources):
            if source.follows(before):
                self.sources[place] = replace(before, games=before.games + source.games)
                return
        self.sources.append(source)
