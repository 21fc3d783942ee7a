"""What the choices of a route game moved, with everything known: the result without its luck.

The value of a position is what the planner makes of it in all seats, over all that may still come.
An action that the planner would choose too moves nothing; another one is compared with the
planner's in the same worlds.
"""

from __future__ import annotations

import numpy as np

from ekiben.analysis.history import History
from ekiben.analysis.routes.play_on import Player, Root, player_of
from ekiben.analysis.routes.playouts import EVERYTHING, PLAN
from ekiben.analysis.tally import Floats
from ekiben.core.kernel_calls import KernelWork
from ekiben.games.routes.game import route_game
from ekiben.games.routes.state import State


def choice_gains(history: History, playouts: int, luck: str) -> KernelWork[Floats]:
    """What all choices together moved of the win, by seat; `luck` names the worlds."""
    player = player_of(route_game(history.game))
    gains = np.zeros(history.seats)
    for at in unplanned(history, player):
        state, action = State.unpack(history.states[at]), history.steps[at].action.id
        root = Root(state, EVERYTHING, f"{luck} {at}")
        played = yield from player.play(root, (PLAN, action), range(playouts))
        planned, made = played.endings.shares.mean(axis=1)
        gains += made - planned
    return gains


def unplanned(history: History, player: Player) -> list[int]:
    """The positions in which the planner would not have done what was done."""
    states = [State.unpack(state) for state in history.states[:-1]]
    made = [step.action.id for step in history.steps]
    return [at for at, planned in enumerate(player.planned(states)) if planned != made[at]]
