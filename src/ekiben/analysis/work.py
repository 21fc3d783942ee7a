"""Doing several pieces of kernel work side by side, and keeping what they add up."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import AnyArray, KernelCall, KernelWork

Item = TypeVar("Item")


def side_by_side(works: Sequence[KernelWork[None]]) -> KernelWork[None]:
    """Do pieces of work in step, their calls together; which end sooner depends on nothing else."""
    waiting = [(work, calls) for work in works for calls in start(work)]
    while waiting:
        results = yield [call for _, calls in waiting for call in calls]
        place, still = 0, []
        for work, calls in waiting:
            part = results[place : place + len(calls)]
            place += len(calls)
            still += [(work, more) for more in go_on(work, part)]
        waiting = still


def start(work: KernelWork[None]) -> Iterator[Sequence[KernelCall]]:
    """The first calls of a piece of work, if it has any."""
    try:
        yield next(work)
    except StopIteration:
        return


def go_on(work: KernelWork[None], results: Sequence[Any]) -> Iterator[Sequence[KernelCall]]:
    """The next calls of a piece of work that has made some; none: it is done."""
    try:
        yield work.send(results)
    except StopIteration:
        return


def groups(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for first in range(0, len(items), size):
        yield items[first : first + size]


# ---- arrays as bytes
def pack(header: Mapping[str, object], arrays: Mapping[str, AnyArray]) -> bytes:
    """Arrays by name, with a header that JSON can tell, as compressed bytes."""
    ordered = {name: np.ascontiguousarray(arrays[name]) for name in sorted(arrays)}
    shapes = {name: [array.dtype.str, array.shape] for name, array in ordered.items()}
    top = json.dumps({"header": header, "arrays": shapes}, sort_keys=True).encode()
    parts = [len(top).to_bytes(8, "little"), top, *(one.tobytes() for one in ordered.values())]
    return zlib.compress(b"".join(parts))


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """The header and the arrays that `pack` was given."""
    try:
        whole = zlib.decompress(data)
        end = 8 + int.from_bytes(whole[:8], "little")
        top = json.loads(whole[8:end])
    except (zlib.error, ValueError) as error:
        raise EkibenError(f"this is no dump of a review: {error}") from error
    arrays = {}
    for name, (kind, shape) in top["arrays"].items():
        dtype, count = np.dtype(kind), int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(whole, dtype, count, end).reshape(shape).copy()
        end += count * dtype.itemsize
    return top["header"], arrays
