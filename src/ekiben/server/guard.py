"""Who may talk to the server: the right host, the right origin, not too much; and the headers of
every answer.
"""

from __future__ import annotations

import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ekiben.server.rate_limits import Rate
from ekiben.server.refusals import Refuse
from ekiben.server.responses import error, language_of
from ekiben.server.settings import Rates

SAFE = ("GET", "HEAD")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Before the app: wrong hosts and foreign origins are turned away, sockets before they are
    opened.
    """

    def __init__(self, app: ASGIApp, host: str, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = {
            "localhost",
            host.lower(),
            socket.gethostname().lower(),
            f"{socket.gethostname().lower()}.local",
            *(name.lower() for name in names),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        fault = self.fault(scope, Headers(scope=scope))
        if fault is None:
            await self.app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": fault})
        else:
            await error(Refuse(fault, 403), language_of(HTTPConnection(scope)))(
                scope, receive, with_headers(send)
            )

    def fault(self, scope: Scope, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self.known(host):
            return "wrong-host"
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not same_origin(
            headers, host
        ):
            return "wrong-origin"
        return None

    def known(self, host: str) -> bool:
        """A name that this machine has, or an address: names of others could be pointed here by
        their owners.
        """
        name = part_of(f"//{host}", "hostname")
        return name in self.names or is_address(name)


def part_of(address: str, part: str) -> str:
    """In small letters; of what is no address, nothing."""
    try:
        return str(getattr(urlsplit(address), part) or "").lower()
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(headers: Headers, host: str) -> bool:
    """Browsers say where a page is from; a request without that is no page's."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or part_of(origin, "netloc") == host.lower()


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


class Gauge:
    """How often somebody has come, and how many are there. A page's messages all come to one
    process, its requests to any of them.
    """

    def __init__(self, rates: Rates, processes: int = 1) -> None:
        self.rates = rates
        self.often = {
            name: Rate(getattr(rates, name), processes)
            for name in ("requests", "tables", "sits", "replays", "boards")
        }
        self.often["messages"] = Rate(rates.messages)
        self.open: Counter[str] = Counter()

    def allows(self, what: str, who: str) -> bool:
        return self.often[what].allows(who)

    def enter(self, address: str, at_table: int) -> bool:
        """Whether one more socket is allowed; then it is counted."""
        if self.open[address] >= self.rates.per_address or at_table >= self.rates.per_table:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
