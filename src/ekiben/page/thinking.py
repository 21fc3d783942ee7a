"""Run a bot's search in the page: its calls go to workers of the browser, and the server goes on.

A call is described as JSON beside the bytes of all its arrays. What never changes, such as a board,
is sent once and then named by a key. A call that fails in a worker is made again here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import weakref
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Any, Protocol, TypeAlias, TypedDict, TypeVar, cast

import numpy as np

from ekiben.core.arrays import Buffer
from ekiben.core.kernel_calls import (
    AnyArray,
    Argument,
    Constant,
    KernelCall,
    KernelWork,
    WorkSpace,
)
from ekiben.server.machine_code import owner_of

log = logging.getLogger("ekiben.server")
Result = TypeVar("Result")
JsBytes: TypeAlias = Any  # a Uint8Array, in the hands of Python
ALIGNMENT = 8  # of arrays among the bytes of a call


class Answers(Protocol):
    """What came of calls: JSON, and their bytes as they are now."""

    outcomes: str
    bytes: JsBytes


class Workers(Protocol):
    """The pool of `thinking.ts`."""

    size: int

    def ready(self) -> Awaitable[None]: ...
    def keep(self, key: int, data: JsBytes, /) -> None: ...
    def forget(self, key: int, /) -> None: ...
    def call(self, ticket: int, calls: str, data: JsBytes, /) -> Awaitable[Answers]: ...
    def cancel(self, ticket: int, /) -> None: ...


class Outcome(TypedDict, total=False):
    """The value of a call, or why it failed."""

    value: int | float
    error: str


def to_js(data: bytes) -> JsBytes:
    """The bytes as JavaScript takes them."""
    from pyodide.ffi import to_js as convert

    return convert(data)


class Thinking:
    """Runs work whose calls others make; without workers it makes them here, one at a time."""

    def __init__(
        self, workers: Workers | None = None, convert: Callable[[bytes], JsBytes] | None = None
    ) -> None:
        self.workers = workers
        self.convert = convert or to_js
        self.tickets = count(1)
        self.kept = KeptArrays(workers, self.convert) if workers else None

    @property
    def threads(self) -> int:
        """How many calls run at once."""
        return self.workers.size if self.workers else 1

    async def run(self, work: KernelWork[Result]) -> Result:
        """Do the work; whoever cancels this drops the calls that have not begun."""
        results: Sequence[Any] | None = None
        try:
            while True:
                try:
                    calls = next(work) if results is None else work.send(results)
                except StopIteration as end:
                    return cast(Result, end.value)
                results = await self.results(calls)
        finally:
            work.close()

    async def results(self, calls: Sequence[KernelCall]) -> list[Any]:
        if self.workers is None or not all(call.compiled for call in calls):
            return await run_here(calls)
        if not calls:  # the work is about to start its clock
            await self.workers.ready()
            return []
        return await self.send(calls)

    async def send(self, calls: Sequence[KernelCall]) -> list[Any]:
        """Have the workers make the calls, and take over what they wrote."""
        assert self.workers is not None and self.kept is not None
        letter, ticket = Letter(self.kept), next(self.tickets)
        text = json.dumps([letter.describe(call) for call in calls])
        try:
            answers = await self.workers.call(ticket, text, self.convert(letter.data()))
        except asyncio.CancelledError:
            self.workers.cancel(ticket)
            raise
        outcomes: list[Outcome] = json.loads(answers.outcomes)
        written = np.frombuffer(answers.bytes.to_bytes(), np.uint8)
        letter.take(written, ["error" not in outcome for outcome in outcomes])
        return [value_of(*pair) for pair in zip(calls, outcomes, strict=True)]


async def run_here(calls: Sequence[KernelCall]) -> list[Any]:
    """Make the calls here, and let others have a turn after each."""
    results = []
    for call in calls:
        results.append(call.run())
        await asyncio.sleep(0)
    return results


def value_of(call: KernelCall, outcome: Outcome) -> Any:
    """What a call returned; one that failed in a worker is made here."""
    if "error" not in outcome:
        return outcome["value"]
    facts = {"kernel": call.kernel, "why": outcome["error"]}
    log.warning("a thinking worker failed", extra={"facts": facts})
    return call.run()


# ---- what is sent
class KeptArrays:
    """Arrays that the workers keep, each as long as somebody has it here."""

    def __init__(self, workers: Workers, convert: Callable[[bytes], JsBytes]) -> None:
        self.workers = workers
        self.convert = convert
        self.keys: dict[int, int] = {}  # by the array's identity
        self.numbers = count(1)

    def key(self, array: Buffer) -> int:
        if id(array) not in self.keys:
            key = self.keys[id(array)] = next(self.numbers)
            self.workers.keep(key, self.convert(array.tobytes()))
            weakref.finalize(array, self.forget, id(array)).atexit = False
        return self.keys[id(array)]

    def forget(self, identity: int) -> None:
        self.workers.forget(self.keys.pop(identity))


def type_of(array: AnyArray) -> dict[str, object]:
    """How a kept array is to be read, unless as bytes."""
    if array.dtype == np.uint8:
        return {}
    return {"type": str(array.dtype), "shape": list(array.shape)}


class Letter:
    """Calls on their way to the workers: what they bring, and what is to come back."""

    def __init__(self, kept: KeptArrays) -> None:
        self.kept = kept
        self.parts: list[bytes] = []
        self.size = 0
        self.start = 0  # of the bytes of the call that is described
        self.written: list[list[tuple[int, AnyArray]]] = []  # of each call, with their places

    def data(self) -> bytes:
        return b"".join(self.parts)

    def describe(self, call: KernelCall) -> dict[str, object]:
        self.start = self.size
        self.written.append([])
        return {
            "kernel": f"{owner_of(call.builds)}_{call.kernel}",
            "arguments": [self.argument(argument) for argument in call.arguments],
            "bytes": {"at": self.start, "size": self.size - self.start},
        }

    def argument(self, argument: Argument) -> object:
        if isinstance(argument, WorkSpace):
            return {"size": argument.size, "start": [self.part(part) for part in argument.start]}
        if isinstance(argument, Constant):
            return {**self.part(argument), **type_of(argument.array)}
        return self.array(argument) if isinstance(argument, np.ndarray) else argument

    def part(self, part: Buffer | Constant) -> dict[str, int]:
        if isinstance(part, Constant):
            return {"keep": self.kept.key(part.array)}
        return {"at": self.add(part) - self.start, "size": len(part)}

    def array(self, array: AnyArray) -> dict[str, object]:
        """An array to be written to."""
        place = self.add(array)
        self.written[-1].append((place, array))
        return {"type": str(array.dtype), "shape": list(array.shape), "at": place - self.start}

    def add(self, array: AnyArray) -> int:
        """Where the bytes of an array begin."""
        place, padding = self.size, -array.nbytes % ALIGNMENT
        self.parts += [array.tobytes(), bytes(padding)]
        self.size += array.nbytes + padding
        return place

    def take(self, data: Buffer, succeeded: Sequence[bool]) -> None:
        """Write what came back into the arrays of the calls that succeeded."""
        for arrays, is_good in zip(self.written, succeeded, strict=True):
            for place, array in arrays if is_good else ():
                found = data[place : place + array.nbytes].view(array.dtype)
                array[...] = found.reshape(array.shape)
