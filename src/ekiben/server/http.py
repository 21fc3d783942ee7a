"""What the HTTP handlers share: errors, limits, bodies, and the cookies that hold seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from ekiben.core.errors import EkibenError
from ekiben.server.access import MAX_TOKENS, hash_token
from ekiben.server.errors import ApiError
from ekiben.server.guard import Limits
from ekiben.server.responses import error_response, language_of
from ekiben.server.store import StoreUnavailable
from ekiben.server.table import Table
from ekiben.server.tables import TableRegistry
from ekiben.texts import UnknownText

Handler = Callable[[Request], Awaitable[Response]]
SMALL = 64 * 1024  # bytes of a body
LARGE = 1024 * 1024
COOKIE_SECONDS = 180 * 24 * 3600
T = TypeVar("T")


def handle_errors(handler: Handler) -> Handler:
    """Turn errors into responses in the client's language."""

    async def answer(request: Request) -> Response:
        try:
            check_rate(request, "requests")
            return await handler(request)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as error:
            known = api_error_from(error)
            if known is None:
                raise
            return error_response(known, language_of(request))

    return answer


def api_error_from(error: Exception) -> ApiError | None:
    """The error to answer with; None for a bug."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, StoreUnavailable):
        return ApiError("store", 503)
    if isinstance(error, EkibenError | UnknownText):
        return ApiError("wrong", 400, why=str(error))
    if isinstance(error, RecursionError):
        return ApiError("too-deep", 400)
    return None


# ---- limits
def limits_of(connection: HTTPConnection) -> Limits:
    limits: Limits = connection.app.state.limits
    return limits


def registry_of(connection: HTTPConnection) -> TableRegistry:
    registry: TableRegistry = connection.app.state.registry
    return registry


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def check_rate(request: Request, what: str) -> None:
    if not limits_of(request).allows(what, address_of(request)):
        raise ApiError("slow-down", 429)


async def read_bytes(request: Request, most: int = SMALL) -> bytes:
    """Read the body, and stop as soon as it is too long."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise ApiError("not-json", 415)
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise ApiError("too-long", 413, most=most // 1024)
    return bytes(body)


async def read_body(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await read_bytes(request), type=kind)
    except msgspec.MsgspecError as error:
        raise ApiError("bad", 400, why=str(error)) from error
    except UnicodeDecodeError as error:
        raise ApiError("bad", 400, why="not UTF-8") from error


# ---- seats
def tokens_of(connection: HTTPConnection, table: str) -> list[str]:
    cookie = connection.cookies.get(cookie_name(table), "")
    return [token for token in cookie.split(".") if token][:MAX_TOKENS]


async def token_hashes_of(connection: HTTPConnection, table: Table) -> frozenset[str]:
    """The hashes of the browser's tokens.

    Another process may have just given it an unknown one, so read the log first.
    """
    tokens = frozenset(map(hash_token, tokens_of(connection, table.id)))
    if not all(map(table.state.access.knows, tokens)):
        await table.refresh()
    return tokens


async def seats_of(connection: HTTPConnection, table: Table) -> frozenset[int]:
    """The seats the browser's tokens open."""
    tokens = await token_hashes_of(connection, table)
    return table.state.access.seats_of(tokens)


def cookie_name(table: str) -> str:
    return f"ekiben-{table}"


def set_seat_cookie(request: Request, response: Response, table: str, tokens: list[str]) -> None:
    """Store the tokens where no script can read them; they are sent to this table only."""
    value = ".".join(dict.fromkeys(tokens))
    set_cookie(request, response, cookie_name(table), value, f"/api/tables/{table}")


def set_cookie(request: Request, response: Response, name: str, value: str, path: str) -> None:
    """Store a value that no script can read and that is sent to this path only."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        path=path,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
