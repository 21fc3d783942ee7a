"""The socket of a page at a table: requests in, updates out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from enum import IntEnum

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ekiben.core.errors import EkibenError
from ekiben.server import messages, mixing, moves, seats, votes
from ekiben.server.advice import AdviceRequests
from ekiben.server.errors import ApiError
from ekiben.server.http import address_of, limits_of, registry_of, token_hashes_of
from ekiben.server.plan_requests import PlanRequests
from ekiben.server.responses import language_of
from ekiben.server.store import StoreUnavailable
from ekiben.server.table import Table
from ekiben.server.viewers import Viewer, encode

log = logging.getLogger("ekiben.server")
decode = msgspec.json.Decoder(messages.Request).decode


class Close(IntEnum):
    """The codes with which the server closes a socket."""

    TRY_LATER = 1013  # the store is unavailable
    SIGNED_OUT = 4001  # the seat was reset
    NO_TABLE = 4004  # there is no such table for this browser
    TOO_MANY = 4029  # sockets at once


async def table_socket(socket: WebSocket) -> None:
    """Serve a page until it is closed."""
    with suppress(WebSocketDisconnect):  # a client that hung up need not be told anything
        await socket.accept()
        await serve_table(socket)


async def serve_table(socket: WebSocket) -> None:
    try:
        table = await registry_of(socket).table(socket.path_params["table"])
        viewer = viewer_of(socket, table, await token_hashes_of(socket, table))
    except ApiError as error:
        await socket.close(Close.NO_TABLE, error.code)
        return
    except StoreUnavailable:
        await socket.close(Close.TRY_LATER, "store")
        return
    limits = limits_of(socket)
    address = address_of(socket)
    if not limits.open_socket(address, len(table.viewers.members) + table.joining):
        await socket.close(Close.TOO_MANY, "too-many")
        return
    try:
        await exchange_messages(socket, table, viewer)
    except StoreUnavailable:
        await socket.close(Close.TRY_LATER, "store")
    finally:
        limits.close_socket(address)


def viewer_of(socket: WebSocket, table: Table, tokens: frozenset[str]) -> Viewer:
    own = table.state.access.seats_of(tokens)
    wanted = socket.query_params.get("seat", "")
    if not own and not table.state.is_watchable:
        raise ApiError("private", 403)
    looking = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else None
    if looking is not None and looking not in own:
        raise ApiError("not-your-seat", 403)
    return Viewer(own, looking, language_of(socket), tokens)


def since_of(socket: WebSocket, what: str = "since") -> int:
    """The number of the last entry, or message of the chat, the page has seen; -1 if none."""
    text = socket.query_params.get(what, "")
    return int(text) if text.isdecimal() and len(text) < 9 else -1


async def exchange_messages(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """Send and receive until the page is closed."""
    await table.add_viewer(viewer, since_of(socket), since_of(socket, "chat") + 1)
    table.viewers.sign_out_if_revoked(viewer)
    sending = asyncio.ensure_future(send_all(socket, table, viewer))
    receiving = asyncio.ensure_future(receive_all(socket, table, viewer))
    try:
        await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        if receiving.done():
            await receiving
    except (WebSocketDisconnect, RuntimeError):
        if not is_closed(socket):
            raise
    finally:
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        table.remove_viewer(viewer)


def is_closed(socket: WebSocket) -> bool:
    return {socket.client_state, socket.application_state} != {WebSocketState.CONNECTED}


async def send_all(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """Send what is queued; let go of a page that takes nothing for too long."""
    timeout = table.settings.send_timeout
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while (message := await viewer.next(table.resend)) is not None:
            async with asyncio.timeout(timeout):
                await socket.send_text(message.decode())
        async with asyncio.timeout(timeout):
            if viewer.table_gone:
                await socket.close(Close.NO_TABLE, "no-table")
            else:
                await socket.close(Close.SIGNED_OUT, "signed-out")


async def receive_all(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    limits = limits_of(socket)
    asked = (table, viewer, address_of(socket), send_answer)
    plans, advice = PlanRequests(*asked), AdviceRequests(*asked)
    try:
        while True:
            text = text_of(await socket.receive())
            if not limits.allows("messages", str(id(viewer))):
                send_error(viewer, ApiError("slow-down"), request_number(text or ""))
            elif text is None:
                send_error(viewer, ApiError("not-text"))
            else:
                await handle(table, viewer, text, plans, advice)
    finally:
        await plans.close()
        await advice.close()


def text_of(message: Message) -> str | None:
    """The text of a message from the page; None if it is binary."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005), message.get("reason"))
    return message.get("text")


