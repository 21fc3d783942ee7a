"""The expert: finds trips as good planners do, and plays its best ideas on in imagined games before it takes to one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.tokyo.conduct import NEVER
from ekiben.bots.tokyo.native import FAMILY, SPEEDS
from ekiben.bots.tokyo.planner import Desk
from ekiben.bots.tokyo.stock import BAD
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.speed import is_cached
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import filled
from ekiben.games.tokyo.state import BOTH, BUILD, LOSE, PLACE

SHARE = 0.8                         # of the time given, in which it thinks
# How it weighs trips and money (see `mind.KEYS`), found by playing many games alone.
KEYS = {"move": 1.0, "spent": 0.75, "pause": 1.2, "stick": 1.15, "rate": 0.8, "cushion": 10.0, "late": 16.0, "purse": 30.0, "loan": 5.0,
        "loans": 2.0, "among": 20.0, "width": 400.0, "jobs": 3.0, "finalists": 24.0, "spare": 80.0, "near": 4.0, "reference": 2.0,
        "upgrades": 7.0, "join": 20.0}


@dataclass
class Idea:
    """Something to do: what is in mind then, and how many turns it took to win in each game played on."""

    kept: Any
    took: list[float] = field(default_factory=list)

    def gain_over(self, other: Idea) -> tuple[float, float]:
        """Turns saved on average, and the standard error of that."""
        saved = [theirs - own for own, theirs in zip(self.took, other.took, strict=True)]
        mean = sum(saved) / len(saved)
        spread = sum((one - mean) ** 2 for one in saved) / max(1, len(saved) - 1)
        return mean, (spread / len(saved)) ** 0.5


class TokyoExpert(Bot):
    """Thinks anew at every turn. It plays up to `ideas` trips, and every order about a better train, on in up to `games` imagined
    games for `ahead` turns, and leaves what it would do anyway only for what saves turns by `sure` standard errors; `light` is how many
    trips it looks at closely in such games. The other keys are those of `KEYS`."""

    def __init__(self, seed: int = 0, ideas: int = 5, games: int = 12, ahead: int = 8, sure: float = 1.5, light: int = 4,
                 stick: float = KEYS["stick"], among: float = KEYS["among"], width: float = KEYS["width"], jobs: float = KEYS["jobs"],
                 spent: float = KEYS["spent"], pause: float = KEYS["pause"], reference: float = KEYS["reference"],
                 loans: float = KEYS["loans"], loan: float = KEYS["loan"], upgrades: float = KEYS["upgrades"],
                 purse: float = KEYS["purse"]) -> None:
        super().__init__(seed)
        self.keys = KEYS | {"stick": stick, "among": among, "width": width, "jobs": jobs, "spent": spent, "pause": pause,
                            "reference": reference, "loans": loans, "loan": loan, "upgrades": upgrades, "purse": purse}
        self.ideas, self.games, self.ahead, self.sure, self.light = ideas, games, ahead, sure, light
        self.clock: Callable[[], float] = time.monotonic

    def sit(self, game: Game, seat: int | None = None) -> None:
        """Fetches the machine code of the planner where there is some, or where the game has waited for its own already."""
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"expert plays Tokyo, not {game.name}")
        if SPEEDS.can_compile() and (game.speeds.native is not None or is_cached(FAMILY)):
            SPEEDS.best()
        self.game = game
        self.forget()

    def forget(self) -> None:
        """As before a game."""
        self.desk = Desk(self.game, self.keys)
        self.table = Desk(self.game, self.keys | {"finalists": float(self.light)})
        self.thought: object = None
        self.longest = 0.0          # seconds that a game played on has taken

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "game"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        s, until = filled(view), self.clock() + SHARE * limit.seconds
        if s.asked == PLACE:
            self.forget()
        self.speed_up()
        if s.asked != LOSE and self.thought != (s.turns, s.asked):
            self.thought = (s.turns, s.asked)
            self.think(s, view, until)
        wanted = int(self.desk.call("decide_one", s))
        return next((action for action in legal if action.id == wanted), legal[-1])

    def speed_up(self) -> None:
        """Goes on natively once the machine code is there, with the same in mind."""
        SPEEDS.warm_up()
        if SPEEDS.native is not None and not self.desk.native:
            self.desk, self.table = (Desk(self.game, desk.keys, desk.kept()) for desk in (self.desk, self.table))

    # ---- ideas
    def think(self, s: Any, view: View, until: float) -> None:
        """Interpreted, there is no time to play ideas on."""
        self.desk.think(s, lambda: self.clock() < until)
        ideas = self.orders(s) if s.asked == BUILD else self.trips(s)
        if len(ideas) > 1 and self.desk.native:
            self.try_out(ideas, view, int(s.seat), until)
            self.desk.recall(self.chosen(ideas).kept)

    def trips(self, s: Any) -> list[Idea]:
        """The trip decided on, then others, the best first, no two for the same jobs with the same start."""
        desk, first = self.desk, Idea(self.desk.kept())
        seen, ideas, worths = {self.gist()}, [first], desk.get("final_worth").copy()
        for n in sorted(range(int(desk.get("final"))), key=lambda n: -worths[n]):
            if len(ideas) >= self.ideas or worths[n] <= BAD:
                break
            desk.call("adopt_trip", s, n)
            if self.gist() not in seen:
                seen.add(self.gist())
                ideas.append(Idea(desk.kept()))
        desk.recall(first.kept)
        return ideas

    def gist(self) -> object:
        """What tells one trip from another."""
        left = range(int(self.desk.get("trip_next")), int(self.desk.get("trip_stops")))
        stops = [(int(self.desk.get("trip_job")[k]), int(self.desk.get("trip_brings")[k])) for k in left]
        return tuple(stops[:1]), frozenset(stops)

    def orders(self, s: Any) -> list[Idea]:
        """What the rule of thumb says about a better train, no train, and each that can be bought."""
        ideas = [Idea(self.desk.kept())]
        legal, first = set(self.game.legal_ids(s)), int(self.game.plain_board.upgrade)
        ways = [way + 1 for way in range(BOTH + 1) if first + way in legal]
        for order in [NEVER, *ways] if ways else []:
            self.desk.order("upgrade_now", order)
            ideas.append(Idea(self.desk.kept()))
        self.desk.recall(ideas[0].kept)
        return ideas

    # ---- played on
    def try_out(self, ideas: list[Idea], view: View, seat: int, until: float) -> None:
        """All ideas in the same imagined games, one game after the other, as long as there is time."""
        luck = self.luck(view)
        for _ in range(self.games):
            start = self.game.redealt(view, luck.getrandbits(64))
            start.tracing = 0
            took = self.played_on(ideas, start, seat, until)
            if len(took) < len(ideas):
                break
            for idea, turns in zip(ideas, took, strict=True):
                idea.took.append(turns)

    def played_on(self, ideas: list[Idea], start: Any, seat: int, until: float) -> list[float]:
        """How many turns each idea takes in one game; fewer than there are when the next would take too long."""
        took: list[float] = []
        for idea in ideas:
            began = self.clock()
            if began + self.longest > until:
                break
            self.table.recall(idea.kept)
            took.append(float(self.table.call("play_on", start.copy(), seat, self.ahead)))
            self.longest = max(self.longest, self.clock() - began)
        return took

    def chosen(self, ideas: list[Idea]) -> Idea:
        """The first, unless another saves turns for sure."""
        best, most = ideas[0], 0.0
        for idea in ideas[1:] if len(ideas[0].took) > 1 else ():
            mean, error = idea.gain_over(ideas[0])
            if mean - self.sure * error > most:
                best, most = idea, mean - self.sure * error
        return best
