"""The planner at two speeds: plain at once, native when its machine code is there, which is kept like that of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ekiben.bots.tokyo import rollouts
from ekiben.bots.tokyo.mind import LAYOUT
from ekiben.core import speed
from ekiben.core.chance import seed_words
from ekiben.games.tokyo.rules import FAMILY as RULES

HOME = "ekiben.bots.tokyo.native:FAMILY"
COMPILED = ("mind", "reach", "stock", "seek", "trip", "joins", "conduct", "rollouts")     # the modules that are


@dataclass(frozen=True)
class PlannerFamily(speed.Family):
    """The rules' family, with the planner's sources and cache folder."""

    def sources(self) -> list[Path]:
        return [Path(__file__).parent / f"{name}.py" for name in COMPILED] + super().sources()


class PlannerSpeeds(speed.Speeds):
    """The doors of the planner: `plain` always, `native` once built."""

    def __init__(self, family: speed.Family) -> None:
        super().__init__(family)
        self.plain = SimpleNamespace(native=False, **{door.__name__: door for door in rollouts.DOORS})

    def load(self) -> None:
        with self.lock:
            if self.native is None:
                native = native_doors(self.family)
                try_out(native, self.family)
                self.native = native


def native_doors(family: speed.Family) -> Any:
    with speed.building(family, {door.__name__ for door in rollouts.DOORS}) as native:
        return SimpleNamespace(native=True, **{door.__name__: native(door) for door in rollouts.DOORS})


def try_out(made: Any, family: speed.Family) -> None:
    """Calls every door once, so that all of them are compiled; then marks the cache as complete."""
    boards, state, mind = family.sample().view(np.uint8), np.zeros(family.layout.size, np.uint8), np.zeros(LAYOUT.size, np.uint8)
    rules: Any = speed.speeds(RULES).best()
    rules.start_many(boards, state, 0, 1, 2, np.array(seed_words(1), np.int64), 0)
    for door in (made.look_at, made.find_trips, made.settle_trip, made.know_all, made.decide_one):
        door(boards, state, mind)
    for door in (made.rate_job, made.know_goal, made.assess_trip, made.keep_jobs, made.adopt_trip):
        door(boards, state, mind, 0)
    made.play_on(boards, state, mind, 0, 1)
    ready = speed.cache_folder(family) / "ready"
    if ready.parent.exists() and not ready.exists():
        ready.touch()


FAMILY = PlannerFamily(HOME, RULES.layout, RULES.board, RULES.rules, RULES.sample)
SPEEDS = speed.SPEEDS.setdefault(HOME, PlannerSpeeds(FAMILY))
