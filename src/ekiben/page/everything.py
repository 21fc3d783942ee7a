"""Everything that the page keeps, line by line, as `ekiben db export` writes and reads it.

A server takes in the tables and deals of such a file, and a page those of a server. What only a
page has is in lines of its own, with the key `page`: own boards, and the cookies that open seats.
The page asks for one line at a time, so that it can show how far it is.

`GET /api/page/everything` lists what there is, `GET /api/page/everything/{kind}/{name}` is one
line, and `POST /api/page/everything` takes one line in.
"""

from __future__ import annotations

import json
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ekiben.core.errors import EkibenError, RecordError
from ekiben.page.boards import Boards
from ekiben.page.cookies import CookieJar
from ekiben.page.store import PageStore
from ekiben.server.access import hash_token, new_token
from ekiben.server.archive import (
    ArchivedTable,
    deal_line,
    import_deal,
    import_table,
    parse_deal,
    parse_line,
    read_table,
    record_of,
    replay_table,
    to_line,
)
from ekiben.server.errors import ApiError
from ekiben.server.http import LARGE, cookie_name, handle_errors, read_bytes
from ekiben.server.responses import JsonResponse
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry

FORMAT = 1
Kind = Literal["boards", "cookies", "deals", "tables"]
KINDS: tuple[Kind, ...] = ("boards", "cookies", "deals", "tables")  # in the order of the file


class PageLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line that only a page writes; `page` is the number of its format."""

    page: int
    board: str = ""
    text: str = ""
    cookies: dict[str, str] = {}


class NewLine(msgspec.Struct, forbid_unknown_fields=True):
    line: str


class Outcome(msgspec.Struct):
    """What came of a line: what it was, and whether anything was new."""

    kind: Kind
    new: bool
    table: str = ""
    game: str = ""


class Everything:
    """What is kept, for export and import."""

    def __init__(
        self, store: PageStore, jar: CookieJar, boards: Boards, registry: TableRegistry
    ) -> None:
        self.store = store
        self.jar = jar
        self.boards = boards
        self.registry = registry

    # ---- export
    async def names(self) -> dict[Kind, list[str]]:
        """The lines that there are, by kind."""
        return {
            "boards": sorted(await self.store.boards()),
            "cookies": ["all"] if await self.store.cookies() else [],
            "deals": await self.store.deal_ids(),
            "tables": await self.store.ids(),
        }

    async def line(self, kind: Kind, name: str) -> str:
        if kind == "tables":
            return await self.table_line(name)
        if kind == "deals":
            deal = await self.store.deal(name)
            if deal is None:
                raise ApiError("no-address", 404)
            return await deal_line(self.store, deal)
        if kind == "cookies":
            return page_line(cookies=await self.store.cookies())
        return page_line(board=name, text=(await self.store.boards())[name])

    async def table_line(self, table: str) -> str:
        """The table with its record; of one that does not replay, its log alone."""
        archived = await read_table(self.store, table)
        archived.chat = await self.store.chat(table)
        try:
            return to_line(archived, record_of(replay_table(archived)))
        except RecordError:
            return to_line(archived, {})

    # ---- import
    async def take(self, line: str) -> Outcome:
        """Take a line in; whatever is here already stays as it is."""
        if (own := parse_page_line(line)) is not None:
            return await self.take_board(own) if own.board else await self.take_cookies(own)
        if (deal := parse_deal(line)) is not None:
            known = await self.store.deal(deal.deal.id)
            await import_deal(self.store, deal)
            return Outcome("deals", known is None)
        return await self.take_table(parse_line(line))

    async def take_board(self, line: PageLine) -> Outcome:
        known = (await self.store.boards()).get(line.board)
        if known is None:
            await self.boards.add(line.text)
        elif known != line.text:
            raise EkibenError(
                f"there is another board {line.board!r} already: it was left as it is"
            )
        return Outcome("boards", known is None)

    async def take_cookies(self, line: PageLine) -> Outcome:
        fresh = {name: text for name, text in line.cookies.items() if name not in self.jar.cookies}
        for name, text in fresh.items():
            path, value = text.split(" ", 1)
            await self.jar.keep(f"{name}={value}; Path={path}")
        return Outcome("cookies", bool(fresh))

    async def take_table(self, table: ArchivedTable) -> Outcome:
        new = await import_table(self.store, table)
        id = table.setup.id
        if new:
            await self.take_seats(id, replay_table(await read_table(self.store, id)))
        if id in self.registry.tables:
            await self.registry.tables[id].refresh()
        return Outcome("tables", new, id, table.setup.game)

    async def take_seats(self, table: str, state: TableState) -> None:
        """Open the people's seats of a table from elsewhere to this page, beside their own."""
        cookie = self.jar.cookies.get(cookie_name(table))
        hashes = [hash_token(token) for token in cookie.value.split(".")] if cookie else []
        if state.access.seats_of(hashes):
            return
        tokens = {seat: new_token() for seat, kind in enumerate(state.kinds) if kind == "person"}
        entries = [Entry("sit", seat, token=hash_token(one)) for seat, one in tokens.items()]
        if entries:
            await self.store.append(table, state.seq, entries, state.match.over)
            value = ".".join(tokens.values())
            await self.jar.keep(f"{cookie_name(table)}={value}; Path=/api/tables/{table}")


def page_line(**values: object) -> str:
    return json.dumps({"page": FORMAT, **values}, ensure_ascii=False, separators=(",", ":"))


def parse_page_line(text: str) -> PageLine | None:
    """The line, if it is one that only pages write."""
    try:
        line = msgspec.json.decode(text, type=PageLine)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if line.page > FORMAT:
        raise RecordError("this file is of a newer Ekiben: update this page first")
    return line


def routes(everything: Everything) -> list[Route]:
    """The addresses that only the page has."""

    async def names(request: Request) -> Response:
        return JsonResponse(await everything.names())

    async def line(request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind not in KINDS:
            raise ApiError("no-address", 404)
        return PlainTextResponse(await everything.line(kind, request.path_params["name"]))

    async def take(request: Request) -> Response:
        try:
            body = msgspec.json.decode(await read_bytes(request, LARGE), type=NewLine)
        except msgspec.MsgspecError as error:
            raise ApiError("bad", 400, why=str(error)) from error
        return JsonResponse(await everything.take(body.line))

    address = "/api/page/everything"
    return [
        Route(address, handle_errors(names), methods=["GET"]),
        Route(f"{address}/{{kind}}/{{name}}", handle_errors(line), methods=["GET"]),
        Route(address, handle_errors(take), methods=["POST"]),
    ]
