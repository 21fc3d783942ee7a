"""Starting the server: port, store, processes, logging and the browser."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from ekiben.core.errors import EkibenError
from ekiben.server.app import make_app
from ekiben.server.connections import LimitedHttp, LimitedSocket
from ekiben.server.custom_content import register_all
from ekiben.server.metrics import Metrics
from ekiben.server.settings import Settings, process_name
from ekiben.server.sqlite import SqliteStore
from ekiben.texts import say

LONGEST_MESSAGE = 16 * 1024
SHUTDOWN = 3  # seconds for open pages
PING = 40  # seconds between two signs of life of a page: proxies close what is silent for a minute
UNREAD = 60_000  # milliseconds until the system closes a connection that takes no data


def serve(settings: Settings, browser: bool, verbose: bool = False, language: str = "en") -> None:
    """Serve until Ctrl-C; whatever prevents that is reported before the server starts."""
    check_workers(settings)
    register_all(settings)
    listening = bind_port(settings.host, settings.port)
    try:
        make = app_factory(settings, verbose)
    except EkibenError:
        listening.close()
        raise
    url = address(settings.host, listening.getsockname()[1])
    print(say("server.started", language, url=url, data=storage_location(settings)), flush=True)
    config = uvicorn_config(make, settings)
    if settings.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
        return
    server = uvicorn.Server(config)
    if browser:
        threading.Thread(target=open_browser, args=(server, url), daemon=True).start()
    server.run(sockets=[listening])


def uvicorn_config(make: Callable[[], Starlette], settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make,
        factory=True,
        workers=settings.workers,
        http=LimitedHttp,
        ws=LimitedSocket,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=PING,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
    )


def storage_location(settings: Settings) -> str:
    """Where games are stored, without passwords."""
    if settings.database is None:
        return str(settings.data)
    from ekiben.server.postgres_connection import without_password

    return without_password(settings.database)


def check_workers(settings: Settings) -> None:
    if settings.workers > 1 and settings.database is None:
        raise EkibenError(
            "several processes need a database they can share: "
            "--database postgresql://USER@HOST/NAME"
        )


def app_factory(settings: Settings, verbose: bool) -> Callable[[], Starlette]:
    """A function that makes the app, once the store is known to work."""
    configure_logging(verbose)
    if settings.database is None:
        return functools.partial(make_app, settings, SqliteStore(settings.data))
    from ekiben.server.postgres_connection import is_postgres, prepare, without_password

    if not is_postgres(settings.database):
        raise EkibenError(
            f"the database {without_password(settings.database)!r} is not of the form "
            "postgresql://USER@HOST:PORT/NAME"
        )
    asyncio.run(prepare(settings.database))
    return functools.partial(shared_app, settings, verbose)


def shared_app(settings: Settings, verbose: bool = False) -> Starlette:
    """The app of one of several processes that share a database."""
    from ekiben.server.postgres import PostgresStore
    from ekiben.server.postgres_notifier import PostgresNotifier

    configure_logging(verbose)
    settings = dataclasses.replace(settings, process=process_name())
    assert settings.database is not None
    metrics = Metrics()
    return make_app(
        settings,
        PostgresStore(settings.database, settings.process, metrics=metrics),
        PostgresNotifier(
            settings.database,
            settings.process,
            metrics=functools.partial(metrics.text, settings.process),
        ),
        metrics=metrics,
    )


def bind_port(host: str, port: int) -> socket.socket:
    """Bind the port, before anything else is started."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        raise EkibenError(
            f"cannot listen at {host}, port {port} ({error.strerror}): "
            "if another program is there, give another port: --port N"
        ) from error
    return listening


def address(host: str, port: int) -> str:
    """The URL for a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def open_browser(server: uvicorn.Server, url: str) -> None:
    """Open the page once the server answers."""
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(url)


def has_desktop() -> bool:
    """Whether opening a browser would show a window instead of text in this terminal."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def data_folder() -> Path:
    import platformdirs

    return Path(
        os.environ.get("EKIBEN_DATA") or platformdirs.user_data_dir("ekiben", appauthor=False)
    )


# ---- logging
class JsonFormatter(logging.Formatter):
    """Formats a log record as one JSON object per line: time, level, message and facts."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logging(verbose: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    for name, level in (
        ("ekiben.server", logging.INFO if verbose else logging.WARNING),
        ("uvicorn.error", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
