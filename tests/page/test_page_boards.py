"""Boards that a person drops on the page: checked, kept, played, and there again the next time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ekiben.games import ADDED, FILES
from ekiben.page.memory_storage import MemoryStorage
from ekiben.page.serve import Page

LONDON = FILES["london"].read_text(encoding="utf-8")
OWN = LONDON.replace('game = "london"', 'game = "my-london"', 1)
TABLE = {
    "game": "my-london",
    "options": {},
    "seats": [{"kind": "you"}, {"kind": "bot", "level": "easy"}],
}


@pytest.fixture(autouse=True)
def no_boards() -> Iterator[None]:
    """Other tests know nothing of these boards."""
    before = dict(ADDED)
    yield
    ADDED.clear()
    ADDED.update(before)


async def started(storage: MemoryStorage, data: Path) -> Page:
    page = Page(storage, None, {"settings": {"data": data}})
    await page.start()
    return page


async def post(page: Page, path: str, body: object) -> tuple[int, Any]:
    status, _, text = await page.http("POST", path, "en", json.dumps(body))
    return status, json.loads(text)


async def get(page: Page, path: str) -> Any:
    return json.loads((await page.http("GET", path, "en"))[2])


def names(answer: dict[str, Any]) -> list[str]:
    return [game["name"] for game in answer["games"]]


def test_a_board_is_added_kept_and_played(tmp_path: Path) -> None:
    async def story() -> None:
        storage = MemoryStorage()
        page = await started(storage, tmp_path / "first")
        status, answer = await post(page, "/api/page/boards", {"text": OWN})
        assert (status, names(answer)) == (201, ["my-london"])
        assert "my-london" in names(await get(page, "/api/home"))
        status, _ = await post(page, "/api/tables", TABLE)
        assert status == 201
        await page.stop()
        ADDED.clear()
        again = await started(storage, tmp_path / "second")
        assert names(await get(again, "/api/page/boards")) == ["my-london"]
        await again.stop()

    asyncio.run(story())


def test_faults_are_told(tmp_path: Path) -> None:
    async def story() -> None:
        page = await started(MemoryStorage(), tmp_path)
        status, answer = await post(page, "/api/page/boards", {"text": "game = 3"})
        assert status == 400
        assert "board.toml" in answer["error"]["text"]
        status, answer = await post(page, "/api/page/boards", {"text": LONDON})
        assert status == 400
        assert "there is a game 'london' already" in answer["error"]["text"]
        assert names(await get(page, "/api/page/boards")) == []
        await page.stop()

    asyncio.run(story())


def test_a_board_with_games_is_neither_changed_nor_removed(tmp_path: Path) -> None:
    async def story() -> None:
        page = await started(MemoryStorage(), tmp_path)
        await post(page, "/api/page/boards", {"text": OWN})
        other = OWN.replace("seats = [2, 4]", "seats = [2, 3]", 1)
        assert other != OWN
        assert (await post(page, "/api/page/boards", {"text": other}))[0] == 201
        await post(page, "/api/tables", TABLE)
        assert (await post(page, "/api/page/boards", {"text": OWN}))[0] == 400
        assert (await post(page, "/api/page/boards/my-london/remove", {}))[0] == 400
        await page.stop()

    asyncio.run(story())


def test_a_board_without_games_can_be_removed(tmp_path: Path) -> None:
    async def story() -> None:
        storage = MemoryStorage()
        page = await started(storage, tmp_path)
        await post(page, "/api/page/boards", {"text": OWN})
        status, answer = await post(page, "/api/page/boards/my-london/remove", {})
        assert (status, names(answer)) == (200, [])
        assert await page.store.boards() == {}
        assert "my-london" not in names(await get(page, "/api/home"))
        await page.stop()

    asyncio.run(story())
