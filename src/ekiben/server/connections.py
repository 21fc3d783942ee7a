"""Connections before anything is asked: how many there may be, and how long they may take to say
what they want.

Nobody new is turned away. Who comes when all places are taken makes the oldest connection go that
has nothing under way; browsers that have shown the token of a seat are players, have places of
their own, and are not made to go for anybody.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from starlette.requests import cookie_parser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ekiben.server.access import hashed
from ekiben.server.settings import Settings

if TYPE_CHECKING:
    from ekiben.server.tables import Hall

COOKIE = "ekiben-"
SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
SPARE_FILES = 100  # for the store, the bots and whatever else


class Places:
    """Connections by address, the oldest first; `busy` ones have a request or a socket under way."""

    def __init__(self, settings: Settings, hall: Hall) -> None:
        self.settings, self.hall = settings, hall
        self.trusted = networks(settings.proxies)
        self.most = min(settings.connections, max(SPARE_FILES, open_files() - SPARE_FILES))
        self.per_address = settings.rates.per_address * 2
        self.guests: dict[Any, str] = {}
        self.players: dict[Any, str] = {}
        self.seated: Counter[str] = Counter()  # players by address
        self.by_address: defaultdict[str, dict[Any, None]] = defaultdict(dict)
        self.busy: set[Any] = set()

    def enter(self, transport: Any, address: str) -> None:
        """Behind a proxy of ours one address is many people: it keeps its own limits."""
        if is_within(address, self.trusted):
            return
        self.guests[transport] = address
        self.by_address[address][transport] = None
        if len(self.by_address[address]) > self.per_address:
            self.make_go(self.by_address[address])
        if len(self.guests) > self.most * (1 - self.settings.kept_for_players):
            self.make_go(self.guests)

    def make_go(self, some: Iterable[Any]) -> None:
        guests = [one for one in some if one in self.guests]
        oldest = next((one for one in guests if one not in self.busy), guests[0])
        self.leave(oldest)
        oldest.abort()

    def begin(self, transport: Any, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """It has asked for something."""
        if transport in self.guests:
            self.busy.add(transport)
            if self.has_place_for_player(self.guests[transport]) and self.is_player(headers):
                self.players[transport] = self.guests.pop(transport)
                self.seated[self.players[transport]] += 1
                self.leave_address(transport, self.players[transport])

    def has_place_for_player(self, address: str) -> bool:
        return len(self.players) < self.most and self.seated[address] < self.per_address

    def end(self, transport: Any) -> None:
        """It has been answered."""
        self.busy.discard(transport)

    def leave(self, transport: Any) -> None:
        self.busy.discard(transport)
        if transport in self.players:
            self.seated -= Counter([self.players.pop(transport)])
        elif transport in self.guests:
            self.leave_address(transport, self.guests.pop(transport))

    def leave_address(self, transport: Any, address: str) -> None:
        del self.by_address[address][transport]
        if not self.by_address[address]:
            del self.by_address[address]

    def is_player(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether it shows a token that opens a seat of a table in play here."""
        for name, value in headers:
            if name == b"cookie":
                for key, tokens in cookie_parser(value.decode("latin-1")).items():
                    table = (
                        self.hall.tables.get(key.removeprefix(COOKIE))
                        if key.startswith(COOKIE)
                        else None
                    )
                    if table is not None and any(
                        table.play.access.knows(hashed(token)) for token in tokens.split(".")[:9]
                    ):
                        return True
        return False


def networks(text: str) -> list[Any] | None:
    """Addresses and networks, parted by commas; None: all there are."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return (
        None
        if "*" in parts
        else [ipaddress.ip_network(part, strict=False) for part in parts if is_network(part)]
    )


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def is_within(address: str, known: list[Any] | None) -> bool:
    return known is None or (
        is_network(address) and any(ipaddress.ip_address(address) in one for one in known)
    )


def open_files() -> int:
    """How many files this process may have open, raised as far as it may raise it itself."""
    try:
        import resource
    except ImportError:  # Windows
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard


class BoundedHttp(HttpToolsProtocol):
    """Head and body of a request must come within a time; so must the first byte."""

    timer: asyncio.TimerHandle | None = None

    @property
    def places(self) -> Places:
        found: Places = self.app_state["places"]
        return found

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait(self.places.settings.header_seconds)
        self.places.enter(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait(None)
        self.places.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.timer is None and (self.cycle is None or self.cycle.response_complete):
            self.wait(self.places.settings.header_seconds)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self.wait(self.places.settings.body_seconds)
        self.places.begin(self.transport, self.headers)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.wait(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.places.end(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self.wait(None)
        super().handle_websocket_upgrade()

    def wait(self, seconds: float | None) -> None:
        """So long from now; None: as long as it takes."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.give_up)

    def give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(SLOW)
        self.transport.close()


class BoundedSocket(WebSocketsSansIOProtocol):
    """It keeps its place as long as it is open."""

    def connection_lost(self, exc: Exception | None) -> None:
        places: Places = self.app_state["places"]
        places.leave(self.transport)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Text that is none ends the socket; the log need not know where."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
