"""Whether there is a card to play on, and kernels compiled for it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, cast

from ekiben.bots.family import policy_kernel
from ekiben.core.builds import namespace
from ekiben.core.compiled import AnyFunction, Names, link
from ekiben.core.errors import EkibenError
from ekiben.core.extras import command
from ekiben.core.machine_code import cache_folder, writable_folder
from ekiben.envs.builds import open_names
from ekiben.gpu import cuda_kernels
from ekiben.gpu.cuda_kernels import TILE
from ekiben.gpu.cuda_types import Cuda, CudaKernels, CudaPolicyKernels
from ekiben.observations.encoding import OBSERVATION

if TYPE_CHECKING:
    from ekiben.core.game import Game

BLOCK = TILE  # threads of a block
# of a thread, at most, so that more threads run at a time; other kernels take what they need
REGISTERS = {"play_out": 56}
PACKAGE = Path(__file__).parent.parent
# what kernels call besides the rules
SOURCES = tuple(
    path
    for part in ("bots", "envs", "gpu", "observations")
    for path in sorted((PACKAGE / part).rglob("*.py"))
)
BUILT: dict[str, CudaKernels] = {}  # by the rule set's home
BUILT_POLICIES: dict[tuple[str, int], CudaPolicyKernels] = {}


class Card:
    """A graphics card as a target of `link`."""

    compiles = True

    def __init__(self, cuda: Cuda) -> None:
        self.cuda = cuda

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        if is_kernel:
            registers = REGISTERS.get(function.__name__)
            return self.cuda.jit(function, max_registers=registers, cache=True)
        return self.cuda.jit(function, device=True)


def import_cuda() -> Cuda:
    from ekiben.core import numba_internals

    return cast(Cuda, numba_internals.import_cuda())


def missing() -> str | None:
    """What is missing to play on a graphics card; None when nothing is."""
    if importlib.util.find_spec("numba") is None:
        return f"numba is not installed ({command('gpu')})"
    try:
        found = import_cuda().is_available()
    except ImportError as error:
        return f"numba has no CUDA part here ({error}); {command('gpu')}"
    if found:
        return None
    return (
        "no NVIDIA card with a CUDA driver was found, or numba-cuda is not installed "
        f"({command('gpu')})"
    )


def required() -> Cuda:
    """numba's CUDA part, or a clear error."""
    what = missing()
    if what is not None:
        raise EkibenError(
            f"games cannot run on a graphics card here: {what}. "
            "`game.batch` and `game.playouts` run on the processor"
        )
    return import_cuda()


def cuda_kernels_of(game: Game) -> CudaKernels:
    """The kernels of the game's rule set, built at first use."""
    home = game.rule_set.home
    if home not in BUILT:
        BUILT[home] = build(game, required())
    return BUILT[home]


def policy_kernels_of(game: Game, number: int) -> CudaPolicyKernels:
    """The kernels of one of the family's policies, built at first use."""
    key = game.rule_set.home, number
    if key not in BUILT_POLICIES:
        BUILT_POLICIES[key] = build_policy(game, required(), number)
    return BUILT_POLICIES[key]


def build(game: Game, cuda: Cuda) -> CudaKernels:
    names = {
        "cuda": cuda,
        "rules": game.rule_set.names()["rules"],
        "SIZE_IN_WORDS": game.rule_set.state.size // 8,
        "WORK": OBSERVATION.of(game).WORK,
        "is_up_to_date": OBSERVATION.of(game).is_up_to_date,
        "update": OBSERVATION.of(game).update,
        "write": OBSERVATION.of(game).write,
    }
    all_names = {**open_names(game), cuda_kernels: names}
    linked: CudaKernels = namespace(
        link_for_card(game, cuda, cuda_kernels.KERNELS, all_names, "games"), compiled=True
    )
    return linked


def build_policy(game: Game, cuda: Cuda, number: int) -> CudaPolicyKernels:
    """The kernels with which one policy chooses."""
    kernel = policy_kernel(game)
    names = {
        "cuda": cuda,
        "choose_in_each": kernel.choose_in_each,
        "POLICY_WORDS": kernel.work_size // 8,
    }
    all_names = {**open_names(game), **kernel.names_for(number), cuda_kernels: names}
    found = link_for_card(game, cuda, cuda_kernels.POLICY_KERNELS, all_names, f"policy-{number}")
    linked: CudaPolicyKernels = namespace(found, compiled=True)
    return linked


def link_for_card(
    game: Game,
    cuda: Cuda,
    functions: Iterable[AnyFunction],
    names: Mapping[ModuleType, Names],
    part: str,
) -> dict[str, AnyFunction]:
    """Link kernels for the card: each is compiled, or read from the cache, when first called.

    `part` is a folder of the cache, since kernels of the same source may call different functions.
    """
    from ekiben.core.numba_internals import cuda_cache_in

    home = f"{game.rule_set.home}.gpu"
    folder = cache_folder(replace(game.rule_set, home=home, extra_sources=SOURCES))
    with cuda_cache_in(writable_folder(folder / part)):
        return link(functions, Card(cuda), names)


def blocks(threads: int) -> tuple[int, int]:
    """How a kernel is launched for so many threads."""
    return -(-threads // BLOCK), BLOCK
