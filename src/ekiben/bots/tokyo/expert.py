"""The expert: finds trips as good planners do, and plays its best ideas on in imagined games before
it takes to one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.tokyo.builds import BUILDS, RULE_SET
from ekiben.bots.tokyo.joining_cities import NEVER
from ekiben.bots.tokyo.planner import Desk
from ekiben.bots.tokyo.position_features import BAD
from ekiben.bots.tokyo.trial_playouts import LEAST, Idea, Trial
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.machine_code import is_cached
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import filled
from ekiben.games.tokyo.state import BOTH, BUILD, LOSE, PLACE

SHARE = 0.8  # of the time given, in which it thinks
BY_TIME = -1  # games played on for a choice: as many as there is time for
A_GAME = 0.02  # seconds that a game played on takes, before any was
HALVED = 0.7  # games an idea takes, of those that the best take, as ideas are dropped on the way
FIRST = 3  # trips that are tried rather than orders
# How it weighs trips and money (see `mind.KEYS`), fitted with `bench/tokyo_keys.py` to games played
# alone; `upgrades` to games against
# others, where a train bought later than that wins no more games (`bench/tokyo_balance.py`).
KEYS = {
    "move": 1.0,
    "spent": 0.9,
    "stick": 1.15,
    "rate": 0.6,
    "cushion": 3.0,
    "late": 16.0,
    "purse": 40.0,
    "loan": 5.0,
    "loans": 2.0,
    "among": 20.0,
    "width": 300.0,
    "jobs": 5.0,
    "finalists": 48.0,
    "spare": 100.0,
    "near": 5.0,
    "upgrades": 16.0,
    "join": 28.0,
    "anew": 2.0,
    "pace": 0.95,
    "city": 20.0,
    "stale": 0.0,
}
LIGHT = {
    "anew": 1.0,
    "finalists": 4.0,
    "width": 40.0,
    "among": 8.0,
    "jobs": 3.0,
    "stale": 60.0,
}  # where games are played on


class TokyoExpert(Bot):
    """Thinks anew at every turn. It plays up to `ideas` trips, and every order about a better train
    or a big city, on in `games` imagined games altogether (-1: as many as there is time for, 0:
    none) for up to `ahead` turns, and leaves what it would do anyway only for what saves turns by
    `sure` standard errors. The other keys are those of `KEYS`.
    """

    def __init__(
        self,
        seed: int = 0,
        ideas: int = 6,
        games: int = BY_TIME,
        ahead: int = 60,
        sure: float = 1.0,
        among: float = KEYS["among"],
        width: float = KEYS["width"],
        jobs: float = KEYS["jobs"],
        pace: float = KEYS["pace"],
        stick: float = KEYS["stick"],
    ) -> None:
        super().__init__(seed)
        self.keys = KEYS | {
            "among": among,
            "width": width,
            "jobs": jobs,
            "pace": pace,
            "stick": stick,
        }
        self.light = self.keys | LIGHT
        self.ideas, self.games, self.ahead, self.sure = ideas, games, ahead, sure
        self.clock: Callable[[], float] = time.monotonic
        self.timer = Timer(lambda: self.clock())

    def sit(self, game: Game, seat: int | None = None) -> None:
        """Fetches the machine code of the planner where there is some, or where the game has waited
        for its own already.
        """
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"expert plays Tokyo, not {game.name}")
        if BUILDS.can_compile() and (game.builds.compiled is not None or is_cached(RULE_SET)):
            BUILDS.fastest()
        self.game = game
        self.forget()

    def forget(self) -> None:
        """As before a game."""
        self.desk = Desk(self.game, self.keys)
        self.thought: object = None

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "game"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        s = filled(view)
        if s.asked == PLACE:
            self.forget()
        self.speed_up()
        if s.asked != LOSE and self.thought != (s.turns, s.asked):
            self.thought = (s.turns, s.asked)
            self.think(s, view, limit)
        wanted = int(self.desk.call("decide_one", s))
        return next((action for action in legal if action.id == wanted), legal[-1])

    def speed_up(self) -> None:
        """Switch to machine code once it is there, with the same in mind."""
        BUILDS.compile_in_background()
        if BUILDS.compiled is not None and not self.desk.compiled:
            self.desk = Desk(self.game, self.keys, self.desk.kept())

    # ---- ideas
    def think(self, s: Any, view: View, limit: Limit) -> None:
        """Interpreted, there is no time to play ideas on."""
        began, seconds = self.clock(), SHARE * limit.seconds
        self.desk.think(s, lambda: self.clock() < began + seconds)
        if not self.games or not self.desk.compiled:
            return
        trips, orders = self.trips(s), self.orders(s) if s.asked == BUILD else []
        ideas = trips[:FIRST] + orders + trips[FIRST:]
        self.timer.start(began, seconds)
        if self.games < 0:
            ideas = ideas[: self.timer.room()]
        if len(ideas) > 1:
            luck, done = self.luck(view), self.by_count if self.games > 0 else self.timer
            trial = Trial(
                self.game,
                view,
                self.light,
                lambda: luck.getrandbits(64),
                done,
                max(1, limit.threads),
                self.ahead,
            )
            self.desk.recall(trial.best(ideas, s, self.sure).kept)

    def by_count(self, played: int, coming: int) -> float:
        return played / self.games

    def trips(self, s: Any) -> list[Idea]:
        """The trip decided on, then others, the best first, no two for the same jobs with the same
        start.
        """
        desk, first = self.desk, Idea(self.desk.kept())
        seen, ideas, worths, kept = (
            {self.gist()},
            [first],
            desk.get("final_worth").copy(),
            int(desk.get("final")),
        )
        for n in [kept, *sorted(range(kept), key=lambda n: -worths[n])]:
            if len(ideas) < self.ideas and worths[n] > BAD:
                desk.call("adopt_trip", s, n)
                if self.gist() not in seen:
                    seen.add(self.gist())
                    ideas.append(Idea(desk.kept()))
        desk.recall(first.kept)
        return ideas

    def gist(self) -> object:
        """What tells one trip from another."""
        left = range(int(self.desk.get("trip_next")), int(self.desk.get("trip_stops")))
        stops = [
            (int(self.desk.get("trip_job")[k]), int(self.desk.get("trip_brings")[k])) for k in left
        ]
        return tuple(stops[:1]), frozenset(stops)

    def orders(self, s: Any) -> list[Idea]:
        """No better train, and each that can be bought, where any can; big cities joined now, or
        not.
        """
        kept, legal, b = self.desk.kept(), set(self.game.legal_ids(s)), self.game.plain_board
        ways = [way + 1 for way in range(BOTH + 1) if b.upgrade + way in legal]
        orders = [("upgrade_now", order) for order in ([NEVER, *ways] if ways else [])]
        if s.joined[s.seat] < b.connections and s.money[s.seat] > 0:
            orders += [("join_now", order) for order in (NEVER, 1)]
        return [self.ordered(kept, *order) for order in orders]

    def ordered(self, kept: Any, name: str, order: int) -> Idea:
        self.desk.order(name, order)
        idea = Idea(self.desk.kept())
        self.desk.recall(kept)
        return idea


class Timer:
    """Tells which part of the time for a choice is over: all of it, when there is not enough left
    for the games to come. It remembers from choice to choice how long a game takes, on average and
    at worst of late.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock, self.each, self.slow = clock, A_GAME, A_GAME

    def start(self, began: float, seconds: float) -> None:
        self.began, self.end, self.last, self.played = began, began + seconds, self.clock(), 0
        self.slow *= 0.9

    def room(self) -> int:
        """How many ideas can be tried so that it may be sure in the end: three at least."""
        return max(3, int((self.end - self.last) / (HALVED * LEAST * self.each)))

    def __call__(self, played: int, coming: int) -> float:
        now = self.clock()
        if played > self.played:
            took = (now - self.last) / (played - self.played)
            self.each, self.slow = 0.9 * self.each + 0.1 * took, max(0.9 * self.slow, took)
        self.last, self.played = now, played
        return (
            1.0
            if now + self.slow * coming > self.end
            else (now - self.began) / (self.end - self.began)
        )
