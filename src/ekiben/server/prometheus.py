"""Metrics as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Prometheus:
    """The instruments of one server process."""

    media_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = CollectorRegistry()

    def counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"ekiben_{name}", help, labels, registry=self.registry)

    def histogram(self, name: str, help: str, *labels: str) -> Histogram:
        return Histogram(f"ekiben_{name}", help, labels, registry=self.registry, buckets=BUCKETS)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        Gauge(f"ekiben_{name}", help, registry=self.registry).set_function(read)

    def text(self, process: str, peers: Iterable[str]) -> str:
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
