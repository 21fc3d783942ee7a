"""Addresses for operators: is the process alive, can it take players, and its metrics."""

from __future__ import annotations

import asyncio
import ipaddress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ekiben.server.http import address_of, registry_of
from ekiben.server.metrics import Metrics
from ekiben.server.settings import Settings
from ekiben.server.store import Store


async def healthz(request: Request) -> Response:
    """Answer as long as the process runs."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Say whether the store can be written to, so that a proxy may send players here."""
    readiness: Readiness = request.app.state.readiness
    ready = await readiness.check()
    return PlainTextResponse(
        "ready\n" if ready else "the store cannot be written to\n", 200 if ready else 503
    )


class Readiness:
    """Checks whether the store is writable; requests that come close together share one check."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.trial: asyncio.Task[bool] | None = None
        self.tried_at = 0.0

    async def check(self) -> bool:
        now = self.settings.now()
        if self.trial is None or (
            self.trial.done() and now - self.tried_at >= self.settings.ready_every
        ):
            self.tried_at = now
            self.trial = asyncio.ensure_future(self.store.is_writable())
        return await asyncio.shield(self.trial)


async def metrics(request: Request) -> Response:
    """Metrics of all processes that share the store; only for clients in the private network."""
    if not is_private_address(address_of(request)):
        return PlainTextResponse("\n", 404)
    registry = registry_of(request)
    own: Metrics = request.app.state.metrics
    peers = await registry.notifier.peer_metrics()
    return Response(
        own.text(registry.settings.process, peers), media_type=own.instruments.media_type
    )


def is_private_address(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False
