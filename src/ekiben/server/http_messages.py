"""Messages the server sends over HTTP."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ekiben.server.messages import Handover, JsonObject
from ekiben.server.store import Options, SeatKind

Names = dict[str, str]  # by language
OptionValue = Any  # a JSON value; which ones are allowed differs by option


class ErrorInfo(msgspec.Struct):
    """What is wrong: a code, and a text in the client's language."""

    code: str
    text: str


class ErrorBody(msgspec.Struct):
    error: ErrorInfo


# ---- games
class OptionInfo(msgspec.Struct):
    """An option of a game.

    `meaning` quotes its clause, and `labels` name the values by their JSON text. New tables start
    with the value `proposed`; `note` may say why.
    """

    name: str
    titles: Names
    values: list[OptionValue]
    default: OptionValue
    proposed: OptionValue
    note: Names
    clause: str
    meaning: Names
    labels: dict[str, Names]


class LevelInfo(msgspec.Struct):
    """A level of a game: at which numbers of seats it is offered, in words unless at all."""

    name: str
    titles: Names
    meaning: Names
    bot: str
    seats: list[int]
    tables: Names


class GameInfo(msgspec.Struct):
    """A game; `minutes` is how long it takes, and `lesson` whether there is a guided game."""

    name: str
    titles: Names
    seats: tuple[int, int]
    options: list[OptionInfo]
    levels: list[LevelInfo]
    minutes: tuple[int, int] | None = None
    lesson: bool = False


class HomeInfo(msgspec.Struct):
    version: str
    games: list[GameInfo]


class EnginePart(msgspec.Struct):
    """A part of the engine, and how many of its functions are compiled."""

    name: str
    done: int
    total: int
    ready: bool


class EngineStatus(msgspec.Struct):
    """Whether rules and bots are being compiled, and the parts of the engine."""

    preparing: bool
    parts: list[EnginePart]


class TermInfo(msgspec.Struct):
    """A term of a game; `forms` is how texts have it, `section` is of the how-to-play card.

    One without an id has names of places that only look like terms.
    """

    id: str
    name: str
    forms: list[str]
    text: str
    section: str


class SectionInfo(msgspec.Struct):
    """A section of a how-to-play card; lines of `text` that begin with "- " are a list.

    `picture` is the name of its picture and `caption` says what that shows.
    """

    id: str
    title: str
    text: str
    clauses: list[str]
    picture: str | None = None
    caption: str = ""


class CardInfo(msgspec.Struct):
    """How a game is played; `minutes` and `lesson` as in GameInfo."""

    game: str
    titles: Names
    about: str
    seats: tuple[int, int]
    minutes: tuple[int, int] | None
    lesson: bool
    sections: list[SectionInfo]


class ClauseSummary(msgspec.Struct):
    number: str
    short: str


class ClauseInfo(ClauseSummary):
    """A clause of the rules; `before` and `after` are the numbers of its neighbours."""

    text: str
    ruling: bool
    option: str | None
    before: str | None
    after: str | None


# ---- tables
class Created(msgspec.Struct):
    """A new table; `links` are the invitations to open seats, by seat."""

    table: str
    links: dict[str, str]


class LinkInfo(msgspec.Struct):
    """What a link opens: a seat nobody has, one for another device, or one's own."""

    opens: Literal["seat", "device", "own"]


class SeatLink(msgspec.Struct):
    """A link that opens a seat once."""

    link: str


class TableSummary(msgspec.Struct):
    """A table that anybody may watch; `created` is in seconds since 1970."""

    table: str
    game: str
    options: Options
    names: list[str]
    kinds: list[SeatKind]
    created: float


class BranchOrigin(msgspec.Struct):
    """The game that a table takes up again, after how many of its actions, and as which seat."""

    parent: str
    at: int
    seat: int


