"""The policies in two builds: plain at once, compiled when their machine code is there, which is kept
like that of the rules.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.bots.routes import kernels, search
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core import builds
from ekiben.core.chance import seed_words
from ekiben.games.routes.redeal import Redeal
from ekiben.games.routes.rules import RULE_SET as RULES

KERNELS = (*kernels.KERNELS, *search.KERNELS)
HOME = "ekiben.bots.routes.builds:RULE_SET"


def call_all(made: Any, rule_set: builds.RuleSet) -> None:
    boards = rule_set.sample().view(np.uint8)
    state = np.zeros(rule_set.state.size, np.uint8)
    policy_state = np.zeros(PolicyState.size, np.uint8)
    tables, players = np.zeros(2 * PolicyTables.size, np.uint8), np.zeros(2, np.int64)
    words = np.array(seed_words(1), np.int64)
    scores = np.zeros((1, 2), np.int64)
    lengths = np.zeros(1, np.int64)
    made.duel_many(
        boards,
        tables,
        policy_state,
        state,
        players,
        0,
        0,
        1,
        words,
        scores,
        lengths,
        np.zeros((1, 2, kernels.STATISTICS), np.int64),
    )
    made.choose_one(boards, tables, policy_state, state, 0)
    search_once(made, rule_set, boards, tables, policy_state)


def search_once(
    made: Any, rule_set: builds.RuleSet, boards: Any, tables: Any, policy_state: Any
) -> None:
    """Moves of an empty state, none of which is played on."""
    states = np.zeros(search.PLACES * rule_set.state.size, np.uint8)
    works = np.zeros(Redeal.size, np.uint8)
    numbers = np.zeros(2, np.int64)
    words = np.array(seed_words(1), np.int64)
    margins = np.zeros((2, 1), np.int64)
    made.list_moves(boards, tables, policy_state, states, works, numbers[:0], numbers, numbers, 0)
    made.sample_hidden(boards, states, works, words, 0)
    made.try_moves(
        boards,
        tables,
        policy_state,
        states,
        works,
        numbers,
        numbers,
        numbers,
        0,
        0,
        words,
        0,
        margins,
    )


RULE_SET = replace(RULES, home=HOME, further=tuple(sorted(Path(__file__).parent.glob("*.py"))))
BUILDS = builds.BUILDS.setdefault(HOME, builds.KernelBuilds(RULE_SET, KERNELS, call_all))
