"""Work that says which kernels to call, and leaves open where they run.

A search is a generator: it yields lists of calls and is sent their results. `run` makes the calls
on threads of this process; the browser page sends them to workers of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Buffer
from ekiben.core.batch import threads
from ekiben.core.builds import AnyBuilds

AnyArray = npt.NDArray[Any]
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Constant:
    """An array that never changes: whoever calls kernels elsewhere sends it there once."""

    array: AnyArray


@dataclass(frozen=True, eq=False)
class WorkSpace:
    """A work space that only one call uses: these arrays one behind the other, then zeros."""

    size: int  # in bytes
    start: tuple[Buffer | Constant, ...] = ()

    def allocate(self) -> Buffer:
        space, place = np.zeros(self.size, np.uint8), 0
        for part in self.start:
            data = part.array if isinstance(part, Constant) else part
            space[place : place + len(data)] = data
            place += len(data)
        return space


# what a kernel takes; interpreted kernels also take lists of records
Argument: TypeAlias = int | float | AnyArray | Constant | WorkSpace | list[Any]


@dataclass(frozen=True, eq=False)
class KernelCall:
    """A kernel and its arguments; it writes to plain arrays in place."""

    builds: AnyBuilds
    kernel: str
    arguments: tuple[Argument, ...]
    compiled: bool = True

    def run(self) -> Any:
        """Call the kernel in this process."""
        kernels = self.builds.compiled if self.compiled else self.builds.interpreted
        return getattr(kernels, self.kernel)(*map(in_memory, self.arguments))


def in_memory(argument: Argument) -> Any:
    """An argument as the kernels of this process take it."""
    if isinstance(argument, WorkSpace):
        return argument.allocate()
    return argument.array if isinstance(argument, Constant) else argument


# ---- running
KernelWork: TypeAlias = Generator[Sequence[KernelCall], Sequence[Any], Result]


def run(work: KernelWork[Result], jobs: int = 1) -> Result:
    """Do the work in this process, with its calls on so many threads."""
    results: Sequence[Any] | None = None
    while True:
        try:
            calls = next(work) if results is None else work.send(results)
        except StopIteration as end:
            return cast(Result, end.value)
        results = run_calls(calls, jobs)


def run_calls(calls: Sequence[KernelCall], jobs: int) -> list[Any]:
    """Make calls that do not depend on each other; compiled code holds no lock."""
    if jobs == 1 or len(calls) == 1 or not all(call.compiled for call in calls):
        return [call.run() for call in calls]
    return list(threads(jobs).map(KernelCall.run, calls))
