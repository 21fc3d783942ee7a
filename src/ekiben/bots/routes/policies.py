"""All policies by number: one function chooses for any of them.

That lets whole games of any line-up run in one compiled loop.
"""

from __future__ import annotations

from collections.abc import Callable

from ekiben.bots.routes.greedy import greedy
from ekiben.bots.routes.novice import novice
from ekiben.bots.routes.planner import planner
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.bots.routes.racer import racer
from ekiben.bots.routes.styles import junkie, path, step
from ekiben.core.chance import next_choice
from ekiben.core.compiled import AnyFunction, compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.state import State
from ekiben.games.routes.turn import options, pick

RANDOM, GREEDY, RACER, JUNKIE, STEP, PATH, PLANNER, NOVICE = range(8)
FUNCTIONS: dict[int, Callable[[Board, PolicyTables, State, PolicyState], int]] = {
    GREEDY: greedy,
    RACER: racer,
    JUNKIE: junkie,
    STEP: step,
    PATH: path,
    PLANNER: planner,
    NOVICE: novice,
}
LEARNED = 8  # and all above: networks, which `learned` asks


@compiled
def choose(policy: int, b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """The action that a policy chooses for the seat to act."""
    if policy == GREEDY:
        return greedy(b, t, s, p)
    if policy == RACER:
        return racer(b, t, s, p)
    if policy == JUNKIE:
        return junkie(b, t, s, p)
    if policy == STEP:
        return step(b, t, s, p)
    if policy == PATH:
        return path(b, t, s, p)
    if policy == PLANNER:
        return planner(b, t, s, p)
    if policy == NOVICE:
        return novice(b, t, s, p)
    return choose_at_random(b, s, p)


@compiled
def choose_at_random(b: Board, s: State, p: PolicyState) -> int:
    """Any legal action, each as likely as the others."""
    p.luck = next_choice(p.luck)
    return int(pick(b, s, (p.luck * options(b, s)) >> 32))


def only(number: int) -> AnyFunction:
    """`choose` for one policy alone, where all of them would take long to compile."""
    policy = FUNCTIONS[number]

    @compiled
    def choose(number: int, b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
        return policy(b, t, s, p)

    return choose
