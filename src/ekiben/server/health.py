"""For those who run servers: whether this one lives, whether it can be sent people, and its figures."""

from __future__ import annotations

import ipaddress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ekiben.server.desk import address_of, hall_of
from ekiben.server.metrics import METRICS, page

FORMAT = "text/plain; version=0.0.4; charset=utf-8"


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """The store answers too: whoever is sent here can play."""
    alive = await hall_of(request).store.alive()
    return PlainTextResponse("ready\n" if alive else "the store is away\n", 200 if alive else 503)


async def metrics(request: Request) -> Response:
    """Of all processes of this store; for this machine and its own network only."""
    if not is_near(address_of(request)):
        return PlainTextResponse("\n", 404)
    hall = hall_of(request)
    others = [line for text in await hall.bell.fellows() for line in text.split("\n") if line]
    return Response(page([*METRICS.lines(hall.settings.process), *others]), media_type=FORMAT)


def is_near(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False
