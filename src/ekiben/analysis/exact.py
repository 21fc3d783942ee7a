"""Ledgers in whole ten-thousandths: rounded so that everything adds up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ekiben.analysis.review import EXACT, Ledger, LedgerLine, LineKind, Outlook
from ekiben.analysis.tally import Floats

Shares = tuple[int, ...]


def in_parts(shares: Sequence[float] | Floats) -> Shares:
    """Shares of a win as ten-thousandths that add up to all of it; the largest rests round up."""
    kept = np.clip(np.asarray(shares, np.float64), 0.0, 1.0)
    parts = kept * EXACT / kept.sum()
    whole = np.floor(parts).astype(np.int64)
    rest = EXACT - int(whole.sum())
    order = np.argsort(-(parts - whole), kind="stable")
    whole[order[:rest]] += 1
    return tuple(int(part) for part in whole)


class LedgerWriter:
    """Writes lines from one value of the game to the next; none where nothing moves."""

    def __init__(self, seats: int) -> None:
        self.start = in_parts([1 / seats] * seats)
        self.now = self.start
        self.lines: list[LedgerLine] = []

    def move(self, to: Shares, at: int, kind: LineKind, seat: int | None) -> None:
        shifts = tuple(after - before for before, after in zip(self.now, to, strict=True))
        if any(shifts):
            self.lines.append(LedgerLine(at, kind, seat, shifts))
        self.now = to

    def ledger(self, curve: Sequence[Outlook]) -> Ledger:
        return Ledger(self.start, tuple(self.lines), self.now, tuple(curve))
