"""How a bot played Tokyo Railways."""

from __future__ import annotations

from collections import Counter

from ekiben.arena.family import (
    Behaviour,
    Chair,
    FigureColumn,
    SeatFacts,
    mean,
)
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.match import Match


def facts(match: Match, view: View, seat: int, counts: Counter[str], turns: int) -> SeatFacts:
    return {
        "deliveries": counts["rewarded"],
        "joined": int(view.joined[seat]),
        "ended": int(view.winner == seat),
        "turns": counts["turn"],
        "loans": counts["borrowed"],
        "links": counts["built"],
        "upgrades": counts["upgraded"],
        "lost": counts["lost"],
        "speed": int(view.speed[seat]),
        "load": int(view.load[seat]),
    }


# ---- the sheet
def turns_to_win(facts: list[SeatFacts], chairs: list[Chair]) -> float | None:
    won = [
        one["turns"]
        for one, (played, seat) in zip(facts, chairs, strict=True)
        if one["ended"] and played.win_share(seat)
    ]
    return sum(won) / len(won) if won else None


def money(facts: list[SeatFacts], chairs: list[Chair]) -> float | None:
    return sum(played.scores[seat] for played, seat in chairs) / len(chairs)


COLUMNS = [
    FigureColumn("deliveries", mean("deliveries"), ".1f"),
    FigureColumn("money", money, ".0f"),
    FigureColumn("joined", mean("joined"), ".1f"),
    FigureColumn("winning", mean("ended"), ".0%"),
    FigureColumn("to-win", turns_to_win, ".1f"),
    FigureColumn("turns", mean("turns"), ".1f"),
    FigureColumn("links", mean("links"), ".1f"),
    FigureColumn("loans", mean("loans"), ".2f"),
    FigureColumn("upgrades", mean("upgrades"), ".2f"),
    FigureColumn("speed", mean("speed"), ".2f"),
    FigureColumn("load", mean("load"), ".2f"),
    FigureColumn("lost", mean("lost"), ".2f"),
]


# ---- what is counted of every game
def counts(view: View) -> dict[str, list[int]]:
    return {"joined": [int(cities) for cities in view.joined]}


def count_names(game: Game) -> list[str]:
    return ["joined"]


BEHAVIOUR = Behaviour(
    facts=facts,
    own_fact="deliveries",
    columns=COLUMNS,
    counts=counts,
    count_names=count_names,
)
