"""What the bots of the lattice games have in common: a trip in mind, and how it is driven, built
and paid for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.tokyo.features import LOAD, Atlas, Choices, Sight, atlas_of
from ekiben.bots.tokyo.joining import Joining, joining
from ekiben.bots.tokyo.lockout import hold_open
from ekiben.bots.tokyo.spread import Charts, Prices, unbuilt
from ekiben.bots.tokyo.trips import Planner, Taste, Trip, still_to_do
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.path_search import OVER_FERRY
from ekiben.games.tokyo.state import BUILD, LOSE, MOVE, PLACE
from ekiben.games.tokyo.track import shuts_out

CREDITS = (0, 50, 100, 150, 200)
SHARE = 0.7  # of the time given, in which trips are sought


class Driver(Bot):
    """Keeps a trip in mind from choice to choice, and drops it when a view shows that it cannot be
    done.
    """

    atlas: Atlas
    taste = Taste()
    clock: Callable[[], float] = staticmethod(time.monotonic)
    until = 0.0  # by the clock: when to have chosen
    move_price, build_price = 0.5, 1.0
    watchful = True  # keeps a way into the big cities that others are closing

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"{type(self).__name__.lower()} plays Tokyo, not {game.name}")
        self.atlas = atlas_of(game)
        self.forget()

    def forget(self) -> None:
        """As before a game."""
        self.trip = Trip()
        self.charts_known: tuple[object, Charts | None] = (None, None)
        self.way_known: tuple[object, dict[int, int]] = (None, {})
        self.agenda: tuple[object, list[list[int]], Joining] = (None, [], Joining(0, []))
        self.thought: object = None

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "atlas"):
            raise EkibenError(
                f"{type(self).__name__.lower()} must sit down before it chooses: bot.sit(game, seat)"
            )
        if len(legal) == 1:
            return legal[0]
        self.until = self.clock() + SHARE * limit.seconds
        sight = Sight(self.atlas, view)
        choices = Choices(self.atlas.b, [action for action in legal if self.is_fair(sight, action)])
        self.look(sight, view)
        return {PLACE: self.place, MOVE: self.move, BUILD: self.build, LOSE: self.lose}[
            sight.asked
        ](sight, choices)

    def is_fair(self, sight: Sight, action: Action) -> bool:
        """Not the last way into a city that another seat is not in yet."""
        return action.verb != "build" or not shuts_out(
            self.atlas.b, sight.s, sight.seat, action.id - self.atlas.b.build
        )

    # ---- the trip in mind
    def prices(self, sight: Sight) -> Prices:
        return Prices(self.move_price, self.build_price, sight.speed)

    def charts(self, sight: Sight) -> Charts:
        prices = self.prices(sight)
        key = (sight.track(), sight.seat, prices)
        if self.charts_known[0] != key or self.charts_known[1] is None:
            self.charts_known = (key, Charts(self.atlas.game, sight.s, sight.seat, prices))
        return self.charts_known[1]  # type: ignore[return-value]

    def planner(self, sight: Sight) -> Planner:
        return Planner(self.atlas, sight, self.charts(sight), self.taste, self.in_time)

    def in_time(self) -> bool:
        return self.clock() < self.until

    def look(self, sight: Sight, view: View) -> None:
        """Drops what is done; thinks anew at the start of a move and of building, and when nothing
        is left to do.
        """
        if sight.asked == PLACE:
            self.forget()
        self.trip = still_to_do(self.trip, sight)
        if sight.asked == LOSE:
            return
        key = (sight.turn, sight.asked, sight.seat)
        if self.thought != key or not self.trip.stops:
            fresh, self.thought = self.thought != key, key
            self.trip = self.think(sight, view, fresh)

    def think(self, sight: Sight, view: View, fresh: bool) -> Trip:
        """The trip in mind if there is one, else the best."""
        planner = self.planner(sight)
        kept = planner.again(self.trip)
        return kept if kept.stops else planner.best(CREDITS)

    # ---- moving
    def place(self, sight: Sight, choices: Choices) -> Action:
        """At the first job of the trip, where the way to its next stop begins."""
        stops = self.trip.stops
        if not stops:
            return choices["place"][0]
        onwards = next((stop.city for stop in stops if stop.city != stops[0].city), stops[0].city)
        way = self.charts(sight).of(stops[0].city).moves(onwards)
        posts = [
            int(self.atlas.b.place_post[action.id - self.atlas.b.place])
            for action in choices["place"]
        ]
        if way and way[0][0] in posts:
            return choices["place"][posts.index(way[0][0])]
        return choices.place(self.atlas.places[stops[0].city]) or choices["place"][0]

    def move(self, sight: Sight, choices: Choices) -> Action:
        return (
            choices.first("unload")
            or self.load(choices)
            or self.drive(sight, choices)
            or choices["stop"][0]
        )

    def load(self, choices: Choices) -> Action | None:
        stop = self.trip.stops[0] if self.trip.stops else None
        return choices.job(LOAD, stop.job) if stop is not None and stop.what == LOAD else None

    def drive(self, sight: Sight, choices: Choices) -> Action | None:
        """A step on the way to the next stop, as far as there is track."""
        move = self.way(sight).get(sight.post) if self.trip.stops else None
        if move is None:
            return None
        return choices.step(move) if move < OVER_FERRY else choices.first("board")

    def way(self, sight: Sight) -> dict[int, int]:
        """Where to go from each post of the way to the next stop."""
        goal = self.trip.stops[0].city
        key = (goal, sight.turn, sight.track())
        if self.way_known[0] != key or sight.post not in self.way_known[1]:
            self.way_known = (key, dict(self.charts(sight).at(sight.post).moves(goal)))
        return self.way_known[1]

    # ---- building
    def build(self, sight: Sight, choices: Choices) -> Action:
        legs, _ = self.to_build(sight)
        return (
            self.hold_open(sight, choices)
            or self.repay(sight, choices)
            or self.upgrade(sight, choices, legs)
            or self.extend(sight, choices, legs)
            or self.join(sight, choices)
            or choices["done"][0]
        )

    def hold_open(self, sight: Sight, choices: Choices) -> Action | None:
        """A link out of a big city that others are closing, or a loan for it."""
        return (
            choices.by_id.get(hold_open(self.atlas.b, sight.s, sight.seat))
            if self.watchful
            else None
        )

    def to_build(self, sight: Sight) -> tuple[list[list[int]], Joining]:
        """The links that each leg of the trip misses, and those for the big cities, as they were
        when building began.
        """
        key = (sight.turn, self.trip.stops)
        if self.agenda[0] != key:
            self.agenda = (key, self.legs(sight), joining(self.atlas, sight))
        return self.agenda[1], self.agenda[2]

    def legs(self, sight: Sight) -> list[list[int]]:
        """Each leg with the track of those before it."""
        charts, found = self.charts(sight), []
        chart = charts.at(sight.post)
        for stop in self.trip.stops:
            found.append(unbuilt(self.atlas.b, charts.s, chart.moves(stop.city)))
            charts = charts.with_track(found[-1])
            chart = charts.of(stop.city)
        return found

    def extend(self, sight: Sight, choices: Choices, legs: list[list[int]]) -> Action | None:
        """The next link of the first leg that misses any; on credit where the trip was planned so."""
        for leg in legs:
            left = [link for link in leg if sight.s.track[link] == 0]
            if left:
                found = next(
                    (action for link in left if (action := choices.build(link)) is not None), None
                )
                return found or self.borrow(sight, choices, left)
        return None

    def borrow(self, sight: Sight, choices: Choices, left: list[int]) -> Action | None:
        """Where nothing but money is missing."""
        short = min(int(self.atlas.b.cost[link]) for link in left) > sight.money
        room = (
            sight.s.spent + min(int(self.atlas.b.cost[link]) for link in left)
            <= self.atlas.b.each_turn
        )
        return (
            choices.first("borrow")
            if short and room and self.trip.credit and not sight.s.upgraded
            else None
        )

    def spare(self, sight: Sight) -> int:
        """Money that the trip in mind does not need."""
        if not self.trip.stops:
            return sight.money
        return min(sight.money, self.planner(sight).again(self.trip).least)

    def repay(self, sight: Sight, choices: Choices) -> Action | None:
        action = choices.first("repay")
        return (
            action if action is not None and self.spare(sight) >= self.atlas.b.repay_cost else None
        )

    def upgrade(self, sight: Sight, choices: Choices, legs: list[list[int]]) -> Action | None:
        return None

    def join(self, sight: Sight, choices: Choices) -> Action | None:
        """A link towards the next big city, with money to spare."""
        for links in self.to_build(sight)[1].links if self.may_join(sight) else ():
            left = [link for link in links if sight.s.track[link] == 0]
            if left:
                return next(
                    (action for link in left if (action := choices.build(link)) is not None), None
                )
        return None

    def may_join(self, sight: Sight) -> bool:
        return False

    def lose(self, sight: Sight, choices: Choices) -> Action:
        """The job that brings least, of those not in mind if there are any."""
        planned = {stop.job for stop in self.trip.stops}
        job = min(sight.carried, key=lambda job: (job in planned, self.atlas.reward[job], job))
        return choices.job("lose", job) or choices.legal[0]
