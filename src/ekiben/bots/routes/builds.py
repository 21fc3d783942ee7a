"""The builds of the policies' kernels; their machine code is kept like that of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from ekiben import observations
from ekiben.bots.learned import forward
from ekiben.bots.learned.network import Networks
from ekiben.bots.routes import kernels, learned_kernels, network_kernels, search
from ekiben.bots.routes.network_arguments import NetworkArguments, empty_network
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core import builds
from ekiben.core.arrays import Array, Array2, Array3, Buffer, FloatArray
from ekiben.core.chance import seed_words
from ekiben.core.kernels import Boards, Records, States
from ekiben.core.rules import RuleSet
from ekiben.games.routes.board import Board
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.rules import RULE_SET as RULES

KERNELS = (
    *kernels.KERNELS,
    *search.KERNELS,
    *learned_kernels.KERNELS,
    *network_kernels.KERNELS,
)
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

    def choose_in_each(
        self,
        boards: Boards,
        tables: Records,
        policy_states: Records,
        place: int,
        states: States,
        policies: Array,
        actions: Array,
        first: int,
        last: int,
        /,
    ) -> None:
        """Write the action of each game's policy, where there is one and a choice."""

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
        shapes: Array2,
        weights: Array,
        scales: FloatArray,
        observation: Array,
        scratch: Array,
        actions: Array,
        stream: Array,
        active: Array,
        /,
    ) -> None:
        """Play games to the end, one after the other; write scores and statistics by player."""

    def learned_one(
        self,
        boards: Boards,
        states: States,
        shapes: Array2,
        weights: Array,
        scales: FloatArray,
        observation: Array,
        scratch: Array,
        actions: Array,
        stream: Array,
        active: Array,
        /,
    ) -> int:
        """The action of the first network in the first state."""

    def evaluate_one(
        self,
        boards: Boards,
        states: States,
        shapes: Array2,
        weights: Array,
        scales: FloatArray,
        observation: Array,
        scratch: Array,
        actions: Array,
        stream: Array,
        active: Array,
        policy: FloatArray,
        values: FloatArray,
        beliefs: FloatArray,
        /,
    ) -> int:
        """All logits of the first network in the first state; return how many actions are legal."""

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

    def ask_network(
        self,
        boards: Boards,
        states: States,
        works: Records,
        shapes: Array2,
        weights: Array,
        scales: FloatArray,
        observation: Array,
        scratch: Array,
        actions: Array,
        stream: Array,
        active: Array,
        prior: FloatArray,
        /,
    ) -> int:
        """Write the prior of the legal actions and how tickets suit seats; return how many."""

    def play_moves(
        self,
        boards: Boards,
        states: States,
        works: Records,
        shapes: Array2,
        weights: Array,
        scales: FloatArray,
        observation: Array,
        scratch: Array,
        actions: Array,
        stream: Array,
        active: Array,
        moves: Array,
        words: Array,
        offset: int,
        margins: Array2,
        /,
    ) -> None:
        """Play every move to the end in each world, a network in every seat; write the margins."""

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
    board = cast(Board, rule_set.sample())
    state = np.zeros(rule_set.state.size, np.uint8)
    policies = np.zeros(2, np.int64)
    words = np.array(seed_words(1), np.int64)
    scores = np.zeros((1, 2), np.int64)
    lengths = np.zeros(1, np.int64)
    statistics = np.zeros((1, 2, kernels.STATISTICS), np.int64)
    places = (boards, tables, policy_state, state)
    policy_kernels.duel_many(
        *places,
        policies,
        0,
        0,
        1,
        words,
        scores,
        lengths,
        statistics,
        *NetworkArguments.of(board, Networks.of([empty_network()])),
    )
    ask_once(policy_kernels, boards, state, board)
    policy_kernels.choose_one(*places, 0)
    policy_kernels.choose_in_each(
        boards, tables, policy_state, 0, state, policies, policies.copy(), 0, 0
    )


def ask_once(policy_kernels: PolicyKernels, boards: Buffer, over: Buffer, board: Board) -> None:
    """Ask a network in a game that is over, in which nothing is left to choose."""
    asked = NetworkArguments.of(board, Networks.of([empty_network()]))
    logits = np.zeros(1, np.float64)
    policy_kernels.learned_one(boards, over, *asked)
    policy_kernels.evaluate_one(boards, over, *asked, logits, logits, logits)


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
    search_with_network_once(policy_kernels, rule_set, boards, states)


def search_with_network_once(
    policy_kernels: PolicyKernels, rule_set: RuleSet, boards: Buffer, states: Buffer
) -> None:
    """Ask a network about an empty state, in no world."""
    board = cast(Board, rule_set.sample())
    places = (boards, states, np.zeros(Redeal.size, np.uint8))
    asked = NetworkArguments.of(board, Networks.of([empty_network()]))
    words = np.array(seed_words(1), np.int64)
    policy_kernels.ask_network(*places, *asked, np.zeros(board.actions + 1))
    policy_kernels.play_moves(*places, *asked, words[:1], words, 0, np.zeros((1, 0), np.int64))


OWN_SOURCES = tuple(
    sorted(
        {
            *Path(__file__).parent.glob("*.py"),
            Path(forward.__file__),
            *Path(observations.__file__).parent.rglob("*.py"),
        }
    )
)
RULE_SET = replace(RULES, home=HOME, extra_sources=OWN_SOURCES)
BUILDS = builds.Builds[PolicyKernels](RULE_SET, KERNELS, call_each_once)
builds.BUILDS[HOME] = BUILDS
