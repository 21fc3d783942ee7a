"""The chat of a table: kept apart from its log, bounded, and sent to everybody who watches.

People with a seat write, spectators only read.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ekiben.server.errors import ApiError
from ekiben.server.messages import ChatLines, Phrase
from ekiben.server.names import clean_text
from ekiben.server.rate_limits import RateLimiter
from ekiben.server.store import CHAT_KEPT, ChatLine, Conflict, NewChatLine, StoreUnavailable
from ekiben.server.viewers import encode

if TYPE_CHECKING:
    from ekiben.server.table import Table
    from ekiben.server.viewers import Viewer

MAX_LENGTH = 200  # characters, after cleaning


class Chat:
    """The messages of a table as far as this process has read them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rate = RateLimiter(table.settings.rates.chat, now=table.settings.now)
        self.lines: list[ChatLine] = []
        self.is_loaded = False
        self.lock = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        return self.table.state.setup.has_chat

    async def say(self, viewer: Viewer, seat: int, text: str, phrase: Phrase | None) -> None:
        """Write a message to disk, then send it to everybody."""
        self.table.check_own_seat(viewer, seat)
        if not self.is_on:
            raise ApiError("no-chat")
        line = NewChatLine(seat, "" if phrase else clean_text(text)[:MAX_LENGTH], phrase or "")
        if not line.text and not line.phrase:
            raise ApiError("empty-chat")
        if not self.rate.allows(str(seat)):
            raise ApiError("slow-down")
        try:
            await self.table.store.add_chat(self.table.id, line)
        except Conflict:
            raise ApiError("no-table", 404) from None
        await self.read()

    async def read(self) -> None:
        """Read what is new in the store, whoever wrote it, and send it."""
        async with self.lock:
            self.is_loaded = True
            since = self.lines[-1].n + 1 if self.lines else 0
            fresh = await self.table.store.chat(self.table.id, since)
            self.lines = [*self.lines, *fresh][-CHAT_KEPT:]
        if fresh:
            self.table.viewers.broadcast(ChatLines(lines=fresh))

    async def greet(self, viewer: Viewer, since: int = 0) -> None:
        """Send the messages from a number on to a page that has just opened."""
        if not self.is_on:
            return
        if not self.is_loaded:
            with suppress(StoreUnavailable):
                await self.read()
        self.send(viewer, since)

    def send(self, viewer: Viewer, since: int = 0) -> None:
        lines = [line for line in self.lines if line.n >= since]
        if lines:
            viewer.send(encode(ChatLines(lines=lines)))

    async def refresh(self) -> None:
        """Read what another process wrote; an unavailable store will notify us when it is back."""
        if self.is_on and self.is_loaded:
            with suppress(StoreUnavailable):
                await self.read()
