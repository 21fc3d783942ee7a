"""The browser client's sources: every text it asks for exists in every language, and nothing in
them is against the content policy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ekiben.server.catalogue import PARTS, part_json, texts_json
from ekiben.texts import languages, words

SOURCES = Path(__file__).parents[2] / "web" / "src"
FILES = sorted(file for file in SOURCES.rglob("*") if file.suffix in (".svelte", ".ts"))
CALL = re.compile(r"""\b(?:t|maybe)\(\s*(?:[^"'`()]*?\?\s*)?["'`]([^"'`]+)["'`]""")
EITHER = re.compile(r"""\bt\([^()]*?\?\s*"([^"]+)"\s*:\s*"([^"]+)\"""")


def asked_for(files: list[Path] = FILES) -> set[str]:
    """The keys in the sources; one with a place in it is cut off there."""
    found: set[str] = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        found |= {key.split("${")[0] for key in CALL.findall(text)} | {
            key for pair in EITHER.findall(text) for key in pair
        }
    return {key for key in found if "." in key}


def entry(table: Mapping[str, Any], key: str) -> Any:
    found: Any = table
    for name in key.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def known(table: Mapping[str, Any], key: str) -> bool:
    """A whole key names a text; one that goes on (`asked.`, `web.replay.theme-`) begins at least
    one.
    """
    if isinstance(entry(table, key), str):
        return True
    above, _, start = key.rpartition(".")
    there = entry(table, above)
    return isinstance(there, Mapping) and any(name.startswith(start) for name in there)


@pytest.mark.parametrize("language", languages())
def test_every_text_exists(language: str) -> None:
    keys = asked_for()
    assert len(keys) > 150
    assert sorted(key for key in keys if not known(words(language), key)) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("part", ["", *PARTS])
def test_texts_are_fetched_with_what_asks_for_them(language: str, part: str) -> None:
    """Games and rare pages have texts of their own; everything else needs none of those."""
    files = [file for file in FILES if part_of(file) == part]
    fetched = json.loads(texts_json(language))
    for one in (part, *FETCHED_WITH.get(part, ())) if part else ():
        own = json.loads(part_json(language, one))
        fetched |= own | {"web": fetched["web"] | own["web"]}
    keys = asked_for(files)
    assert keys and sorted(key for key in keys if not known(fetched, key)) == []


OF_FILES = {
    "ProofScreen.svelte": "proof",
    "proof.ts": "proof",
    "CoachBox.svelte": "guide",
    "LessonGuide.svelte": "guide",
    "LessonScreen.svelte": "guide",
}


# screens that fetch the texts of other parts with their own
FETCHED_WITH = {"review": ("practice",), "practice": ("puzzles",)}


def part_of(file: Path) -> str:
    """The part whose folder a file is in, the innermost of them."""
    folders = [name for name in file.relative_to(SOURCES).parts[:-1] if name in PARTS]
    return OF_FILES.get(file.name, folders[-1] if folders else "")


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.suffix == ".svelte"], ids=lambda file: file.name
)
def test_nothing_inline(file: Path) -> None:
    """The policy allows no style attribute and no code from text."""
    markup = re.sub(
        r"<(script|style)\b.*?</\1>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    assert not re.search(r"\sstyle=", markup)
    assert "{@html" not in markup


def test_lock_names_no_registry() -> None:
    lock = (SOURCES.parent / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
