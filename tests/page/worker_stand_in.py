"""Stands in for the page's pool of thinking workers: makes the calls with the machine code here."""

import asyncio
import json
from dataclasses import dataclass, field

import numpy as np

from ekiben.analysis.routes.builds import BUILDS as ROUTE_REVIEWS
from ekiben.analysis.tokyo.builds import BUILDS as TOKYO_REVIEWS
from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS

OWNERS = {
    "routebots": ROUTE_BOTS,
    "routeanalysis": ROUTE_REVIEWS,
    "tokyobots": TOKYO_BOTS,
    "tokyoanalysis": TOKYO_REVIEWS,
}


class JsBytes:
    """Bytes as Pyodide shows those of JavaScript."""

    def __init__(self, data):
        self.data = bytes(data)

    def to_bytes(self):
        return self.data


@dataclass
class Answers:
    outcomes: str
    bytes: JsBytes


@dataclass
class StandIn:
    """`fails` names kernels at which a worker dies; `open` lets calls through."""

    size: int = 2
    fails: tuple[str, ...] = ()
    open: asyncio.Event | None = None
    kept: dict[int, np.ndarray] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    asked: int = 0  # rounds of calls
    sent: int = 0  # bytes with calls
    cancelled: list[int] = field(default_factory=list)

    async def ready(self):
        self.log.append("ready")

    def keep(self, key, data):
        assert key not in self.kept
        self.kept[key] = np.frombuffer(data.data, np.uint8)

    def forget(self, key):
        del self.kept[key]

    def cancel(self, ticket):
        self.cancelled.append(ticket)

    async def call(self, ticket, calls, data):
        await asyncio.sleep(0)
        self.asked += 1
        if self.open is not None:
            await self.open.wait()
        self.sent += len(data.data)
        written, outcomes = bytearray(), []
        for call in json.loads(calls):
            place, size = call["bytes"]["at"], call["bytes"]["size"]
            data_of_call = np.frombuffer(data.data, np.uint8)[place : place + size].copy()
            outcomes.append(self.outcome(call, data_of_call))
            written += data_of_call.tobytes()
        return Answers(json.dumps(outcomes), JsBytes(written))

    def outcome(self, call, data):
        owner, _, kernel = call["kernel"].partition("_")
        self.log.append(kernel)
        if kernel in self.fails:
            return {"error": "unreachable"}
        arguments = [self.argument(argument, data) for argument in call["arguments"]]
        return {"value": getattr(OWNERS[owner].fastest(), kernel)(*arguments)}

    def argument(self, argument, data):
        if not isinstance(argument, dict):
            return argument
        if "keep" in argument:
            kept = self.kept[argument["keep"]].copy()
            return kept.view(argument["type"]) if "type" in argument else kept
        if "size" in argument:
            parts = np.concatenate([[], *(self.part(part, data) for part in argument["start"])])
            space = np.zeros(argument["size"], np.uint8)
            space[: len(parts)] = parts
            return space
        kind, shape, place = np.dtype(argument["type"]), argument["shape"], argument["at"]
        size = int(np.prod(shape)) * kind.itemsize
        return data[place : place + size].view(kind).reshape(shape)

    def part(self, part, data):
        if "keep" in part:
            return self.kept[part["keep"]]
        return data[part["at"] : part["at"] + part["size"]]
