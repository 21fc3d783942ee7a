"""Positions of a route game played on: the calls of the kernel, and what came of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ekiben.analysis.review import Outlook
from ekiben.analysis.routes.builds import BUILDS
from ekiben.analysis.routes.measures import MEASURES
from ekiben.analysis.routes.playouts import write_standings
from ekiben.analysis.tally import Endings, Ints, final_outlook
from ekiben.bots.routes.players import Planner
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.search import PLACES
from ekiben.core.chance import seed_words
from ekiben.core.kernel_calls import Argument, Constant, KernelCall, KernelWork, WorkSpace
from ekiben.core.ranking import STANDING, in_order
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.scoring import SCORE
from ekiben.games.routes.state import State

BELIEF = 4  # how much others' claims tell of their tickets, as the expert has it
TOGETHER = 16  # games of one call
TIES = 1 << 12  # more than anything that breaks ties


@dataclass(frozen=True)
class Root:
    """A position to play on from, and who looks at it: a seat, or EVERYTHING."""

    state: State
    viewer: int
    luck: str  # names the worlds


@dataclass(frozen=True)
class Played:
    """What came of games: by move, world and seat; and the viewer's measures by move."""

    endings: Endings
    measures: Ints


class Player:
    """Plays positions of one game on."""

    def __init__(self, game: RouteGame) -> None:
        self.game = game
        self.compiled = BUILDS.fastest().compiled
        self.planner = Planner()
        self.planner.sit(game)
        self.tables = self.planner.tables
        self.fixed: tuple[Argument, Argument] = (
            (Constant(game.boards), Constant(self.tables.packed()))
            if self.compiled
            else ([game.plain_board], [self.tables])
        )

    def play(
        self, root: Root, moves: Sequence[int], worlds: range, measured: bool = False
    ) -> KernelWork[Played]:
        """Play every move on in all these worlds."""
        size = max(1, TOGETHER // len(moves))
        parts = [worlds[first : first + size] for first in range(0, len(worlds), size)]
        found = [self.room(len(moves), len(part), root.state.seats, measured) for part in parts]
        calls = [
            self.call(root, moves, part.start, *room)
            for part, room in zip(parts, found, strict=True)
        ]
        yield calls
        shape = (len(moves), -1, root.state.seats, STANDING)
        standings = np.concatenate([one.reshape(shape) for one, _ in found], axis=1)
        measures = np.stack([rows for _, rows in found]).sum(axis=0, dtype=np.int64)
        return Played(self.endings(standings), measures)

    def room(self, moves: int, worlds: int, seats: int, measured: bool) -> tuple[Ints, Ints]:
        standings = np.zeros((moves * worlds, seats, STANDING), np.int64)
        return standings, np.zeros((moves if measured else 0, MEASURES), np.int64)

    def call(
        self, root: Root, moves: Sequence[int], first: int, standings: Ints, measures: Ints
    ) -> KernelCall:
        arguments = (
            *self.fixed,
            *self.work_space(root.state),
            np.array(moves, np.int64),
            root.viewer,
            BELIEF,
            luck_words(root.luck),
            first,
            standings,
            measures,
        )
        return KernelCall(BUILDS, "play_on", arguments, self.compiled)

    def work_space(
        self, state: State, redeal: Redeal | None = None, compiled: bool = True
    ) -> tuple[Argument, Argument, Argument]:
        """Policy state, states and redeal for one call, of compiled kernels if these are."""
        if not (compiled and self.compiled):
            return [PolicyState()], [state, *[None] * (PLACES - 1)], [redeal or Redeal()]
        return (
            WorkSpace(PolicyState.size),
            WorkSpace(PLACES * State.size, (state.packed(),)),
            WorkSpace(Redeal.size, (redeal.packed(),) if redeal is not None else ()),
        )

    def endings(self, standings: Ints) -> Endings:
        return Endings.of(ranks_of(self.game, standings), standings[..., SCORE])

    def planned(self, states: Sequence[State]) -> list[int]:
        """What the planner would do in each of these."""
        return [self.planner.best_action(state) for state in states]

    def final_outlook(self, end: State) -> Outlook:
        """A game that is over."""
        standings = np.zeros((end.seats, STANDING), np.int64)
        write_standings(self.game.plain_board, end, standings)
        return final_outlook(ranks_of(self.game, standings), standings[:, SCORE])


@lru_cache(maxsize=8)
def player_of(game: RouteGame) -> Player:
    """The player of a game; its boards and tables stay the same arrays."""
    return Player(game)


def luck_words(luck: str) -> Ints:
    return np.array(seed_words(random.Random(luck).getrandbits(128)), np.int64)


def ranks_of(game: RouteGame, standings: Ints) -> Ints:
    """One number for the score and all that breaks ties, by the rule that ranks a match."""
    ordered = in_order(standings, game.ranked_by)
    ranks = ordered[..., 0]
    for n in range(1, ordered.shape[-1]):
        ranks = ranks * TIES + ordered[..., n]
    return np.asarray(ranks)
