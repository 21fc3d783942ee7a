"""Where tables are stored. The log is the source of truth: a table in memory is a replay of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from ekiben.server.deal_store import DealStore
from ekiben.server.default_names import default_name
from ekiben.server.review_store import ReviewStore

SeatKind = Literal["person", "bot", "open"]
Options = dict[str, Any]  # by name; the game validates the values
CHAT_KEPT = 200  # the latest messages of a table; earlier ones are forgotten


class Conflict(Exception):
    """Somebody else has already written these numbers of the log: read it again."""


def require_entries(entries: Sequence[Entry]) -> None:
    """Raise an error if there is nothing to write: such an append has no number in the log."""
    if not entries:
        raise ValueError("an append needs at least one entry")


class StoreUnavailable(Exception):
    """The store cannot be read or written now; nothing was written."""


class UncertainWrite(StoreUnavailable):
    """The store failed while writing: the entries may be there when it comes back."""


class SeatSetup(msgspec.Struct):
    """A seat as the table started.

    `token` is a hash: of the invitation if the seat is open, else of its person's token. `devices`
    are hashes of further tokens that people brought along to a rematch. `default` is the key of a
    name that nobody chose.
    """

    kind: SeatKind
    name: str
    level: str | None = None
    token: str = ""
    devices: list[str] | msgspec.UnsetType = msgspec.UNSET
    default: str | msgspec.UnsetType = msgspec.UNSET

    def name_in(self, language: str) -> str:
        """The name as somebody with this language reads it."""
        return self.name if self.default is msgspec.UNSET else default_name(self.default, language)

    @property
    def tokens(self) -> frozenset[str]:
        """The hashes of all tokens that open the seat."""
        devices = [] if self.devices is msgspec.UNSET else self.devices
        return frozenset(filter(None, [self.token, *devices]))


class Branch(msgspec.Struct, frozen=True):
    """Where a game was taken up again: after so many actions of another table's, by which seat."""

    parent: str
    at: int
    seat: int


class Setup(msgspec.Struct):
    """Everything a table starts with; seed and salt stay on the server until the game is over."""

    id: str
    game: str
    options: Options
    rules: int
    seed: str
    salt: str
    seats: list[SeatSetup]
    public: bool = False
    clock_minutes: int | None = None
    created: float = 0.0
    board: str | msgspec.UnsetType = msgspec.UNSET  # its digest; older tables have none
    chat: bool | msgspec.UnsetType = msgspec.UNSET  # False: nobody may write
    rematch: bool | msgspec.UnsetType = msgspec.UNSET  # people come from another table
    deal: str | msgspec.UnsetType = msgspec.UNSET  # which it plays, if others play the same
    device: str | msgspec.UnsetType = msgspec.UNSET  # a hash: the browser that began it
    sealed_until: float | msgspec.UnsetType = msgspec.UNSET  # when others may see its luck
    mixed: bool | msgspec.UnsetType = msgspec.UNSET  # whether people add their own randomness
    listed: bool | msgspec.UnsetType = msgspec.UNSET  # in the lobby
    lesson: str | msgspec.UnsetType = msgspec.UNSET  # whose steps the person follows
    branch: Branch | msgspec.UnsetType = msgspec.UNSET  # its log begins with those actions
    recorded: bool | msgspec.UnsetType = msgspec.UNSET  # played elsewhere: a record became a table

    @property
    def is_mixed(self) -> bool:
        """Whether people add their own randomness before the deal: see `mixing.py`."""
        return self.mixed is True

    @property
    def is_listed(self) -> bool:
        """Whether anybody may take an open seat; then the table is public too."""
        return self.listed is True

    @property
    def has_chat(self) -> bool:
        return self.chat is not False

    @property
    def is_rematch(self) -> bool:
        """Whether the people come from another table, each moved on by one seat."""
        return self.rematch is True

    @property
    def parent_actions(self) -> int:
        """How many actions at the start of the log are those of the parent."""
        return 0 if self.branch is msgspec.UNSET else self.branch.at

    @property
    def is_open_by_link(self) -> bool:
        """Whether the link is enough to watch, though nobody finds the table in a list."""
        return self.branch is not msgspec.UNSET or self.recorded is True

    @property
    def is_repeated(self) -> bool:
        """Whether other tables have the same luck, so that the same moves need the same answers."""
        return bool(self.deal or self.lesson)

    def is_sealed(self, now: float) -> bool:
        """Whether seed and hidden cards stay secret even if the game is over: see `deals.py`."""
        return self.sealed_until is not msgspec.UNSET and now < self.sealed_until


class Entry(msgspec.Struct, omit_defaults=True):
    """One entry of a table's log.

    `spent` is in milliseconds of the seat's clock. `table` is where the rematch is played. `token`
    is the hash of a token that opens the seat (`sit`, `reset`), or of a link that can be exchanged
    for one (`link`). `by` is the seat that agrees to a bot in an absent person's seat (`vote`), or
    no longer does (`unvote`; without it the person is back, and nobody's vote counts). `part` is
    what a person adds to the deal (`reveal`), or its hash (`seal`). `assist`: the seat was told a
    good move. `share`: it lets everybody with the link see the game, which is over. "unreadable"
    stands for a row that is missing or cannot be read.
    """

    kind: Literal[
        "play",
        "undo",
        "sit",
        "bot",
        "back",
        "again",
        "link",
        "reset",
        "seal",
        "reveal",
        "name",
        "vote",
        "unvote",
        "assist",
        "share",
        "unreadable",
    ]
    seat: int = 0
    action: str = ""
    spent: int = 0
    level: str = ""
    name: str = ""
    table: str = ""
    timeout: bool = False
    token: str = ""
    part: str = ""
    by: int = -1


