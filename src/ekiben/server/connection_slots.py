"""How many connections there may be.

No new connection is turned away. When all slots are taken, the oldest connection without a request
is closed instead. Browsers that have shown a seat's token are players: they have slots of their
own and are never closed to make room.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from starlette.requests import cookie_parser

from ekiben.server.access import MAX_TOKENS, hash_token
from ekiben.server.settings import Settings

if TYPE_CHECKING:
    from ekiben.server.tables import TableRegistry

COOKIE = "ekiben-"
SPARE_FILES = 100  # for the store, the bots and whatever else
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Transport(Protocol):
    """As much of a connection's transport as is needed to close it."""

    def abort(self) -> None: ...


class ConnectionSlots:
    """Connections by address, the oldest first; `active` ones have a request or a socket."""

    def __init__(self, settings: Settings, registry: TableRegistry) -> None:
        self.settings = settings
        self.registry = registry
        self.trusted = networks(settings.proxies)
        self.max_connections = min(
            settings.connections, max(SPARE_FILES, raise_file_limit() - SPARE_FILES)
        )
        self.per_address = settings.rates.per_address * 2
        self.guests: dict[Transport, str] = {}
        self.players: dict[Transport, str] = {}
        self.players_by_address: Counter[str] = Counter()
        self.by_address: defaultdict[str, dict[Transport, None]] = defaultdict(dict)
        self.active: set[Transport] = set()

    def add(self, transport: Transport, address: str) -> None:
        """Add a connection, except from our own proxy, which has limits for its many people."""
        if is_in_networks(address, self.trusted):
            return
        self.guests[transport] = address
        self.by_address[address][transport] = None
        if len(self.by_address[address]) > self.per_address:
            self.evict(self.by_address[address])
        if len(self.guests) > self.max_connections * (1 - self.settings.player_share):
            self.evict(self.guests)

    def evict(self, some: Iterable[Transport]) -> None:
        guests = [one for one in some if one in self.guests]
        oldest = next((one for one in guests if one not in self.active), guests[0])
        self.remove(oldest)
        oldest.abort()

    def request_started(self, transport: Transport, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Mark a connection as active, and as a player's if it shows a token."""
        if transport in self.guests:
            self.active.add(transport)
            if self.has_player_slot(self.guests[transport]) and self.is_player(headers):
                self.players[transport] = self.guests.pop(transport)
                self.players_by_address[self.players[transport]] += 1
                self.forget_address(transport, self.players[transport])

    def has_player_slot(self, address: str) -> bool:
        return (
            len(self.players) < self.max_connections
            and self.players_by_address[address] < self.per_address
        )

    def request_ended(self, transport: Transport) -> None:
        self.active.discard(transport)

    def remove(self, transport: Transport) -> None:
        self.active.discard(transport)
        if transport in self.players:
            self.players_by_address -= Counter([self.players.pop(transport)])
        elif transport in self.guests:
            self.forget_address(transport, self.guests.pop(transport))

    def forget_address(self, transport: Transport, address: str) -> None:
        del self.by_address[address][transport]
        if not self.by_address[address]:
            del self.by_address[address]

    def is_player(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a cookie opens a seat of a table that is in memory here."""
        return any(
            self.opens_seat(key, tokens)
            for name, value in headers
            if name == b"cookie"
            for key, tokens in cookie_parser(value.decode("latin-1")).items()
            if key.startswith(COOKIE)
        )

    def opens_seat(self, cookie: str, tokens: str) -> bool:
        table = self.registry.tables.get(cookie.removeprefix(COOKIE))
        return table is not None and any(
            table.state.access.knows(hash_token(token)) for token in tokens.split(".")[:MAX_TOKENS]
        )


def networks(text: str) -> list[Network] | None:
    """Addresses and networks separated by commas; None for `*`, which means all."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if "*" in parts:
        return None
    return [ipaddress.ip_network(part, strict=False) for part in parts if is_network(part)]


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def is_in_networks(address: str, known: list[Network] | None) -> bool:
    return known is None or (
        is_network(address) and any(ipaddress.ip_address(address) in one for one in known)
    )


def raise_file_limit() -> int:
    """Raise the number of files this process may open as far as allowed, and return it."""
    try:
        import resource
    except ImportError:  # Windows
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return 1 << 20 if hard == resource.RLIM_INFINITY else hard
