"""The store of the page: tables in the browser's own storage.

The rules are those of the other stores: the log is the truth, and an append is on disk, whole,
before anybody hears of it. `web/src/page/storage.ts` does each write as one transaction.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Collection, Sequence

import msgspec

from ekiben.page.deals import PageDeals
from ekiben.page.reviews import PageReviews
from ekiben.page.storage import Step, Value, last_row_of, rows_of
from ekiben.server.store import (
    CHAT_KEPT,
    ActiveTable,
    BranchTable,
    ChatLine,
    Checkpoint,
    Conflict,
    Entry,
    LogReader,
    NewChatLine,
    RawRow,
    Row,
    Setup,
    StoreUnavailable,
    require_entries,
    table_row,
)


class PageStore(PageDeals, PageReviews, LogReader):
    """A store over the browser's storage, with the person's own boards and cookies beside it."""

    async def open(self) -> None:
        """Do nothing: the first call opens the database."""

    async def close(self) -> None:
        """Do nothing: whatever was acknowledged is on disk."""

    async def is_writable(self) -> bool:
        try:
            await self.write({"do": "put", "store": "checks", "key": "at", "value": time.time()})
        except StoreUnavailable:
            return False
        return True

    # ---- tables and their logs
    async def create(self, setup: Setup) -> None:
        await self.write(new_table(setup))

    async def setup(self, table: str) -> Setup | None:
        row = await self.get("tables", table)
        return read_setup(row) if row else None

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        require_entries(entries)
        now = time.time()
        rows = [Row(now, entry) for entry in entries]
        await self.write(*log_steps(table, seq, rows), table_change(table, over=over))

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]:
        rows = await self.read(rows_of("log", table, since))
        return [RawRow(key[1], row["at"], row["entry"]) for key, row in rows]

    async def clock_seconds(self, table: str, since: int) -> float:
        """Always 0: when the page is opened again, the clock of the open question restarts."""
        return 0.0

    async def public_tables(self, count: int) -> list[Setup]:
        return [read_setup(row) for _, row in await self.running_public_tables(count)]

    async def active_tables(
        self, count: int, seconds: float, present: Collection[str]
    ) -> list[ActiveTable]:
        oldest = time.time() - seconds
        return [
            ActiveTable(read_setup(row), await self.length(id))
            for id, row in await self.running_public_tables(count)
            if id in present or max(row["created"], await self.last_write(id)) > oldest
        ]

    async def running_public_tables(self, count: int) -> list[tuple[str, Value]]:
        """So many, the newest first."""
        rows = await self.read({"store": "tables", "index": "public"})
        return [(id, row) for id, row in reversed(rows) if not row["over"]][:count]

    async def log_length(self, table: str) -> int | None:
        return None if await self.get("tables", table) is None else await self.length(table)

    async def length(self, table: str) -> int:
        last = await self.read(last_row_of("log", table))
        return int(last[0][0][1]) + 1 if last else 0

    async def last_write(self, table: str) -> float:
        """When the log was last written to; 0 if it is empty."""
        last = await self.read(last_row_of("log", table))
        return float(last[0][1]["at"]) if last else 0.0

    async def entry_time(self, table: str, number: int) -> float | None:
        row = await self.get("log", [table, number])
        return row["at"] if row else None

    async def checkpoint(self, table: str) -> Checkpoint | None:
        row = await self.get("checkpoints", table)
        dump = base64.b64decode(row["dump"]) if row else b""
        return Checkpoint(row["length"], row["digest"], dump) if row else None

    async def save_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        dump = base64.b64encode(checkpoint.dump).decode()
        value = {"length": checkpoint.length, "digest": checkpoint.digest, "dump": dump}
        await self.write(
            table_change(table),
            {"do": "put", "store": "checkpoints", "key": table, "value": value},
        )

    # ---- chat
    async def add_chat(self, table: str, line: NewChatLine) -> None:
        """Write a message with the next number, whoever else writes one."""
        while await self.get("tables", table) is not None:
            last = await self.read(last_row_of("chat", table))
            number = last[0][0][1] + 1 if last else 0
            message = ChatLine(number, time.time(), line.seat, line.text, line.phrase)
            try:
                await self.write(*chat_steps(table, message))
                return
            except Conflict:
                continue  # another message took the number, or the table is gone
        raise Conflict(f"there is no table {table}")

    async def chat(self, table: str, since: int = 0) -> list[ChatLine]:
        rows = await self.read(rows_of("chat", table, since))
        return [msgspec.convert({"n": key[1], **row}, ChatLine) for key, row in rows]

    async def branches(self, parent: str, count: int) -> list[BranchTable]:
        """Look through all tables: a browser has a few hundred at most."""
        rows = await self.read({"store": "tables", "index": "created"})
        found = [row for _, row in rows if row.get("parent") == parent]
        return [BranchTable(read_setup(row), bool(row["over"])) for row in found[:count]]

    # ---- export, import, repair, expiry
    async def ids(self) -> list[str]:
        return [id for id, _ in await self.read({"store": "tables", "index": "created"})]

    async def is_over(self, table: str) -> bool:
        return bool((await self.get("tables", table))["over"])

    async def put(
        self, setup: Setup, rows: Sequence[Row], over: bool, chat: Sequence[ChatLine] = ()
    ) -> None:
        await self.write(
            new_table(setup),
            *log_steps(setup.id, 0, rows),
            table_change(setup.id, over=over, imported=time.time()),
            *(add_message(setup.id, line) for line in chat[-CHAT_KEPT:]),
        )

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        await self.write(
            *log_steps(table, seq, rows), table_change(table, over=over, imported=time.time())
        )

    async def idle_tables(self, after: str, count: int) -> list[tuple[str, float]]:
        rows = await self.read({"store": "tables", "low": after, "count": count + 1})
        now = time.time()
        return [
            (id, now - max(row["created"], row["imported"], await self.last_write(id)))
            for id, row in [row for row in rows if row[0] > after][:count]
        ]

    async def delete(self, table: str, length: int) -> None:
        await self.write(
            {"do": "length", "store": "log", "key": table, "value": length},
            {"do": "delete", "store": "log", "key": [table], "high": [table, []]},
            {"do": "delete", "store": "chat", "key": [table], "high": [table, []]},
            {"do": "delete", "store": "checkpoints", "key": table},
            {"do": "delete", "store": "tables", "key": table},
            *(await self.review_deletions(table)),
        )

    async def truncate(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        if await self.raw_rows(table) != list(seen):
            raise Conflict(f"the log of {table} has changed")
        end = seen[-1].seq + 1 if seen else 0
        result: Step = {"do": "delete", "store": "results", "key": table}
        await self.write(
            {"do": "length", "store": "log", "key": table, "value": end},
            {"do": "delete", "store": "log", "key": [table, length], "high": [table, []]},
            {"do": "delete", "store": "checkpoints", "key": table},
            table_change(table, over=over),
            *([] if over else [result]),
        )

    # ---- what else the page keeps
    async def cookies(self) -> dict[str, str]:
        """What opens this person's seats, by the names of the cookies."""
        return dict(await self.read({"store": "cookies"}))

    async def keep_cookie(self, name: str, value: str) -> None:
        await self.write({"do": "put", "store": "cookies", "key": name, "value": value})

    async def boards(self) -> dict[str, str]:
        """The person's own boards: their TOML by name."""
        return dict(await self.read({"store": "boards"}))

    async def keep_board(self, name: str, text: str) -> None:
        await self.write({"do": "put", "store": "boards", "key": name, "value": text})

    async def delete_board(self, name: str) -> None:
        await self.write({"do": "delete", "store": "boards", "key": name})


