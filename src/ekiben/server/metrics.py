"""What a server tells of itself, in Prometheus' text format: counts, figures of the moment, and
times.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LIMITS = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
    30.0,
)  # seconds
HELP = {
    "ekiben_moves_total": "Actions written to the log, by game.",
    "ekiben_bot_moves_total": "Of these, the bots'.",
    "ekiben_refused_total": "What was asked over sockets and refused, by code.",
    "ekiben_requests_total": "Requests over HTTP, by status.",
    "ekiben_store_away_total": "Tries that did not reach the database.",
    "ekiben_conflicts_total": "Actions that came second: another process had written that number of the log.",
    "ekiben_append_seconds": "From the decision to write until it is on disk.",
    "ekiben_deed_seconds": "From the arrival of an action until every viewer of this process has been sent it.",
    "ekiben_thinking_seconds": "Bots' thinking, waiting for their process included, by level.",
    "ekiben_connections": "Open sockets.",
    "ekiben_tables": "Tables in memory.",
    "ekiben_thinking_queue": "Bots that think or wait for a process that thinks.",
    "ekiben_replays_waiting": "Replays that wait for a process.",
    "ekiben_plans_waiting": "Plans that wait for a process.",
    "ekiben_up_seconds": "Since the process began.",
}
Labels = tuple[tuple[str, str], ...]


class Times:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts, self.total = [0] * (len(LIMITS) + 1), 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(LIMITS, seconds)] += 1
        self.total += seconds


class Metrics:
    """Of one process. Nothing in it names a table, a person or an address."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.counts: Counter[tuple[str, Labels]] = Counter()
        self.times: dict[tuple[str, Labels], Times] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.begun = time.monotonic()

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        self.counts[name, tuple(labels.items())] += by

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        self.gauges[name] = read

    def took(self, name: str, seconds: float, **labels: str) -> None:
        self.times.setdefault((name, tuple(labels.items())), Times()).add(seconds)

    @contextmanager
    def timed(self, name: str, **labels: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.took(name, time.perf_counter() - begun, **labels)

    # ---- as text
    def lines(self, process: str) -> list[str]:
        """Samples without their headings, so that those of several processes can be put together."""
        own: Labels = (("process", process),)
        found = [sample(name, labels + own, value) for (name, labels), value in self.counts.items()]
        found += [sample(name, own, read()) for name, read in self.gauges.items()]
        found.append(sample("ekiben_up_seconds", own, round(time.monotonic() - self.begun, 1)))
        for (name, labels), times in self.times.items():
            found += timings(name, labels + own, times)
        return found


def timings(name: str, labels: Labels, times: Times) -> Iterator[str]:
    below = 0
    for limit, count in zip((*map(str, LIMITS), "+Inf"), times.counts, strict=True):
        below += count
        yield sample(f"{name}_bucket", (*labels, ("le", limit)), below)
    yield sample(f"{name}_sum", labels, round(times.total, 6))
    yield sample(f"{name}_count", labels, below)


def sample(name: str, labels: Labels, value: float) -> str:
    inside = ",".join(f'{key}="{escaped(text)}"' for key, text in labels)
    return (
        f"{name}{{{inside}}} {value:g}"
        if isinstance(value, float)
        else f"{name}{{{inside}}} {value}"
    )


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def page(lines: list[str]) -> str:
    """All samples, by name, under their headings."""
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(family(line.partition("{")[0]), []).append(line)
    return (
        "\n".join(part for name in sorted(found) for part in (*heading(name), *found[name])) + "\n"
    )


def family(name: str) -> str:
    short = name
    for end in ("_bucket", "_sum", "_count"):
        short = short.removesuffix(end)
    return short if short in HELP else name


def heading(name: str) -> list[str]:
    kind = (
        "counter"
        if name.endswith("_total")
        else "histogram"
        if name.endswith("_seconds") and name != "ekiben_up_seconds"
        else "gauge"
    )
    return [f"# HELP {name} {HELP.get(name, name)}", f"# TYPE {name} {kind}"]


METRICS = Metrics()
