"""Measure the engine, the hand-written C program beside it, and the planner's choices.

python bench/run.py [engine] [reference] [choices]      all of them when none is named
python bench/run.py choices --write                     write the planner's choices to the manual
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import c_reference
import choices
from rich.console import Console

import ekiben
from ekiben.cli import bench

PAGE = Path(__file__).resolve().parents[1] / "docs" / "speed.md"
PARTS = ("engine", "reference", "choices")


def reference_lines() -> Iterator[str]:
    compiler = c_reference.compiler()
    if compiler is None:
        yield "no comparison with C: there is no C compiler here (install one, or name it: CC=…)"
        return
    with tempfile.TemporaryDirectory() as folder:
        program = c_reference.build(compiler, Path(folder))
        for seats in (2, 4):
            ours, theirs, ratio = c_reference.compare(program, seats)
            yield (
                f"america, {seats} seats, one core: {ours / 1e6:.1f} million decisions/s, "
                "hand-written C "
                f"{theirs / 1e6:.1f} million: {ratio:.2f} of C"
            )


def planner(console: Console, write: bool) -> None:
    costs = choices.measure_all()
    for line in choices.lines(costs):
        console.print(line)
    if write:
        PAGE.write_text(
            choices.filled(PAGE.read_text(encoding="utf-8"), costs),
            encoding="utf-8",
            newline="\n",
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure")
    parser.add_argument(
        "--write", action="store_true", help="write the planner's choices to docs/speed.md"
    )
    asked, console = parser.parse_args(), Console(width=120)
    wanted = asked.parts or PARTS
    if "engine" in wanted:
        console.print(bench.table(bench.measure_all(list(ekiben.games()))))
    if "reference" in wanted:
        console.print(*reference_lines(), sep="\n")
    if "choices" in wanted:
        planner(console, asked.write)


if __name__ == "__main__":
    main()
