"""The HTTP side: requests in, JSON out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from ekiben.core.errors import EkibenError
from ekiben.server.access import hashed
from ekiben.server.guard import Gauge
from ekiben.server.refusals import Refuse
from ekiben.server.responses import error, language_of
from ekiben.server.store import StoreAway
from ekiben.server.table import Table
from ekiben.server.tables import Hall
from ekiben.texts import UnknownText

Handler = Callable[[Request], Awaitable[Response]]
SMALL, LARGE = 64 * 1024, 1024 * 1024
KEPT = 180 * 24 * 3600  # seconds that a browser keeps a seat
T = TypeVar("T")


def handled(handler: Handler) -> Handler:
    """Whatever is refused is answered in the asker's language."""

    async def answer(request: Request) -> Response:
        try:
            check_rate(request, "requests")
            return await handler(request)
        except Refuse as refuse:
            return error(refuse, language_of(request))
        except StoreAway:
            return error(Refuse("store", 503), language_of(request))
        except (EkibenError, UnknownText) as fault:
            return error(Refuse("wrong", 400, why=str(fault)), language_of(request))
        except RecursionError:
            return error(Refuse("too-deep", 400), language_of(request))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it

    return answer


# ---- limits
def gauge_of(connection: HTTPConnection) -> Gauge:
    gauge: Gauge = connection.app.state.gauge
    return gauge


def hall_of(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def check_rate(request: Request, what: str) -> None:
    if not gauge_of(request).allows(what, address_of(request)):
        raise Refuse("slow-down", 429)


async def body_of(request: Request, most: int = SMALL) -> bytes:
    """Read no further than it may be long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refuse("not-json", 415)
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > most:
            raise Refuse("too-long", 413, most=most // 1024)
    return bytes(found)


async def read(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except msgspec.MsgspecError as fault:
        raise Refuse("bad", 400, why=str(fault)) from fault
    except UnicodeDecodeError as fault:
        raise Refuse("bad", 400, why="not UTF-8") from fault


# ---- seats
def tokens_of(connection: HTTPConnection, table: str) -> list[str]:
    return [token for token in connection.cookies.get(cookie(table), "").split(".") if token][:9]


async def shown_to(connection: HTTPConnection, table: Table) -> frozenset[str]:
    """The hashes of the browser's tokens. One that is not known yet may have been given by another
    process: the log is read first.
    """
    tokens = frozenset(map(hashed, tokens_of(connection, table.id)))
    if not all(map(table.play.access.knows, tokens)):
        await table.read_on()
    return tokens


async def held(connection: HTTPConnection, table: Table) -> frozenset[int]:
    tokens = await shown_to(connection, table)
    return table.play.access.seats_of(tokens)


def cookie(table: str) -> str:
    return f"ekiben-{table}"


def seat_browser(request: Request, response: Response, table: str, tokens: list[str]) -> None:
    """The browser keeps the tokens where no script reads them, and sends them to this table only."""
    response.set_cookie(
        cookie(table),
        ".".join(dict.fromkeys(tokens)),
        max_age=KEPT,
        path=f"/api/tables/{table}",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
