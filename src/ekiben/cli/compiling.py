"""Say on standard error what is being compiled, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ekiben.cli.words import Words
from ekiben.core import builds


@contextmanager
def announce_compiling(words: Words) -> Iterator[None]:
    """Report compiling in the meantime, on a terminal and into a pipe alike."""

    def tell(home: str, done: int, total: int) -> None:
        _, package, family, *_ = home.split(".")
        what = words.say(f"cli.compiling.{package}-{family}")
        print(
            words.say("cli.compiling.step", what=what, done=done, total=total),
            file=sys.stderr,
            flush=True,
        )

    builds.PROGRESS_LISTENERS.append(tell)
    try:
        yield
    finally:
        builds.PROGRESS_LISTENERS.remove(tell)
