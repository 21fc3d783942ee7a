"""The page as a folder, built once for each state of its sources, and a static server before it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import programs

from .stage import ROOT

BUILT = ROOT / "build" / "page-tests"
SOURCES = ("src/ekiben", "web", "vendor", "hatch_build.py")
NOT_SOURCES = {"node_modules", "__pycache__", "assets", "tests"}
KEPT = 2  # earlier pages
OTHER = Path(__file__).with_name("static_server.py")
Habits = tuple[dict[str, str], dict[str, str]]  # headers, and types by ending


def built_page() -> Path:
    """The page of these sources."""
    programs.need("lld", programs.wasm_linker())
    folder = BUILT / sources_hash()
    BUILT.mkdir(parents=True, exist_ok=True)
    with (BUILT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(folder)
            forget_old_pages()
    return folder


def build(folder: Path) -> None:
    """As people do, and in a process of its own: a browser's loop may be running in this one."""
    command = [
        sys.executable,
        "-m",
        "ekiben",
        "page",
        str(folder),
        "--server",
        "https://games.example",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def forget_old_pages() -> None:
    pages = sorted(BUILT.glob("[0-9a-f]*"), key=lambda one: one.stat().st_mtime, reverse=True)
    for page in pages[KEPT:]:
        shutil.rmtree(page, ignore_errors=True)


def sources_hash() -> str:
    found = hashlib.sha256()
    for file in source_files():
        found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


def source_files() -> Iterator[Path]:
    for name in SOURCES:
        top = ROOT / name
        files = sorted(top.rglob("*")) if top.is_dir() else [top]
        for file in files:
            if file.is_file() and not NOT_SOURCES & set(file.relative_to(ROOT).parts):
                yield file


# ---- a static server
class StaticServer:
    """`python -m http.server`, as people try a folder with, or a web space of other habits."""

    def __init__(self, folder: Path, path: str, habits: Habits) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}{path}"
        plain = ["-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
        other = [str(OTHER), str(folder), str(port), *map(json.dumps, habits)]
        self.process = subprocess.Popen(
            [sys.executable, *(other if any(habits) else plain)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(port)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody answers at the port."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
    raise TimeoutError(f"nobody listens at {port}")


@contextlib.contextmanager
def served(
    folder: Path,
    path: str = "/",
    headers: dict[str, str] | None = None,
    types: dict[str, str] | None = None,
) -> Iterator[StaticServer]:
    """A server; with `headers` for every answer, and content types by the ends of names."""
    server = StaticServer(folder, path, (headers or {}, types or {}))
    try:
        yield server
    finally:
        server.end()


def get(url: str) -> bytes:
    with urllib.request.urlopen(url) as answer:
        content: bytes = answer.read()
        return content
