"""The socket of a page that shows the lobby: changes go out, nothing comes in."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from ekiben.server.http import address_of, limits_of, registry_of
from ekiben.server.lobby import Lobby, LobbyViewer
from ekiben.server.responses import language_of
from ekiben.server.sockets import Close
from ekiben.server.viewers import encode


async def serve_lobby(socket: WebSocket) -> None:
    """Serve a page until it is closed or says something."""
    limits = limits_of(socket)
    address = address_of(socket)
    with suppress(WebSocketDisconnect):
        await socket.accept()
        if not limits.open_socket(address, 0):
            await socket.close(Close.TOO_MANY, "too-many")
            return
        try:
            await send_until_closed(socket)
        finally:
            limits.close_socket(address)


async def send_until_closed(socket: WebSocket) -> None:
    lobby: Lobby = socket.app.state.lobby
    viewer = LobbyViewer(language_of(socket))
    if not lobby.add(viewer):
        await socket.close(Close.TOO_MANY, "too-many")
        return
    sending = asyncio.ensure_future(send_changes(socket, lobby, viewer))
    listening = asyncio.ensure_future(socket.receive())
    try:
        await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        lobby.remove(viewer)
        for task in (sending, listening):
            task.cancel()
        await asyncio.gather(sending, listening, return_exceptions=True)
    with suppress(RuntimeError):
        await socket.close()


async def send_changes(socket: WebSocket, lobby: Lobby, viewer: LobbyViewer) -> None:
    """Send what changes; let go of a page that takes nothing for too long."""
    timeout = registry_of(socket).settings.send_timeout
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while True:
            changes = await lobby.next(viewer)
            async with asyncio.timeout(timeout):
                await socket.send_text(encode(changes).decode())
