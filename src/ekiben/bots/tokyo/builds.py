"""The builds of the planner's kernels; their machine code is kept like that of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.bots.tokyo import kernels
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.core import builds
from ekiben.core.arrays import Buffer
from ekiben.core.chance import seed_words
from ekiben.core.rules import RuleSet
from ekiben.games.tokyo.rules import RULE_SET as RULES

HOME = "ekiben.bots.tokyo.builds:RULE_SET"
# the modules that are compiled
COMPILED = (
    "planner_state",
    "lattice_search",
    "track_survey",
    "distances",
    "position_features",
    "lockout",
    "trip_nodes",
    "trip_scores",
    "beam_search",
    "trip_legs",
    "trip",
    "trip_ways",
    "joining_cities",
    "acting",
    "kernels",
)
FOR_STATE = (
    "start_planning",
    "find_trips",
    "settle_trip",
    "wants_trip",
    "keep_trip",
    "fill_distances",
    "choose_action",
)
FOR_NUMBER = ("rate_job", "know_job", "assess_trip", "keep_best", "adopt_trip")  # of a job or trip


def call_each_once(planner_kernels: Any, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled."""
    boards = rule_set.sample().packed()
    state, planner_state = new_game(rule_set), np.zeros(PlannerState.size, np.uint8)
    for name in FOR_STATE:
        getattr(planner_kernels, name)(boards, state, planner_state)
    for name in FOR_NUMBER:
        getattr(planner_kernels, name)(boards, state, planner_state, 0)
    planner_kernels.play_out(boards, state, planner_state, 0, 1)


def new_game(rule_set: RuleSet) -> Buffer:
    """A game of two seats; the interpreter starts it, so that the rules need not be compiled."""
    states: list[Any] = [rule_set.state()]
    words = np.array(seed_words(1), np.int64)
    rules = builds.builds_of(RULES).interpreted
    rules.start_many([rule_set.sample()], states, 0, 1, 2, words, 0)
    started: Buffer = states[0].packed()
    return started


OWN_SOURCES = tuple(Path(__file__).parent / f"{name}.py" for name in COMPILED)
RULE_SET = replace(RULES, home=HOME, extra_sources=OWN_SOURCES)
BUILDS = builds.AnyBuilds(RULE_SET, kernels.KERNELS, call_each_once)
builds.BUILDS[HOME] = BUILDS
