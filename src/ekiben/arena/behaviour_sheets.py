"""Behaviour sheets: how a bot plays, as figures over all its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ekiben.arena.family import BEHAVIOUR, Behaviour, Chair, FigureColumn
from ekiben.arena.results import TournamentGame
from ekiben.arena.summary import Summary
from ekiben.games.families import FAMILIES


def sheet(summary: Summary) -> list[tuple[str, list[str]]]:
    """A row for every figure that says something in this game, with its value for every bot."""
    rows = [
        (column.name, [format_figure(column, summary.chairs[spec]) for spec in summary.specs])
        for column in behaviour(summary).columns
    ]
    return [(name, values) for name, values in rows if any(value.strip("0.%–") for value in values)]


def behaviour(summary: Summary) -> Behaviour:
    """What the games' family counts; a results file does not name the family."""
    told = summary.games[0].facts[0]
    known = (BEHAVIOUR.load(family) for family in FAMILIES.values())
    return next(one for one in known if one.own_fact in told)


def format_figure(column: FigureColumn, chairs: list[Chair]) -> str:
    value = column.figure([played.facts[seat] for played, seat in chairs], chairs)
    return "–" if value is None else f"{value:{column.form}}"


def points(summary: Summary) -> list[tuple[str, list[float]]]:
    """What the scores are made of: mean points by reason for every bot."""
    reasons = dict.fromkeys(
        reason for played in summary.games for one in played.facts for reason in one["points"]
    )
    return [
        (reason, [mean_points(summary.chairs[spec], reason) for spec in summary.specs])
        for reason in reasons
    ]


def mean_points(chairs: Sequence[tuple[TournamentGame, int]], reason: str) -> float:
    return sum(int(played.facts[seat]["points"].get(reason, 0)) for played, seat in chairs) / len(
        chairs
    )


def lengths(summary: Summary, spec: str) -> dict[int, float]:
    """Routes a game, by length."""
    sums: Counter[int] = Counter()
    for played, seat in summary.chairs[spec]:
        sums.update({int(length): count for length, count in played.facts[seat]["lengths"].items()})
    return {length: sums[length] / len(summary.chairs[spec]) for length in sorted(sums)}
