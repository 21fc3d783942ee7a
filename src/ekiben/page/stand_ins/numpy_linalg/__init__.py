"""NumPy's linear algebra, which no game uses: its functions can be imported, but not called.

The real one is a third of NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn


class LinAlgError(ValueError):
    """What the real functions raise."""


def __getattr__(name: str) -> Callable[..., NoReturn]:
    if name.startswith("_"):
        raise AttributeError(name)

    def missing(*arguments: object, **named: object) -> NoReturn:
        raise NotImplementedError(f"numpy.linalg.{name} is not in the page")

    return missing
