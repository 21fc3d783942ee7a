"""Tokyo Railways' part of the explorer: jobs, first cities, upgrades and turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ekiben.analysis.explorer.family import (
    Column,
    ExplorerFamily,
    Floats,
    Marks,
    SeatFacts,
    Table,
    choice_marks,
    choice_table,
)
from ekiben.bots.bot import Bot
from ekiben.core.game import Event, Game
from ekiben.core.match import Match
from ekiben.core.ranking import win_share

UPGRADES = ("speed", "load", "both", "none")
YES_NO = ("yes", "no")
MOST_DELIVERIES = 20  # so many, or more


def tables(game: Game) -> list[Table]:
    board = game.board
    cities = tuple(city.id for city in board.cities)
    kinds = board.figures.trains.kinds
    jobs = tuple(job.id for job in board.jobs)
    return [
        Table("jobs", ("delivered", "first"), ("", ""), jobs),
        Table("cities", ("start", "delivered"), ("", ""), cities),
        choice_table("first-upgrade", UPGRADES),
        choice_table("speed", numbers(speed for speed, _ in kinds)),
        choice_table("load", numbers(load for _, load in kinds)),
        choice_table("deliveries", numbers(range(1, MOST_DELIVERIES + 1))),
        choice_table("loans", YES_NO),
        choice_table("order", numbers(range(1, game.seats[1] + 1))),
    ]


def numbers(values: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(value) for value in sorted(set(values)))


def facts(match: Match) -> SeatFacts:
    """Everything is public in this game, so its events tell it all."""
    seats = range(match.seats)
    events = [[one for one in match.heard if one.get("seat") == seat] for seat in seats]
    winners = match.ranking()[0]
    turns = [sum(one["kind"] == "turn" for one in own) for own in events]
    return SeatFacts(
        wins=np.array([win_share(winners, seat) for seat in seats], np.float64),
        figures={
            "score": np.array(match.scores(), np.float64),
            "turns": np.array(turns, np.float64),
            "turns-to-win": turns_to_win(turns, winners),
        },
        marks=all_marks(match, events),
    )


def turns_to_win(turns: Sequence[int], winners: Sequence[int]) -> Floats:
    """The turns of those who won."""
    return np.array(
        [count if seat in winners else np.nan for seat, count in enumerate(turns)], np.float64
    )


def all_marks(match: Match, events: Sequence[Sequence[Event]]) -> dict[Column, Marks]:
    items = {table.name: table.items for table in tables(match.game)}
    view, seats = match.view(), range(match.seats)
    rewarded = [values_of(own, "rewarded", "job") for own in events]
    goals = [values_of(own, "rewarded", "to") for own in events]
    started = [values_of(own, "placed", "city")[:1] for own in events]
    deliveries = [str(min(len(jobs), MOST_DELIVERIES)) if jobs else "" for jobs in rewarded]
    order = [str((seat - int(view.first)) % match.seats + 1) for seat in seats]
    borrowed = ["yes" if values_of(own, "borrowed", "amount") else "no" for own in events]
    return {
        ("jobs", "delivered"): marks_of(rewarded, items["jobs"]),
        ("jobs", "first"): marks_of([jobs[:1] for jobs in rewarded], items["jobs"]),
        ("cities", "start"): marks_of(started, items["cities"]),
        ("cities", "delivered"): marks_of(goals, items["cities"]),
        ("first-upgrade", "all"): one_of([first_upgrade(match, seat) for seat in seats], UPGRADES),
        ("speed", "all"): one_of([str(view.speed[seat]) for seat in seats], items["speed"]),
        ("load", "all"): one_of([str(view.load[seat]) for seat in seats], items["load"]),
        ("deliveries", "all"): one_of(deliveries, items["deliveries"]),
        ("loans", "all"): one_of(borrowed, YES_NO),
        ("order", "all"): one_of(order, items["order"]),
    }


def values_of(events: Sequence[Event], kind: str, field: str) -> list[str]:
    return [one[field] for one in events if one["kind"] == kind and field in one]


def first_upgrade(match: Match, seat: int) -> str:
    for action, actor in zip(match.actions, match.actors, strict=True):
        if actor == seat and action.verb == "upgrade":
            return str(action).split()[1]
    return "none"


def marks_of(found: Sequence[Sequence[str]], items: Sequence[str]) -> Marks:
    """Marks of seats that each have several items."""
    place = {item: number for number, item in enumerate(items)}
    marks = np.zeros((len(found), len(items)), np.bool_)
    for row, names in enumerate(found):
        marks[row, [place[name] for name in names if name in place]] = True
    return marks


def one_of(found: Sequence[str], items: Sequence[str]) -> Marks:
    place = {item: number for number, item in enumerate(items)}
    return choice_marks([place.get(one) for one in found], len(items))


def can_play(bots: Sequence[Bot]) -> bool:
    """The planner takes far longer than a match around it, so there is no loop of its own."""
    return False


EXPLORER = ExplorerFamily(tables=tables, facts=facts, can_play=can_play)
