"""The clients of the load bench: they play at random, and note what they see."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
import itertools
import json
import random
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import ekiben

OPTIONS = {"tokyo": {"turn_limit": 5}}  # random play would take all of its 200 turns
EVERY = 20  # every so many positions one is compared, and the last
decode = msgspec.json.Decoder().decode


@dataclasses.dataclass
class Seen:
    """What all clients saw, and when."""

    sent: dict[tuple[str, int], float] = dataclasses.field(default_factory=dict)
    acknowledged: dict[str, int] = dataclasses.field(default_factory=dict)
    latencies: list[float] = dataclasses.field(default_factory=list)
    answers: list[float] = dataclasses.field(default_factory=list)
    digests: dict[tuple[str, int | None, int], str] = dataclasses.field(default_factory=dict)
    faults: list[str] = dataclasses.field(default_factory=list)
    over: set[str] = dataclasses.field(default_factory=set)
    bots: int = 0  # actions of theirs


class Client:
    """A page at a table; with a seat it plays at random, without one it watches."""

    def __init__(self, seen: Seen, table: str, seat: int | None, luck: random.Random) -> None:
        self.seen = seen
        self.table = table
        self.seat = seat
        self.luck = luck
        self.scene: dict[str, Any] = {}
        self.seq = -1
        self.numbers = itertools.count(1)
        self.asked_at = 0.0

    async def open(
        self, port: int, cookie: str, *, opening: asyncio.Semaphore, go: asyncio.Event, pace: float
    ) -> None:
        query = "language=en&since=-1" + ("" if self.seat is None else f"&seat={self.seat}")
        self.pace = pace
        self.go = go
        async with opening:
            self.socket = await connect(
                f"ws://127.0.0.1:{port}/api/tables/{self.table}/play?{query}",
                origin=f"http://127.0.0.1:{port}",
                additional_headers={"cookie": cookie},
                max_size=None,
                compression=None,
                ping_interval=None,
            )

    async def play(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                now = time.perf_counter()
                await self.handle(decode(text), now)

    async def handle(self, message: dict[str, Any], now: float) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.scene = message["scene"]
            self.seq = message["seq"]
        elif kind == "update":
            self.apply_update(message, now)
        elif kind == "done":
            self.seen.answers.append(now - self.asked_at)
        elif kind == "refused" and message["code"] != "late":
            self.seen.faults.append(
                f"{self.table} seat {self.seat}: {message['code']} {message['text']}"
            )
        if kind in ("snapshot", "update"):
            await self.answer(message)

    def apply_update(self, message: dict[str, Any], now: float) -> None:
        if message["seq"] != self.seq + 1:
            self.seen.faults.append(
                f"{self.table} seat {self.seat}: after {self.seq} came {message['seq']}"
            )
        self.seq = message["seq"]
        self.scene.update(message["changed"])
        sent_at = self.seen.sent.get((self.table, self.seq))
        if sent_at is not None:
            self.seen.latencies.append(now - sent_at)
        if self.seq % EVERY == 0 or message["over"]:
            self.note()
        if message["over"]:
            self.seen.over.add(self.table)

    def note(self) -> None:
        self.seen.digests[self.table, self.seat, self.seq] = digest(self.scene)

    async def answer(self, message: dict[str, Any]) -> None:
        if not message["legal"]:
            return
        await self.go.wait()
        if self.pace:
            await asyncio.sleep(self.luck.random() * 2 * self.pace)
        self.asked_at = self.seen.sent[self.table, self.seq + 1] = time.perf_counter()
        action = self.luck.choice(message["legal"])
        await self.socket.send(
            json.dumps(
                {
                    "type": "act",
                    "request": next(self.numbers),
                    "position": self.seq,
                    "actions": [action],
                }
            )
        )


def digest(scene: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(scene, sort_keys=True).encode()).hexdigest()


class Table:
    """A table made over HTTP: two people with browsers of their own, and perhaps a bot."""

    def __init__(self, http: list[httpx.Client], number: int, level: str | None) -> None:
        self.game = ekiben.games()[number % len(ekiben.games())]
        seats = [
            {"kind": "you"},
            {"kind": "open"},
            *([{"kind": "bot", "level": level}] if level else []),
        ]
        body = {
            "game": self.game,
            "seats": seats,
            "public": True,
            "options": OPTIONS.get(self.game, {}),
        }
        made = http[0].post("/api/tables", json=body)
        made.raise_for_status()
        self.id = made.json()["table"]
        self.cookies = [cookie_of(made)]
        token = made.json()["links"]["1"].rpartition("#")[2]
        sat = http[-1].post(f"/api/tables/{self.id}/sit", json={"token": token})
        sat.raise_for_status()
        self.cookies.append(cookie_of(sat))


def cookie_of(answer: httpx.Response) -> str:
    return answer.headers["set-cookie"].partition(";")[0]
