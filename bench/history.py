"""The figures that were kept, one run a line, and what has become worse since the last one."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

import figures
from figures import Figure

import ekiben

FILE = Path(__file__).parent / "history.jsonl"
WORSE = 0.05  # a figure that fell by more is told
NUMBERS = {"family": "cpu family", "model": "model"}  # of a processor, as Linux has them


class Kept(TypedDict):
    """A figure as the file has it; `calibration` is the machine's speed when it was measured."""

    value: float
    kind: figures.Kind
    unit: NotRequired[str]
    calibration: float


class Run(TypedDict):
    date: str
    machine: str
    version: str
    figures: dict[str, Kept]


def machine() -> str:
    """The processor and its cores: figures of two machines are never compared."""
    return f"{processor()}, {len(os.sched_getaffinity(0))} cores"


def processor() -> str:
    """Its name, family and model: a cloud gives processors of several kinds the same name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return processor_in(lines) or platform.machine()


def processor_in(lines: Iterable[str]) -> str:
    """The first processor in the lines of /proc/cpuinfo."""
    told: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        told.setdefault(name.strip(), value.strip())
    numbers = [f"{name} {told[key]}" for name, key in NUMBERS.items() if key in told]
    return ", ".join([told["model name"], *numbers]) if "model name" in told else ""


def version() -> str:
    """Ekiben's version, and a digest of its sources, whichever commit they are of."""
    sources = sorted(Path(ekiben.__file__).parent.rglob("*.py"))
    digest = hashlib.sha256(b"".join(map(Path.read_bytes, sources))).hexdigest()
    return f"{ekiben.__version__}+{digest[:10]}"


def kept(figure: Figure, calibration: float) -> Kept:
    return {
        "value": figure.value,
        "kind": figure.kind,
        "unit": figure.unit,
        "calibration": calibration,
    }


def new_run(found: Iterable[tuple[Figure, float]]) -> Run:
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        "machine": machine(),
        "version": version(),
        "figures": {figure.name: kept(figure, calibration) for figure, calibration in found},
    }


def read(file: Path = FILE) -> list[Run]:
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def append(run: Run, file: Path = FILE) -> None:
    with file.open("a", encoding="utf-8", newline="\n") as out:
        out.write(json.dumps(run, ensure_ascii=False) + "\n")


def last_kept(runs: Iterable[Run], where: str) -> dict[str, Kept]:
    """By name the latest figure that was kept on a machine."""
    found: dict[str, Kept] = {}
    for run in runs:
        found |= run["figures"] if run["machine"] == where else {}
    return found


def change(now: Kept, before: Kept) -> float:
    """By how much a figure is better, 0.1 for a tenth; a fall is below 0.

    Rates and times count by the machine's speed at their time, ratios and bytes as they are.
    """
    ratio = scaled(now) / scaled(before)
    return ratio - 1 if now["kind"] in ("ratio", "rate") else 1 / ratio - 1


def scaled(one: Kept) -> float:
    factors = {"rate": one["calibration"], "seconds": 1 / one["calibration"]}
    return one["value"] * factors.get(one["kind"], 1.0)


def changes(run: Run, before: dict[str, Kept]) -> dict[str, float]:
    """By name, for figures that were kept before."""
    return {
        name: change(one, before[name]) for name, one in run["figures"].items() if name in before
    }
