"""Access to seats: tokens that browsers keep, and links that can be exchanged for one once.

Only hashes of them are stored.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

from ekiben.server.store import SeatSetup

MAX_TOKENS = 9  # in a browser's cookie for a table


def new_token() -> str:
    """256 random bits, for a browser to keep or for a link."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Access:
    """The `tokens` and the one unused link of each seat, and the seats of `used` links."""

    def __init__(self, seats: Sequence[SeatSetup]) -> None:
        self.first = [seat.token for seat in seats]
        self.tokens = [frozenset() if seat.kind == "open" else seat.tokens for seat in seats]
        self.links = [seat.token if seat.kind == "open" else "" for seat in seats]
        self.used: dict[str, int] = {}

    def copy(self) -> Access:
        copy = object.__new__(Access)
        copy.first = self.first
        copy.tokens = self.tokens.copy()
        copy.links = self.links.copy()
        copy.used = self.used.copy()
        return copy

    # ---- questions
    def seats_of(self, tokens: Iterable[str]) -> frozenset[int]:
        """The seats opened by tokens with these hashes."""
        shown = frozenset(tokens)
        return frozenset(seat for seat, known in enumerate(self.tokens) if known & shown)

    def tokens_of(self, seat: int) -> frozenset[str]:
        """The hashes of the tokens that open a seat; none if there is no such seat."""
        return self.tokens[seat] if seat < len(self.tokens) else frozenset()

    def knows(self, token: str) -> bool:
        return any(token in known for known in self.tokens)

    def seat_of_unused_link(self, link: str) -> int | None:
        """The seat of a link that can still be exchanged."""
        return self.links.index(link) if link and link in self.links else None

    def seat_of_link(self, link: str) -> int | None:
        """The seat of a link, used or not."""
        seat = self.seat_of_unused_link(link)
        return self.used.get(link) if seat is None else seat

    # ---- changes
    def exchange_link(self, seat: int, token: str) -> None:
        """Exchange the seat's link for a token; without one the link itself is the token.

        Entries without a token come from older logs.
        """
        self.tokens[seat] |= {token or self.first[seat]}
        self.set_link(seat, "")

    def set_link(self, seat: int, link: str) -> None:
        """Replace the seat's link."""
        if self.links[seat]:
            self.used[self.links[seat]] = seat
        self.links[seat] = link

    def reset(self, seat: int, token: str) -> None:
        """Let only this token open the seat."""
        self.tokens[seat] = frozenset([token])
        self.set_link(seat, "")