class NewChatLine(NamedTuple):
    """What a seat says: a text of its own, or the key of a quick phrase."""

    seat: int
    text: str = ""
    phrase: str = ""


class ChatLine(msgspec.Struct, frozen=True):
    """A message of a table's chat; `n` counts them, `at` is in seconds since 1970."""

    n: int
    at: float
    seat: int
    text: str = ""
    phrase: str = ""


UNREADABLE = Entry("unreadable")


class TableRow(NamedTuple):
    """A table as the databases have it, without what its log tells."""

    id: str
    created: float
    public: bool
    setup: str
    deal: str | None
    device: str | None
    parent: str | None


def table_row(setup: Setup) -> TableRow:
    return TableRow(
        id=setup.id,
        created=setup.created,
        public=setup.public,
        setup=msgspec.json.encode(setup).decode(),
        deal=setup.deal or None,
        device=setup.device or None,
        parent=None if setup.branch is msgspec.UNSET else setup.branch.parent,
    )


class Row(NamedTuple):
    """An entry with the time it was written, in seconds since 1970."""

    at: float
    entry: Entry


class RawRow(NamedTuple):
    """A row of the log as the database has it."""

    seq: int
    at: float
    text: str


def read_rows(found: Iterable[RawRow], since: int = 0) -> list[Row]:
    """Decode the rows of a log; the first that is missing or broken ends them as "unreadable"."""
    rows: list[Row] = []
    for number, raw in enumerate(found, since):
        try:
            entry = msgspec.json.decode(raw.text, type=Entry)
        except msgspec.MsgspecError:
            entry = UNREADABLE
        rows.append(Row(raw.at, entry if raw.seq == number else UNREADABLE))
        if rows[-1].entry is UNREADABLE:
            break
    return rows


class Checkpoint(NamedTuple):
    """The state of a table after the first `length` entries of its log: see `checkpoints.py`."""

    length: int
    digest: str
    dump: bytes


class ActiveTable(NamedTuple):
    """A public table whose game runs, and the number of entries in its log."""

    setup: Setup
    length: int


class BranchTable(NamedTuple):
    """A table that was branched off, and whether its game is over."""

    setup: Setup
    over: bool


class LogReader(ABC):
    """Reads a log as entries, given its rows."""

    @abstractmethod
    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]: ...

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        return read_rows(await self.raw_rows(table, since), since)

    async def log(self, table: str, since: int = 0) -> list[Entry]:
        return [row.entry for row in await self.rows(table, since)]


class Store(ReviewStore, Protocol):
    """What a server needs of its database."""

    async def open(self) -> None:
        """Connect; call this first, in the event loop that uses the store."""

    async def is_writable(self) -> bool:
        """Try to write."""

    async def create(self, setup: Setup) -> None: ...

    async def setup(self, table: str) -> Setup | None: ...

    async def append(self, table: str, seq: int, entries: Sequence[Entry], over: bool) -> None:
        """Write entries with the numbers seq, seq + 1 …, all or none, to disk.

        Raises Conflict if one of the numbers is taken.
        """

    async def log(self, table: str, since: int = 0) -> list[Entry]: ...

    async def clock_seconds(self, table: str, since: int) -> float:
        """Seconds the clock started by entry number `since` has run in earlier processes."""

    async def public_tables(self, count: int) -> list[Setup]:
        """Public tables whose games are running, the newest first."""

    async def active_tables(
        self, count: int, seconds: float, present: Collection[str]
    ) -> list[ActiveTable]:
        """Public tables whose games are running, among the `count` newest.

        Only those written to within so many seconds, where people are in another process, or that
        are named as `present`.
        """

    async def log_length(self, table: str) -> int | None:
        """The number of entries in a log; None if there is no such table."""

    async def entry_time(self, table: str, number: int) -> float | None:
        """When an entry was written, in seconds since 1970; None if there is none."""

    async def add_chat(self, table: str, line: NewChatLine) -> None:
        """Write a message to disk, once; Conflict if there is no such table."""

    async def chat(self, table: str, since: int = 0) -> list[ChatLine]:
        """The messages from number `since` on, as many as are kept."""

    async def put(
        self, setup: Setup, rows: Sequence[Row], over: bool, chat: Sequence[ChatLine] = ()
    ) -> None:
        """Store a whole table with its log, all or nothing; Conflict if it exists."""

    async def checkpoint(self, table: str) -> Checkpoint | None: ...

    async def save_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep it instead of the one before; Conflict if there is no such table."""

    async def branches(self, parent: str, count: int) -> list[BranchTable]:
        """The tables that were branched off from this one, the oldest first."""

    async def close(self) -> None: ...


class AdminStore(Store, DealStore, Protocol):
    """A store with what export, import, repair and expiry need."""

    async def ids(self) -> list[str]:
        """All tables, the oldest first."""

    async def raw_rows(self, table: str, since: int = 0) -> list[RawRow]: ...

    async def rows(self, table: str, since: int = 0) -> list[Row]: ...

    async def truncate(self, table: str, seen: Sequence[RawRow], length: int, over: bool) -> None:
        """Delete entries beyond a length; Conflict if the log is not `seen` any more."""

    async def is_over(self, table: str) -> bool: ...

    async def extend(self, table: str, seq: int, rows: Sequence[Row], over: bool) -> None:
        """Import the rest of a table, all or nothing; Conflict if the log's length is not `seq`."""

    async def idle_tables(self, after: str, count: int) -> list[tuple[str, float]]:
        """The next tables by id, with the seconds since each was last written to or imported."""

    async def delete(self, table: str, length: int) -> None:
        """Delete a table and its log for good; Conflict if the log has another length."""
