"""Ekiben's own server app inside a page: the same requests, sockets and messages, no network.

The page's worker makes a `Page`, starts it, and passes on what the client asks and says.
"""

from __future__ import annotations

import gc
from dataclasses import fields
from pathlib import Path
from typing import Any, TypedDict

from ekiben.page import boards
from ekiben.page import everything as archive
from ekiben.page.asgi import Answer, Client, Lifespan, Listener, Socket
from ekiben.page.bridge import use_module
from ekiben.page.cookies import CookieJar
from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.networks import KnownNetwork, PageNetworks, Source
from ekiben.page.quiet_metrics import QuietInstruments
from ekiben.page.storage import Storage
from ekiben.page.store import PageStore
from ekiben.page.thinking import Workers
from ekiben.page.workers import page_pool
from ekiben.server.app import make_app
from ekiben.server.custom_content import FOLDER
from ekiben.server.metrics import Metrics
from ekiben.server.notifier import LocalNotifier
from ekiben.server.settings import Rates, Settings

DATA = Path("/ekiben")  # in the page's own file system, which is gone when it is closed
MANY = 1_000_000


class PageOptions(TypedDict, total=False):
    """Where the compiled kernels and their list are in the page's file system, and settings."""

    module: str
    kernels: str
    networks: dict[str, KnownNetwork]  # by game, as `PageNetworks` takes them
    settings: dict[str, Any]  # of `Settings`, by name, each of its own type


class Page:
    """The app, and its only client.

    `storage` is the browser's, or None for memory. `thinking` runs the kernels of searches
    elsewhere, or None for here. `networks` fetches those of players that learned.
    """

    def __init__(
        self,
        storage: Storage | None = None,
        thinking: Workers | None = None,
        options: PageOptions | None = None,
        networks: Source | None = None,
    ) -> None:
        options = options or {}
        if "module" in options:
            use_module(options["module"], options["kernels"])
        metrics = Metrics(QuietInstruments())
        self.networks = PageNetworks(networks or None, options.get("networks", {}))
        self.store = PageStore(storage or MemoryStorage())
        self.cookies = CookieJar(self.store)
        self.app = make_app(
            page_settings(options.get("settings", {})),
            self.store,
            LocalNotifier(),
            page_pool(metrics, thinking or None, self.networks),
            metrics,
            preload=False,
        )
        self.boards = boards.Boards(self.store, self.app.state.settings.data / FOLDER)
        everything = archive.Everything(
            self.store, self.cookies, self.boards, self.app.state.registry
        )
        self.app.router.routes[:0] = [*boards.routes(self.boards), *archive.routes(everything)]
        self.lifespan = Lifespan(self.app)
        self.client = Client(self.app, self.cookies)
        self.sockets: dict[int, Socket] = {}

    async def start(self) -> None:
        await self.cookies.load()
        await self.boards.restore()
        await self.lifespan.start()
        gc.enable()  # what the start made is frozen by then

    async def stop(self) -> None:
        await self.lifespan.stop()

    async def http(self, method: str, path: str, language: str = "en", body: str = "") -> Answer:
        """Answer a request with its status, content type and body."""
        refusal = await self.networks.refusal(method, language, body)
        return refusal or await self.client.http(method, path, language, body.encode())

    def open(self, id: int, path: str, tell: Listener) -> None:
        """Open a socket; `tell(kind, text, code, reason)` hears what happens to it."""
        self.sockets[id] = self.client.open(path, "en", tell)

    def say(self, id: int, text: str) -> None:
        if id in self.sockets:
            self.sockets[id].say(text)

    def shut(self, id: int, code: int = 1000) -> None:
        if id in self.sockets:
            self.sockets.pop(id).shut(code)


def page_settings(changes: dict[str, Any]) -> Settings:
    defaults = {"data": DATA, "host": "localhost", "rates": unlimited(), "prebuild": False}
    return Settings(**{**defaults, **changes})


def unlimited() -> Rates:
    """No limits: they are for strangers, and there are none here."""
    values: dict[str, Any] = {
        one.name: MANY if one.type == "int" else f"{MANY}/second" for one in fields(Rates)
    }
    return Rates(**values)
