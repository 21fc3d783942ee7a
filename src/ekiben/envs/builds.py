"""The doors of observations at both speeds, one set a family and process; their machine code is
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
from ekiben.envs.observation import sight

if TYPE_CHECKING:
    from ekiben.core.game import Game

HERE = Path(__file__).parent
PLAIN: dict[str, Any] = {}
NATIVE: dict[str, Any] = {}
LOCK = threading.Lock()


def doors_of(game: Game) -> Any:
    """At the speed that the game's rules have now."""
    home, native = game.family.home, game.speeds.native
    if native is None:
        if home not in PLAIN:
            PLAIN[home] = plain_doors(game)
        return PLAIN[home]
    with LOCK:
        if home not in NATIVE:
            NATIVE[home] = native_doors(game, native)
    return NATIVE[home]


def borrowed(game: Game, known: Any) -> dict[str, Any]:
    """The rules' own doors that these call."""
    return {
        name: getattr(known, name)
        for name in ("legal_one", "start_many", "apply_many", "choose_many")
    }


def plain_doors(game: Game) -> Any:
    names = {
        "board_of": rules_doors.board_of,
        "state_at": rules_doors.state_at,
        "observe": sight(game).observe,
        "is_over": game.family.rules.is_over,
        **borrowed(game, game.speeds.plain),
    }
    doors: Any = kernels.DOORS
    made = {door.__name__: rebuilt(door, vars(kernels) | names) for door in doors}
    return SimpleNamespace(native=False, **made)


def native_doors(game: Game, rules: Any) -> Any:
    """Compiled, or fetched from the cache, at the first call of each."""
    family = game.family
    sources = sorted([HERE / "kernels.py", *HERE.glob("observation*.py"), *HERE.glob("*/*.py")])
    observed = replace(family, home=f"{__name__}:{sight(game).__name__}", further=tuple(sources))
    with building(observed, {door.__name__ for door in kernels.DOORS}) as native:
        names = {
            "board_of": native(rules_doors.board_of, BOARD=family.board),
            "observe": native(sight(game).observe),
            "state_at": native(rules_doors.state_at, STATE=family.layout.dtype),
            "is_over": native(family.rules.is_over),
            **borrowed(game, rules),
        }
        made = {door.__name__: native(door, **only(door, names)) for door in kernels.DOORS}
    return SimpleNamespace(native=True, **made)
