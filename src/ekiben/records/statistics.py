"""What many records amount to, counted as they come."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ekiben.records.files import Entry
from ekiben.records.filters import first_seats, state


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

    def to_json(self) -> dict[str, Any]:
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

    def to_json(self) -> dict[str, Any]:
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

    def add(self, values: Mapping[str, Any]) -> None:
        self.records += 1
        self.states[state(values)] += 1
        self.actions.add(len(values["actions"]))
        first = first_seats(values)
        for seat in first:
            self.wins[seat] += 1 / len(first)
        scores = final_scores(values)
        for score in scores:
            self.scores.add(score)
        if len(scores) > 1:
            best, second = sorted(scores)[:-3:-1]
            self.lead.add(best - second)
        if state(values) != "open":
            self.add_players(values, first, scores)

    def add_players(self, values: Mapping[str, Any], first: list[int], scores: list[int]) -> None:
        for seat, name in enumerate(values["names"][: self.seats]):
            player = self.players.setdefault(name, Player())
            player.games += 1
            player.wins += 1 / len(first) if seat in first else 0.0
            if scores:
                player.scores.add(scores[seat])

    def to_json(self) -> dict[str, Any]:
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

    def add(self, values: Mapping[str, Any]) -> None:
        key = values["game"], values["seats"]
        if key not in self.groups:
            self.groups[key] = Group(*key)
        self.groups[key].add(values)

    @property
    def records(self) -> int:
        return sum(group.records for group in self.groups.values())

    def to_json(self) -> list[dict[str, Any]]:
        return [group.to_json() for group in self.groups.values()]


def final_scores(values: Mapping[str, Any]) -> list[int]:
    told = (values["result"] or {}).get("scores", [])
    return (
        told
        if isinstance(told, list)
        and len(told) == values["seats"]
        and all(type(score) is int for score in told)
        else []
    )


def statistics(entries: Iterable[Entry]) -> Statistics:
    found = Statistics()
    for entry in entries:
        found.add(entry.values)
    return found
