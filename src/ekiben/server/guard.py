"""Checks on every request: host, origin and rate limits; and the headers of every response."""

from __future__ import annotations

import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ekiben.server.errors import ApiError
from ekiben.server.rate_limits import RateLimiter
from ekiben.server.responses import error_response, language_of
from ekiben.server.settings import Rates

SAFE = ("GET", "HEAD")
PER_ADDRESS = (
    "requests",
    "tables",
    "sits",
    "replays",
    "puzzles",
    "reviews",
    "boards",
    "deals",
    "lessons",
    "statuses",
    "listings",
    "joins",
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
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
# what a browser heeds of them with scripts and styles; the others are for documents
CODE_HEADERS = ("x-content-type-options", "cross-origin-resource-policy")
CODE_TYPES = ("text/javascript", "text/css")


class Guard:
    """Middleware that turns away wrong hosts and foreign origins, also for sockets."""

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
        code = self.error_code(scope, Headers(scope=scope))
        if code is None:
            await self.app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": code})
        else:
            response = error_response(ApiError(code, 403), language_of(HTTPConnection(scope)))
            await response(scope, receive, with_headers(send))

    def error_code(self, scope: Scope, headers: Headers) -> str | None:
        """The code of the error to answer with; None for a request that may pass."""
        host = headers.get("host", "")
        if not self.is_known_host(host):
            return "wrong-host"
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not same_origin(
            headers, host
        ):
            return "wrong-origin"
        return None

    def is_known_host(self, host: str) -> bool:
        """Accept only addresses and names of this machine: anybody can point a name at it."""
        name = url_part(f"//{host}", "hostname")
        return name in self.names or is_address(name)


def url_part(address: str, part: str) -> str:
    """A part of a URL in lower case; empty if the URL cannot be parsed."""
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
    """Whether a request comes from our own pages, or from a client that is not a browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or url_part(origin, "netloc") == host.lower()


def with_headers(send: Send) -> Send:
    """Add the security headers to every response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_code = headers.get("content-type", "").startswith(CODE_TYPES)
            for name in CODE_HEADERS if is_code else HEADERS:
                headers.setdefault(name, HEADERS[name])
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers


class Limits:
    """Rate limits, and limits on open sockets.

    A page's messages all come to one process, its requests to any of them.
    """

    def __init__(self, rates: Rates, processes: int = 1) -> None:
        self.rates = rates
        self.rate_limiters = {
            name: RateLimiter(getattr(rates, name), processes) for name in PER_ADDRESS
        }
        self.rate_limiters["messages"] = RateLimiter(rates.messages)
        self.open_sockets: Counter[str] = Counter()

    def allows(self, what: str, who: str) -> bool:
        return self.rate_limiters[what].allows(who)

    def open_socket(self, address: str, at_table: int) -> bool:
        """Count one more socket if the limits allow it; returns False if they do not."""
        if self.open_sockets[address] >= self.rates.per_address or at_table >= self.rates.per_table:
            return False
        self.open_sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        self.open_sockets[address] -= 1
        if not self.open_sockets[address]:
            del self.open_sockets[address]
