"""The seal on a deal, and deals that players have mixed their own randomness into."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ekiben.core.errors import RecordError, quoted


def commitment(salt: str, seed: int) -> str:
    """SHA-256 of a 256-bit salt and the seed: published at the start, both of them at the end."""
    return hashlib.sha256(bytes.fromhex(salt) + seed.to_bytes(16, "big")).hexdigest()


@dataclass(frozen=True)
class Mix:
    """What a mixed deal was made from.

    `seed` and `salt` are the dealer's own, sealed before anybody added anything. `parts` are the
    players' 32 bytes each, by seat, in hexadecimal; None where a seat added nothing.
    """

    seed: int
    salt: str
    parts: tuple[str | None, ...]

    @property
    def commit(self) -> str:
        return commitment(self.salt, self.seed)

    @property
    def dealt_seed(self) -> int:
        """The seed of the deal: half of SHA-256 of the dealer's seed and all parts."""
        mixed = hashlib.sha256(self.seed.to_bytes(16, "big"))
        for seat, part in enumerate(self.parts):
            if part is not None:
                mixed.update(bytes([seat]) + bytes.fromhex(part))
        return int.from_bytes(mixed.digest()[:16], "big")

    def to_json(self) -> dict[str, object]:
        return {"seed": f"{self.seed:x}", "salt": self.salt, "parts": list(self.parts)}


def seal_of_part(part: str) -> str:
    """What a player shows of a part before anybody opens theirs."""
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def mix_of(values: Mapping[str, Any]) -> Mix | None:
    """The mix of a record, if it has one; raise if it does not give the record's seed and seal."""
    told = values.get("mix")
    if told is None:
        return None
    if not is_mix(told, values["seats"]):
        raise RecordError(
            "the record's 'mix' should be the dealer's seed, its salt, and a part of 32 bytes or "
            f"null for each seat, not {quoted(told)}"
        )
    mix = Mix(int(told["seed"], 16), told["salt"], tuple(told["parts"]))
    if values.get("commit") != mix.commit:
        raise RecordError("the record's commit does not fit the salt and the seed of its mix")
    if int(values["seed"], 16) != mix.dealt_seed:
        raise RecordError("the record's seed is not what the dealer's seed and the parts give")
    return mix


def is_mix(told: Any, seats: int) -> bool:
    return (
        isinstance(told, dict)
        and is_hex(told.get("seed"), "{1,32}")
        and is_hex(told.get("salt"), "{64}")
        and isinstance(told.get("parts"), list)
        and len(told["parts"]) == seats
        and all(part is None or is_hex(part, "{64}") for part in told["parts"])
    )


def is_hex(text: Any, count: str) -> bool:
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{count}", text) is not None
