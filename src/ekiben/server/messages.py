"""All messages on the sockets between browser and server, defined once.

`request_bodies.py` and `http_messages.py` have those over HTTP. `schema.py` makes the TypeScript
types and a JSON schema from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ekiben.server.scenes import plan_messages
from ekiben.server.store import ChatLine, Options, SeatKind

JsonObject = dict[str, Any]  # fields of a scene or an event, which differ by family and kind
Name = Annotated[str, Meta(max_length=24)]
Notation = Annotated[str, Meta(min_length=1, max_length=120)]
Language = Literal["en", "ja"]
LevelName = Annotated[str, Meta(min_length=1, max_length=20)]  # or the name of an added bot
SeatNumber = Annotated[int, Meta(ge=0, le=8)]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # or any other 32 bytes
ChatText = Annotated[str, Meta(max_length=200)]
Phrase = Literal["hello", "luck", "nice", "oops", "moment", "thanks"]  # read in any language


# ---- what a browser sends over the socket
class BaseRequest(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """`request` is a number chosen by the browser; the answer has the same number."""

    request: int


class Act(BaseRequest):
    """Actions to play in a position, one after the other while the same seat is to act."""

    position: int
    actions: Annotated[list[Notation], Meta(min_length=1, max_length=64)]


class Undo(BaseRequest):
    position: int


class Why(BaseRequest):
    action: Notation


class Look(BaseRequest):
    """Watch from one of one's own seats, or as a spectator."""

    seat: SeatNumber | None = None


class SetLanguage(BaseRequest, tag="language"):
    language: Language


class Plan(BaseRequest):
    """What a way on a lattice would cost."""

    ask: plan_messages.Ask


class Advise(BaseRequest):
    """Ask the coach what matters now; with `move` also for a good move.

    To be told a move marks the seat as assisted.
    """

    position: int
    move: bool = False


class Leave(BaseRequest):
    """Give one of one's own seats to a bot."""

    seat: SeatNumber
    level: LevelName = "medium"


class Back(BaseRequest):
    """Take one's own seat back from a bot."""

    seat: SeatNumber


class Replace(BaseRequest):
    """Give a bot a seat that nobody has taken; only the table's host may."""

    seat: SeatNumber
    level: LevelName = "medium"


class Seal(BaseRequest):
    """Seal what one of one's own seats adds to the deal: SHA-256 of a part of 32 bytes."""

    seat: SeatNumber
    seal: Hash


class Reveal(BaseRequest):
    """Open the part that was sealed, now that all are."""

    seat: SeatNumber
    part: Hash


class Vote(BaseRequest):
    """Agree, or no longer agree, to let a bot play on for somebody who is away.

    The first to agree chooses the level. Once all who are asked agree, the bot sits down.
    """

    seat: SeatNumber
    level: LevelName = "medium"
    agree: bool = True


class Rename(BaseRequest):
    """Change the name of one of one's own seats."""

    seat: SeatNumber
    name: Name


class Say(BaseRequest):
    """Say something in the chat: a text, or the key of a quick phrase."""

    seat: SeatNumber
    text: ChatText = ""
    phrase: Phrase | None = None


class Ping(BaseRequest):
    pass


# those that write to the log
WriteRequest = Act | Undo | Leave | Back | Replace | Vote | Rename | Seal | Reveal
Request = (
    Act
    | Undo
    | Why
    | Look
    | SetLanguage
    | Plan
    | Advise
    | Leave
    | Back
    | Replace
    | Vote
    | Rename
    | Say
    | Seal
    | Reveal
    | Ping
)


# ---- what the server sends over the socket
class BaseMessage(msgspec.Struct, tag_field="type", tag=str.lower, kw_only=True):
    pass


class Handover(msgspec.Struct):
    """A bot may play on for somebody who is away: who has to agree, and who does.

    `level` is that of the bot, once somebody agrees.
    """

    asked: list[int]
    agreed: list[int]
    level: str | None


class People(BaseMessage):
    """Who sits where: lists by seat. `present` seats have an open page; bots are always present.

    `assisted` seats were told a good move. `away` are the seconds since a person's last page was
    closed. `watching` counts the open pages without a seat.
    """

    kinds: list[SeatKind]
    names: list[str]
    levels: list[str | None]
    present: list[bool]
    timed_out: list[bool]
    assisted: list[bool]
    away: list[int]
    handovers: list[Handover | None]
    watching: int


