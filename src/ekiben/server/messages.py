"""All that travels between browser and server, defined once; TypeScript types and a JSON schema are
made from here (`schema.py`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ekiben.server.scenes import plan_messages

Name = Annotated[str, Meta(max_length=24)]
Notation = Annotated[str, Meta(min_length=1, max_length=120)]
Language = Literal["en", "ja"]
LevelName = Annotated[
    str, Meta(min_length=1, max_length=20)
]  # of a level, or of a bot that the server offers beside them
SeatNumber = Annotated[int, Meta(ge=0, le=8)]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$")]


# ---- what a browser sends over HTTP
class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request: a field that is not known is refused."""


class SeatWish(Body):
    """Who is to sit there: oneself, somebody with the link, or a bot."""

    kind: Literal["you", "open", "bot"]
    level: LevelName | None = None
    name: Name = ""


class NewTable(Body):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=9)]
    options: dict[str, Any] = {}
    clock_minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    public: bool = False


class Sit(Body):
    """A link's token, for the `fresh` one that the browser is to keep; it chooses one itself to be
    able to ask again.
    """

    token: Token
    name: Name = ""
    fresh: Token | None = None


class MakeLink(Body):
    seat: SeatNumber


class Reset(Body):
    """`fresh`: the only token that is to open the seat."""

    seat: SeatNumber
    fresh: Token | None = None


# ---- what a browser sends over the socket
class Asked(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """`request` is a number of the browser's choice; the answer bears it too."""

    request: int


class Act(Asked):
    """The answers to the question of a position, one after the other as long as the same seat is
    asked.
    """

    position: int
    actions: Annotated[list[Notation], Meta(min_length=1, max_length=64)]


class Undo(Asked):
    position: int


class Why(Asked):
    action: Notation


class Look(Asked):
    """Through the eyes of a seat of one's own; none: a spectator's."""

    seat: SeatNumber | None = None


class Speak(Asked, tag="language"):
    language: Language


class Plan(Asked):
    """What a way would cost, on a lattice."""

    ask: plan_messages.Ask


class Leave(Asked):
    """A bot takes over a seat of one's own."""

    seat: SeatNumber
    level: LevelName = "medium"


class Back(Asked):
    seat: SeatNumber


class Replace(Asked):
    """A bot takes a seat that nobody has come to, or that has been away too long."""

    seat: SeatNumber
    level: LevelName = "medium"


class Ping(Asked):
    pass


Request = Act | Undo | Why | Look | Speak | Plan | Leave | Back | Replace | Ping


# ---- what the server sends over the socket
class Told(msgspec.Struct, tag_field="type", tag=str.lower, kw_only=True):
    pass


class Peopled(Told):
    """Who sits where: lists by seat. `present`: with an open page, bots always."""

    kinds: list[Literal["person", "bot", "open"]]
    names: list[str]
    levels: list[str | None]
    present: list[bool]


class Hello(Peopled):
    """First of all. `seats`: those of this browser; `looking`: the one looked through; `commit`
    seals the luck of the game.
    """

    table: str
    game: str
    options: dict[str, Any]
    seats: list[int]
    looking: int | None
    seq: int
    commit: str
    clock_minutes: int | None
    public: bool
    again: str | None


class Seats(Peopled):
    """Somebody came, went, or was replaced."""

    seq: int


class Positioned(Told):
    """What is asked of whom, and what this viewer may answer; `clocks` are milliseconds left, by
    seat.
    """

    seq: int
    asked: str
    seat: int | None
    legal: list[str]
    undo: bool
    over: bool
    clocks: list[int] | None
    said: list[dict[str, Any]]


class Snapshot(Positioned):
    """All that the viewer may see; `said` are the latest events. `fault`: the log cannot be read
    further, and nobody can play.
    """

    looking: int | None
    scene: dict[str, Any]
    fault: str | None = None


class Update(Positioned):
    """What came of one action, or of taking one back: `changed` holds the scene's fields that are
    others now.
    """

    changed: dict[str, Any]
    by: str | None


class Refused(Told):
    """Nothing was done; the clause is there when a rule forbids it."""

    request: int | None
    code: str
    text: str
    clause: str | None = None
    short: str | None = None


class Because(Told):
    """Whether an action is legal now, and by which clause it is not."""

    request: int
    action: str
    legal: bool
    text: str = ""
    clause: str | None = None
    short: str | None = None


class Planned(Told, tag="plan"):
    """The answer to a plan; `ok` is false when there is none."""

    request: int
    ok: bool
    plan: plan_messages.Answer


class Done(Told):
    """What was asked for is done, and everybody has been sent it."""

    request: int


class Again(Told):
    """The same people play again, at that table."""

    table: str


class Wait(Told):
    text: str


class Pong(Told):
    request: int


Answer = (
    Hello | Seats | Snapshot | Update | Refused | Because | Planned | Done | Again | Wait | Pong
)
