"""The builds of the kernels that only training needs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.bots.tokyo.builds import RULE_SET as PLANNING
from ekiben.bots.tokyo.builds import new_game
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.core import builds
from ekiben.core.rules import RuleSet
from ekiben.games.tokyo.state import OVER
from ekiben.learn.tokyo import matches

HOME = "ekiben.learn.tokyo.builds:RULE_SET"


def call_each_once(kernels: Any, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled."""
    state = new_game(rule_set)
    state.view(rule_set.state.dtype)[0]["asked"] = OVER
    planners, behind = np.zeros(PlannerState.size, np.uint8), np.zeros(2, np.float64)
    kernels.play_game(rule_set.sample().packed(), state, planners, behind)


SOURCES = (*PLANNING.extra_sources, Path(matches.__file__))
RULE_SET = replace(PLANNING, home=HOME, extra_sources=SOURCES)
BUILDS = builds.AnyBuilds(RULE_SET, matches.KERNELS, call_each_once)
