"""Where the module is asked: Node, Chromium, Firefox. All answer the same questions."""

from __future__ import annotations

import functools
import json
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import programs
from browser.stage import FLAGS, chromium

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.mjs"
PAGE = """<!doctype html><meta charset="utf-8"><title>asked</title><script type="module">
const questions = await (await fetch("questions")).json();
let found;
try {
  const { answer } = await import("./answers.mjs");
  found = { answers: await answer(new URL("./", location.href), questions) };
} catch (error) {
  found = { error: String(error) };
}
await fetch("answers", { method: "POST", body: JSON.stringify(found) });
document.title = "answered";
</script>
"""
PATIENCE = 300  # seconds for a browser that has to start first
Questions = list[dict[str, Any]]


# ---- Node
def ask_node(package: Path, questions: Questions) -> list[Any]:
    node = programs.need("nodejs", programs.node())
    asked = {"base": f"{package.resolve().as_uri()}/", "questions": questions}
    done = subprocess.run(
        [node, str(ANSWERS)], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


# ---- browsers: a page fetches the questions and posts its answers
class Handler(SimpleHTTPRequestHandler):
    """Serves the package, the page that asks, and the questions."""

    server: AskingServer

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        own = {
            "/ask.html": ("text/html", PAGE),
            "/answers.mjs": ("text/javascript", ANSWERS.read_text(encoding="utf-8")),
            "/questions": ("application/json", json.dumps(self.server.questions)),
        }
        if self.path not in own:
            super().do_GET()
            return
        kind, text = own[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.server.found.put(json.loads(body))


class AskingServer(ThreadingHTTPServer):
    """A server on the loopback for one round of questions."""

    daemon_threads = True

    def __init__(self, package: Path, questions: Questions) -> None:
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(package)))
        self.questions = questions
        self.found: queue.Queue[dict[str, Any]] = queue.Queue()
        self.url = f"http://127.0.0.1:{self.server_port}/"

    def answers(self) -> list[Any]:
        found = self.found.get(timeout=PATIENCE)
        assert "error" not in found, found["error"]
        answers: list[Any] = found["answers"]
        return answers


@contextmanager
def asking(package: Path, questions: Questions) -> Iterator[AskingServer]:
    server = AskingServer(package, questions)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ask_browser(command: list[str], package: Path, questions: Questions) -> list[Any]:
    """Open the page that asks, and end the browser when the answers are here."""
    with (
        asking(package, questions) as server,
        programs.running([*command, f"{server.url}ask.html"]),
    ):
        return server.answers()


def ask_chromium(profile: Path, package: Path, questions: Questions) -> list[Any]:
    program = programs.need("chromium", chromium())
    command = [program, "--headless", *FLAGS, f"--user-data-dir={profile}"]
    return ask_browser(command, package, questions)


def ask_firefox(profile: Path, package: Path, questions: Questions) -> list[Any]:
    program = programs.need("firefox-esr", shutil.which("firefox-esr") or shutil.which("firefox"))
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    return ask_browser(command, package, questions)
