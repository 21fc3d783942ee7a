"""The manual's table of the bots' keys, from their constructors and the texts.

python -m ekiben.bots.manual         writes them into docs/bots.md
"""

from __future__ import annotations

import re
from pathlib import Path

from ekiben import bots

PAGE = Path(__file__).parents[3] / "docs" / "bots.md"


def keys_table() -> str:
    """A row for every key of every bot; `seed`, which all have, is left to the text."""
    rows = [
        f"| `{name}` | `{key.name}` | {key.default} | {key.meaning} |"
        for name in bots.names()
        for key in bots.keys(name)
        if key.name != "seed"
    ]
    return "\n".join(["| bot | key | default | meaning |", "|---|---|---|---|", *rows])


def fill_page(page: str) -> str:
    """The page with a new table between its marks."""
    return re.sub(
        r"(<!-- keys -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{keys_table()}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    PAGE.write_text(fill_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