async def handle(
    table: Table, viewer: Viewer, text: str, plans: PlanRequests, advice: AdviceRequests
) -> None:
    """Decode a request and answer it."""
    try:
        request = decode(text)
    except msgspec.MsgspecError as error:
        send_error(viewer, ApiError("bad", why=str(error)), request_number(text))
        return
    except RecursionError:
        send_error(viewer, ApiError("too-deep"))
        return
    if isinstance(request, messages.Plan):
        plans.ask(request)
    elif isinstance(request, messages.Advise):
        advice.ask(request)
    else:
        await send_answer(table, viewer, request.request, answer(table, viewer, request))


async def send_answer(
    table: Table, viewer: Viewer, number: int, answer: Awaitable[messages.Answer]
) -> None:
    """Send the answer to a request; a refused request changes nothing."""
    try:
        viewer.send(encode(await answer))
    except ApiError as error:
        table.metrics.refused.labels(code=error.code).inc()
        send_error(viewer, error, number)
    except StoreUnavailable:
        send_error(viewer, ApiError("store"), number)
    except EkibenError as error:
        send_error(viewer, ApiError("wrong", why=str(error)), number)


def send_error(viewer: Viewer, error: ApiError, number: int | None = None) -> None:
    viewer.send(encode(error.message(number, viewer.language)))


def request_number(text: str) -> int | None:
    """The number of a request that cannot be decoded."""
    with suppress(msgspec.MsgspecError, RecursionError):
        number = msgspec.json.decode(text, type=messages.JsonObject).get("request")
        return number if type(number) is int else None
    return None


async def answer(table: Table, viewer: Viewer, request: messages.Request) -> messages.Answer:
    if isinstance(request, messages.Why):
        return moves.why_not(table, viewer, request.request, request.action)
    if isinstance(request, messages.Ping):
        return messages.Pong(request=request.request)
    if isinstance(request, messages.Look):
        table.change_view(viewer, request.seat)
    elif isinstance(request, messages.SetLanguage):
        table.viewers.change_view(viewer, viewer.looking, request.language)
    elif isinstance(request, messages.Say):
        await table.run_to_completion(
            table.chat.say(viewer, request.seat, request.text, request.phrase)
        )
    elif isinstance(request, messages.WriteRequest):
        with table.metrics.command_seconds.time():
            await table.run_to_completion(write_command(table, viewer, request))
    return messages.Done(request=request.request)


async def write_command(table: Table, viewer: Viewer, request: messages.WriteRequest) -> None:
    """Carry out a request that writes to the log."""
    if isinstance(request, messages.Act):
        await moves.act(table, viewer, request.position, request.actions)
    elif isinstance(request, messages.Undo):
        await moves.undo(table, viewer, request.position)
    elif isinstance(request, messages.Leave):
        await seats.leave(table, viewer, request.seat, request.level)
    elif isinstance(request, messages.Back):
        await seats.come_back(table, viewer, request.seat)
    elif isinstance(request, messages.Seal):
        await mixing.seal(table, viewer, request.seat, request.seal)
    elif isinstance(request, messages.Reveal):
        await mixing.reveal(table, viewer, request.seat, request.part)
    elif isinstance(request, messages.Rename):
        await seats.rename(table, viewer, request.seat, request.name)
    elif isinstance(request, messages.Vote):
        await votes.vote(table, viewer, request)
    else:
        await seats.replace(table, viewer, request.seat, request.level)
