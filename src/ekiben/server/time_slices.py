"""Runs long work on the event loop a few milliseconds at a time, so that other tasks can run."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from weakref import WeakKeyDictionary

SLICE = 0.004  # seconds
TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def run_in_slices(steps: Iterable[object]) -> None:
    """Run the steps; pieces of work take turns, so that short ones do not wait for long ones."""
    work = iter(steps)
    while not await one_slice(work):
        pass


async def one_slice(work: Iterable[object]) -> bool:
    """Run one slice in a turn of the loop of its own; returns True if the work is done."""
    async with TURNS.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        await asyncio.sleep(0)
        end = time.perf_counter() + SLICE
        return not any(time.perf_counter() >= end for _ in work)
