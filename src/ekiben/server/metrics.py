"""What a server tells about itself: counters, gauges and times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol, Self


class Counter(Protocol):
    """Counts events, for each value of its labels apart."""

    def labels(self, **values: str) -> Self: ...

    def inc(self, amount: float = 1) -> None: ...


class Histogram(Protocol):
    """Counts how often something took how long."""

    def labels(self, **values: str) -> Self: ...

    def observe(self, amount: float) -> None: ...

    def time(self) -> AbstractContextManager[object]: ...


class Instruments(Protocol):
    """What makes counters, gauges and histograms, and tells their values."""

    media_type: str

    def counter(self, name: str, help: str, *labels: str) -> Counter: ...

    def histogram(self, name: str, help: str, *labels: str) -> Histogram: ...

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None: ...

    def text(self, process: str, peers: Iterable[str]) -> str: ...


def prometheus() -> Instruments:
    """Prometheus' instruments, imported only by servers that tell it about themselves."""
    from ekiben.server.prometheus import Prometheus

    return Prometheus()


class Metrics:
    """The metrics of one server process. None of them names a table, a person or an address."""

    def __init__(self, instruments: Instruments | None = None) -> None:
        self.instruments = instruments or prometheus()
        self.started_at = time.monotonic()
        self.moves = self.instruments.counter(
            "moves", "Actions written to the log, by game.", "game"
        )
        self.bot_moves = self.instruments.counter(
            "bot_moves", "Actions written for bots, by game.", "game"
        )
        self.refused = self.instruments.counter(
            "refused", "Socket requests refused, by code.", "code"
        )
        self.requests = self.instruments.counter("requests", "HTTP requests, by status.", "status")
        self.store_unavailable = self.instruments.counter(
            "store_away", "Attempts that did not reach the database."
        )
        self.conflicts = self.instruments.counter(
            "conflicts", "Writes that came second: another process had already extended the log."
        )
        self.append_seconds = self.instruments.histogram(
            "append_seconds", "Time to write entries to disk, from the decision to the commit."
        )
        self.command_seconds = self.instruments.histogram(
            "deed_seconds",
            "Time from receiving a command until every viewer of this process was sent the result.",
        )
        self.thinking_seconds = self.instruments.histogram(
            "thinking_seconds",
            "Time bots think, including waiting for a process, by level.",
            "level",
        )
        self.review_seconds = self.instruments.histogram(
            "review_seconds", "Time of a pass of a review, including waiting for a process."
        )
        self.gauge("up_seconds", "Seconds since the process started.", self.uptime)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Register a gauge whose value is read when the metrics are collected."""
        self.instruments.gauge(name, help, read)

    def uptime(self) -> float:
        return round(time.monotonic() - self.started_at, 1)

    def text(self, process: str, peers: Iterable[str] = ()) -> str:
        """This process's metrics, and those of its peers."""
        return self.instruments.text(process, peers)
