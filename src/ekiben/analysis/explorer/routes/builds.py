"""The builds of the explorer's kernel.

Only who plays many games needs it, so neither a server nor the page's module compiles it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from ekiben.analysis.explorer.routes import kernels
from ekiben.bots.routes import builds as bots
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core import builds
from ekiben.core.arrays import Array, Array3
from ekiben.core.chance import seed_words
from ekiben.core.kernels import Boards, Records, States
from ekiben.core.rules import RuleSet
from ekiben.games.routes.rules import RULE_SET as RULES

HOME = "ekiben.analysis.explorer.routes.builds:RULE_SET"


class ExplorerKernels(Protocol):
    """The kernel in one build."""

    compiled: bool

    def play_and_note(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        policies: Array,
        number: int,
        first: int,
        last: int,
        words: Array,
        rows: Array3,
        /,
    ) -> None:
        """Play games to the end, one after the other; write a row for every seat."""


def call_each_once(explorer_kernels: ExplorerKernels, rule_set: RuleSet) -> None:
    """Play one game, so that everything is compiled."""
    explorer_kernels.play_and_note(
        rule_set.sample().packed(),
        np.zeros(2 * PolicyTables.size, np.uint8),
        np.zeros(PolicyState.size, np.uint8),
        np.zeros(rule_set.state.size, np.uint8),
        np.zeros(2, np.int64),
        0,
        0,
        1,
        np.array(seed_words(1), np.int64),
        np.zeros((1, 2, kernels.COLUMNS), np.int64),
    )


OWN_SOURCES = (*bots.OWN_SOURCES, Path(kernels.__file__))
RULE_SET = replace(RULES, home=HOME, extra_sources=OWN_SOURCES)
BUILDS = builds.Builds[ExplorerKernels](RULE_SET, kernels.KERNELS, call_each_once)
