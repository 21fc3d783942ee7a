"""The builds of the kernels of reviews; their machine code is kept like that of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from ekiben.analysis.routes import measures, playouts
from ekiben.bots.routes import builds as bot_builds
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.bots.routes.search import PLACES
from ekiben.core import builds
from ekiben.core.arrays import Array, Array2, Array3
from ekiben.core.chance import seed_words
from ekiben.core.kernels import Boards, Records, States
from ekiben.core.ranking import STANDING
from ekiben.core.rules import RuleSet
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.rules import RULE_SET as RULES
from ekiben.games.routes.sizes import SEATS

HOME = "ekiben.analysis.routes.builds:RULE_SET"


class ReviewKernels(Protocol):
    """The kernels of reviews, in one build."""

    compiled: bool

    def play_on(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        works: Records,
        moves: Array,
        viewer: int,
        belief: int,
        words: Array,
        first: int,
        standings: Array3,
        measures: Array2,
        /,
    ) -> None:
        """Play every move to the end in worlds, and write what came of it."""

    def choose_in_worlds(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        works: Records,
        viewer: int,
        belief: int,
        words: Array,
        first: int,
        choices: Array2,
        /,
    ) -> None:
        """Write what the planner would choose in worlds, and out of how many."""


def call_each_once(kernels: ReviewKernels, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled; nothing is played."""
    places = (
        rule_set.sample().packed(),
        np.zeros(PolicyTables.size, np.uint8),
        np.zeros(PolicyState.size, np.uint8),
        np.zeros(PLACES * rule_set.state.size, np.uint8),
        np.zeros(Redeal.size, np.uint8),
    )
    words = np.array(seed_words(1), np.int64)
    moves = np.zeros(1, np.int64)
    standings = np.zeros((0, SEATS, STANDING), np.int64)
    rows = np.zeros((0, measures.MEASURES), np.int64)
    choices = np.zeros((0, playouts.COLUMNS), np.int64)
    kernels.play_on(*places, moves, 0, 0, words, 0, standings, rows)
    kernels.choose_in_worlds(*places, 0, 0, words, 0, choices)


COMPILED = (measures, playouts)  # the modules of this package with compiled code
OWN_SOURCES = tuple(Path(str(module.__file__)) for module in COMPILED)
SOURCES = (Path(__file__), *OWN_SOURCES, *bot_builds.OWN_SOURCES)
RULE_SET = replace(RULES, home=HOME, extra_sources=SOURCES)
BUILDS = builds.Builds[ReviewKernels](RULE_SET, playouts.KERNELS, call_each_once)
builds.BUILDS[HOME] = BUILDS
