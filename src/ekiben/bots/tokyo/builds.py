"""The planner in two builds: plain at once, compiled when its machine code is there, which is kept
like that of the rules.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.bots.tokyo import rollouts
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.core import builds
from ekiben.core.chance import seed_words
from ekiben.games.tokyo.rules import RULE_SET as RULES

HOME = "ekiben.bots.tokyo.builds:RULE_SET"
COMPILED = (
    "planner_state",
    "distances",
    "position_features",
    "lockout",
    "beam_search",
    "trip",
    "joining_cities",
    "acting",
    "rollouts",
)  # the modules that are


def call_all(made: Any, rule_set: builds.RuleSet) -> None:
    boards, state, mind = (
        rule_set.sample().view(np.uint8),
        np.zeros(rule_set.state.size, np.uint8),
        np.zeros(PlannerState.size, np.uint8),
    )
    rules: Any = builds.builds_of(RULES).fastest()
    rules.start_many(boards, state, 0, 1, 2, np.array(seed_words(1), np.int64), 0)
    for kernel in (made.look_at, made.find_trips, made.settle_trip, made.know_all, made.decide_one):
        kernel(boards, state, mind)
    for kernel in (made.rate_job, made.know_job, made.assess_trip, made.keep_jobs, made.adopt_trip):
        kernel(boards, state, mind, 0)
    made.play_on(boards, state, mind, 0, 1)


RULE_SET = replace(
    RULES, home=HOME, further=tuple(Path(__file__).parent / f"{name}.py" for name in COMPILED)
)
BUILDS = builds.BUILDS.setdefault(HOME, builds.KernelBuilds(RULE_SET, rollouts.KERNELS, call_all))
