"""The socket of a page at a table: requests in, updates out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ekiben.core.errors import EkibenError
from ekiben.server import messages
from ekiben.server.http import address_of, gauge_of, hall_of, shown_to
from ekiben.server.metrics import METRICS
from ekiben.server.plan_requests import Planner
from ekiben.server.refusals import Refuse
from ekiben.server.responses import language_of
from ekiben.server.store import StoreAway
from ekiben.server.table import Table
from ekiben.server.viewers import Viewer, encode

log = logging.getLogger("ekiben.server")
decode = msgspec.json.Decoder(messages.Request).decode
SIGNED_OUT, NOT_HERE, TOO_BUSY, TRY_LATER = 4001, 4004, 4029, 1013


async def play(socket: WebSocket) -> None:
    """Says why it closes where it must: 4001 the seat was reset, 4004 no such table for you, 4029
    too many at once, 1013 the store is away.
    """
    with suppress(WebSocketDisconnect):  # who hangs up meanwhile need not be told anything
        await socket.accept()
        await play_at_table(socket)


async def play_at_table(socket: WebSocket) -> None:
    try:
        table = await hall_of(socket).table(socket.path_params["table"])
        viewer = viewer_of(socket, table, await shown_to(socket, table))
    except Refuse as refuse:
        await socket.close(NOT_HERE, refuse.code)
        return
    except StoreAway:
        await socket.close(TRY_LATER, "store")
        return
    gauge, address = gauge_of(socket), address_of(socket)
    if not gauge.enter(address, len(table.gallery.viewers)):
        await socket.close(TOO_BUSY, "too-many")
        return
    try:
        await attended(socket, table, viewer)
    except StoreAway:
        await socket.close(TRY_LATER, "store")
    finally:
        gauge.leave(address)


def viewer_of(socket: WebSocket, table: Table, tokens: frozenset[str]) -> Viewer:
    seats, asked = table.play.access.seats_of(tokens), socket.query_params.get("seat", "")
    if not seats and not table.play.setup.public:
        raise Refuse("private", 403)
    looking = int(asked) if asked.isdecimal() and len(asked) < 3 else None
    if looking is not None and looking not in seats:
        raise Refuse("not-your-seat", 403)
    return Viewer(seats, looking, language_of(socket), tokens)


def since_of(socket: WebSocket) -> int:
    text = socket.query_params.get("since", "")
    return int(text) if text.isdecimal() and len(text) < 9 else -1


async def attended(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """Sends and hears until the page is closed."""
    await table.join(viewer, since_of(socket))
    table.gallery.check_seats(viewer)
    sending, hearing = (
        asyncio.ensure_future(one(socket, table, viewer)) for one in (send_all, hear_all)
    )
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            await hearing
    except (WebSocketDisconnect, RuntimeError):
        if not closed(socket):
            raise
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        table.part(viewer)


def closed(socket: WebSocket) -> bool:
    return {socket.client_state, socket.application_state} != {WebSocketState.CONNECTED}


async def send_all(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """A page that takes nothing for too long is let go; it can come back and say what it has."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while (message := await viewer.next(table.gallery.show)) is not None:
            async with asyncio.timeout(table.settings.lag):
                await socket.send_text(message.decode())
        async with asyncio.timeout(table.settings.lag):
            await socket.close(
                *((NOT_HERE, "no-table") if viewer.gone else (SIGNED_OUT, "signed-out"))
            )


async def hear_all(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    gauge, who = gauge_of(socket), f"{id(viewer)}"
    planner = Planner(table, viewer, address_of(socket), tell)
    try:
        while True:
            text = text_of(await socket.receive())
            if not gauge.allows("messages", who):
                viewer.send(
                    encode(Refuse("slow-down").message(number_of(text or ""), viewer.language))
                )
            elif text is None:
                viewer.send(encode(Refuse("not-text").message(None, viewer.language)))
            else:
                await answered(table, viewer, text, planner)
    finally:
        await planner.close()


def text_of(message: Message) -> str | None:
    """What the page says; nothing where it is no text."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005), message.get("reason"))
    return message.get("text")


async def answered(table: Table, viewer: Viewer, text: str, planner: Planner) -> None:
    try:
        request = decode(text)
    except msgspec.MsgspecError as fault:
        viewer.send(encode(Refuse("bad", why=str(fault)).message(number_of(text), viewer.language)))
        return
    except RecursionError:
        viewer.send(encode(Refuse("too-deep").message(None, viewer.language)))
        return
    if isinstance(request, messages.Plan):
        planner.ask(request)
    else:
        await tell(viewer, request.request, answer(table, viewer, request))


async def tell(viewer: Viewer, number: int, answer: Awaitable[Any]) -> None:
    """Sends the answer to a request. Whatever goes wrong is told to the page and changes nothing."""
    try:
        viewer.send(encode(await answer))
    except Refuse as refuse:
        METRICS.count("ekiben_refused_total", code=refuse.code)
        viewer.send(encode(refuse.message(number, viewer.language)))
    except StoreAway:
        viewer.send(encode(Refuse("store").message(number, viewer.language)))
    except EkibenError as fault:
        viewer.send(encode(Refuse("wrong", why=str(fault)).message(number, viewer.language)))


def number_of(text: str) -> int | None:
    """The number of a request that cannot be read otherwise."""
    with suppress(msgspec.MsgspecError, RecursionError):
        found = msgspec.json.decode(text, type=dict[str, Any]).get("request")
        return found if type(found) is int else None
    return None


async def answer(table: Table, viewer: Viewer, request: messages.Request) -> Any:
    if isinstance(request, messages.Why):
        return table.why(viewer, request.request, request.action)
    if isinstance(request, messages.Ping):
        return messages.Pong(request=request.request)
    if isinstance(request, messages.Look):
        table.look(viewer, request.seat)
    elif isinstance(request, messages.Speak):
        table.gallery.look(viewer, viewer.looking, request.language)
    else:
        with METRICS.timed("ekiben_deed_seconds"):
            await table.carried_through(deed(table, viewer, request))
    return messages.Done(request=request.request)


async def deed(table: Table, viewer: Viewer, request: Any) -> None:
    """What is written to the log."""
    if isinstance(request, messages.Act):
        await table.act(viewer, request.position, request.actions)
    elif isinstance(request, messages.Undo):
        await table.undo(viewer, request.position)
    elif isinstance(request, messages.Leave):
        await table.leave(viewer, request.seat, request.level)
    elif isinstance(request, messages.Back):
        await table.back(viewer, request.seat)
    elif isinstance(request, messages.Replace):
        await table.replace(viewer, request.seat, request.level)
