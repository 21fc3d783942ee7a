"""What a server tells Prometheus about itself: counters, gauges and times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The metrics of one server process. None of them names a table, a person or an address."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.started_at = time.monotonic()
        self.moves = self.counter("moves", "Actions written to the log, by game.", "game")
        self.bot_moves = self.counter("bot_moves", "Actions written for bots, by game.", "game")
        self.refused = self.counter("refused", "Socket requests refused, by code.", "code")
        self.requests = self.counter("requests", "HTTP requests, by status.", "status")
        self.store_unavailable = self.counter(
            "store_away", "Attempts that did not reach the database."
        )
        self.conflicts = self.counter(
            "conflicts", "Writes that came second: another process had already extended the log."
        )
        self.append_seconds = self.histogram(
            "append_seconds", "Time to write entries to disk, from the decision to the commit."
        )
        self.command_seconds = self.histogram(
            "deed_seconds",
            "Time from receiving a command until every viewer of this process was sent the result.",
        )
        self.thinking_seconds = self.histogram(
            "thinking_seconds",
            "Time bots think, including waiting for a process, by level.",
            "level",
        )
        self.gauge("up_seconds", "Seconds since the process started.", self.uptime)

    def counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"ekiben_{name}", help, labels, registry=self.registry)

    def histogram(self, name: str, help: str, *labels: str) -> Histogram:
        return Histogram(f"ekiben_{name}", help, labels, registry=self.registry, buckets=BUCKETS)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Register a gauge whose value is read when the metrics are collected."""
        Gauge(f"ekiben_{name}", help, registry=self.registry).set_function(read)

    def uptime(self) -> float:
        return round(time.monotonic() - self.started_at, 1)

    def text(self, process: str, peers: Iterable[str] = ()) -> str:
        """This process's metrics, and those of its peers, in Prometheus' text format."""
        families = merge_families([label_families(self.registry, process), *map(parse_peer, peers)])
        return generate_latest(FixedCollector(families)).decode()


class FixedCollector(Collector):
    """Metric families that were collected before."""

    def __init__(self, families: list[Metric]) -> None:
        self.families = families

    def collect(self) -> Iterable[Metric]:
        return self.families


def label_families(registry: CollectorRegistry, process: str) -> Iterator[Metric]:
    """The families of a process, with its name as a label of every sample."""
    for family in registry.collect():
        family.samples = [
            sample._replace(labels={**sample.labels, "process": process})
            for sample in family.samples
            if not sample.name.endswith("_created")
        ]
        yield family


def parse_peer(text: str) -> Iterator[Metric]:
    """The families in a peer's text; a peer of an older version sends no types and is left out."""
    return (family for family in text_string_to_metric_families(text) if family.type != "unknown")


def merge_families(groups: Iterable[Iterable[Metric]]) -> list[Metric]:
    """One family per name, sorted, with the samples of all groups."""
    merged: dict[str, Metric] = {}
    for group in groups:
        for family in group:
            if family.name in merged:
                merged[family.name].samples += family.samples
            else:
                merged[family.name] = family
    return [merged[name] for name in sorted(merged)]
