"""Behaviour sheets: how a bot plays, as figures over all its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ekiben.arena.results import Played
from ekiben.arena.summary import Chair, Summary

Facts = list[dict[str, Any]]
Figure = Callable[[Facts, list[Chair]], float | None]


def mean(name: str) -> Figure:
    return lambda facts, chairs: sum(one[name] for one in facts) / len(facts)


def part(name: str, whole: str) -> Figure:
    """Of all there were, not the mean of the games' own shares."""

    def figure(facts: Facts, chairs: list[Chair]) -> float | None:
        total = sum(one[whole] for one in facts)
        return sum(one[name] for one in facts) / total if total else None

    return figure


def scoring(reason: str) -> Figure:
    """In what share of the games the score sheet has such a line."""
    return lambda facts, chairs: sum(reason in one["points"] for one in facts) / len(facts)


def mean_length(facts: Facts, chairs: list[Chair]) -> float | None:
    claims = sum(one["claims"] for one in facts)
    return (
        sum(int(length) * count for one in facts for length, count in one["lengths"].items())
        / claims
        if claims
        else None
    )


def turns_to_win(facts: Facts, chairs: list[Chair]) -> float | None:
    won = [
        one["turns"]
        for one, (played, seat) in zip(facts, chairs, strict=True)
        if one["ended"] and played.won(seat)
    ]
    return sum(won) / len(won) if won else None


def money(facts: Facts, chairs: list[Chair]) -> float | None:
    return sum(played.scores[seat] for played, seat in chairs) / len(chairs)


# name, what it is, and how it is written
ROUTES: list[tuple[str, Figure, str]] = [
    ("kept", mean("kept"), ".2f"),
    ("done", mean("done"), ".2f"),
    ("done-share", part("done", "kept"), ".0%"),
    ("asked", mean("asked"), ".2f"),
    ("claims", mean("claims"), ".1f"),
    ("mean-length", mean_length, ".2f"),
    ("longest", scoring("longest-route"), ".0%"),
    ("buildings", mean("buildings"), ".2f"),
    ("ended", mean("ended"), ".0%"),
    ("turns", mean("turns"), ".1f"),
    ("blind", part("blind", "drawn"), ".0%"),
    ("pieces", mean("pieces"), ".1f"),
    ("cards", mean("cards"), ".1f"),
]
LATTICE: list[tuple[str, Figure, str]] = [
    ("deliveries", mean("deliveries"), ".1f"),
    ("money", money, ".0f"),
    ("joined", mean("joined"), ".1f"),
    ("winning", mean("ended"), ".0%"),
    ("to-win", turns_to_win, ".1f"),
    ("turns", mean("turns"), ".1f"),
    ("links", mean("links"), ".1f"),
    ("loans", mean("loans"), ".2f"),
    ("upgrades", mean("upgrades"), ".2f"),
    ("speed", mean("speed"), ".2f"),
    ("load", mean("load"), ".2f"),
    ("lost", mean("lost"), ".2f"),
]


def sheet(summary: Summary) -> list[tuple[str, list[str]]]:
    """A row for every figure that says something in this game: its name, and its value for every
    bot.
    """
    rows = [
        (name, [written(figure, form, summary.chairs[spec]) for spec in summary.specs])
        for name, figure, form in kinds(summary)
    ]
    return [(name, values) for name, values in rows if any(value.strip("0.%–") for value in values)]


def kinds(summary: Summary) -> list[tuple[str, Figure, str]]:
    return LATTICE if "deliveries" in summary.games[0].facts[0] else ROUTES


def written(figure: Figure, form: str, chairs: list[Chair]) -> str:
    value = figure([played.facts[seat] for played, seat in chairs], chairs)
    return "–" if value is None else f"{value:{form}}"


def points(summary: Summary) -> list[tuple[str, list[float]]]:
    """What the scores are made of: mean points by reason for every bot."""
    reasons = dict.fromkeys(
        reason for played in summary.games for one in played.facts for reason in one["points"]
    )
    return [
        (reason, [mean_points(summary.chairs[spec], reason) for spec in summary.specs])
        for reason in reasons
    ]


def mean_points(chairs: Sequence[tuple[Played, int]], reason: str) -> float:
    return sum(int(played.facts[seat]["points"].get(reason, 0)) for played, seat in chairs) / len(
        chairs
    )


def lengths(summary: Summary, spec: str) -> dict[int, float]:
    """Routes a game, by length."""
    sums: Counter[int] = Counter()
    for played, seat in summary.chairs[spec]:
        sums.update({int(length): count for length, count in played.facts[seat]["lengths"].items()})
    return {length: sums[length] / len(summary.chairs[spec]) for length in sorted(sums)}
