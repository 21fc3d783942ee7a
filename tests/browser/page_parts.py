"""Parts of the page by themselves in a Chromium that can be killed: a module of web/src/page bundled
into a folder, a web server for a folder, and a browser process with a profile that outlives it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar

import programs
from playwright.async_api import Browser, async_playwright

from .stage import FLAGS, ROOT, chromium

T = TypeVar("T")
WEB = ROOT / "web"
EMPTY = "<!doctype html><meta charset=utf-8><title>parts</title>"


def bundle(part: str, folder: Path, form: str = "es") -> None:
    """Write web/src/page/PART.ts as PART.js into the folder, beside an empty page."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(EMPTY)
    tool = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    source, target = WEB / "src" / "page" / f"{part}.ts", folder / f"{part}.js"
    command = ["node", str(tool), str(source), "--file", str(target), "--format", form]
    subprocess.run(
        [*command, "--log-level", "silent"], check=True, cwd=WEB, stdout=subprocess.DEVNULL
    )


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, as any web space serves them."""

    def log_message(self, *_: object) -> None:
        pass


class WebSpace:
    """A folder on the web; `stop` takes it offline."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextlib.contextmanager
def web_space(folder: Path) -> Iterator[WebSpace]:
    space = WebSpace(folder)
    yield space
    space.stop()


class Chromium:
    """A browser process of our own over a profile folder; `kill` ends it as a crash would."""

    def __init__(self, profile: Path, *flags: str) -> None:
        self.profile = profile
        program = programs.need("chromium", chromium())
        self.process = subprocess.Popen(
            [
                program,
                *FLAGS,
                *flags,
                "--headless=new",
                "--remote-debugging-port=0",
                f"--user-data-dir={profile}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.address = self.read_address()

    def read_address(self) -> str:
        """Where the browser says that it listens."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "DevTools listening on " in line:
                self.drain = threading.Thread(target=self.process.stderr.read, daemon=True)
                self.drain.start()
                return line.partition(" on ")[2].strip()
        raise RuntimeError("Chromium did not start")

    def kill(self) -> None:
        """End all processes of the browser at once."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.drain.join()
        assert self.process.stderr is not None
        self.process.stderr.close()


@contextlib.asynccontextmanager
async def killable(profile: Path, *flags: str) -> AsyncIterator[tuple[Chromium, Browser]]:
    """A browser process, and Playwright's hold on it; killed at the end, if not before."""
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = programs.need("libatomic1", programs.playwright_node())
    process = Chromium(profile, *flags)
    try:
        async with async_playwright() as playwright:
            yield process, await playwright.chromium.connect_over_cdp(process.address)
    finally:
        process.kill()


Work = Callable[[Chromium, Browser], Awaitable[T]]


def in_browser(profile: Path, work: Work[T], *flags: str) -> T:
    """Run work in a browser of its own; in a thread, since another one's loop may run in this."""

    async def run() -> T:
        async with killable(profile, *flags) as (process, browser):
            return await work(process, browser)

    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, run()).result()
