"""Drives an ASGI app in memory: requests and sockets without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Scope

from ekiben.page.cookies import CookieJar

HOST = b"localhost"
CLIENT = ("127.0.0.1", 1)
HEADERS = [(b"host", HOST), (b"content-type", b"application/json")]
TEXTS = ("application/json", "application/x-ndjson", "application/jsonl", "image/svg+xml", "text/")
# are told what happens to a socket: "open", "text" or "close", with its text, code and reason
Listener = Callable[[str, str, int, str], object]


class Answer(NamedTuple):
    """A response; texts are strings, since every browser reads those."""

    status: int
    type: str
    body: str | bytes


class Client:
    """The only client of an app, with the cookies that it was given."""

    def __init__(self, app: ASGIApp, cookies: CookieJar) -> None:
        self.app = app
        self.cookies = cookies

    def scope(self, kind: str, path: str, language: str) -> Scope:
        path, _, query = path.partition("?")
        headers = [*HEADERS, (b"accept-language", language.encode())]
        cookie = self.cookies.header(path)
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": CLIENT,
            "server": (HOST.decode(), 80),
            "state": {},
        }

    async def http(self, method: str, path: str, language: str, body: bytes) -> Answer:
        """Send a request; the cookies it brings are kept before the answer is told."""
        exchange = Exchange(body)
        scope = {**self.scope("http", path, language), "method": method}
        await self.app(scope, exchange.receive, exchange.send)
        for name, value in exchange.headers:
            if name == b"set-cookie":
                await self.cookies.keep(value.decode("latin-1"))
        return exchange.answer()

    def open(self, path: str, language: str, tell: Listener) -> Socket:
        return Socket(
            self.app, {**self.scope("websocket", path, language), "subprotocols": []}, tell
        )


class Exchange:
    """One request and its response."""

    def __init__(self, body: bytes) -> None:
        self.asked: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()

    async def receive(self) -> Message:
        return self.asked.pop() if self.asked else {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = list(message["headers"])
        else:
            self.body += message.get("body", b"")

    def answer(self) -> Answer:
        kind = dict(self.headers).get(b"content-type", b"").decode("latin-1")
        body = self.body.decode() if kind.startswith(TEXTS) else bytes(self.body)
        return Answer(self.status, kind, body)


class Socket:
    """A socket of the app, served by a task of its own."""

    def __init__(self, app: ASGIApp, scope: Scope, tell: Listener) -> None:
        self.tell = tell
        self.is_closed = False
        self.said: asyncio.Queue[Message] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(self.serve(app, scope))

    async def serve(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self.said.get, self.send)
        finally:
            self.close(1011, "")  # unless the app has closed it

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self.tell("open", "", 0, "")
        elif message["type"] == "websocket.send":
            self.tell("text", message.get("text") or message["bytes"].decode(), 0, "")
        elif message["type"] == "websocket.close":
            self.close(message.get("code", 1000), message.get("reason") or "")

    def close(self, code: int, reason: str) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.tell("close", "", code, reason)

    def say(self, text: str) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    def shut(self, code: int) -> None:
        """Hang up; the app is told, and the listener hears no more."""
        self.is_closed = True
        self.said.put_nowait({"type": "websocket.disconnect", "code": code})


class Lifespan:
    """Starts an app and stops it again."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.orders: asyncio.Queue[Message] = asyncio.Queue()
        self.replies: asyncio.Queue[Message] = asyncio.Queue()
        self.task: asyncio.Future[None] | None = None

    async def start(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self.task = asyncio.ensure_future(run(self.app(scope, self.orders.get, self.replies.put)))
        await self.order("startup")

    async def stop(self) -> None:
        await self.order("shutdown")
        if self.task is not None:
            with suppress(asyncio.CancelledError):
                await self.task

    async def order(self, what: str) -> None:
        await self.orders.put({"type": f"lifespan.{what}"})
        reply = await self.replies.get()
        if not reply["type"].endswith("complete"):
            raise RuntimeError(reply.get("message") or f"the app's {what} failed")


async def run(work: Awaitable[None]) -> None:
    await work
