"""Messages about branches over HTTP: a finished game taken up again from one of its positions."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ekiben.server.http_messages import BranchOrigin
from ekiben.server.messages import JsonObject, LevelName, Name, SeatNumber, Token
from ekiben.server.request_bodies import Body
from ekiben.server.store import Options

MOST_ACTIONS = 100_000


# ---- what a browser sends
class NewBranch(Body):
    """Play on as a seat after so many actions; bots of the level play all others.

    Without a level, bots of the finished game keep theirs. The browser chooses the `fresh` token
    itself so that it can repeat the request.
    """

    at: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    seat: SeatNumber
    level: LevelName | None = None
    name: Name = ""
    fresh: Token | None = None


# ---- what the server sends
class TableLink(msgspec.Struct):
    """A table that a request made or found."""

    table: str


class BranchInfo(msgspec.Struct):
    """A branch in the tree: who plays on from where, and how it ended.

    `level` is that of the bots, if all have the same. `scores` and `ranking` are empty until the
    game is over. `created` is in seconds since 1970.
    """

    table: str
    parent: str
    at: int
    seat: int
    name: str
    level: str | None
    created: float
    over: bool
    scores: list[int]
    ranking: list[list[int]]


class BranchTree(msgspec.Struct):
    """All that was branched off from a table, and from those branches: parents come first.

    `origin` is where the table itself was branched off. If it is `shared`, whoever has the link
    sees the game.
    """

    table: str
    origin: BranchOrigin | None
    shared: bool
    branches: list[BranchInfo]


class SeatPosition(msgspec.Struct):
    """A position of a finished game as the seat to act saw it then.

    `said` is what the seat heard last; `told` has the `legal` actions in words, with the markup of
    sentences.
    """

    table: str
    game: str
    rules: int
    options: Options
    names: list[str]
    at: int
    seat: int
    language: str
    scene: JsonObject
    said: list[JsonObject]
    asked: str
    legal: list[str]
    told: list[str]
