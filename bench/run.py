"""Measure the engine, the C program beside it, observations, Tokyo Railways and the server.

python bench/run.py [PART…]             all parts when none is named
python bench/run.py --keep              keep the figures in bench/history.jsonl
python bench/run.py server              the server alone: it takes some minutes
python bench/run.py choices --write     write the planner's choices to the manual

Every figure is compared with the last one that was kept on the same machine, rates and times by
the speed of the machine at the moment; those that fell by more than 5 % are named.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import figures
import history
from figures import ROWS, Figure, Skipped, calibrate, shown, shown_goal
from rich.console import Console

PAGE = Path(__file__).resolve().parents[1] / "docs" / "speed.md"
PARTS = {  # each with the module of its rows
    "reference": "c_reference",
    "engine": "engine_rows",
    "choices": "choices",
    "observations": "observation_rows",
    "tokyo": "tokyo_rows",
    "server": "server_rows",
}
Found = tuple[Figure, float]  # with the calibration of its time


def measure(parts: Sequence[str], console: Console) -> Iterator[Found]:
    """All figures of some parts; what cannot be measured here is said."""
    for part in parts:
        importlib.import_module(PARTS[part])
        for row in [row for row in ROWS if row.part == part]:
            try:
                yield from calibrated(row)
            except Skipped as error:
                console.print(f"left out: {error}")


def calibrated(row: figures.Row) -> Iterator[Found]:
    before = calibrate()
    found = list(row.measure())
    calibration = (before + calibrate()) / 2
    yield from ((figure, calibration) for figure in found)


def told(figure: Figure, changes: dict[str, float]) -> str:
    """A line: the figure, its goal, and how it has changed."""
    change = changes.get(figure.name)
    since = "" if change is None else f"{change:+.1%} since kept"
    return f"{figure.name:66} {shown(figure):>18}  {shown_goal(figure):22} {since}".rstrip()


def worse(changes: dict[str, float]) -> list[str]:
    """What fell by more than 5 %, in lines."""
    return [
        f"fell by {-change:.1%}: {name}"
        for name, change in changes.items()
        if change < -history.WORSE
    ]


def write_choices(found: Sequence[Found]) -> None:
    import choices

    page = choices.filled(PAGE.read_text(encoding="utf-8"), [figure for figure, _ in found])
    PAGE.write_text(page, encoding="utf-8", newline="\n")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure")
    made.add_argument("--keep", action="store_true", help="append the figures to the history")
    made.add_argument("--history", type=Path, default=history.FILE, metavar="FILE")
    made.add_argument("--json", action="store_true", help="print the run as a line of the history")
    made.add_argument(
        "--write", action="store_true", help="write the planner's choices to docs/speed.md"
    )
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    console = Console(width=140, highlight=False, stderr=asked.json)
    before = history.last_kept(history.read(asked.history), history.machine())
    found = []
    for one in measure(asked.parts or list(PARTS), console):
        found.append(one)
        console.print(told(one[0], history.changes(history.new_run([one]), before)))
    run = history.new_run(found)
    for line in worse(history.changes(run, before)):
        console.print(line, style="bold")
    if asked.keep:
        history.append(run, asked.history)
    if asked.write:
        write_choices(found)
    if asked.json:
        print(json.dumps(run, ensure_ascii=False))


if __name__ == "__main__":
    main()
