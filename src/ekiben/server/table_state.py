"""A table as its log has made it: the match, and who sits where."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any

from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.game import Game
from ekiben.games import load
from ekiben.server.access import Access
from ekiben.server.store import Entry, Kind, Setup

MOVES = ("play", "undo")
FAULTS = (EkibenError, IndexError, KeyError, ValueError)  # of an entry that does not fit


GAMES: OrderedDict[str, Game] = OrderedDict()
LOADED = 64
LOADING = threading.Lock()


def loaded(name: str, options: dict[str, Any], rules: int | None = None) -> Game:
    """A game of the catalogue, loaded once for all tables that play it so, however it is asked for."""
    with LOADING:
        key = json.dumps([name, options, rules], sort_keys=True)
        if key not in GAMES:
            game = load(name, options, rules)
            GAMES[key] = GAMES.setdefault(
                json.dumps([name, game.options, game.rules], sort_keys=True), game
            )
        GAMES.move_to_end(key)
        while len(GAMES) > LOADED:
            GAMES.popitem(last=False)
        return GAMES[key]


class Play:
    """`seq` is the number of entries heard, `moved` that of the latest that changed the position,
    `clock_since` that of the latest that set a clock going: with a question, or when who is asked
    has come. `fault` says why the log's next entry does not fit: then nobody plays on.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = loaded(setup.game, setup.options, setup.rules)
        self.kinds: list[Kind] = [seat.kind for seat in setup.seats]
        self.names = [seat.name for seat in setup.seats]
        self.levels = [seat.level for seat in setup.seats]
        self.match = self.game.new(
            len(setup.seats), int(setup.seed, 16), self.names, salt=setup.salt
        )
        self.spent = [0] * len(setup.seats)
        self.timed_out: set[int] = set()
        self.seq = self.moved = self.clock_since = 0
        self.again: str | None = None
        self.fault: str | None = None
        self.access = Access(setup.seats)

    def copy(self) -> Play:
        """To try entries on before they are written."""
        twin = object.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        for name in ("kinds", "names", "levels", "spent", "timed_out", "access"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def apply(self, entry: Entry) -> None:
        """What cannot be applied raises and changes nothing."""
        self.check(entry)
        clocked = self.clocked
        getattr(self, f"apply_{entry.kind}")(entry)
        self.seq += 1
        if entry.kind in MOVES:
            self.moved = self.seq
        if entry.kind in MOVES or self.clocked != clocked:
            self.clock_since = self.seq

    def check(self, entry: Entry) -> None:
        if not 0 <= entry.seat < len(self.kinds):
            raise RecordError(f"there is no seat {entry.seat}")
        if entry.kind == "play" and entry.seat != self.match.seat:
            raise RecordError(
                f"seat {entry.seat} cannot act: it is the turn of seat {self.match.seat}"
            )

    def take(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Apply the entries of a log and yield each that fits, up to the first that does not."""
        self.fault = None
        for entry in entries:
            try:
                self.apply(entry)
            except FAULTS as error:
                self.fault = f"entry {self.seq} does not fit: {error}"
                return
            yield entry

    def apply_unreadable(self, entry: Entry) -> None:
        raise RecordError("it is missing or cannot be read")

    def apply_play(self, entry: Entry) -> None:
        self.match.play(self.game.parse(entry.action))
        self.spent[entry.seat] += entry.spent

    def apply_undo(self, entry: Entry) -> None:
        self.match.undo()
        self.spent[entry.seat] += entry.spent

    def apply_sit(self, entry: Entry) -> None:
        """The first who comes names the seat; whoever comes with a later link is the same person on
        another device.
        """
        if not self.access.tokens[entry.seat]:
            self.names[entry.seat] = entry.name or self.names[entry.seat]
            self.match.names[entry.seat] = self.names[entry.seat]
        if self.kinds[entry.seat] == "open":
            self.kinds[entry.seat] = "person"
        self.access.enter(entry.seat, entry.token)

    def apply_link(self, entry: Entry) -> None:
        self.access.offer(entry.seat, entry.token)

    def apply_reset(self, entry: Entry) -> None:
        self.access.reset(entry.seat, entry.token)

    def apply_bot(self, entry: Entry) -> None:
        self.kinds[entry.seat], self.levels[entry.seat] = "bot", entry.level
        if entry.timeout:
            self.timed_out.add(entry.seat)

    def apply_back(self, entry: Entry) -> None:
        self.kinds[entry.seat], self.levels[entry.seat] = "person", None
        if not self.access.tokens[
            entry.seat
        ]:  # an older log: the link had become the token without an entry
            self.access.enter(entry.seat, "")

    def apply_again(self, entry: Entry) -> None:
        self.again = entry.table

    # ---- who may sit where
    @property
    def hosts(self) -> frozenset[int]:
        """Seats of who set up the table."""
        return frozenset(seat for seat, one in enumerate(self.setup.seats) if one.kind == "person")

    def is_taken(self, seat: int) -> bool:
        """Whether it is a person's, or was never for one."""
        return (
            seat >= len(self.kinds)
            or self.setup.seats[seat].kind != "open"
            or bool(self.access.tokens[seat])
        )

    # ---- what is asked of whom
    @property
    def bot(self) -> int | None:
        """The seat to act, if a bot sits there."""
        seat = self.match.seat
        return (
            seat if seat is not None and self.kinds[seat] == "bot" and self.fault is None else None
        )

    @property
    def undoer(self) -> int | None:
        """The person who may take the latest action back."""
        if (
            not self.match.undoable
            or self.fault is not None
            or self.kinds[self.match.actors[-1]] != "person"
        ):
            return None
        return self.match.actors[-1]

    @property
    def idle(self) -> bool:
        """Only bots sit here."""
        return all(kind == "bot" for kind in self.kinds)

    @property
    def clocked(self) -> int | None:
        """The seat whose clock runs: a person's, once all seats are taken."""
        seat = self.match.seat
        if (
            self.setup.clock_minutes is None
            or self.fault is not None
            or seat is None
            or "open" in self.kinds
        ):
            return None
        return seat if self.kinds[seat] == "person" else None

    def bot_seed(self, seat: int) -> int:
        """A bot's own luck, known to nobody and apart from the game's."""
        return (
            int.from_bytes(
                hashlib.sha256(f"bot {seat} {self.setup.salt}".encode()).digest()[:8], "big"
            )
            >> 1
        )


def readable(setup: Setup, entries: Iterable[Entry]) -> Play:
    """The table as far as its log fits; `fault` says why no further."""
    play = Play(setup)
    for _ in play.take(entries):
        pass
    return play


def replayed(setup: Setup, entries: list[Entry]) -> Play:
    play = Play(setup)
    for entry in entries:
        play.apply(entry)
    return play
