"""What a browser sends over HTTP to set up and share a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ekiben.server.messages import LevelName, Name, SeatNumber, Token
from ekiben.server.store import Options


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request; unknown fields are refused."""


class NewSeat(Body):
    """Who is to sit there: oneself, somebody with the link, or a bot."""

    kind: Literal["you", "open", "bot"]
    level: LevelName | None = None
    name: Name = ""


class NewTable(Body):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=9)]
    options: Options = {}
    clock_minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    public: bool = False
    mixed: bool = False
    listed: bool = False  # in the lobby, where anybody may take an open seat; then also public
    chat: bool = True


class Sit(Body):
    """A link's token, to be exchanged for the `fresh` one that the browser keeps.

    The browser chooses the fresh token itself so that it can repeat the request.
    """

    token: Token
    name: Name = ""
    fresh: Token | None = None


class Join(Body):
    """Take an open seat of a table in the lobby; `fresh` as in Sit."""

    name: Name = ""
    fresh: Token | None = None


class LookAtLink(Body):
    """A link's token; what it opens is told without using it."""

    token: Token


class MakeLink(Body):
    seat: SeatNumber


class Reset(Body):
    """`fresh` will be the only token that opens the seat."""

    seat: SeatNumber
    fresh: Token | None = None
