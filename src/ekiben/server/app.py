"""The Starlette app: routes, middleware and lifespan."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ekiben.coach.family import COACH
from ekiben.games.families import FAMILIES
from ekiben.server import (
    api,
    branches_api,
    catalogue,
    deals_api,
    engine,
    explorer_api,
    health,
    learning,
    lessons_api,
    lobby_socket,
    puzzles_api,
    reviews_api,
    sockets,
    statuses,
)
from ekiben.server.connection_slots import ConnectionSlots
from ekiben.server.custom_content import register_all
from ekiben.server.deals import Deals
from ekiben.server.errors import ApiError
from ekiben.server.expiry import expire_daily
from ekiben.server.guard import Guard, Limits
from ekiben.server.http import LARGE, handle_errors
from ekiben.server.lobby import Lobby
from ekiben.server.metrics import Metrics
from ekiben.server.notifier import LocalNotifier, Notifier
from ekiben.server.responses import language_of
from ekiben.server.reviews import ReviewRoom
from ekiben.server.settings import Settings
from ekiben.server.store import AdminStore
from ekiben.server.tables import TableRegistry
from ekiben.server.workers import WorkerPool
from ekiben.texts import languages, say, words

log = logging.getLogger("ekiben.server")
OFF_LOOP = 32 * 1024  # bytes; larger responses are compressed in a thread
COLLECTIONS = (2_000, 10, 100)  # a full one looks at everything and keeps the loop busy: rarely
FOREVER = "public, max-age=31536000, immutable"


def make_app(
    settings: Settings,
    store: AdminStore,
    notifier: Notifier | None = None,
    workers: WorkerPool | None = None,
    metrics: Metrics | None = None,
    preload: bool = True,
) -> Starlette:
    """The app over a store; store and notifier are opened and closed with the app.

    Texts and the coach are read at once, so that nobody waits for them later, unless `preload` is
    False: a page would rather start sooner.
    """
    for fault in register_all(settings):
        log.warning("board left out", extra={"facts": {"why": fault}})
    if preload:
        load_early()
    catalogue.CACHE.clear()  # boards and bots may have been added
    metrics = metrics or Metrics()
    registry = TableRegistry(
        store=store,
        notifier=notifier or LocalNotifier(),
        workers=workers or WorkerPool(settings.bot_workers, settings.workers, metrics),
        settings=settings,
        metrics=metrics,
    )
    app = Starlette(
        routes=routes(settings.assets),
        middleware=middleware(settings, metrics),
        lifespan=functools.partial(lifespan, store=store, registry=registry),
        max_body_size=LARGE + 1,
    )
    app.state.registry = registry
    app.state.deals = Deals(store, registry)
    app.state.limits = Limits(settings.rates, settings.workers)
    app.state.settings = settings
    app.state.statuses = statuses.Statuses(registry)
    app.state.puzzles = puzzles_api.PuzzleRoom(registry.workers)
    app.state.reviews = ReviewRoom(registry.workers, store, registry.notifier, settings.now)
    app.state.lobby = Lobby(registry)
    app.state.engine = engine.Engine(registry.workers)
    app.state.metrics = metrics
    app.state.readiness = health.Readiness(store, settings)
    add_gauges(metrics, registry, app.state.limits)
    return app


def load_early() -> None:
    for language in languages():
        words(language)
    for family in FAMILIES.values():
        COACH.load(family)


def middleware(settings: Settings, metrics: Metrics) -> list[Middleware]:
    return [
        Middleware(AccessLog, metrics=metrics),
        Middleware(Guard, host=settings.host, names=settings.names),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=6, thread_minimum_size=OFF_LOOP),
    ]


@contextlib.asynccontextmanager
async def lifespan(
    app: Starlette, store: AdminStore, registry: TableRegistry
) -> AsyncIterator[dict[str, object]]:
    """Open store and notifier, run the background tasks, and close everything at the end."""
    await store.open()
    await registry.notifier.open()
    tasks = [asyncio.ensure_future(expire_daily(store, registry))]
    if registry.settings.prebuild:
        tasks.append(asyncio.ensure_future(prepare_catalogue()))
        tasks.append(asyncio.ensure_future(app.state.engine.prepare()))
    gc.freeze()  # what is there from the start stays: no collection keeps the loop busy with it
    thresholds = gc.get_threshold()
    gc.set_threshold(*COLLECTIONS)
    try:
        yield {"slots": ConnectionSlots(registry.settings, registry)}
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await app.state.lobby.close()
        await app.state.reviews.close()
        await registry.close()
        await registry.workers.close()
        await registry.notifier.close()
        await store.close()


async def prepare_catalogue() -> None:
    await catalogue.prepare_all()
    gc.freeze()


def add_gauges(metrics: Metrics, registry: TableRegistry, limits: Limits) -> None:
    workers = registry.workers
    metrics.gauge("connections", "Open sockets.", limits.open_sockets.total)
    metrics.gauge("tables", "Tables in memory.", lambda: len(registry.tables))
    metrics.gauge("thinking_queue", "Bots that think or wait for a process.", lambda: workers.queue)
    metrics.gauge(
        "replays_waiting",
        "Replays waiting for a process.",
        lambda: len(workers.replays.waiting),
    )
    metrics.gauge(
        "plans_waiting", "Plans waiting for a process.", lambda: len(workers.plans.waiting)
    )
    metrics.gauge(
        "reviews_waiting",
        "Passes of reviews waiting for a process.",
        lambda: len(workers.reviews.waiting),
    )


def routes(assets: Path) -> list[Route | Mount | WebSocketRoute]:
    get = {
        "/api/home": catalogue.home,
        "/api/engine": engine.engine_status,
        "/api/texts/{language}": catalogue.texts,
        "/api/texts/{language}/{part}": catalogue.texts,
        "/api/facts/{game}": catalogue.board_facts,
        "/api/picture/{game}.svg": catalogue.picture,
        "/api/glossary/{game}": learning.terms,
        "/api/lessons": lessons_api.all_lessons,
        "/api/cards/{game}": learning.how_to_play,
        "/api/cards/{game}/{picture}.svg": learning.picture,
        "/api/explore": explorer_api.games,
        "/api/explore/{game}": explorer_api.one_game,
        "/api/clauses": catalogue.all_clauses,
        "/api/clauses/{number}": catalogue.one_clause,
        "/api/tables": api.tables,
        "/api/tables/{table}": api.table_info,
        "/api/tables/{table}/status": statuses.table_status,
        "/api/tables/{table}/record": api.record,
        "/api/tables/{table}/replay": api.replay_table,
        "/api/tables/{table}/turning-point": api.turning_point,
        "/api/tables/{table}/review": reviews_api.review_table,
        "/api/tables/{table}/branches": branches_api.list_branches,
        "/api/tables/{table}/positions/{at}": branches_api.position,
        "/api/tables/{table}/positions/{at}/why": branches_api.why_not,
        "/api/tables/{table}/positions/{at}/judge": branches_api.judge,
        "/api/puzzles": puzzles_api.puzzle_list,
        "/api/puzzles/daily": puzzles_api.daily,
        "/api/puzzles/{puzzle}": puzzles_api.position,
        "/api/puzzles/{puzzle}/why": puzzles_api.why_not,
        "/api/deals/daily": deals_api.daily_info,
        "/api/deals/{deal}": deals_api.deal_info,
        "/api/deals/{deal}/tables/{table}/replay": deals_api.deal_replay,
        "/api/deals/{deal}/tables/{table}/turning-point": deals_api.deal_turns,
        "/api/deals/{deal}/tables/{table}/review": reviews_api.review_deal_table,
    }
    post = {
        "/api/tables": api.make_table,
        "/api/tables/{table}/sit": api.sit,
        "/api/tables/{table}/join": api.join,
        "/api/tables/{table}/links": api.make_link,
        "/api/tables/{table}/links/look": api.look_at_link,
        "/api/tables/{table}/reset": api.reset,
        "/api/tables/{table}/again": api.rematch,
        "/api/tables/{table}/deal": deals_api.deal_of_table,
        "/api/tables/{table}/branches": branches_api.begin_branch,
        "/api/tables/{table}/share": branches_api.share_table,
        "/api/records": branches_api.store_record,
        "/api/lessons/{lesson}/tables": lessons_api.begin_lesson,
        "/api/deals": deals_api.make_deal,
        "/api/deals/{deal}/tables": deals_api.begin_deal,
        "/api/puzzles/{puzzle}/answer": puzzles_api.answer,
        "/api/replays": api.replay_record,
        "/api/proofs": api.prove_record,
        "/api/review": reviews_api.review_record,
    }
    return [
        *(Route(path, handle_errors(handler), methods=["GET"]) for path, handler in get.items()),
        *(Route(path, handle_errors(handler), methods=["POST"]) for path, handler in post.items()),
        Route("/healthz", health.healthz),
        Route("/readyz", handle_errors(health.readyz)),
        Route("/metrics", handle_errors(health.metrics)),
        WebSocketRoute("/api/tables/{table}/play", sockets.table_socket),
        WebSocketRoute("/api/lobby", lobby_socket.serve_lobby),
        Route("/api/{rest:path}", handle_errors(unknown_address), methods=["GET", "POST"]),
        Mount("/assets", ImmutableFiles(directory=assets / "assets", check_dir=False)),
        Route("/{rest:path}", page),
    ]


async def unknown_address(request: Request) -> Response:
    raise ApiError("no-address", 404)


async def page(request: Request) -> Response:
    """Serve the page: every address is the same file, apart from a few files beside it."""
    assets: Path = request.app.state.settings.assets
    wanted = request.path_params["rest"]
    files = (
        {file.name: file for file in assets.iterdir() if file.is_file()} if assets.is_dir() else {}
    )
    if not files:
        return PlainTextResponse(say("server.no-pages", language_of(request)) + "\n", 503)
    return FileResponse(
        files.get(wanted, files.get("index.html", assets / "index.html")),
        headers={"cache-control": "no-cache"},
    )


class ImmutableFiles(StaticFiles):
    """Built files with a hash in their names: browsers may keep them forever."""

    async def check_config(self) -> None:
        """Accept a missing folder as an empty one."""

    def file_response(self, *args: object, **values: object) -> Response:
        response: Response = super().file_response(*args, **values)  # type: ignore[arg-type]
        response.headers["cache-control"] = FOREVER
        return response


class AccessLog:
    """Logs one line per request, never its query, cookies or body."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started_at = time.perf_counter()
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            if scope["type"] == "http":
                self.metrics.requests.labels(status=str(status)).inc()
            facts = {
                "method": scope.get("method", "SOCKET"),
                "path": scope["path"],
                "status": status,
                "ms": round((time.perf_counter() - started_at) * 1000, 1),
            }
            log.info("request", extra={"facts": facts})
