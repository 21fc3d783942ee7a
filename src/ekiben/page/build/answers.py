"""Write the answers that depend on nothing but the build, by asking the app itself.

The client reads them before Python runs: home, texts, facts of boards, cards, clauses, pictures.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import Message, Scope

import ekiben
from ekiben.core.errors import EkibenError
from ekiben.server.app import make_app
from ekiben.server.catalogue import PARTS
from ekiben.server.learning import picture_names
from ekiben.server.settings import Rates, Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.texts import clauses, languages

Index = dict[str, list[str]]  # file below answers/ → the addresses it answers
OFTEN = "1000000/second"  # nobody waits for a build


def write_answers(folder: Path) -> Index:
    """Write all answers below the folder, and return which file answers what."""
    with tempfile.TemporaryDirectory() as data:
        rates = Rates(requests=OFTEN, boards=OFTEN, puzzles=OFTEN)
        settings = Settings(Path(data), rates=rates, prebuild=False)
        return asyncio.run(ask_all(settings, folder))


async def ask_all(settings: Settings, folder: Path) -> Index:
    store = SqliteStore(settings.data)
    app = make_app(settings, store)
    try:
        return {
            file: await write_file(app, folder / file, addresses)
            for file, addresses in answer_files()
        }
    finally:
        await store.close()


def answer_files() -> Iterator[tuple[str, list[str]]]:
    """The files and the addresses in each; what one screen needs together is together."""
    for game in ekiben.games():
        yield f"facts-{game}.json", [f"/api/facts/{game}?rules={ekiben.load(game).rules}"]
    yield "puzzles.json", ["/api/puzzles"]
    for language in languages():
        yield from files_in(language)


def files_in(language: str) -> Iterator[tuple[str, list[str]]]:
    """What is in a language; home is one file, so that a first visit waits for one only."""
    asked = f"?language={language}"
    home = [f"/api/{name}{asked}" for name in ("home", "engine", "lessons")]
    yield f"home.{language}.json", [f"/api/texts/{language}", *home]
    yield f"texts.{language}.json", [f"/api/texts/{language}/{part}" for part in PARTS]
    every = [f"/api/clauses/{number}{asked}" for number in clauses(language)]
    yield f"clauses.{language}.json", [f"/api/clauses{asked}", *every]
    for game in ekiben.games():
        learning = [f"/api/{kind}/{game}{asked}" for kind in ("cards", "glossary")]
        yield f"learn-{game}.{language}.json", learning
        yield f"{game}.{language}.svg", [f"/api/picture/{game}.svg{asked}"]
        for picture in sorted(picture_names(game)):
            yield f"{game}-{picture}.{language}.svg", [f"/api/cards/{game}/{picture}.svg{asked}"]


async def write_file(app: Starlette, file: Path, addresses: list[str]) -> list[str]:
    """Write a picture as it is, and JSON as one object by address."""
    bodies = [await ask(app, address) for address in addresses]
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".json":
        pairs = zip(addresses, bodies, strict=True)
        lines = ",\n".join(f"{json.dumps(address)}:{body.decode()}" for address, body in pairs)
        file.write_text(f"{{{lines}}}\n", encoding="utf-8")
    else:
        file.write_bytes(bodies[0])
    return addresses


async def ask(app: Starlette, address: str) -> bytes:
    """The app's answer to a GET; any other than 200 is an error of the build."""
    path, _, query = address.partition("?")
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }
    answer = Answer()
    await app(scope, answer.receive, answer.send)
    if answer.status != 200:
        raise EkibenError(f"{address}: {answer.status} {bytes(answer.body).decode()}")
    return bytes(answer.body)


class Answer:
    """An answer as the app sends it."""

    def __init__(self) -> None:
        self.status = 0
        self.body = bytearray()

    async def receive(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")
