"""Reviews in the browser."""

from __future__ import annotations

import base64
import json
import time

from ekiben.page.calls import StorageCalls
from ekiben.page.storage import Step, Value
from ekiben.server.review_store import ReviewOwner, SavedReview

UPLOADS_KEPT = 20  # reviews of records that are no tables here


class PageReviews(StorageCalls):
    """The part of the page's store that keeps reviews."""

    async def review(self, key: str) -> SavedReview | None:
        row = await self.get("reviews", key)
        dump = base64.b64decode(row["dump"]) if row else b""
        return SavedReview(row["passes"], row["done"], dump) if row else None

    async def save_review(self, key: str, owner: ReviewOwner, review: SavedReview) -> None:
        before = await self.get("reviews", key)
        is_further = before is None or before["passes"] < review.passes
        table = owner.table or (before["table"] if before else "")
        await self.write(
            *(save_steps(key, table, owner.version, review) if is_further else ()),
            *await self.forget_others(key, owner),
        )

    async def forget_others(self, key: str, owner: ReviewOwner) -> list[Step]:
        """The steps that delete what this review replaces: old versions, the oldest uploads."""
        if owner.table:
            gone = [
                other
                for other, row in await self.reviews_of(owner.table)
                if row["version"] != owner.version
            ]
        else:
            uploads = [other for other, _ in await self.reviews_of("") if other != key]
            gone = uploads[: max(0, len(uploads) + 1 - UPLOADS_KEPT)]
        return [{"do": "delete", "store": "reviews", "key": other} for other in gone]

    async def reviews_of(self, table: str) -> list[tuple[str, Value]]:
        """Those of a table, or of all uploads, the oldest first."""
        return await self.read(
            {"store": "reviews", "index": "table", "low": [table], "high": [table, []]}
        )

    async def review_deletions(self, table: str) -> list[Step]:
        """The steps that delete a table's reviews."""
        return [
            {"do": "delete", "store": "reviews", "key": key}
            for key, _ in await self.reviews_of(table)
        ]

    async def running_tables(self, seed: str) -> list[str]:
        rows = await self.read({"store": "tables"})
        return [id for id, row in rows if not row["over"] and seed_of(row) == seed]


def save_steps(key: str, table: str, version: str, review: SavedReview) -> list[Step]:
    """The steps that write a review; its table, if it has one, must be there."""
    value = {
        "table": table,
        "version": version,
        "at": time.time(),
        "passes": review.passes,
        "done": review.done,
        "dump": base64.b64encode(review.dump).decode(),
    }
    there: Step = {"do": "update", "store": "tables", "key": table, "value": {}}
    save: Step = {"do": "put", "store": "reviews", "key": key, "value": value}
    return [there, save] if table else [save]


def seed_of(row: Value) -> object:
    """The seed in a table's set-up; None if that cannot be read."""
    try:
        return json.loads(row["setup"]).get("seed")
    except (ValueError, AttributeError):
        return None
