"""What the page's store asks of the browser: two calls, in JSON texts that need no conversion.

`web/src/page/storage.ts` answers them from IndexedDB, `MemoryStorage` in the same way from memory.

A `Read` is answered with `{rows: [[key, value], …]}`. A write is a list of steps, all done or none;
the answer is `{done: true}`, or `{conflict: why}` if a step found something else than it needs.
Either may be answered with `{failed: name, text: why}`: nothing was written then.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Literal, NotRequired, Protocol, TypedDict

Key = Any  # a number, a text or a list of keys, ordered as in IndexedDB: numbers, texts, lists
Value = Any  # any JSON
StoreName = Literal[
    "tables",
    "log",
    "chat",
    "deals",
    "results",
    "secrets",
    "boards",
    "cookies",
    "checks",
    "reviews",
    "checkpoints",
]


class Read(TypedDict):
    """The rows of a store whose keys are in a range, both ends included, in order.

    With `index` the range is of that index, with `last` only the highest row is read, and with
    `count` the first so many.
    """

    store: StoreName
    low: NotRequired[Key]
    high: NotRequired[Key]
    index: NotRequired[str]
    last: NotRequired[bool]
    count: NotRequired[int]


class Step(TypedDict):
    """One step of a write.

    `add` needs the key to be free, `put` does not. `update` changes fields of a row that must be
    there. `delete` removes all keys from `key` to `high`. `length` needs the numbered rows of a
    table, given by `key`, to end before the number `value`.
    """

    do: Literal["add", "put", "update", "delete", "length"]
    store: StoreName
    key: Key
    high: NotRequired[Key]
    value: NotRequired[Value]


class Storage(Protocol):
    """The browser's side: a JavaScript object, or a `MemoryStorage`."""

    def read(self, asked: str) -> Awaitable[str]: ...

    def write(self, steps: str) -> Awaitable[str]: ...


def rows_of(store: StoreName, table: str, since: int = 0) -> Read:
    """A table's numbered rows, from that number on."""
    return {"store": store, "low": [table, since], "high": [table, []]}


def last_row_of(store: StoreName, table: str) -> Read:
    return {"store": store, "low": [table, 0], "high": [table, []], "last": True}
