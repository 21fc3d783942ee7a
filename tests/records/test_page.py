"""The manual's page on records names all there is."""

import json
import re
from pathlib import Path

from ekiben.core import record
from ekiben.records.arrays import COLUMNS

from .test_records import SCHEMA, line

PAGE = (Path(__file__).resolve().parents[2] / "docs/records.md").read_text(encoding="utf-8")


def rows(heading):
    table = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    return [
        name for row in table.splitlines() for name in re.findall(r"`([\w-]+)`", row.split("|")[1])
    ]


def test_every_key_of_a_record_is_on_the_page_and_in_the_schema():
    assert set(rows("key")) == {*record.KEYS, "commit", "salt", "mix", "forfeit"}
    known = {**SCHEMA["$defs"]["heading"]["properties"], **SCHEMA["$defs"]["full"]["properties"]}
    assert set(rows("key")) == set(known) - {"viewer"}


def test_every_column_is_on_the_page():
    assert rows("column") == list(COLUMNS)


def test_the_line_on_the_page_is_a_record():
    shown = json.loads(
        re.search(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1].replace("\n ", "")
    )
    assert (
        set(shown) == set(json.loads(line())) and record.replay(json.dumps(shown), load).seats == 2
    )


def load(name, rules, options):
    from ekiben.games import load_recorded

    return load_recorded(name, rules, options)
