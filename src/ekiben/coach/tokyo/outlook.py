"""How a seat stands in Tokyo Railways: what its loads need, and what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ekiben.coach.reason import Reason, Value
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_file import City, Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.plans import RunPlan, TrackPlan, plan_run, plan_track
from ekiben.games.tokyo.state import EMPTY, State


@dataclass(frozen=True)
class Way:
    """How a train gets somewhere: over the track there is, or by building what is missing.

    Neither: no way is open.
    """

    run: RunPlan | None
    track: TrackPlan | None

    @property
    def steps(self) -> int:
        return sum(map(len, self.run.moves)) if self.run else 0

    @property
    def turns(self) -> int:
        """The turns of the run, the one it begins in included."""
        return self.run.turns + 1 if self.run else 0


class Outlook:
    """A view of Tokyo Railways and what follows from it."""

    game: TokyoGame
    b: Board
    s: State
    seat: int

    def __init__(self, game: Game, view: View) -> None:
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"this coach advises in Tokyo Railways, not in {game.name}")
        self.game = game
        self.b = game.plain_board
        self.s = state_from(view)
        self.seat = int(view.viewer or 0)

    def reason(self, key: str, **values: Value) -> Reason:
        return Reason(key, values, self.game.board)

    # ---- things of the board
    def job(self, id: str) -> Job:
        return next(job for job in self.game.board.jobs if job.id == id)

    def city(self, number: int) -> City:
        return self.game.board.cities[number]

    def city_at(self, post: int) -> City | None:
        number = int(self.b.city_at[post])
        return None if number == EMPTY else self.city(number)

    @property
    def money(self) -> int:
        return int(self.s.money[self.seat])

    # ---- jobs
    @cached_property
    def loads(self) -> list[Job]:
        """The jobs aboard, the best paid first."""
        aboard = self.s.carried[self.seat]
        jobs = [job for job in self.game.board.jobs if has(aboard, job.number)]
        return sorted(jobs, key=lambda job: -job.reward)

    def waiting_in(self, city: City) -> list[Job]:
        """The jobs that wait in a city, the best paid first."""
        jobs = [
            job
            for job in self.game.board.jobs
            if self.city(job.origin) is city and has(self.s.on_map, job.number)
        ]
        return sorted(jobs, key=lambda job: -job.reward)

    @cached_property
    def ways(self) -> dict[str, Way]:
        """For every load the way from the train to its goal."""
        return {job.id: self.way_to(self.city(job.goal).posts) for job in self.loads}

    # ---- ways
    def way_to(self, posts: Sequence[int], start: int | None = None) -> Way:
        """The way of the train, or of one that stands at `start`, to one of the posts."""
        s, here = self.s, int(self.s.train[self.seat])
        if start is None and here == EMPTY:
            return Way(None, None)
        s.train[self.seat] = here if start is None else start
        try:
            run = self.best_run(posts)
            return Way(run, None if run else self.cheapest_track(posts))
        finally:
            s.train[self.seat] = here

    def best_run(self, posts: Sequence[int]) -> RunPlan | None:
        runs = [plan_run(self.game, self.s, post, self.seat) for post in posts]
        return min(
            (run for run in runs if run is not None),
            key=lambda run: (run.turns, run.fees, sum(map(len, run.moves))),
            default=None,
        )

    def cheapest_track(self, posts: Sequence[int]) -> TrackPlan | None:
        """Inside a big city everything is joined, so one of its posts will do."""
        return plan_track(self.game, self.s, int(self.s.train[self.seat]), posts[0], self.seat)
