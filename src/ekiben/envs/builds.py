"""The builds of the observations' kernels; their machine code is kept like that of the rules."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from ekiben import observations
from ekiben.core import kernels as rule_kernels
from ekiben.core.builds import namespace
from ekiben.core.compiled import AnyFunction, Interpreter, Names, link
from ekiben.core.kernels import Kernels
from ekiben.core.machine_code import link_machine_code
from ekiben.core.ranking import STANDING
from ekiben.core.rules import RuleSet
from ekiben.envs import kernels
from ekiben.envs.kernels import ObservationKernels
from ekiben.observations.encoding import OBSERVATION, encoding, kept, scratch

if TYPE_CHECKING:
    from ekiben.core.game import Game

HERE = Path(__file__).parent
# by the rule set's home
INTERPRETED: dict[str, ObservationKernels] = {}
COMPILED: dict[str, ObservationKernels] = {}
LOCK = threading.Lock()


def observation_kernels(game: Game) -> ObservationKernels:
    """In the build that the game's rules have now."""
    home, compiled = game.rule_set.home, game.builds.compiled
    if compiled is None:
        if home not in INTERPRETED:
            INTERPRETED[home] = interpreted_kernels(game)
        return INTERPRETED[home]
    with LOCK:
        if home not in COMPILED:
            COMPILED[home] = compiled_kernels(game, compiled)
    return COMPILED[home]


def open_names(game: Game) -> Mapping[ModuleType, Names]:
    """What the kernels of rules and observations leave open."""
    names = game.rule_set.names()
    return {
        rule_kernels: names,
        kernels: {
            "rules": names["rules"],
            "observe": OBSERVATION.of(game).observe,
            "observe_again": OBSERVATION.of(game).observe_again,
        },
    }


def observed_rules(game: Game) -> RuleSet:
    """The game's rule set, with the sources of its observations."""
    sources = [
        HERE / "kernels.py",
        HERE / "outcome.py",
        *Path(observations.__file__).parent.rglob("*.py"),
    ]
    home = f"{__name__}:{OBSERVATION.of(game).__name__}"
    return replace(game.rule_set, home=home, extra_sources=tuple(sorted(sources)))


def interpreted_kernels(game: Game) -> ObservationKernels:
    linked: ObservationKernels = namespace(
        link(kernels.KERNELS, Interpreter(), open_names(game)), compiled=False
    )
    return linked


def compiled_kernels(game: Game, rules: Kernels) -> ObservationKernels:
    """Each is compiled, or fetched from the cache, when it is called first."""
    already_compiled: dict[AnyFunction, AnyFunction] = {
        rule_kernels.legal_one: rules.legal_one,
        rule_kernels.start_many: rules.start_many,
        rule_kernels.apply_many: rules.apply_many,
        rule_kernels.choose_many: rules.choose_many,
    }
    linked: ObservationKernels = namespace(
        link_machine_code(
            observed_rules(game), kernels.KERNELS, open_names(game), already_compiled
        ),
        compiled=True,
    )
    return linked


def call_each_once(observing: ObservationKernels, game: Game) -> None:
    """Call every kernel once, each for no game at all."""
    boards = game.boards.view(np.uint8)
    state = np.zeros(game.rule_set.state.size, np.uint8)
    seats, actions = np.zeros(1, np.int64), np.zeros(game.action_count + 1, np.int64)
    size, work = encoding(game).size, scratch(game)
    row, rows = np.zeros(size, np.uint8), np.zeros((1, size), np.uint8)
    scaled, scale = np.zeros((1, size), np.float32), encoding(game).scale
    known, points = kept(game, 1, 1), np.zeros((1, 1), np.int64)
    gains, over = np.zeros((1, 1), np.float32), np.zeros(1, np.bool_)
    masks, words = np.zeros((1, len(actions) // 8 + 1), np.uint8), np.zeros(4, np.int64)
    observing.observe_many(boards, state, seats, work, rows, 0, 0)
    observing.observe_again_many(boards, state, seats, work, known, rows, 0, 0)
    observing.observe_again_scaled(boards, state, seats, work, known, row, scale, scaled, 0, 0)
    observing.play_many(boards, state, actions, points, gains, over, 0, 0)
    standings = np.zeros((1, STANDING), np.int64)
    rewards = np.zeros((1, 1), np.float64)
    observing.reward_many(boards, state, over, game.ranked_by, standings, rewards, 0, 0)
    observing.bits_many(boards, state, masks, 0, 0, actions)
    observing.restart_many(boards, state, seats, words, seats, 1, words, 0, 0)
    observing.random_until(boards, state, seats, seats, actions, 0, 0)
