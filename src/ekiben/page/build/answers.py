"""Write the answers that depend on nothing but the build, by asking the app itself.

The client reads them before Python runs: home, texts, facts of boards, cards, clauses, pictures.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import ekiben
from ekiben.core.errors import EkibenError
from ekiben.page.serve import Page
from ekiben.server.catalogue import PARTS
from ekiben.server.learning import picture_names
from ekiben.texts import clauses, languages

Index = dict[str, list[str]]  # file below answers/ → the addresses it answers
AT_ONCE = "page"  # the part of the texts that every page needs besides


def write_answers(folder: Path) -> Index:
    """Write all answers below the folder, and return which file answers what."""
    with tempfile.TemporaryDirectory() as data:  # where nobody has left a board
        return asyncio.run(ask_all(folder, Page(options={"settings": {"data": Path(data)}})))


async def ask_all(folder: Path, page: Page) -> Index:
    await page.start()
    try:
        return {
            file: await write_file(page, folder / file, addresses)
            for file, addresses in answer_files()
        }
    finally:
        await page.stop()


def answer_files() -> Iterator[tuple[str, list[str]]]:
    """The files and the addresses in each; what one screen needs together is together."""
    for game in ekiben.games():
        yield f"facts-{game}.json", [f"/api/facts/{game}?rules={ekiben.load(game).rules}"]
        yield f"explore-{game}.json", [f"/api/explore/{game}"]
    yield "puzzles.json", ["/api/puzzles"]
    yield "explore.json", ["/api/explore"]
    for language in languages():
        yield from files_in(language)


def files_in(language: str) -> Iterator[tuple[str, list[str]]]:
    """What is in a language; home is one file, so that a first visit waits for one only."""
    asked = f"?language={language}"
    home = [f"/api/{name}{asked}" for name in ("home", "engine", "lessons")]
    texts = [f"/api/texts/{language}", f"/api/texts/{language}/{AT_ONCE}"]
    yield f"home.{language}.json", [*texts, *home]
    later = [part for part in PARTS if part != AT_ONCE]
    yield f"texts.{language}.json", [f"/api/texts/{language}/{part}" for part in later]
    every = [f"/api/clauses/{number}{asked}" for number in clauses(language)]
    yield f"clauses.{language}.json", [f"/api/clauses{asked}", *every]
    for game in ekiben.games():
        learning = [f"/api/{kind}/{game}{asked}" for kind in ("cards", "glossary")]
        yield f"learn-{game}.{language}.json", learning
        yield f"{game}.{language}.svg", [f"/api/picture/{game}.svg{asked}"]
        for picture in sorted(picture_names(game)):
            yield f"{game}-{picture}.{language}.svg", [f"/api/cards/{game}/{picture}.svg{asked}"]


async def write_file(page: Page, file: Path, addresses: list[str]) -> list[str]:
    """Write a picture as it is, and JSON as one object by address."""
    bodies = [await ask(page, address) for address in addresses]
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".json":
        pairs = zip(addresses, bodies, strict=True)
        lines = ",\n".join(f"{json.dumps(address)}:{body}" for address, body in pairs)
        bodies = [f"{{{lines}}}\n"]
    file.write_text(bodies[0], encoding="utf-8")
    return addresses


async def ask(page: Page, address: str) -> str:
    """The app's answer to a GET; any other than 200 is an error of the build."""
    answer = await page.http("GET", address)
    if answer.status != 200 or not isinstance(answer.body, str):
        raise EkibenError(f"{address}: {answer.status} {answer.body!r}")
    return answer.body
