"""The server's app: routes, guards, and what lives as long as it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ekiben.server import api, catalogue, health, sockets
from ekiben.server.connections import Places
from ekiben.server.custom_content import add_all
from ekiben.server.expiry import expire_daily
from ekiben.server.guard import Gauge, Guard
from ekiben.server.http import LARGE, handled
from ekiben.server.metrics import METRICS
from ekiben.server.refusals import Refuse
from ekiben.server.responses import language_of
from ekiben.server.settings import Settings
from ekiben.server.store import Archive, Bell, HouseBell
from ekiben.server.tables import Hall
from ekiben.server.workers import Workers
from ekiben.texts import say

log = logging.getLogger("ekiben.server")
OFF_LOOP = 32 * 1024  # bytes from which on an answer is compressed in a thread
FOREVER = "public, max-age=31536000, immutable"


def make_app(
    settings: Settings, store: Archive, bell: Bell | None = None, workers: Workers | None = None
) -> Starlette:
    """The app over a store that is open already; it is closed with the app."""
    for fault in add_all(settings):
        log.warning("board left out", extra={"facts": {"why": fault}})
    catalogue.MADE.clear()  # boards and bots may have been added

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        rung = bell or HouseBell()
        hall = Hall(store, rung, workers or Workers(settings.thinkers, settings.workers), settings)
        app.state.hall, app.state.gauge, app.state.settings = (
            hall,
            Gauge(settings.rates, settings.workers),
            settings,
        )
        app.state.readiness = health.Readiness(store, settings)
        set_gauges(hall, app.state.gauge)
        await store.open()
        await rung.open()
        expiring = asyncio.ensure_future(expire_daily(store, hall))
        ready = asyncio.ensure_future(catalogue.make_ready()) if settings.ready else None
        try:
            yield {"places": Places(settings, hall)}
        finally:
            expiring.cancel()
            await asyncio.gather(expiring, return_exceptions=True)
            if ready is not None:
                ready.cancel()
            await hall.close()
            await hall.workers.close()
            await rung.close()
            await store.close()

    middleware = [
        Middleware(AccessLog),
        Middleware(Guard, host=settings.host, names=settings.names),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=6, thread_minimum_size=OFF_LOOP),
    ]
    return Starlette(
        routes=routes(settings.assets),
        middleware=middleware,
        lifespan=lifespan,
        max_body_size=LARGE + 1,
    )


def set_gauges(hall: Hall, gauge: Gauge) -> None:
    METRICS.gauge("ekiben_connections", gauge.open.total)
    METRICS.gauge("ekiben_tables", lambda: len(hall.tables))
    METRICS.gauge("ekiben_thinking_queue", lambda: hall.workers.queue)
    METRICS.gauge("ekiben_replays_waiting", lambda: len(hall.workers.replays.waiting))
    METRICS.gauge("ekiben_plans_waiting", lambda: len(hall.workers.plans.waiting))


def routes(assets: Path) -> list[Route | Mount | WebSocketRoute]:
    get = {
        "/api/home": catalogue.home,
        "/api/texts/{language}": catalogue.texts,
        "/api/facts/{game}": catalogue.board_facts,
        "/api/picture/{game}.svg": catalogue.picture,
        "/api/clauses": catalogue.all_clauses,
        "/api/clauses/{number}": catalogue.one_clause,
        "/api/tables": api.tables,
        "/api/tables/{table}": api.table_info,
        "/api/tables/{table}/record": api.record,
        "/api/tables/{table}/replay": api.replay_table,
    }
    post = {
        "/api/tables": api.make_table,
        "/api/tables/{table}/sit": api.sit,
        "/api/tables/{table}/links": api.make_link,
        "/api/tables/{table}/reset": api.reset,
        "/api/tables/{table}/again": api.again,
        "/api/replays": api.replay_record,
    }
    return [
        *(Route(path, handled(handler), methods=["GET"]) for path, handler in get.items()),
        *(Route(path, handled(handler), methods=["POST"]) for path, handler in post.items()),
        Route("/healthz", health.healthz),
        Route("/readyz", handled(health.readyz)),
        Route("/metrics", handled(health.metrics)),
        WebSocketRoute("/api/tables/{table}/play", sockets.play),
        Route("/api/{rest:path}", handled(nowhere), methods=["GET", "POST"]),
        Mount("/assets", Forever(directory=assets / "assets", check_dir=False)),
        Route("/{rest:path}", page),
    ]


async def nowhere(request: Request) -> Response:
    raise Refuse("no-address", 404)


async def page(request: Request) -> Response:
    """Every address of the page is the same file: the browser finds its own way. Few other files
    lie beside it.
    """
    assets: Path = request.app.state.settings.assets
    wanted = request.path_params["rest"]
    beside = (
        {file.name: file for file in assets.iterdir() if file.is_file()} if assets.is_dir() else {}
    )
    if not beside:
        return PlainTextResponse(say("server.no-pages", language_of(request)) + "\n", 503)
    return FileResponse(
        beside.get(wanted, beside.get("index.html", assets / "index.html")),
        headers={"cache-control": "no-cache"},
    )


class Forever(StaticFiles):
    """Built files bear a hash in their names: whoever has one never asks again."""

    async def check_config(self) -> None:
        """A folder that is not there is as an empty one."""

    def file_response(self, *args: object, **values: object) -> Response:
        response: Response = super().file_response(*args, **values)  # type: ignore[arg-type]
        response.headers["cache-control"] = FOREVER
        return response


class AccessLog:
    """One line for every request: never its query, cookies or body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            if scope["type"] == "http":
                METRICS.count("ekiben_requests_total", status=str(status))
            facts = {
                "method": scope.get("method", "SOCKET"),
                "path": scope["path"],
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
            }
            log.info("request", extra={"facts": facts})
