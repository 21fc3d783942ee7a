"""Two choices compared by the measures of the games played on after each."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben.analysis.review import Evidence
from ekiben.analysis.routes.measures import (
    GAMES,
    ROUTE_OWN,
    ROUTE_TAKEN,
    SQUARES,
    TICKET_DONE,
    TICKET_KEPT,
)
from ekiben.analysis.tally import Ints
from ekiben.core.action import Action
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame

SURE = 2.6  # standard errors between two means: chance alone does it once in a hundred times


@dataclass(frozen=True)
class Tried:
    """A choice, and the measures of the games played on after it."""

    action: Action
    measures: Ints

    @property
    def games(self) -> int:
        return int(self.measures[GAMES])

    def mean(self, place: int) -> float:
        """The mean of a figure, or how often something was counted."""
        return float(self.measures[place]) / max(1, self.games)

    def variance(self, figure: int) -> float:
        return max(0.0, self.mean(SQUARES + figure) - self.mean(figure) ** 2)

    def careful_variance(self, place: int) -> float:
        """Of something that was counted or not; what never happened may happen yet."""
        part = (float(self.measures[place]) + 1) / (self.games + 2)
        return part * (1 - part)


@dataclass(frozen=True)
class Difference:
    """A measure after the choice made and after the better one, and how sure they differ."""

    measure: str
    played: float
    better: float
    error: float
    playouts: int

    @property
    def change(self) -> float:
        """What the choice made has more of it than the better one."""
        return self.played - self.better

    def is_clear(self, least: float) -> bool:
        """Whether they differ by so much, and not by chance."""
        return abs(self.change) >= max(least, SURE * self.error)

    def evidence(self) -> Evidence:
        return Evidence(self.measure, round(self.played, 4), round(self.better, 4), self.playouts)


@dataclass(frozen=True)
class Comparison:
    """The choice made and a better one, both played on from what the seat knew."""

    game: RouteGame
    view: View
    made: Tried
    better: Tried
    loss: float  # of the chance to win
    error: float

    def figure(self, measure: str, figure: int) -> Difference:
        """Compare the means of a figure."""
        variances = self.made.variance(figure), self.better.variance(figure)
        return self.difference(measure, figure, variances)

    def count(self, measure: str, place: int) -> Difference:
        """Compare how often something was counted."""
        variances = self.made.careful_variance(place), self.better.careful_variance(place)
        return self.difference(measure, place, variances)

    def difference(self, measure: str, place: int, variances: tuple[float, float]) -> Difference:
        made, best = self.made, self.better
        error = (variances[0] / max(1, made.games) + variances[1] / max(1, best.games)) ** 0.5
        return Difference(
            measure, made.mean(place), best.mean(place), error, min(made.games, best.games)
        )

    # ---- tickets and routes, by number
    def ticket_done(self, ticket: int, id: str) -> Difference:
        return self.count(f"ticket-done:{id}", TICKET_DONE + ticket)

    def ticket_kept(self, ticket: int, id: str) -> Difference:
        return self.count(f"ticket-kept:{id}", TICKET_KEPT + ticket)

    def route_taken(self, route: int, id: str) -> Difference:
        return self.count(f"route-taken:{id}", ROUTE_TAKEN + route)

    def route_own(self, route: int, id: str) -> Difference:
        return self.count(f"route-own:{id}", ROUTE_OWN + route)
