"""Compiles one part of the engine: `python -m ekiben.server.compile_part HOME`.

Says on standard output how many of its functions are ready, as `DONE TOTAL`. Of several processes
on a machine one compiles; the others wait and find the result in the cache.
"""

from __future__ import annotations

import importlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from ekiben.core.builds import PROGRESS_LISTENERS, builds_of
from ekiben.core.machine_code import cache_folder, writable_folder
from ekiben.core.rules import RuleSet

PATIENCE = 3600.0  # seconds for another process that compiles the same


def main(home: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    PROGRESS_LISTENERS.append(lambda _home, done, total: print(done, total, flush=True))
    module, name = home.split(":")
    rule_set: RuleSet = getattr(importlib.import_module(module), name)
    with one_at_a_time(rule_set):
        builds_of(rule_set).compile()


def one_at_a_time(rule_set: RuleSet) -> AbstractContextManager[None]:
    """Hold a lock beside the machine code."""
    return locked(writable_folder(cache_folder(rule_set)) / "compiling.lock")


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock that the system releases if this process dies."""
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as lock:
        lock.isolation_level = None
        lock.execute("BEGIN EXCLUSIVE")
        yield


if __name__ == "__main__":
    main(sys.argv[1])
