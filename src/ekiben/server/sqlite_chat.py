"""What people said at a table, in SQLite."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence

from ekiben.server.store import CHAT_KEPT, ChatLine, NewChatLine

INSERT = "INSERT INTO chat (table_id, n, at, seat, text, phrase) VALUES (?, ?, ?, ?, ?, ?)"


def add_line(db: sqlite3.Connection, table: str, line: NewChatLine) -> None:
    """Add a message and forget those beyond the latest."""
    sql = "SELECT coalesce(max(n) + 1, 0) FROM chat WHERE table_id = ?"
    number = db.execute(sql, (table,)).fetchone()[0]
    db.execute(INSERT, (table, number, time.time(), line.seat, line.text, line.phrase))
    db.execute("DELETE FROM chat WHERE table_id = ? AND n <= ?", (table, number - CHAT_KEPT))


def read_lines(db: sqlite3.Connection, table: str, since: int) -> list[ChatLine]:
    sql = "SELECT n, at, seat, text, phrase FROM chat WHERE table_id = ? AND n >= ? ORDER BY n"
    return [ChatLine(*row) for row in db.execute(sql, (table, since))]


def put_lines(db: sqlite3.Connection, table: str, lines: Sequence[ChatLine]) -> None:
    """Import messages of a table that has none yet."""
    rows = [(table, one.n, one.at, one.seat, one.text, one.phrase) for one in lines]
    db.executemany(INSERT, rows[-CHAT_KEPT:])