# ---- rows and steps
def read_setup(row: Value) -> Setup:
    return msgspec.json.decode(row["setup"], type=Setup)


def new_table(setup: Setup) -> Step:
    """The step that adds a table; fields that an index does not need stay out of it."""
    row = table_row(setup)
    value: Value = {"created": row.created, "setup": row.setup, "over": False, "imported": 0.0}
    if row.public:
        value["public"] = row.created
    if row.deal is not None:
        value["deal"] = row.deal
        value["device"] = row.device or ""
    if row.parent is not None:
        value["parent"] = row.parent
    return {"do": "add", "store": "tables", "key": row.id, "value": value}


def table_change(table: str, **fields: object) -> Step:
    return {"do": "update", "store": "tables", "key": table, "value": fields}


def log_steps(table: str, seq: int, rows: Sequence[Row]) -> list[Step]:
    """The steps that write entries at the end of a log."""
    end: Step = {"do": "length", "store": "log", "key": table, "value": seq}
    return [end, *(add_row(table, number, row) for number, row in enumerate(rows, seq))]


def add_row(table: str, number: int, row: Row) -> Step:
    value = {"at": row.at, "entry": msgspec.json.encode(row.entry).decode()}
    return {"do": "add", "store": "log", "key": [table, number], "value": value}


def add_message(table: str, line: ChatLine) -> Step:
    value = {"at": line.at, "seat": line.seat, "text": line.text, "phrase": line.phrase}
    return {"do": "add", "store": "chat", "key": [table, line.n], "value": value}


def chat_steps(table: str, line: ChatLine) -> list[Step]:
    """The steps that add a message of a table and forget those beyond the latest."""
    oldest = line.n - CHAT_KEPT
    return [
        table_change(table),
        add_message(table, line),
        {"do": "delete", "store": "chat", "key": [table], "high": [table, oldest]},
    ]
