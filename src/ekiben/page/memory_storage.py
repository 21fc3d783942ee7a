"""Storage in memory, for a page without a browser's: it keeps nothing beyond the process."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable

from ekiben.page.storage import Key, Read, Step, Value, last_row_of

# by store and name: the fields of an index, and whether no two rows may share them
INDEXES: dict[str, dict[str, tuple[tuple[str, ...], bool]]] = {
    "tables": {
        "created": (("created",), False),
        "public": (("public",), False),
        "deal": (("deal", "device", "created"), False),
    },
    "deals": {"key": (("key",), True), "created": (("created",), False)},
    "results": {"deal": (("deal", "at"), False)},
    "reviews": {"table": (("table", "at"), False)},
}
Order = tuple[int, object]
Rows = dict[str, dict[str, Value]]  # by store and the JSON text of the key


class Missed(Exception):
    """A step found something else than it needs."""


class MemoryStorage:
    """Answers like `web/src/page/storage.ts`."""

    def __init__(self) -> None:
        self.rows: Rows = defaultdict(dict)

    async def read(self, asked: str) -> str:
        return json.dumps({"rows": find(self.rows, json.loads(asked))})

    async def write(self, steps: str) -> str:
        """Try the steps on a copy, and take it over if all of them fit."""
        draft: Rows = defaultdict(dict, {name: dict(rows) for name, rows in self.rows.items()})
        try:
            for step in json.loads(steps):
                STEPS[step["do"]](draft, step)
        except Missed as error:
            return json.dumps({"conflict": str(error)})
        self.rows = draft
        return json.dumps({"done": True})


# ---- reading
def order(key: Key) -> Order:
    """Compare keys as IndexedDB does."""
    if isinstance(key, list):
        return 2, tuple(order(part) for part in key)
    return (1, key) if isinstance(key, str) else (0, key)


def find(rows: Rows, asked: Read) -> list[tuple[Key, Value]]:
    found = sorted(
        (order(by), order(key), key, value)
        for by, key, value in indexed(rows, asked["store"], asked.get("index"))
        if is_within(by, asked)
    )
    chosen = found[-1:] if asked.get("last") else found[: asked.get("count")]
    return [(key, value) for _, _, key, value in chosen]


def indexed(rows: Rows, store: str, index: str | None) -> list[tuple[Key, Key, Value]]:
    """Every row with what it is found by, and its key; an index leaves out rows without a field."""
    whole = [
        (json.loads(text), json.loads(json.dumps(value))) for text, value in rows[store].items()
    ]
    if index is None:
        return [(key, key, value) for key, value in whole]
    fields = INDEXES[store][index][0]
    return [
        (index_key(value, fields), key, value)
        for key, value in whole
        if all(field in value for field in fields)
    ]


def index_key(value: Value, fields: tuple[str, ...]) -> Key:
    return value[fields[0]] if len(fields) == 1 else [value[field] for field in fields]


def is_within(key: Key, asked: Read) -> bool:
    return ("low" not in asked or order(asked["low"]) <= order(key)) and (
        "high" not in asked or order(key) <= order(asked["high"])
    )


# ---- writing
def text_of(key: Key) -> str:
    return json.dumps(key)


def add(rows: Rows, step: Step) -> None:
    if text_of(step["key"]) in rows[step["store"]]:
        raise Missed(f"{step['store']} {step['key']} is there already")
    put(rows, step)


def put(rows: Rows, step: Step) -> None:
    for name, (fields, unique) in INDEXES.get(step["store"], {}).items():
        if unique and is_taken(rows, step, name, fields):
            raise Missed(f"{step['store']} has another row of this {name}")
    rows[step["store"]][text_of(step["key"])] = step["value"]


def is_taken(rows: Rows, step: Step, index: str, fields: tuple[str, ...]) -> bool:
    wanted = index_key(step["value"], fields)
    same = indexed(rows, step["store"], index)
    return any(by == wanted and key != step["key"] for by, key, _ in same)


def update(rows: Rows, step: Step) -> None:
    before = rows[step["store"]].get(text_of(step["key"]))
    if before is None:
        raise Missed(f"{step['store']} has no {step['key']}")
    rows[step["store"]][text_of(step["key"])] = {**before, **step["value"]}


def delete(rows: Rows, step: Step) -> None:
    asked: Read = {
        "store": step["store"],
        "low": step["key"],
        "high": step.get("high", step["key"]),
    }
    for key, _ in find(rows, asked):
        del rows[step["store"]][text_of(key)]


def length(rows: Rows, step: Step) -> None:
    last = find(rows, last_row_of(step["store"], step["key"]))
    found = last[0][0][1] + 1 if last else 0
    if found != step["value"]:
        raise Missed(f"{step['store']} {step['key']} has {found} rows, not {step['value']}")


STEPS: dict[str, Callable[[Rows, Step], None]] = {
    "add": add,
    "put": put,
    "update": update,
    "delete": delete,
    "length": length,
}
