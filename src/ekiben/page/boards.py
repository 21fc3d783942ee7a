"""A person's own boards in the page: checked like those of the box, kept in the browser's storage.

The page's app answers `GET /api/page/boards` with the boards that are there, `POST` of a board's
TOML adds one, and `POST /api/page/boards/{game}/remove` removes one.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ekiben.core.errors import EkibenError
from ekiben.games import ADDED, add_board, read_board
from ekiben.page.store import PageStore
from ekiben.server import catalogue
from ekiben.server.errors import ApiError
from ekiben.server.http import LARGE, Handler, handle_errors, read_bytes
from ekiben.server.http_messages import GameInfo
from ekiben.server.responses import JsonResponse
from ekiben.server.table_state import GAMES, cached_game

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
DROPPED = "board.toml"  # a file before its game's name is known; faults are told with this name


class NewBoard(msgspec.Struct, forbid_unknown_fields=True):
    """A board file that somebody drops on the page."""

    text: str


class OwnBoards(msgspec.Struct):
    """The person's boards, and what is wrong with those that are kept but cannot be played."""

    games: list[GameInfo]
    faults: dict[str, str]


class Boards:
    """The boards of the page's person; their files lie in a folder of the page's own."""

    def __init__(self, store: PageStore, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.faults: dict[str, str] = {}

    async def restore(self) -> None:
        """Make the boards known that were kept; a newer version may find fault with one."""
        for name, text in (await self.store.boards()).items():
            try:
                self.register(name, text)
            except EkibenError as error:
                self.faults[name] = str(error)

    async def add(self, text: str) -> str:
        """Check a board, keep it, and make it known; the answer is its game's name."""
        name = self.name_of(text)
        kept = await self.store.boards()
        if kept.get(name, text) != text and name in await self.played():
            raise EkibenError(
                f"there are games on another board {name!r}; give this one another name "
                "(key `game`)"
            )
        self.register(name, text)
        await self.store.keep_board(name, text)
        self.faults.pop(name, None)
        return name

    async def remove(self, name: str) -> None:
        if name in await self.played():
            raise EkibenError(f"there are games on the board {name!r}")
        await self.store.delete_board(name)
        ADDED.pop(name, None)
        self.faults.pop(name, None)
        forget(name)

    async def played(self) -> set[str]:
        """The games of all tables that are kept."""
        setups = [await self.store.setup(table) for table in await self.store.ids()]
        return {setup.game for setup in setups if setup is not None}

    def name_of(self, text: str) -> str:
        """Check a board and return its game's name, which is also that of its file."""
        name = str(read_board(self.write(DROPPED, text)).game)
        if not NAME.fullmatch(name):
            raise EkibenError(f"the name {name!r} (key `game`) must be in lower case: my-board")
        return name

    def register(self, name: str, text: str) -> None:
        add_board(self.write(f"{name}.toml", text))
        forget(name)
        try:
            cached_game(name, {})
        except EkibenError:  # a fault that only loading finds
            del ADDED[name]
            raise

    def write(self, name: str, text: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def info(self) -> OwnBoards:
        own = [name for name, path in ADDED.items() if path.parent == self.folder.absolute()]
        games = [catalogue.game_info(cached_game(name, {})) for name in own]
        return OwnBoards(games, self.faults)


def forget(name: str) -> None:
    """Forget what was worked out of an earlier board of that name."""
    catalogue.CACHE.clear()
    for key in [key for key, game in GAMES.items() if game.name == name]:
        del GAMES[key]


def routes(boards: Boards) -> list[Route]:
    """The addresses that only the page has."""

    async def listed(request: Request) -> Response:
        return JsonResponse(boards.info())

    async def add(request: Request) -> Response:
        try:
            body = msgspec.json.decode(await read_bytes(request, LARGE), type=NewBoard)
        except msgspec.MsgspecError as error:
            raise ApiError("bad", 400, why=str(error)) from error
        await boards.add(body.text)
        return JsonResponse(boards.info(), 201)

    async def remove(request: Request) -> Response:
        await boards.remove(request.path_params["game"])
        return JsonResponse(boards.info())

    def route(path: str, handler: Handler, method: str) -> Route:
        return Route(f"/api/page/boards{path}", handle_errors(handler), methods=[method])

    return [
        route("", listed, "GET"),
        route("", add, "POST"),
        route("/{game}/remove", remove, "POST"),
    ]
