"""Variables of an event loop."""

from typing import Generic, TypeVar

T = TypeVar("T")


class RunVar(Generic[T]):
    """A variable that is never set."""

    def __init__(self, name: str) -> None:
        self.name = name
