"""A real server on a free port of this machine, with bots that choose at once; and people who talk
to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import json
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import uvicorn.server
from websockets.sync.client import connect

from ekiben.core.kernel_calls import run
from ekiben.server.app import make_app
from ekiben.server.proofs import proof_json
from ekiben.server.puzzle_positions import puzzle_json
from ekiben.server.recorded_tables import recorded_table_json
from ekiben.server.replay_frames import replay_json
from ekiben.server.run import bind_port, uvicorn_config
from ekiben.server.scenes.tokyo import plans
from ekiben.server.seat_positions import position_json
from ekiben.server.settings import Rates, Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.worker import JobRunner
from ekiben.server.workers import WorkerPool, advise_job

PATIENCE = 20  # seconds for an answer: only a hanging server takes so long
AT_ONCE = {
    "pace": 0.0,
    "step": 0.0,
    "gentle": 0.0,
    "grace": 0.0,
    "prebuild": False,
    "ready_every": 0.0,
}
# as often as a test likes, and as many pages
OFTEN = Rates(
    **{
        one.name: "100000/minute"
        for one in dataclasses.fields(Rates)
        if isinstance(one.default, str)
    },
    per_address=1000,
)


# uvicorn looks ten times a second whether it should end, and waits as long for the last answers: a
# server of these tests ends in a twentieth of the time
uvicorn.server.asyncio = SimpleNamespace(
    **{**vars(asyncio), "sleep": lambda seconds: asyncio.sleep(seconds / 20)}
)


class QuickBots(WorkerPool):
    """Choose by lot, in this process; replays too."""

    async def choose(self, state):
        return int(random.Random(state.seq).choice(state.match.legal()))

    async def replay(self, line, perspective, language, asker=""):
        return replay_json(line, perspective, language)

    async def prove(self, line, language, asker=""):
        return proof_json(line, language)

    async def puzzle(self, job, asker=""):
        return puzzle_json(job)

    async def position(self, job, asker=""):
        return run(position_json(job))

    async def recorded_table(self, line, asker=""):
        return recorded_table_json(line)

    async def plan(self, state, view, ask, asker=""):
        return plans.answer(state.game, view, ask)

    async def advise(self, state, seat, suggests, asker=""):
        return run(JobRunner().advise(advise_job(state, seat, suggests, 1)))


class Patient(QuickBots):
    """Never come to a decision."""

    async def choose(self, state):
        await asyncio.Event().wait()


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class House:
    """The server's address, its app, and people who come there."""

    def __init__(self, port: int, app: Any = None, folder: Path | None = None) -> None:
        self.folder, self.port, self.app, self.url = folder, port, app, f"http://127.0.0.1:{port}"
        self.guests = contextlib.ExitStack()

    def person(self) -> Person:
        return Person(self)


class Person:
    """A browser: it keeps its cookies."""

    def __init__(self, house: House) -> None:
        self.house = house
        # without the certificates of the web, which take longer to read than most answers
        plain = httpx.Client(base_url=house.url, timeout=PATIENCE, verify=False)
        self.http = house.guests.enter_context(plain)

    def get(self, path: str, **values: Any) -> httpx.Response:
        return self.http.get(path, **values)

    def post(self, path: str, body: Any = None, **values: Any) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, **values)

    def table(self, game: str = "london", seats: str = "you bot", **wish: Any) -> str:
        """A new table; `seats` by kind."""
        answer = self.post(
            "/api/tables",
            {"game": game, "seats": [{"kind": kind} for kind in seats.split()], **wish},
        )
        assert answer.status_code == 201, answer.text
        self.links = {int(seat): link for seat, link in answer.json()["links"].items()}
        return answer.json()["table"]

    def sit(self, table: str, link: str, **more: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/sit", {"token": link.rpartition("#")[2], **more})

    def seats(self, table: str) -> list[int] | str:
        """The seats of this browser there, or why it may not even look."""
        found = self.get(f"/api/tables/{table}").json()
        return found["error"]["code"] if "error" in found else found["you"]

    def elsewhere(self, house: House) -> Person:
        """The same browser, led to another process."""
        other = Person(house)
        other.http.cookies = self.http.cookies
        return other

    def cookie(self, table: str) -> str:
        return "; ".join(
            f"{one.name}={one.value}"
            for one in self.http.cookies.jar
            if one.name == f"ekiben-{table}"
        )

    def page(
        self,
        table: str,
        seat: int | None = 0,
        since: int = -1,
        language: str = "en",
        **headers: str,
    ) -> Page:
        query = f"language={language}&since={since}" + ("" if seat is None else f"&seat={seat}")
        page = Page(
            f"ws://127.0.0.1:{self.house.port}/api/tables/{table}/play?{query}",
            {"cookie": self.cookie(table), **headers},
            self.house.url,
        )
        self.house.guests.callback(page.close)
        return page


class Page:
    """An open page at a table: what it is sent, and what it asks."""

    def __init__(self, url: str, headers: dict[str, str], origin: str) -> None:
        self.opened = contextlib.ExitStack()
        self.socket = self.opened.enter_context(
            connect(url, additional_headers=headers, origin=origin, max_size=None, max_queue=None)
        )
        self.numbers = itertools.count(1)
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def next(self) -> dict[str, Any]:
        self.raw.append(self.socket.recv(timeout=PATIENCE))
        self.heard.append(json.loads(self.raw[-1]))
        return self.heard[-1]

    def until(self, *types: str) -> dict[str, Any]:
        while (message := self.next())["type"] not in types:
            pass
        return message

    def send(self, type: str, **fields: Any) -> int:
        number = next(self.numbers)
        self.socket.send(json.dumps({"type": type, "request": number, **fields}))
        return number

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request."""
        number = self.send(type, **fields)
        while (message := self.next()).get("request") != number:
            pass
        return message

    @property
    def position(self) -> dict[str, Any]:
        return next(
            message for message in reversed(self.heard) if message["type"] in ("snapshot", "update")
        )

    def act(self, *actions: str) -> dict[str, Any]:
        return self.ask("act", position=self.position["seq"], actions=list(actions))

    def first(self) -> dict[str, Any]:
        """Plays the first legal action."""
        return self.act(self.position["legal"][0])

    def my_turn(self) -> dict[str, Any]:
        """Waits until something can be chosen, or all is over."""
        while not self.position["legal"] and not self.position["over"]:
            self.next()
        return self.position

    def close(self) -> None:
        self.opened.close()


def store_and_notifier(settings: Settings) -> tuple[Any, Any]:
    if settings.database is None:
        return SqliteStore(settings.data), None
    from ekiben.server.postgres import PostgresStore
    from ekiben.server.postgres_notifier import PostgresNotifier

    return (
        PostgresStore(settings.database, settings.process),
        PostgresNotifier(settings.database, settings.process, now=settings.now),
    )


@contextlib.contextmanager
def serving(
    folder: Path, workers: WorkerPool | None = None, pipe: int | None = None, **changes: Any
) -> Iterator[House]:
    """`pipe`: how many bytes may be on their way to a page."""
    settings = Settings(folder, **{**AT_ONCE, **changes})
    app = make_app(settings, *store_and_notifier(settings), workers=workers or QuickBots())
    listening = bind_port("127.0.0.1", 0)
    if pipe is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, pipe)
    server = uvicorn.Server(uvicorn_config(lambda: app, settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    house = House(listening.getsockname()[1], app, folder)
    try:
        yield house
    finally:
        house.guests.close()
        server.should_exit = True
        thread.join()
        listening.close()
