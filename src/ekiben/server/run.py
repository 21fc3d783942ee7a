"""Starts the server: the folder, the port, the log, the browser."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from ekiben.core.errors import EkibenError
from ekiben.server.app import make_app
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.texts import say

LONGEST_MESSAGE = 16 * 1024
SHUTDOWN = 3                    # seconds for open pages


def serve(settings: Settings, browser: bool, verbose: bool = False, language: str = "en") -> None:
    """Until Ctrl-C. Everything that stands in the way is told before."""
    listening = bound(settings.host, settings.port)
    try:
        store = SqliteStore(settings.data)
    except EkibenError:
        listening.close()
        raise
    set_log(verbose)
    url = address(settings.host, listening.getsockname()[1])
    print(say("server.started", language, url=url, data=settings.data), flush=True)
    config = uvicorn.Config(make_app(settings, store), ws="websockets-sansio", ws_max_size=LONGEST_MESSAGE, access_log=False,
                            log_config=None, timeout_graceful_shutdown=SHUTDOWN, server_header=False, proxy_headers=False)
    server = uvicorn.Server(config)
    if browser:
        threading.Thread(target=show, args=(server, url), daemon=True).start()
    server.run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """The port, taken before anything else is begun."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        raise EkibenError(f"cannot listen at {host}, port {port} ({error.strerror}): if another program is there, give another port: "
                          "--port N") from error
    return listening


def address(host: str, port: int) -> str:
    """As a browser of this machine reaches it."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def show(server: uvicorn.Server, url: str) -> None:
    """Opens the page once somebody answers there."""
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(url)


def has_desktop() -> bool:
    """Whether opening a browser would show a window, not a page of text in this terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def data_folder() -> Path:
    import platformdirs
    return Path(os.environ.get("EKIBEN_DATA") or platformdirs.user_data_dir("ekiben", appauthor=False))


# ---- the log
class Line(logging.Formatter):
    """One JSON object a line: when, what, and the facts given with it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"), "level": record.levelname.lower(), "what": record.getMessage(),
                **getattr(record, "facts", {})}
        if record.exc_info and record.exc_info[0]:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_log(verbose: bool) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Line())
    for name, level in (("ekiben.server", logging.INFO if verbose else logging.WARNING), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