class TableInfo(msgspec.Struct):
    """What a page needs before it opens its socket.

    `you` are the seats of this browser. A `host` may invite people to open seats. `deal` is what
    other tables play too; while it is `sealed`, nobody is shown the whole game. At a
    `rematch` everybody sits one seat on from where they sat before. `lesson` is the one whose steps
    the person follows. A `branch` takes up a finished game again.
    """

    table: str
    game: str
    rules: int
    options: Options
    names: list[str]
    kinds: list[SeatKind]
    levels: list[str | None]
    present: list[bool]
    timed_out: list[bool]
    assisted: list[bool]
    away: list[int]
    handovers: list[Handover | None]
    watching: int
    you: list[int]
    host: bool
    over: bool
    public: bool
    clock_minutes: int | None
    again: str | None
    seq: int
    mixed: bool
    deal: str | None
    sealed: bool
    chat: bool
    rematch: bool
    lesson: str | None
    branch: BranchOrigin | None


class LessonInfo(msgspec.Struct):
    """A guided game, and about how many minutes it takes."""

    lesson: str
    game: str
    titles: Names
    minutes: int
    steps: int


class TableStatus(msgspec.Struct):
    """How a game of this browser stands.

    `seat` is to act, and `idle` are the seconds since the last move. `scores` and `ranking` are
    empty until the game is over.
    """

    table: str
    game: str
    names: list[str]
    kinds: list[SeatKind]
    levels: list[str | None]
    assisted: list[bool]
    you: list[int]
    over: bool
    seat: int | None
    idle: float
    scores: list[int]
    ranking: list[list[int]]
    again: str | None
    lesson: str | None
    branch: BranchOrigin | None


class LobbyTable(msgspec.Struct):
    """A table in the lobby: anybody may watch it, and take one of the `open` seats.

    `options` are those that differ from the rules' defaults.
    """

    table: str
    game: str
    options: Options
    names: list[str]
    kinds: list[SeatKind]
    levels: list[str | None]
    open: list[int]
    started: bool
    clock_minutes: int | None
    created: float


class LobbyChanges(msgspec.Struct):
    """What has changed in the lobby; the first message has everything. `now` is the server's."""

    now: float
    changed: list[LobbyTable]
    gone: list[str]


class NextTable(msgspec.Struct):
    """The table where the same people play again."""

    table: str


# ---- replays
class ReplayStep(msgspec.Struct):
    """An action, the scene's fields it changed, and the question that follows.

    `action` is the notation, `told` the same in words with the markup of sentences.
    """

    action: str
    told: str
    seat: int | None
    changed: JsonObject
    said: list[JsonObject]
    asked: str
    next: int | None


class Replay(msgspec.Struct):
    """A game step by step, as a seat, a spectator (null) or everybody together ("all") saw it."""

    game: str
    rules: int
    options: Options
    names: list[str]
    seats: int
    eyes: int | str | None
    language: str
    plies: int
    over: bool
    start: JsonObject
    said: list[JsonObject]
    asked: str
    next: int | None
    steps: list[ReplayStep]


class TurningPoint(msgspec.Struct, omit_defaults=True):
    """Where a finished game was decided, and how the seats stood after every turn.

    `plies` are the numbers of actions after which turns ended; `scores` are those of the seats had
    the game ended there. The winner took the lead for good with turn `decided` (an index of
    `plies`); -1 if nobody else was ever ahead. `text` tells that turn, in the markup of sentences.
    """

    plies: list[int]
    scores: list[list[int]]
    decided: int = -1
    text: str = ""


# ---- proofs
class ProofCard(msgspec.Struct):
    """A card of a shuffled deck: the `event` that drew it, or the `seat` it was dealt to unseen."""

    label: str
    seat: int | None
    event: int | None


class ProofDeck(msgspec.Struct):
    """A deck as the seed shuffled it, the top card first; `in_order` if cards came like that."""

    name: str
    cards: list[ProofCard]
    in_order: bool


class ProofReport(msgspec.Struct):
    """A record played again: all events, the first `dealt` of them told by the deal."""

    problem: str | None
    result: JsonObject | None
    dealt: int
    events: list[JsonObject]
    decks: list[ProofDeck]
