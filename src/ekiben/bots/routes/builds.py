"""The builds of the policies' kernels; their machine code is kept like that of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from ekiben.bots.routes import kernels, search
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core import builds
from ekiben.core.arrays import Array, Array2, Array3, Buffer
from ekiben.core.chance import seed_words
from ekiben.core.kernels import Boards, Records, States
from ekiben.core.rules import RuleSet
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.rules import RULE_SET as RULES

KERNELS = (*kernels.KERNELS, *search.KERNELS)
HOME = "ekiben.bots.routes.builds:RULE_SET"


class PolicyKernels(Protocol):
    """The kernels of policies and of their search, in one build."""

    compiled: bool

    def choose_one(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        policy: int,
        /,
    ) -> int:
        """The action of a policy in the first state."""

    def duel_many(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        policies: Array,
        shift: int,
        first: int,
        last: int,
        words: Array,
        scores: Array2,
        lengths: Array,
        statistics: Array3,
        /,
    ) -> None:
        """Play games to the end, one after the other; write scores and statistics by player."""

    def list_moves(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        works: Records,
        policies: Array,
        moves: Array,
        scratch: Array,
        belief: int,
        /,
    ) -> int:
        """Write the moves in the first state; return how many."""

    def try_moves(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        states: States,
        works: Records,
        policies: Array,
        models: Array,
        moves: Array,
        first: int,
        last: int,
        words: Array,
        offset: int,
        margins: Array2,
        /,
    ) -> None:
        """Play every move on in each world, and write by how much the seat wins."""

    def sample_hidden(
        self, boards: Boards, states: States, works: Records, words: Array, number: int, /
    ) -> bool:
        """Deal in the first state what the seat to act does not know."""


def call_each_once(policy_kernels: PolicyKernels, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled."""
    boards = rule_set.sample().packed()
    tables = np.zeros(2 * PolicyTables.size, np.uint8)
    policy_state = np.zeros(PolicyState.size, np.uint8)
    play_once(policy_kernels, rule_set, boards, tables, policy_state)
    search_once(policy_kernels, rule_set, boards, tables, policy_state)


def play_once(
    policy_kernels: PolicyKernels,
    rule_set: RuleSet,
    boards: Buffer,
    tables: Buffer,
    policy_state: Buffer,
) -> None:
    """One game of two seats, and one choice."""
    state = np.zeros(rule_set.state.size, np.uint8)
    policies = np.zeros(2, np.int64)
    words = np.array(seed_words(1), np.int64)
    scores = np.zeros((1, 2), np.int64)
    lengths = np.zeros(1, np.int64)
    statistics = np.zeros((1, 2, kernels.STATISTICS), np.int64)
    places = (boards, tables, policy_state, state)
    policy_kernels.duel_many(*places, policies, 0, 0, 1, words, scores, lengths, statistics)
    policy_kernels.choose_one(*places, 0)


def search_once(
    policy_kernels: PolicyKernels,
    rule_set: RuleSet,
    boards: Buffer,
    tables: Buffer,
    policy_state: Buffer,
) -> None:
    """Moves of an empty state, none of which is played on."""
    states = np.zeros(search.PLACES * rule_set.state.size, np.uint8)
    works = np.zeros(Redeal.size, np.uint8)
    numbers = np.zeros(2, np.int64)
    words = np.array(seed_words(1), np.int64)
    margins = np.zeros((2, 1), np.int64)
    places = (boards, tables, policy_state, states, works)
    policy_kernels.list_moves(*places, numbers[:0], numbers, numbers, 0)
    policy_kernels.sample_hidden(boards, states, works, words, 0)
    policy_kernels.try_moves(*places, numbers, numbers, numbers, 0, 0, words, 0, margins)


OWN_SOURCES = tuple(sorted(Path(__file__).parent.glob("*.py")))
RULE_SET = replace(RULES, home=HOME, extra_sources=OWN_SOURCES)
BUILDS = builds.Builds[PolicyKernels](RULE_SET, KERNELS, call_each_once)
builds.BUILDS[HOME] = BUILDS
