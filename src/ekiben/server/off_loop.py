"""Work that would hold up the event loop, such as loading a board: done in a thread.

Where there are no threads, as in a web page, it is done in place.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

T = TypeVar("T")
HAS_THREADS = sys.platform != "emscripten"


async def off_loop(work: Callable[..., T], *arguments: object) -> T:
    """Do the work in one of the event loop's threads."""
    if not HAS_THREADS:
        return work(*arguments)
    return await asyncio.to_thread(work, *arguments)


async def off_loop_in(executor: Executor, work: Callable[..., T], *arguments: object) -> T:
    """Do the work in a thread of the executor."""
    if not HAS_THREADS:
        return work(*arguments)
    return await asyncio.get_running_loop().run_in_executor(executor, work, *arguments)
