"""The score sheet, line by line with its clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.core.game import Line
from ekiben.games.tokyo.state import State

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

# clause and reason of each entry of the books, in their order
ENTRIES = (
    ("TR-2.1", "start-money"),
    ("TR-3.2", "rewards"),
    ("TR-6.2", "fees-earned"),
    ("TR-6.2", "fees-paid"),
    ("TR-4.6", "track"),
    ("TR-5.1", "upgrades"),
    ("TR-7.7", "relief"),
    ("TR-7.8", "corporate-tax"),
    ("TR-7.13", "property-tax"),
    ("TR-7.15", "interest"),
    ("TR-7.16", "maintenance"),
    ("TR-8.1", "borrowed"),
    ("TR-8.2", "repaid"),
)
OWED = ("TR-1.1", "loans-owed")


def sheet(game: TokyoGame, s: State, seat: int) -> list[Line]:
    """Money net of loans: all that was received and paid, and the cost of repaying the loans."""
    books = s.books[seat].tolist()
    lines = [
        Line(clause, reason, amount)
        for (clause, reason), amount in zip(ENTRIES, books, strict=True)
        if amount
    ]
    loans = int(s.loans[seat])
    if loans:
        lines.append(Line(*OWED, -loans * int(game.plain_board.repay_cost), count=loans))
    return lines
