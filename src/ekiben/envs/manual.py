"""The manual's tables of features, out of the lists that the encodings are made of.

python -m ekiben.envs.manual         writes them into docs/observations.md
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from ekiben.games.families import FAMILIES
from ekiben.observations.columns import Feature
from ekiben.observations.encoding import OBSERVATION, Observation

PAGE = Path(__file__).parents[3] / "docs" / "observations.md"


def tables(observation: Observation) -> str:
    """A table for each block of an encoding."""
    return "\n".join(
        f"#### `{name}`\n\n{table(features)}\n" for name, features in observation.BLOCKS.items()
    )


def table(features: Sequence[Feature]) -> str:
    """Neighbours of one meaning, such as one for each seat, share a line."""
    lines = ["| column | feature | 1.0 is | meaning |", "|---|---|---|---|"]
    start = 0
    for (most, meaning), several in groupby(
        features, key=lambda feature: (feature.most, feature.meaning)
    ):
        names = [feature.name for feature in several]
        columns = str(start) if len(names) == 1 else f"{start}–{start + len(names) - 1}"
        named = f"`{names[0]}`" if len(names) == 1 else f"`{names[0]}` … `{names[-1]}`"
        lines.append(f"| {columns} | {named} | {most} | {meaning} |")
        start += len(names)
    return "\n".join(lines)


def filled(page: str) -> str:
    """The page with its tables written anew, between their marks."""

    def between(marks: re.Match[str]) -> str:
        return f"{marks[1]}\n{tables(OBSERVATION.load(FAMILIES[marks[2]]))}\n{marks[3]}"

    return re.sub(
        f"(<!-- ({'|'.join(FAMILIES)}) -->\n).*?(<!-- end -->)", between, page, flags=re.DOTALL
    )


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
