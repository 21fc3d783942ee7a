"""The dispatcher: trips of several jobs, with the cash checked at every stop."""

from __future__ import annotations

from dataclasses import replace

from ekiben.bots.tokyo.driver import CREDITS, Driver
from ekiben.bots.tokyo.features import Choices, Sight
from ekiben.bots.tokyo.spread import Prices
from ekiben.bots.tokyo.trips import Planner, Taste, Trip
from ekiben.core.action import Action
from ekiben.core.layout import View
from ekiben.games.tokyo.state import BOTH, FASTER, LARGER

A_CITY = 25  # G that joining a big city costs, as a rule


class Dispatcher(Driver):
    """Thinks anew at every turn, and leaves its trip only for one that is better by `stick`.
    `spent`: the part of a G built that it counts as spent, since track stays; all of it near the
    end, in the last `late` turns more and more. `cushion`: G kept when a faster train is bought;
    `purse`: when it can only carry more; `upgrades`: turns that must still be to come, for a better
    train to pay.
    """

    move_price = 1.0

    def __init__(
        self,
        seed: int = 0,
        jobs: int = 3,
        among: int = 12,
        width: int = 100,
        spent: float = 0.75,
        stick: float = 1.15,
        rate: float = 0.8,
        cushion: int = 10,
        late: float = 16.0,
        finalists: int = 24,
        purse: int = 50,
        upgrades: float = 12.0,
    ) -> None:
        super().__init__(seed)
        self.taste = Taste(jobs, among, width, spent, finalists)
        self.purse = purse
        self.upgrades = upgrades
        self.spent, self.stick, self.rate, self.cushion, self.late = (
            spent,
            stick,
            rate,
            cushion,
            late,
        )

    def spent_now(self, sight: Sight) -> float:
        """In steps, so that charts can be used again."""
        share = max(0.0, 1 - self.turns_left(sight) / self.late) if self.late else 0.0
        return round(20 * (self.spent + (1 - self.spent) * share)) / 20

    def prices(self, sight: Sight) -> Prices:
        return Prices(self.move_price, self.spent_now(sight), sight.speed)

    def planner(self, sight: Sight) -> Planner:
        return Planner(
            self.atlas,
            sight,
            self.charts(sight),
            replace(self.taste, spent=self.spent_now(sight)),
            self.in_time,
        )

    def think(self, sight: Sight, view: View, fresh: bool) -> Trip:
        planner = self.planner(sight)
        kept, found = planner.again(self.trip), planner.best(CREDITS)
        return (
            found
            if found.worth > max(kept.worth * self.stick, kept.worth) or not kept.stops
            else kept
        )

    def turns_left(self, sight: Sight) -> float:
        """About how long it will take to win."""
        missing = (
            sight.goal_money
            + A_CITY * max(0, sight.goal_joined - sight.joined)
            - int(sight.s.score[sight.seat])
        )
        return max(0.0, missing) / (self.rate * sight.speed)

    def upgrade(self, sight: Sight, choices: Choices, legs: list[list[int]]) -> Action | None:
        """When it pays before the end, and the next leg can wait."""
        if (legs and legs[0]) or not choices["upgrade"] or self.turns_left(sight) < self.upgrades:
            return None
        spare = self.spare(sight)
        for way, kept in ((BOTH, self.cushion), (FASTER, self.cushion), (LARGER, self.purse)):
            action = choices.by_id.get(self.atlas.b.upgrade + way)
            if action is not None and spare >= int(self.atlas.b.upgrade_cost[way]) + kept:
                return action
        return None

    def may_join(self, sight: Sight) -> bool:
        """In time for the end; before, with money to spare."""
        cost = self.to_build(sight)[1].cost
        near = self.turns_left(sight) <= cost / self.atlas.b.each_turn + 4
        return self.spare(sight) >= (self.cushion if near or sight.joined < 4 else 80)
