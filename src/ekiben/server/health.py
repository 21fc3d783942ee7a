"""For those who run servers: whether this one lives, whether it can be sent people, and its
figures.
"""

from __future__ import annotations

import asyncio
import ipaddress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ekiben.server.http import address_of, hall_of
from ekiben.server.metrics import METRICS, page
from ekiben.server.settings import Settings
from ekiben.server.store import Store

FORMAT = "text/plain; version=0.0.4; charset=utf-8"


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """The store can be written to: whoever is sent here can play."""
    readiness: Readiness = request.app.state.readiness
    ready = await readiness.check()
    return PlainTextResponse(
        "ready\n" if ready else "the store cannot be written to\n", 200 if ready else 503
    )


class Readiness:
    """Whether the store can be written to, tried once for all who ask meanwhile and shortly after."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.trial: asyncio.Task[bool] | None = None
        self.tried = 0.0

    async def check(self) -> bool:
        now = self.settings.now()
        if self.trial is None or (
            self.trial.done() and now - self.tried >= self.settings.ready_every
        ):
            self.tried = now
            self.trial = asyncio.ensure_future(self.store.alive())
        return await asyncio.shield(self.trial)


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
