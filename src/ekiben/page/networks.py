"""The networks of players that learned: a page fetches one when its level is first asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypedDict

from ekiben.bots.learned import files
from ekiben.bots.levels import MASTER
from ekiben.core.errors import EkibenError
from ekiben.page.asgi import Answer
from ekiben.server.errors import ApiError
from ekiben.server.jobs import ChooseJob, Job
from ekiben.texts import say

LEARNED = "learned"  # the spec of whoever plays by the network of the box
EXPERT = "expert"  # searches with it, and can do without
JsBytes = Any  # a Uint8Array, in the hands of Python


class KnownNetwork(TypedDict):
    """The digest of the board that a network is for, and the sizes of its tables."""

    board: str
    seats: list[int]


class Source(Protocol):
    """The networks of `networks.ts`."""

    def load(self, game: str, /) -> Awaitable[JsBytes]: ...


class PageNetworks:
    """Networks that the page has beside it, by game."""

    def __init__(self, source: Source | None, known: Mapping[str, KnownNetwork]) -> None:
        self.source = source
        self.lock = asyncio.Lock()
        for game, one in known.items():
            files.ELSEWHERE[game] = files.MadeFor(game, one["board"], tuple(one["seats"]))

    async def fetch(self, game: str) -> None:
        """Get the network of a game, unless it is here; an error where there is no way."""
        file = files.FOLDER / f"{game}.npz"
        async with self.lock:
            if self.source is None or game not in files.ELSEWHERE or file.exists():
                return
            try:
                content = await self.source.load(game)
            except Exception as error:  # of JavaScript, whatever went wrong there
                raise EkibenError(f"the network of {game} could not be fetched: {error}") from error
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.to_bytes())

    async def prepare(self, job: Job) -> None:
        """Get what a bot needs before it is asked."""
        if not isinstance(job, ChooseJob):
            return
        if job.spec == LEARNED:
            await self.fetch(job.game)
        elif job.spec == EXPERT and is_meant_for(job.game, int(job.fields["seats"])):
            with suppress(EkibenError):
                await self.fetch(job.game)

    async def refusal(self, method: str, language: str, body: str) -> Answer | None:
        """Get what a new table needs; the answer if that fails."""
        game = game_with_master(body) if method == "POST" and MASTER in body else None
        try:
            if game is not None:
                await self.fetch(game)
        except EkibenError:
            title = say(f"games.{game}", language)
            error = ApiError("no-network", 503, game=title)
            told = {"error": {"code": error.code, "text": error.text(language)}}
            return Answer(error.status, "application/json", json.dumps(told))
        return None


def is_meant_for(game: str, seats: int) -> bool:
    """Whether a network that the page can fetch is for tables of this size."""
    known = files.ELSEWHERE.get(game)
    return known is not None and (known.seats is None or seats in known.seats)


def game_with_master(body: str) -> str | None:
    """The game of a request for a table at which a master sits."""
    try:
        wish = json.loads(body)
        levels = [seat.get("level") for seat in wish["seats"]]
        game = str(wish["game"])
        return game if MASTER in levels and is_meant_for(game, len(levels)) else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
