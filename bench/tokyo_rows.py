"""Rows of the bench: Tokyo Railways, to America's speed, which the C program measures."""

from __future__ import annotations

from collections.abc import Iterator

from engine_rows import SEATS, random_rates
from figures import Figure, row


@row("tokyo")
def decisions() -> Iterator[Figure]:
    for seats in SEATS:
        ratio = random_rates("tokyo", seats)[0] / random_rates("america", seats)[0]
        what = f"random play, tokyo to america, {seats} seats: decisions"
        yield Figure(what, ratio, "ratio")
