"""Threads, of which a page has none."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def run_sync(work: Callable[..., T], *arguments: object, **_: object) -> T:
    """Do the work in place."""
    return work(*arguments)
