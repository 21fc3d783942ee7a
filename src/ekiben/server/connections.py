"""Connections that hold a slot, and requests that must arrive in time."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ekiben.server.connection_slots import ConnectionSlots

TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedHttp(HttpToolsProtocol):
    """An HTTP connection whose requests must arrive within a time limit."""

    timer: asyncio.TimerHandle | None = None

    @property
    def slots(self) -> ConnectionSlots:
        found: ConnectionSlots = self.app_state["slots"]
        return found

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.set_timeout(self.slots.settings.header_seconds)
        self.slots.add(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self.set_timeout(None)
        self.slots.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.timer is None and (self.cycle is None or self.cycle.response_complete):
            self.set_timeout(self.slots.settings.header_seconds)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self.set_timeout(self.slots.settings.body_seconds)
        self.slots.request_started(self.transport, self.headers)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.set_timeout(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.slots.request_ended(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self.set_timeout(None)
        super().handle_websocket_upgrade()

    def set_timeout(self, seconds: float | None) -> None:
        """Close the connection after so many seconds; None means never."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.time_out)

    def time_out(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(TIMEOUT_RESPONSE)
        self.transport.close()


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection that keeps its slot as long as it is open."""

    def connection_lost(self, exc: Exception | None) -> None:
        slots: ConnectionSlots = self.app_state["slots"]
        slots.remove(self.transport)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Close a socket that sends invalid UTF-8 as text, without logging a traceback."""
        if self.curr_msg_data_type == "text" and not is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
