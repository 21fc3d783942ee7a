"""What all bots of Tokyo have in common but the random one: a planner, whose trips they follow."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence

from ekiben.bots.bot import Limit, Thinking, ThinkingBot
from ekiben.bots.tokyo.builds import BUILDS, RULE_SET
from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.layout import View
from ekiben.core.machine_code import is_cached
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import LOSE, PLACE, State

SHARE = 0.8  # of the time given, in which it plans
MOST_LOANS = 4  # that a cautious bot plans with, where it cannot go on otherwise


class PlannerBot(ThinkingBot):
    """Keeps a planned trip from choice to choice; `plan` says when to look for another."""

    name: str
    game: TokyoGame
    planner: Planner

    def __init__(self, seed: int, weights: Weights) -> None:
        super().__init__(seed)
        self.weights = weights
        self.clock: Callable[[], float] = time.monotonic
        self.end = 0.0  # by the clock: when to have planned

    def sit(self, game: Game, seat: int | None = None) -> None:
        """Load the planner's machine code if it is cached, or if the game waited for its own.

        Not if that was asked for in the background: it comes when it is ready.
        """
        if not isinstance(game, TokyoGame):
            raise EkibenError(f"{self.name} plays Tokyo, not {game.name}")
        is_there = game.builds.compiled is not None or is_cached(RULE_SET)
        if is_there and BUILDS.can_compile() and not BUILDS.is_asked_for:
            BUILDS.fastest()
        self.game = game
        self.forget()

    def forget(self) -> None:
        """Start a game without a plan."""
        self.planner = Planner(self.game, self.weights)
        self.question: tuple[int, int] | None = None

    def think(self, view: View, legal: Sequence[Action], limit: Limit) -> Thinking:
        if not hasattr(self, "game"):
            raise EkibenError(f"{self.name} must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        s: State = state_from(view)
        if s.asked == PLACE:
            self.forget()
        self.use_fastest_build()
        yield from self.update_plan(s, view, limit)
        return self.act(s, legal)

    def use_fastest_build(self) -> None:
        """Go on with machine code once it is there, with the same plan."""
        BUILDS.compile_in_background()
        if BUILDS.compiled is not None and not self.planner.compiled:
            self.planner = Planner(self.game, self.planner.weights, self.planner.kept())

    def update_plan(self, s: State, view: View, limit: Limit) -> KernelWork[None]:
        """Plan at the start of a move and of building, and when nothing is left to do."""
        question = (s.turns, s.asked)
        is_new = s.asked != LOSE and question != self.question
        if is_new or (s.asked != LOSE and self.planner.call("wants_trip", s)):
            self.question = question
            self.end = self.clock() + SHARE * limit.seconds
            self.plan(s, view)
            if is_new:
                yield from self.improve_plan(s, view, limit)

    @abstractmethod
    def plan(self, s: State, view: View) -> None:
        """Find a trip, or keep to the planned one."""

    def improve_plan(self, s: State, view: View, limit: Limit) -> KernelWork[None]:
        """Look for a better trip when a question is asked first; most bots keep what they have."""
        yield from ()

    def in_time(self) -> bool:
        return self.clock() < self.end

    def act(self, s: State, legal: Sequence[Action]) -> Action:
        """The next step of the plan."""
        wanted = int(self.planner.call("choose_action", s))
        return next((action for action in legal if action.id == wanted), legal[-1])


class CautiousBot(PlannerBot):
    """Keeps to a trip while it can be done; takes loans only if it cannot go on otherwise."""

    def plan(self, s: State, view: View) -> None:
        if self.planner.call("keep_trip", s):
            return
        for loans in range(MOST_LOANS + 1):
            self.planner.reweigh(self.weights._replace(most_loans=float(loans)))
            if self.find_trip(s, view):
                return

    @abstractmethod
    def find_trip(self, s: State, view: View) -> bool:
        """Plan a trip with the loans that the planner may take; tell whether there is one."""
