"""All policies by number: one function that acts for any of them, so that whole games of any table
run in one compiled loop.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.greedy import greedy
from ekiben.bots.routes.planner import planner
from ekiben.bots.routes.racer import racer
from ekiben.bots.routes.styles import junkie, path, step
from ekiben.core.chance import next_choice
from ekiben.core.compiled import compiled
from ekiben.games.routes.turn import options, pick

RANDOM, GREEDY, RACER, JUNKIE, STEP, PATH, PLANNER = range(7)


@compiled
def act(which: int, b: Any, a: Any, s: Any, m: Any) -> int:
    """The action that a policy chooses for the seat to act."""
    if which == GREEDY:
        return greedy(b, a, s, m)
    if which == RACER:
        return racer(b, a, s, m)
    if which == JUNKIE:
        return junkie(b, a, s, m)
    if which == STEP:
        return step(b, a, s, m)
    if which == PATH:
        return path(b, a, s, m)
    if which == PLANNER:
        return planner(b, a, s, m)
    return anything(b, s, m)


@compiled
def anything(b: Any, s: Any, m: Any) -> int:
    """Any legal action, each as likely as the others."""
    m.luck = next_choice(m.luck)
    return int(pick(b, s, (m.luck * options(b, s)) >> 32))
