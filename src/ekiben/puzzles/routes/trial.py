"""A choice of a route game, tried by the kernels of the expert's search.

Each action is played to the end in deals that fit what the seat knows: the planner plays the
seat, and in turn the planner and the junkie the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ekiben.bots import Limit
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.expert import Ints, RouteExpert, Search
from ekiben.bots.routes.search import PLACES
from ekiben.core.kernel_calls import in_memory, run
from ekiben.core.kernels import Records
from ekiben.core.match import Match
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.state import State
from ekiben.puzzles.family import Floats

WON = 0.8  # of a choice's value: the chance to win; the rest is the margin
SCALE = 20.0  # of a margin, in points
PLENTY = 1_000  # rollouts, so that the search lists all moves it knows of
MODELS = 2  # of those whom the others may play like


class RouteTrial:
    """All actions of the open question."""

    def __init__(self, match: Match, seed: int) -> None:
        assert isinstance(match.game, RouteGame)
        legal = match.legal()
        self.game = match.game
        self.seat = int(match.position.seat)
        self.ids = np.array([action.id for action in legal], np.int64)
        self.texts = [str(action) for action in legal]
        self.count = len(legal)
        expert = RouteExpert(seed=seed, rollouts=PLENTY, models=MODELS)
        expert.sit(match.game)
        self.search = Search(expert, match.view(match.seat), Limit(1.0), BUILDS.fastest())
        places = {int(id): place for place, id in enumerate(self.ids)}
        self.likely: Sequence[int] = [places[int(id)] for id in self.search.moves()]

    def actions(self, choice: int) -> tuple[str, ...]:
        return (self.texts[choice],)

    def trip(self, choice: int) -> None:
        """A choice is an action here."""

    def values(self, choices: Sequence[int], first: int, last: int) -> Floats:
        self.search.world = first
        return value_of(run(self.search.batch(self.ids[list(choices)], last - first)))

    def final_state(self, choice: int, deal: int) -> State:
        """How a deal ends after a choice."""
        search = self.search
        space = tuple(map(in_memory, search.work_space()))
        margins = np.zeros((1, 1), np.int64)
        search.try_moves((*search.fixed(), *space), self.ids[[choice]], deal, margins).run()
        return last_state(space[1])


def last_state(states: Records) -> State:
    """The state in which the search has played a game to the end."""
    if isinstance(states, np.ndarray):
        return State.unpack(states[(PLACES - 1) * State.size :])
    found: State = states[PLACES - 1]
    return found


def value_of(margins: Ints) -> Floats:
    """What games that end with these margins are worth, from 0 to 1."""
    won = (1 + np.sign(margins)) / 2
    ahead = (1 + np.tanh(margins / SCALE)) / 2
    return np.asarray(WON * won + (1 - WON) * ahead)
