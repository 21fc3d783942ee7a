"""What people said at a table, in PostgreSQL; the statement that writes tells the others."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.server.postgres_connection import Connection
from ekiben.server.store import CHAT_KEPT, ChatLine, Conflict, NewChatLine

MAX_TRIES = 50  # to find a free number while others write too
ADD = f"""
WITH added AS (
    INSERT INTO chat (table_id, n, mark, seat, text, phrase)
    SELECT $1, coalesce(max(n) + 1, 0), $2, $3, $4, $5 FROM chat WHERE table_id = $1
    ON CONFLICT DO NOTHING RETURNING n),
forgotten AS (
    DELETE FROM chat USING added WHERE table_id = $1 AND chat.n <= added.n - {CHAT_KEPT})
SELECT added.n, pg_notify('ekiben_chat', $6 || ' ' || $1) FROM added
"""
IS_THERE = "SELECT 1 FROM chat WHERE table_id = $1 AND mark = $2"


async def add_line(
    connection: Connection, table: str, line: NewChatLine, mark: int, process: str
) -> None:
    """Add a message once: a lost connection may have us try again."""
    for _ in range(MAX_TRIES):
        values = (table, mark, line.seat, line.text, line.phrase, process)
        if await connection.fetch(ADD, *values):
            return
        if await connection.fetchval(IS_THERE, table, mark):
            return
    raise Conflict(f"too many write to the chat of {table}")


async def read_lines(connection: Connection, table: str, since: int) -> list[ChatLine]:
    found = await connection.fetch(
        "SELECT n, at, seat, text, phrase FROM chat WHERE table_id = $1 AND n >= $2 ORDER BY n",
        table,
        since,
    )
    return [ChatLine(*row) for row in found]


async def put_lines(connection: Connection, table: str, lines: Sequence[ChatLine]) -> None:
    """Import messages of a table that has none yet."""
    await connection.executemany(
        "INSERT INTO chat (table_id, n, at, mark, seat, text, phrase) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [
            (table, one.n, one.at, -one.n, one.seat, one.text, one.phrase)
            for one in lines[-CHAT_KEPT:]
        ],
    )
