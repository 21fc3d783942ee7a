"""Whether there is a card to play on, and the rules' functions compiled for it."""

from __future__ import annotations

import importlib
import importlib.util
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ekiben.core import kernels
from ekiben.core.builds import only
from ekiben.core.chance import chooser, next_choice
from ekiben.core.compiled import Linker, rebuilt
from ekiben.core.errors import EkibenError
from ekiben.core.extras import command
from ekiben.envs import kernels as env_kernels
from ekiben.envs.observation import OBSERVATION
from ekiben.gpu import cuda_kernels

if TYPE_CHECKING:
    from ekiben.core.game import Game

RENAMED = {
    "row_stack": "vstack",
    "in1d": "isin",
    "trapz": "trapezoid",
}  # names that numba-cuda still asks NumPy for
BLOCK = 64  # threads of a block
REGISTERS = 56  # of a thread: fewer, and more threads run at a time
BUILT: dict[str, Any] = {}


def cuda() -> Any:
    """numba's CUDA part."""
    for old, new in RENAMED.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    return importlib.import_module("numba.cuda")


def missing() -> str | None:
    """What is missing to play on a graphics card; None when nothing is."""
    if importlib.util.find_spec("numba") is None:
        return f"numba is not installed ({command('gpu')})"
    try:
        found = cuda().is_available()
    except ImportError as error:
        return f"numba has no CUDA part here ({error}); {command('gpu')}"
    return (
        None
        if found
        else f"no NVIDIA card with a CUDA driver was found, or numba-cuda is not installed ({command('gpu')})"
    )


def required() -> Any:
    """numba's CUDA part, or a clear error."""
    wanting = missing()
    if wanting is not None:
        raise EkibenError(
            f"games cannot run on a graphics card here: {wanting}. `game.batch` and `game.playouts` run on the processor"
        )
    return cuda()


def programs(game: Game) -> Any:
    """The kernels of the game's family, built at first use."""
    home = game.rule_set.home
    if home not in BUILT:
        BUILT[home] = build(game, required())
    return BUILT[home]


def build(game: Game, target: Any) -> Any:
    """Every marked function as a function of the device, every kernel over those of the family."""
    link = Linker(lambda function: target.jit(function, device=True))
    known = {
        name: link(value) if hasattr(value, "compiled_body") else value
        for name, value in game.rule_set.names().items()
    }
    for module in (kernels, env_kernels):
        known |= {"observe": link(OBSERVATION.of(game).observe)}
        for name, value in vars(module).items():
            if hasattr(value, "compiled_body") and value.__module__ == module.__name__:
                known[name] = link(value, **only(value, known))
    known |= {
        "cuda": target,
        "chooser": link(chooser),
        "next_choice": link(next_choice),
        "SIZE_IN_WORDS": game.rule_set.state.size // 8,
        "ROOM": OBSERVATION.of(game).ROOM,
        "np": np,
    }
    return SimpleNamespace(
        **{
            kernel.__name__: target.jit(rebuilt(kernel, known), max_registers=REGISTERS)  # type: ignore[arg-type]
            for kernel in cuda_kernels.KERNELS
        }
    )


def blocks(threads: int) -> tuple[int, int]:
    """How a kernel is launched for so many threads."""
    return -(-threads // BLOCK), BLOCK
