"""TR-8: money paid and received, loans by choice and by force."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.state import BORROWED, REPAID, State

BORROW, REPAY = 1, 2  # a set of what the purse allows


@compiled
def book(s: State, seat: int, amount: int, entry: int) -> None:
    """Money in or out, with its reason."""
    s.money[seat] += amount
    s.score[seat] += amount
    s.books[seat, entry] += amount


@compiled
def owe(b: Board, s: State, seat: int, loans: int) -> None:
    """TR-1.1: what a loan would cost to repay is off the score at once."""
    s.loans[seat] += loans
    s.score[seat] -= loans * b.repay_cost


@compiled
def borrow(b: Board, s: State, seat: int, forced: int) -> None:
    """TR-8.1."""
    owe(b, s, seat, 1)
    book(s, seat, b.loan, BORROWED)
    emit(s, event_codes.BORROWED, seat, b.loan, forced)


@compiled
def repay(b: Board, s: State, seat: int) -> None:
    """TR-8.2."""
    owe(b, s, seat, -1)
    book(s, seat, -b.repay_cost, REPAID)
    emit(s, event_codes.REPAID, seat, b.repay_cost, 0)


@compiled
def pay(b: Board, s: State, seat: int, amount: int, entry: int) -> None:
    """TR-8.3: a forced payment; as few loans as will do."""
    while s.money[seat] < amount:
        borrow(b, s, seat, 1)
    book(s, seat, -amount, entry)


@compiled
def purse(b: Board, s: State) -> int:
    """TR-8.1, TR-8.2: whether the seat may borrow, and repay: in its own turn only."""
    seat = s.seat
    if seat != s.in_turn:
        return 0
    allowed = BORROW if s.money[seat] < b.loan else 0
    return allowed | REPAY if s.loans[seat] > 0 and s.money[seat] >= b.repay_cost else allowed
