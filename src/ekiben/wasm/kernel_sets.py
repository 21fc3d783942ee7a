"""The kernels of every family that go into the module, and the types that they are called with.

They are found through the families' declarations; a new family brings its own. The types come from
the calls that each set of kernels makes once to compile itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from ekiben.core.builds import AnyBuilds
from ekiben.core.compiled import AnyFunction, Names
from ekiben.core.errors import EkibenError
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.envs import builds as observations
from ekiben.envs import kernels as observation_kernels
from ekiben.server.machine_code import builds_of_family, family_games, owner_of

Calls = Callable[[Any], None]  # call each kernel of a set once; the sets' protocols differ


class Searches(Protocol):
    """Searches of a family outside its rules: a module with kernels."""

    KERNELS: tuple[AnyFunction, ...]

    def call_each_once(self, kernels: Any, game: Any) -> None: ...


SEARCHES = Part[Searches]("searches")


@dataclass(frozen=True)
class ValueType:
    """The type of an argument: a number, or an array of so many axes, its last one contiguous."""

    type: str
    axes: int = 0


@dataclass(frozen=True)
class KernelSet:
    """Kernels with one prefix in the module."""

    owner: str
    functions: tuple[AnyFunction, ...]
    call_each_once: Calls

    def argument_types(self) -> dict[str, tuple[ValueType, ...]]:
        """The types of each kernel's arguments, by its name in the module."""
        recorder = CallRecorder()
        self.call_each_once(recorder)
        names = [function.__name__ for function in self.functions]
        missing = [name for name in names if name not in recorder.types]
        if missing:
            raise EkibenError(f"{self.owner}: no call tells the types of {', '.join(missing)}")
        return {f"{self.owner}_{name}": recorder.types[name] for name in names}


@dataclass(frozen=True)
class KernelFamily:
    """All kernels of a family, and what their modules leave open: they are linked together."""

    name: str
    sets: tuple[KernelSet, ...]
    names: Mapping[ModuleType, Names]

    def functions(self) -> dict[str, AnyFunction]:
        """The kernels by their names in the module."""
        return {f"{one.owner}_{own.__name__}": own for one in self.sets for own in one.functions}

    def argument_types(self) -> dict[str, tuple[ValueType, ...]]:
        return {name: types for one in self.sets for name, types in one.argument_types().items()}


def kernel_families() -> list[KernelFamily]:
    """The families of the box."""
    return [
        KernelFamily(game.family.name, tuple(kernel_sets(game)), observations.open_names(game))
        for game in family_games()
    ]


def kernel_sets(game: Game) -> Iterator[KernelSet]:
    """The kernels of a game's rules and bots, of its observations, and of its searches."""
    for one in builds_of_family(game):
        yield KernelSet(owner_of(one), one.functions, calls_of(one))
    family = game.family.name
    yield KernelSet(
        family,
        observation_kernels.ONE_BY_ONE,
        lambda kernels: observations.call_each_once(kernels, game),
    )
    searches = SEARCHES.find(game)
    if searches is not None:
        yield KernelSet(
            family, searches.KERNELS, lambda kernels: searches.call_each_once(kernels, game)
        )


def calls_of(one: AnyBuilds) -> Calls:
    return lambda kernels: one.call_each_once(kernels, one.rule_set)


# ---- types
class CallRecorder:
    """Kernels that do nothing but note the types that they are called with."""

    compiled = True

    def __init__(self) -> None:
        self.types: dict[str, tuple[ValueType, ...]] = {}

    def __getattr__(self, name: str) -> AnyFunction:
        def note(*arguments: object) -> int:
            types = tuple(map(type_of, arguments))
            if self.types.setdefault(name, types) != types:
                raise EkibenError(f"{name} is called with {self.types[name]} and with {types}")
            return 0

        return note


def type_of(value: object) -> ValueType:
    """The type of an argument as kernels have it: 64 bits for Python's numbers."""
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise EkibenError(f"a kernel cannot take an array with gaps: {value.strides}")
        return ValueType(value.dtype.name, value.ndim)
    if isinstance(value, bool):
        return ValueType("bool")
    return ValueType("float64" if isinstance(value, float) else "int64")
