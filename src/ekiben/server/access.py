"""What opens the seats of a table: tokens that browsers keep, and links that are exchanged for one
once. Only hashes are known here.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence

from ekiben.server.store import Seating


def new_token() -> str:
    """256 random bits, for a browser to keep or for a link."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Access:
    """By seat: `tokens` that open it, and the `links` that may still be exchanged, one a seat;
    `used` links are known by their seat.
    """

    def __init__(self, seats: Sequence[Seating]) -> None:
        self.first = [seat.token for seat in seats]
        self.tokens = [frozenset() if seat.kind == "open" else seat.tokens for seat in seats]
        self.links = [seat.token if seat.kind == "open" else "" for seat in seats]
        self.used: dict[str, int] = {}

    def copy(self) -> Access:
        twin = object.__new__(Access)
        twin.first = self.first
        twin.tokens = self.tokens.copy()
        twin.links = self.links.copy()
        twin.used = self.used.copy()
        return twin

    # ---- what is known
    def seats_of(self, tokens: Iterable[str]) -> frozenset[int]:
        """The seats that tokens of these hashes open."""
        shown = frozenset(tokens)
        return frozenset(seat for seat, known in enumerate(self.tokens) if known & shown)

    def tokens_of(self, seat: int) -> frozenset[str]:
        """What opens a seat; nothing opens one that is not there."""
        return self.tokens[seat] if seat < len(self.tokens) else frozenset()

    def knows(self, token: str) -> bool:
        return any(token in known for known in self.tokens)

    def seat_of_link(self, link: str) -> int | None:
        """The seat of a link that may still be exchanged."""
        return self.links.index(link) if link and link in self.links else None

    def seat_behind(self, link: str) -> int | None:
        """The seat that a link is for, or was before it was used."""
        seat = self.seat_of_link(link)
        return self.used.get(link) if seat is None else seat

    # ---- what the log says
    def enter(self, seat: int, token: str) -> None:
        """The link of the seat was exchanged. An entry without a token is of an older log, where
        the link itself became the token.
        """
        self.tokens[seat] |= {token or self.first[seat]}
        self.offer(seat, "")

    def offer(self, seat: int, link: str) -> None:
        """The one link of the seat from now on."""
        if self.links[seat]:
            self.used[self.links[seat]] = seat
        self.links[seat] = link

    def reset(self, seat: int, token: str) -> None:
        """Nothing but this token opens the seat."""
        self.tokens[seat] = frozenset([token])
        self.offer(seat, "")
