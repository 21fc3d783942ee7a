"""The kernels of observations in both builds, one set a family and process; their machine code is
kept like that of the rules.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ekiben.core import kernels as rules_doors
from ekiben.core.builds import building, only
from ekiben.core.compiled import rebuilt
from ekiben.envs import kernels
from ekiben.envs.observation import OBSERVATION

if TYPE_CHECKING:
    from ekiben.core.game import Game

HERE = Path(__file__).parent
PLAIN: dict[str, Any] = {}
NATIVE: dict[str, Any] = {}
LOCK = threading.Lock()


def observation_kernels(game: Game) -> Any:
    """At the speed that the game's rules have now."""
    home, compiled = game.rule_set.home, game.builds.compiled
    if compiled is None:
        if home not in PLAIN:
            PLAIN[home] = interpreted_kernels(game)
        return PLAIN[home]
    with LOCK:
        if home not in NATIVE:
            NATIVE[home] = compiled_kernels(game, compiled)
    return NATIVE[home]


def borrowed(game: Game, known: Any) -> dict[str, Any]:
    """The rules' own kernels that these call."""
    return {
        name: getattr(known, name)
        for name in ("legal_one", "start_many", "apply_many", "choose_many")
    }


def interpreted_kernels(game: Game) -> Any:
    names = {
        "board_of": rules_doors.board_of,
        "state_at": rules_doors.state_at,
        "observe": OBSERVATION.of(game).observe,
        "is_over": game.rule_set.rules.is_over,
        **borrowed(game, game.builds.interpreted),
    }
    own: Any = kernels.KERNELS
    made = {kernel.__name__: rebuilt(kernel, vars(kernels) | names) for kernel in own}
    return SimpleNamespace(compiled=False, **made)


def compiled_kernels(game: Game, rules: Any) -> Any:
    """Compiled, or fetched from the cache, at the first call of each."""
    rule_set = game.rule_set
    sources = sorted([HERE / "kernels.py", *HERE.glob("observation*.py"), *HERE.glob("*/*.py")])
    observed = replace(
        rule_set, home=f"{__name__}:{OBSERVATION.of(game).__name__}", further=tuple(sources)
    )
    with building(observed, {kernel.__name__ for kernel in kernels.KERNELS}) as link:
        names = {
            "board_of": link(rules_doors.board_of, BOARD=rule_set.board.dtype),
            "observe": link(OBSERVATION.of(game).observe),
            "state_at": link(rules_doors.state_at, STATE=rule_set.state.dtype),
            "is_over": link(rule_set.rules.is_over),
            **borrowed(game, rules),
        }
        made = {kernel.__name__: link(kernel, **only(kernel, names)) for kernel in kernels.KERNELS}
    return SimpleNamespace(compiled=True, **made)
