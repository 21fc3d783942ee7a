"""The bots of the route games by name, with the keys of their specs."""

from __future__ import annotations

from ekiben.bots.routes.planner_tuning import tuned_weights
from ekiben.bots.routes.policies import GREEDY, JUNKIE, NOVICE, PATH, PLANNER, RACER, STEP
from ekiben.bots.routes.policy import Policy
from ekiben.core.game import Game

NEVER = -1.0
SEEDS = 1 << 32  # that a policy tells apart


class Novice(Policy):
    """Parts of its turns in which it follows each whim; `enough` as `greedy` has it."""

    name, number = "novice", NOVICE

    def __init__(
        self,
        seed: int = 0,
        tempted: float = 0.25,
        wilds: float = 0.4,
        hoards: float = 0.4,
        dawdles: float = 0.4,
        curious: float = 0.05,
        enough: float = 0.2,
    ) -> None:
        super().__init__(seed, seed % SEEDS, tempted, wilds, hoards, dawdles, curious, enough)


class Greedy(Policy):
    """`enough`: with this part of its pieces it draws tickets; `price`: points it asks a space."""

    name, number = "greedy", GREEDY

    def __init__(self, seed: int = 0, enough: float = 0.25, price: float = 0.5) -> None:
        super().__init__(seed, enough, price, NEVER, 0.0)


class Wary(Policy):
    """`alarm`: the part of its pieces at which an opponent gives alarm."""

    name, number = "wary", GREEDY

    def __init__(
        self,
        seed: int = 0,
        enough: float = 0.25,
        price: float = 0.5,
        alarm: float = 1 / 3,
        slack: float = 2.0,
    ) -> None:
        super().__init__(seed, enough, price, alarm, 0.0, slack)


class Collector(Policy):
    """`open`: with fewer tickets to work on than this it draws new ones."""

    name, number = "collector", GREEDY

    def __init__(
        self, seed: int = 0, enough: float = 0.18, price: float = 0.5, open: float = 3.0
    ) -> None:
        super().__init__(seed, enough, price, NEVER, open)


class Racer(Policy):
    """`among`: how many routes it draws cards for, those nearest to be paid."""

    name, number = "racer", RACER

    def __init__(self, seed: int = 0, among: int = 4) -> None:
        super().__init__(seed, among)


class Junkie(Policy):
    name, number = "junkie", JUNKIE

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)


class Step(Policy):
    """`enough`: part of everybody's pieces with which it draws; `price`: points it asks a space."""

    name, number = "step", STEP

    def __init__(self, seed: int = 0, enough: float = 8 / 45, price: float = 0.5) -> None:
        super().__init__(seed, enough, price)


class Path(Policy):
    name, number = "path", PATH

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)


class Planner(Policy):
    """Its weights are those of the board it plays."""

    name, number = "planner", PLANNER

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)

    def sit(self, game: Game, seat: int | None = None) -> None:
        self.weights = tuple(tuned_weights(game.name))
        super().sit(game, seat)
