"""The expert: plans as the planner does, and plays its best plans on in its mind before it takes to one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ekiben.bots.bot import Bot, Limit
from ekiben.bots.tokyo.conduct import NEVER
from ekiben.bots.tokyo.planner import Desk
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import filled
from ekiben.games.tokyo.state import BOTH, BUILD, LOSE, PLACE

HORIZON = 60                        # turns after which a game played on is guessed at


@dataclass
class Idea:
    """Something to do: what is in mind then, and how long it took to win in each game played on."""

    kept: Any
    took: list[float] = field(default_factory=list)

    def gain_over(self, other: Idea) -> tuple[float, float]:
        """Turns saved on average, and how sure that is: its standard error."""
        saved = [theirs - own for own, theirs in zip(self.took, other.took, strict=True)]
        mean = sum(saved) / len(saved)
        spread = sum((one - mean) ** 2 for one in saved) / max(1, len(saved) - 1)
        return mean, (spread / len(saved)) ** 0.5


class TokyoExpert(Bot):
    def __init__(self, seed: int = 0, move: float = 1.0, spent: float = 0.75, pause: float = 0.4, stick: float = 1.15, rate: float = 0.8,
                 cushion: float = 10.0, late: float = 16.0, purse: float = 50.0, loan: float = 5.0, loans: float = 4.0, among: int = 14,
                 width: int = 200, jobs: int = 3, finalists: int = 24, spare: float = 80.0, near: float = 4.0, reference: float = 0.0,
                 upgrades: float = 4.0, ideas: int = 5, games: int = 12, sure: float = 1.0, light: int = 4) -> None:
        named = {name: value for name, value in locals().items() if name not in ("self", "seed", "__class__", "ideas", "games", "sure", "light")}
        super().__init__(seed)
        self.keys = {name: float(value) for name, value in named.items()}
        self.ideas, self.games, self.sure, self.light = ideas, games, sure, light
        self.clock: Callable[[], float] = time.monotonic

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"expert plays Tokyo, not {game.name}")
        self.game = game
        self.forget()

    def forget(self) -> None:
        self.desk = Desk(self.game, self.keys)
        self.table = Desk(self.game, self.keys | {"finalists": float(self.light)})
        self.thought: object = None

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "game"):
            raise EkibenError("expert must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        s = filled(view)
        if s.asked == PLACE:
            self.forget()
        if s.asked != LOSE and self.thought != (s.turns, s.asked):
            self.thought = (s.turns, s.asked)
            self.think(s, view, limit)
        wanted = int(self.desk.call("decide_one", s))
        return next((action for action in legal if action.id == wanted), legal[0])

    # ---- ideas tried out
    def think(self, s: Any, view: View, limit: Limit) -> None:
        end = self.clock() + 0.9 * limit.seconds
        self.desk.call("think_one", s)
        ideas = self.orders(s) if s.asked == BUILD else self.trips(s)
        if len(ideas) > 1 and self.games:
            self.try_out(ideas, view, int(s.seat), end)
            self.desk.recall(self.chosen(ideas).kept)

    def trips(self, s: Any) -> list[Idea]:
        """The trip decided on, then others, the best first, no two for the same jobs from the same start."""
        desk, first = self.desk, Idea(self.desk.kept())
        seen, ideas = {self.gist()}, [first]
        worths, found = desk.array("final_worth"), desk.number("final")
        for n in sorted(range(found), key=lambda n: -worths[n]):
            if len(ideas) >= self.ideas or worths[n] < -1e8:
                break
            desk.call("adopt_one", s, n)
            if self.gist() not in seen:
                seen.add(self.gist())
                ideas.append(Idea(desk.kept()))
        desk.recall(first.kept)
        return ideas

    def gist(self) -> object:
        """What tells one trip from another."""
        first, last = self.desk.number("trip_next"), self.desk.number("trip_stops")
        stops = [(int(self.desk.array("trip_job")[k]), int(self.desk.array("trip_brings")[k])) for k in range(first, last)]
        return tuple(stops[:1]), frozenset(stops)

    def orders(self, s: Any) -> list[Idea]:
        """What the rules of thumb say about a better train, no train, and each that can be bought."""
        ideas = [Idea(self.desk.kept())]
        legal = set(self.game.legal_ids(s))
        ways = [way + 1 for way in range(BOTH + 1) if int(self.game.plain_board.upgrade) + way in legal]
        for order in [NEVER, *ways] if ways else []:
            self.desk.order("upgrade_now", order)
            ideas.append(Idea(self.desk.kept()))
        self.desk.recall(ideas[0].kept)
        return ideas

    def try_out(self, ideas: list[Idea], view: View, seat: int, end: float) -> None:
        """Plays all ideas on in the same imagined games, one game after the other, as long as there is time."""
        luck = self.luck(view)
        for _ in range(self.games):
            start = self.game.redealt(view, luck.getrandbits(64))
            start.tracing = 0
            for idea in ideas:
                self.table.recall(idea.kept)
                idea.took.append(float(self.table.call("play_on", start.copy(), seat, HORIZON)))
            if self.clock() > end:
                break

    def chosen(self, ideas: list[Idea]) -> Idea:
        """The first, unless another saves turns for sure."""
        best, most = ideas[0], 0.0
        for idea in ideas[1:]:
            mean, error = idea.gain_over(ideas[0])
            if mean - self.sure * error > most:
                best, most = idea, mean - self.sure * error
        return best
