"""What a family of games brings for the arena: how its bots' play is described in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.match import Match

if TYPE_CHECKING:
    from ekiben.arena.results import TournamentGame

SeatFacts = dict[str, Any]  # of one game and seat, as they stand in a results file
Chair = tuple["TournamentGame", int]  # a game and a seat in it
Figure = Callable[[list[SeatFacts], list[Chair]], float | None]


@dataclass(frozen=True)
class FigureColumn:
    """A row of a behaviour sheet: its name in the texts, what it is, and how it is written."""

    name: str
    figure: Figure
    form: str


@dataclass(frozen=True)
class Behaviour:
    """`facts` of a seat in a match that is over, from the view, counts of events and turns."""

    facts: Callable[[Match, View, int, Counter[str], int], SeatFacts]
    own_fact: str  # one that only games of this family have
    columns: Sequence[FigureColumn]
    counts: Callable[[View], dict[str, list[int]]]  # what any runner counts, by name and seat
    count_names: Callable[[Game], Sequence[str]]  # which of the counts mean something in a game
    has_lengths: bool = False  # whether routes are counted by length


BEHAVIOUR = Part[Behaviour]("behaviour")


# ---- figures that both kinds of sheet are made of
def mean(name: str) -> Figure:
    return lambda facts, chairs: sum(one[name] for one in facts) / len(facts)


def part(name: str, whole: str) -> Figure:
    """A share of all there were, which is not the mean of the games' own shares."""

    def figure(facts: list[SeatFacts], chairs: list[Chair]) -> float | None:
        total = sum(one[whole] for one in facts)
        return sum(one[name] for one in facts) / total if total else None

    return figure


def scoring(reason: str) -> Figure:
    """The share of games in which the score sheet has such a line."""
    return lambda facts, chairs: sum(reason in one["points"] for one in facts) / len(facts)
