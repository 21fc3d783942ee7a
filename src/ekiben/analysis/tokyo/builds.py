"""The builds of the reviews' kernels; their machine code is kept like that of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.analysis.tokyo import kernels
from ekiben.analysis.tokyo.look_ahead import FIGURES
from ekiben.analysis.tokyo.turn_parts import MOST_PLANS, PLAN_SIZE
from ekiben.bots.tokyo import builds as planner_builds
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.core import builds
from ekiben.core.rules import RuleSet
from ekiben.games.tokyo.rules import RULE_SET as RULES

HOME = "ekiben.analysis.tokyo.builds:RULE_SET"
COMPILED = ("look_ahead", "turn_parts", "kernels")  # the modules that are compiled
MOST_ACTIONS = 96  # of a part of a turn


def call_each_once(review_kernels: Any, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled."""
    boards, states = rule_set.sample().packed(), planner_builds.new_game(rule_set)
    work = np.zeros(kernels.WORK_STATES * rule_set.state.size, np.uint8)
    planner = np.zeros(PlannerState.size, np.uint8)
    seats, rows = np.zeros(1, np.int64), np.zeros((1, FIGURES), np.float64)
    plans = np.zeros((MOST_PLANS, PLAN_SIZE), np.int64)
    actions = np.zeros((MOST_PLANS, MOST_ACTIONS), np.int64)
    lengths = np.zeros(MOST_PLANS, np.int64)
    counts = np.zeros((1, kernels.COUNTS), np.int64)
    places = (boards, states, work, planner)
    review_kernels.look_at_positions(*places, seats, rows)
    review_kernels.list_parts(*places, plans, actions, lengths)
    review_kernels.try_parts(*places, actions[:1], lengths[:1], seats, rows)
    review_kernels.play_parts(*places, actions[:1], lengths[:1], 0, 1, rows[0, :1], counts)


FOLDER = Path(__file__).parent
OWN_SOURCES = tuple(FOLDER / f"{name}.py" for name in COMPILED)
RULE_SET = replace(RULES, home=HOME, extra_sources=(*planner_builds.OWN_SOURCES, *OWN_SOURCES))
BUILDS = builds.AnyBuilds(RULE_SET, kernels.KERNELS, call_each_once)
builds.BUILDS[HOME] = BUILDS