class Hello(People):
    """The first message on a socket.

    `seats` are those of this browser, `looking` is the one it watches from, and `commit` seals the
    luck of the game.
    """

    table: str
    game: str
    options: Options
    seats: list[int]
    looking: int | None
    seq: int
    commit: str
    clock_minutes: int | None
    public: bool
    again: str | None
    chat: bool


class Seats(People):
    """Somebody came, left, or was replaced."""

    seq: int


class Mixing(BaseMessage):
    """Nothing is dealt yet: people add their own randomness, and this is sent instead of a scene.

    By seat: the seals on their parts, empty where there is none yet, and who has opened theirs.
    Parts are opened when no seal is missing (`closed`). `commit` seals the server's own seed.
    """

    seq: int
    commit: str
    seals: list[str]
    opened: list[bool]
    closed: bool
    fault: str | None = None


class LessonBubble(msgspec.Struct):
    """What the coach says, and the targets to point at: the first that is on the page is meant."""

    text: str
    point: list[str]


class LessonAside(msgspec.Struct):
    """A remark that is made once."""

    id: str
    says: list[LessonBubble]


class LessonStep(msgspec.Struct):
    """Where the person is in the lesson: the step, its number and how many there are.

    `suggested` is a legal action to try, `strayed` says that something else was done, and `done`
    that all steps are.
    """

    lesson: str
    step: str
    number: int
    count: int
    says: list[LessonBubble]
    asides: list[LessonAside]
    suggested: str | None
    strayed: bool
    done: bool


class Position(BaseMessage):
    """The open question and what this viewer may answer; `clocks` are milliseconds left by seat."""

    seq: int
    asked: str
    seat: int | None
    legal: list[str]
    undo: bool
    over: bool
    clocks: list[int] | None
    said: list[JsonObject]


class Snapshot(Position):
    """Everything the viewer may see; `said` are the latest events.

    With a `fault` the rest of the log cannot be read, and nobody can play.
    """

    looking: int | None
    scene: JsonObject
    fault: str | None = None
    lesson: LessonStep | None = None


class Update(Position):
    """The result of one action or undo: `changed` holds the scene's fields that differ.

    `revealed` tells the seat that acted that it alone has just been shown something; `lesson` is
    for the person who follows one.
    """

    changed: JsonObject
    by: str | None
    revealed: bool = False
    lesson: LessonStep | None = None


class ErrorMessage(BaseMessage, tag="refused"):
    """A request was refused and changed nothing; `clause` is the rule that forbids it, if any."""

    request: int | None
    code: str
    text: str
    clause: str | None = None
    short: str | None = None
    section: str | None = None


class WhyAnswer(BaseMessage, tag="because"):
    """Whether an action is legal now, which clause forbids it, and where the card explains that."""

    request: int
    action: str
    legal: bool
    text: str = ""
    clause: str | None = None
    short: str | None = None
    section: str | None = None


class PlanMessage(BaseMessage, tag="plan"):
    """The answer to a plan; `ok` is false if there is none."""

    request: int
    ok: bool
    plan: plan_messages.Answer


class Advice(BaseMessage):
    """What the coach says, in the markup of sentences: what matters, a good move and why.

    `point` has the targets to point at: the first that is on the page is meant.
    """

    request: int
    seq: int
    remarks: list[str]
    action: str | None
    reasons: list[str]
    point: list[str]


class Done(BaseMessage):
    """The request has been carried out, and everybody was sent the result."""

    request: int


class Again(BaseMessage):
    """The same people play again at that table."""

    table: str


class ChatLines(BaseMessage, tag="chat"):
    """Messages of the chat, earlier ones when the page opens."""

    lines: list[ChatLine]


class Wait(BaseMessage):
    text: str


class Pong(BaseMessage):
    request: int


ServerMessage = (
    Hello
    | Seats
    | Mixing
    | Snapshot
    | Update
    | ErrorMessage
    | WhyAnswer
    | PlanMessage
    | Advice
    | Done
    | Again
    | ChatLines
    | Wait
    | Pong
)
# with a request's number
Answer = ErrorMessage | WhyAnswer | PlanMessage | Advice | Done | Pong
