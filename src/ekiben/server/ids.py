"""Ids of tables and deals: 16 signs that can be read aloud."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no letters that look like digits


def new_id() -> str:
    """An id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(16))


def id_of_bytes(digest: bytes) -> str:
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:16])


def id_from(text: str) -> str:
    """An id that follows from a text; nobody guesses it who does not know the text."""
    return id_of_bytes(hashlib.sha256(text.encode()).digest())
