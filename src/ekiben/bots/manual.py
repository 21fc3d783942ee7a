"""The manual's tables of the bots' keys and of the levels, from constructors and texts.

python -m ekiben.bots.manual         writes them into docs/bots.md and docs/playing.md
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import ekiben
from ekiben import bots
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.levels import NAMES, levels, limits_text
from ekiben.core.families import Family
from ekiben.games.families import FAMILIES
from ekiben.texts import say

DOCS = Path(__file__).parents[3] / "docs"


def keys_table() -> str:
    """A row for every key of every bot; `seed`, which all have, is left to the text."""
    rows = [
        f"| `{name}` | `{key.name}` | {key.default} | {key.meaning} |"
        for name in bots.names()
        for key in bots.keys(name)
        if key.name != "seed"
    ]
    return "\n".join(["| bot | key | default | meaning |", "|---|---|---|---|", *rows])


def levels_table() -> str:
    """How every level plays, a column for each family of games."""
    rows = [
        " | ".join(
            [f"| {say(f'server.levels.{name}')}"]
            + [level_text(family, name) for family in FAMILIES.values()]
        )
        + " |"
        for name in NAMES
    ]
    return "\n".join(["| level | in the route games | in Tokyo Railways |", "|---|---|---|", *rows])


def level_text(family: Family, name: str) -> str:
    """How a level plays in a family of games, if that has it."""
    if name not in BOT_FAMILY.load(family).levels:
        return "–"
    return " ".join([say(f"server.level-play.{family.name}.{name}"), *limits(family, name)])


def limits(family: Family, name: str) -> Iterator[str]:
    """The games that have a level at some of their tables only, and at which."""
    for game in map(ekiben.load, ekiben.games()):
        level = levels(game).get(name)
        text = limits_text(game, level) if level and game.family == family else ""
        if text:
            yield say("tables.in-game", game=say(f"games.{game.name}"), tables=text)


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "bots.md": ("keys", keys_table),
    "playing.md": ("levels", levels_table),
}


def fill_page(name: str, page: str) -> str:
    """The page with a new table between its marks."""
    mark, table = TABLES[name]
    return re.sub(
        rf"(<!-- {mark} -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{table()}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    for name in TABLES:
        page = DOCS / name
        page.write_text(fill_page(name, page.read_text(encoding="utf-8")), encoding="utf-8")
