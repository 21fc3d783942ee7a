"""Metrics of a page: nobody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Self


class Quiet:
    """A counter or histogram that forgets everything."""

    def labels(self, **values: str) -> Self:
        return self

    def inc(self, amount: float = 1) -> None:
        """Do nothing."""

    def observe(self, amount: float) -> None:
        """Do nothing."""

    def time(self) -> AbstractContextManager[object]:
        return nullcontext()


class QuietInstruments:
    """Instruments that tell nothing."""

    media_type = "text/plain"

    def counter(self, name: str, help: str, *labels: str) -> Quiet:
        return Quiet()

    def histogram(self, name: str, help: str, *labels: str) -> Quiet:
        return Quiet()

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Do nothing."""

    def text(self, process: str, peers: Iterable[str]) -> str:
        return ""
