"""What many records amount to, counted as they come."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypedDict

from ekiben.core.ranking import win_share
from ekiben.core.record import RecordValues
from ekiben.records.files import Entry
from ekiben.records.values import final_scores, state, winning_seats


class FigureJson(TypedDict):
    """A figure as JSON has it."""

    count: int
    mean: float
    spread: float
    least: float | None
    most: float | None


class PlayerJson(TypedDict):
    """A player as JSON has it."""

    games: int
    wins: float
    scores: FigureJson


class Figure:
    """Count, mean, spread and range of numbers, none of which is kept."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0
        self.least: float | None = None
        self.most: float | None = None

    def add(self, value: float) -> None:
        self.count += 1
        before, self.mean = self.mean, self.mean + (value - self.mean) / self.count
        self.squares += (value - before) * (value - self.mean)
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def spread(self) -> float:
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    def to_json(self) -> FigureJson:
        return {
            "count": self.count,
            "mean": round(self.mean, 6),
            "spread": round(self.spread(), 6),
            "least": self.least,
            "most": self.most,
        }


class Player:
    """One name at one kind of table."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.scores = Figure()

    def to_json(self) -> PlayerJson:
        return {"games": self.games, "wins": round(self.wins, 6), "scores": self.scores.to_json()}


class Group:
    """All records of one game at so many seats."""

    def __init__(self, game: str, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.records = 0
        self.states = {"over": 0, "open": 0, "forfeit": 0}
        self.actions = Figure()
        self.scores = Figure()
        self.lead = Figure()
        self.wins = [0.0] * seats  # by seat, shared ones by their share
        self.players: dict[str, Player] = {}

    def add(self, values: RecordValues) -> None:
        self.records += 1
        self.states[state(values)] += 1
        self.actions.add(len(values["actions"]))
        winners = winning_seats(values)
        for seat in winners:
            self.wins[seat] += win_share(winners, seat)
        scores = final_scores(values)
        for score in scores:
            self.scores.add(score)
        if len(scores) > 1:
            best, second = sorted(scores)[:-3:-1]
            self.lead.add(best - second)
        if state(values) != "open":
            self.add_players(values, winners, scores)

    def add_players(self, values: RecordValues, winners: list[int], scores: list[int]) -> None:
        for seat, name in enumerate(values["names"][: self.seats]):
            player = self.players.setdefault(name, Player())
            player.games += 1
            player.wins += win_share(winners, seat)
            if scores:
                player.scores.add(scores[seat])

    def to_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "seats": self.seats,
            "records": self.records,
            **self.states,
            "actions": self.actions.to_json(),
            "scores": self.scores.to_json(),
            "lead": self.lead.to_json(),
            "wins_by_seat": [round(wins, 6) for wins in self.wins],
            "players": {name: player.to_json() for name, player in sorted(self.players.items())},
        }


class Statistics:
    """Groups by game and seats, in the order they came."""

    def __init__(self) -> None:
        self.groups: dict[tuple[str, int], Group] = {}

    def add(self, values: RecordValues) -> None:
        key = values["game"], values["seats"]
        if key not in self.groups:
            self.groups[key] = Group(*key)
        self.groups[key].add(values)

    @property
    def records(self) -> int:
        return sum(group.records for group in self.groups.values())

    def to_json(self) -> list[dict[str, object]]:
        return [group.to_json() for group in self.groups.values()]


def statistics(entries: Iterable[Entry]) -> Statistics:
    found = Statistics()
    for entry in entries:
        found.add(entry.values)
    return found
