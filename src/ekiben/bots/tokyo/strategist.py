"""The strategist: plays its best candidate trips on in imagined games before it takes to one."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.bot import Limit, Thinking
from ekiben.bots.tokyo.joining_cities import NEVER
from ekiben.bots.tokyo.planner_bot import SHARE, PlannerBot
from ekiben.bots.tokyo.playout_timer import PlayoutTimer
from ekiben.bots.tokyo.trial_playouts import Candidate, TrialPlayouts
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.action import Action
from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.layout import View
from ekiben.games.tokyo.state import BOTH, BUILD, State

BY_TIME = -1  # playouts for a choice: as many as there is time for
FIRST = 3  # trips that are tried rather than orders
WEIGHTS = Weights()
TripId = tuple[tuple[tuple[int, int], ...], frozenset[tuple[int, int]]]


def playout_weights(weights: Weights) -> Weights:
    """A quicker search, for playouts."""
    return weights._replace(
        replan=1.0,
        finalists=4.0,
        beam_width=40.0,
        jobs_considered=8.0,
        most_jobs=3.0,
        stale=60.0,
    )


class Strategist(PlannerBot):
    """Plans anew at every turn, and tries candidates in playouts.

    It plays up to `candidates` trips, and every order about a better train or a big city, on in
    `games` imagined games altogether (-1: as many as there is time for, 0: none) for up to `ahead`
    turns. It leaves what it would do anyway only for what saves turns by `sure` standard errors.
    The other keys are weights of its planner.
    """

    name = "strategist"

    def __init__(
        self,
        seed: int = 0,
        candidates: int = 6,
        games: int = BY_TIME,
        ahead: int = 60,
        sure: float = 1.0,
        among: float = WEIGHTS.jobs_considered,
        width: float = WEIGHTS.beam_width,
        jobs: float = WEIGHTS.most_jobs,
        pace: float = WEIGHTS.pace,
        stick: float = WEIGHTS.stick,
    ) -> None:
        super().__init__(
            seed,
            Weights(
                jobs_considered=among, beam_width=width, most_jobs=jobs, pace=pace, stick=stick
            ),
        )
        self.playout_weights = playout_weights(self.weights)
        self.most_candidates = candidates
        self.games = games
        self.ahead = ahead
        self.sure = sure
        self.timer = PlayoutTimer(lambda: self.clock())

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        yield ()  # whoever makes the calls gets ready before the clock runs
        return (yield from super().think(view, legal, limit))

    def plan(self, s: State, view: View) -> None:
        self.planner.find_trip(s, self.in_time)

    def improve_plan(self, s: State, view: View, limit: Limit) -> KernelWork[None]:
        """Try candidates, unless interpreted: that is too slow."""
        if self.games and self.planner.compiled:
            candidates = self.candidates(s)
            seconds = SHARE * limit.seconds
            self.timer.start(self.end - seconds, seconds)
            if self.games < 0:
                candidates = candidates[: self.timer.room()]
            if len(candidates) > 1:
                trial = self.trial_playouts(view)
                best = yield from trial.best(candidates, s, self.sure)
                self.planner.restore(best.plan)

    def candidates(self, s: State) -> list[Candidate]:
        """The planned trip, other trips, and orders for this turn; the planned trip first."""
        trips, orders = self.trips(s), self.orders(s) if s.asked == BUILD else []
        return trips[:FIRST] + orders + trips[FIRST:]

    def trial_playouts(self, view: View) -> TrialPlayouts:
        luck = self.luck(view)
        return TrialPlayouts(
            game=self.game,
            view=view,
            weights=self.playout_weights,
            luck=lambda: luck.getrandbits(64),
            done=self.part_played if self.games > 0 else self.timer,
            ahead=self.ahead,
        )

    def part_played(self, played: int, coming: int) -> float:
        return played / self.games

    # ---- candidates
    def trips(self, s: State) -> list[Candidate]:
        """The planned trip, then others, the best first, each for other jobs or another start."""
        planner, first = self.planner, Candidate(self.planner.kept())
        seen, found = {self.trip_id()}, [first]
        worths, kept = planner.get("finalist_worth").copy(), int(planner.get("finalist_count"))
        for n in [kept, *sorted(range(kept), key=lambda n: -worths[n])]:
            if len(found) < self.most_candidates and worths[n] > IMPOSSIBLE:
                planner.call("adopt_trip", s, n)
                if self.trip_id() not in seen:
                    seen.add(self.trip_id())
                    found.append(Candidate(planner.kept()))
        planner.restore(first.plan)
        return found

    def trip_id(self) -> TripId:
        """What tells one trip from another: its first stop, and all its stops."""
        jobs, delivers = self.planner.get("trip_job"), self.planner.get("trip_delivers")
        left = range(int(self.planner.get("trip_next")), int(self.planner.get("trip_length")))
        stops = [(int(jobs[k]), int(delivers[k])) for k in left]
        return tuple(stops[:1]), frozenset(stops)

    def orders(self, s: State) -> list[Candidate]:
        """No better train, and each that can be bought; big cities joined now, or not."""
        plan, legal, b = self.planner.kept(), set(self.game.legal_ids(s)), self.game.plain_board
        upgrades = [kind + 1 for kind in range(BOTH + 1) if b.upgrade + kind in legal]
        orders = [("upgrade_now", order) for order in ([NEVER, *upgrades] if upgrades else [])]
        if s.joined[s.seat] < b.connections and s.money[s.seat] > 0:
            orders += [("join_now", order) for order in (NEVER, 1)]
        return [self.ordered(plan, *order) for order in orders]

    def ordered(self, plan: Buffer, name: str, order: int) -> Candidate:
        """The plan with an order for this turn."""
        self.planner.order(name, order)
        candidate = Candidate(self.planner.kept())
        self.planner.restore(plan)
        return candidate
