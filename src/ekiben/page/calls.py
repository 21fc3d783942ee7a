"""Calls of the browser's storage, with its answers as values and exceptions."""

from __future__ import annotations

import json

from ekiben.page.storage import Key, Read, Step, Storage, StoreName, Value
from ekiben.server.store import Conflict, StoreUnavailable


class StorageCalls:
    """Reads and writes; a refusal of the browser is a StoreUnavailable with its name and words."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def read(self, asked: Read) -> list[tuple[Key, Value]]:
        answer = json.loads(await self.storage.read(json.dumps(asked)))
        raise_failure(answer)
        return [(key, value) for key, value in answer["rows"]]

    async def get(self, store: StoreName, key: Key) -> Value:
        """The value of a key; None if there is none."""
        rows = await self.read({"store": store, "low": key, "high": key})
        return rows[0][1] if rows else None

    async def write(self, *steps: Step) -> None:
        """Do all steps or none; when this returns, they are on disk."""
        answer = json.loads(await self.storage.write(json.dumps(steps)))
        raise_failure(answer)
        if "conflict" in answer:
            raise Conflict(answer["conflict"])


def raise_failure(answer: dict[str, str]) -> None:
    if "failed" in answer:
        raise StoreUnavailable(f"{answer['failed']}: {answer['text']}")
