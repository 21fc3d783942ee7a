"""Requests of one page that take long: one is answered at a time, and only the newest waits."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from ekiben.server import messages
from ekiben.server.errors import ApiError
from ekiben.server.table import Table
from ekiben.server.viewers import Viewer, encode

SendAnswer = Callable[[Table, Viewer, int, Awaitable[messages.Answer]], Awaitable[None]]
R = TypeVar("R", bound=messages.BaseRequest)


class LatestRequests(ABC, Generic[R]):
    """`send_answer` sends a viewer the answer to a request, or an error; `asker` is its address."""

    def __init__(self, table: Table, viewer: Viewer, asker: str, send_answer: SendAnswer) -> None:
        self.table = table
        self.viewer = viewer
        self.asker = asker
        self.send_answer = send_answer
        self.waiting: R | None = None
        self.task: asyncio.Task[None] | None = None

    @abstractmethod
    async def answer(self, request: R) -> messages.Answer:
        """The answer to a request; an ApiError refuses it."""

    def ask(self, request: R) -> None:
        """Queue a request in place of the one that waits."""
        replaced = self.waiting
        self.waiting = request
        if replaced is not None:
            error = ApiError("newer-plan")
            self.viewer.send(encode(error.message(replaced.request, self.viewer.language)))
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self.work())

    async def work(self) -> None:
        while self.waiting is not None:
            request = self.waiting
            self.waiting = None
            await self.send_answer(self.table, self.viewer, request.request, self.answer(request))

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
