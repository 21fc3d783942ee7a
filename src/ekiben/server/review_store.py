"""Reviews in the store, as far as they have been worked out.

A key is a hash of a record's line and of the version of the analysis, so what is found is never out
of date. Reviews of a table here go with it; of uploaded records the latest are kept.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

UPLOADS_KEPT = 400  # reviews of records that are no tables here


class SavedReview(NamedTuple):
    """A part of a review: what `Reviewer.dump` gave after so many passes."""

    passes: int
    done: float  # from 0 to 1
    dump: bytes


class ReviewOwner(NamedTuple):
    """What a review belongs to: a table here, or None, and the version of the analysis."""

    table: str | None
    version: str


class ReviewStore(Protocol):
    """What a server needs of its database for reviews."""

    async def review(self, key: str) -> SavedReview | None: ...

    async def save_review(self, key: str, owner: ReviewOwner, review: SavedReview) -> None:
        """Keep a review, unless one with as many passes is there.

        Those of the same table by another version go, and so do the oldest uploads beyond the
        latest. Conflict if there is no such table.
        """

    async def running_tables(self, seed: str) -> list[str]:
        """The tables that were dealt from this seed and whose games are running."""
