"""The state of a table as its log made it: the match, and who sits where."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.games import load
from ekiben.lessons import find
from ekiben.lessons.opponents import bot_seed
from ekiben.lessons.progress import Progress
from ekiben.server.access import Access
from ekiben.server.default_names import names_in
from ekiben.server.mixing import Mixing
from ekiben.server.notices import Notice, Notices
from ekiben.server.store import Entry, Options, SeatKind, Setup

NameByLanguage = Callable[[str], str]
MOVES = ("play", "undo")
ENTRY_ERRORS = (EkibenError, IndexError, KeyError, ValueError)  # raised by entries that do not fit
GAMES: OrderedDict[str, Game] = OrderedDict()
MAX_GAMES = 64
COPIED = (
    "kinds",
    "names",
    "levels",
    "spent",
    "timed_out",
    "assisted",
    "votes",
    "notices",
    "access",
)
GAMES_LOCK = threading.Lock()


def cached_game(name: str, options: Options, rules: int | None = None) -> Game:
    """A game of the catalogue, loaded once for all tables with the same options and rules."""
    with GAMES_LOCK:
        key = json.dumps([name, options, rules], sort_keys=True)
        if key not in GAMES:
            game = load(name, options, rules)
            GAMES[key] = GAMES.setdefault(
                json.dumps([name, game.options, game.rules], sort_keys=True), game
            )
        GAMES.move_to_end(key)
        while len(GAMES) > MAX_GAMES:
            GAMES.popitem(last=False)
        return GAMES[key]


class Votes(NamedTuple):
    """The seats that agree to let a bot of that level play on for an absent person."""

    level: str
    seats: frozenset[int]


class TableState:
    """A table after the entries of its log.

    `seq` is the number of entries applied, `last_move` that of the latest that changed the
    position, and `clock_since` that of the latest that started a clock, by asking a question or
    because the person to act arrived. `fault` says why the next entry of the log does not fit; then
    nobody can play on. While people add their own randomness (`waiting`), nothing is dealt: `match`
    is a blank one of seed 0 that nobody plays or sees. `dealt_at` is the entry that ended that.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = cached_game(setup.game, setup.options, setup.rules)
        self.kinds: list[SeatKind] = [seat.kind for seat in setup.seats]
        self.names = [seat.name for seat in setup.seats]
        self.levels = [seat.level for seat in setup.seats]
        self.mixing = Mixing(setup) if setup.is_mixed else None
        self.match = self.first_match()
        self.spent = [0] * len(setup.seats)
        self.timed_out: set[int] = set()
        self.assisted: set[int] = set()  # seats that were told a good move
        self.shared = False  # whether the link is enough to see the game, which is over
        self.votes: dict[int, Votes] = {}  # by the seat of the absent person
        self.notices = Notices()
        self.seq = 0
        self.last_move = 0
        self.clock_since = 0
        self.again: str | None = None
        self.fault: str | None = None
        self.dealt_at = 0
        self.access = Access(setup.seats)
        self.lesson = self.first_progress()
        self.deal_if_mixed()
        self.note_branch()

    @property
    def default_names(self) -> list[str | None]:
        """By seat the key of a name that nobody chose."""
        return [
            seat.default if seat.default is not UNSET and seat.name == name else None
            for seat, name in zip(self.setup.seats, self.names, strict=True)
        ]

    def names_in(self, language: str) -> list[str]:
        """The names as somebody with this language reads them."""
        return names_in(language, self.names, self.default_names)

    def name_of(self, seat: int) -> NameByLanguage:
        """A seat's name, for an error whose language is known only when it is told."""
        return lambda language: self.names_in(language)[seat]

    def copy(self) -> TableState:
        """A copy to try entries on before they are written."""
        copy = object.__new__(TableState)
        copy.__dict__.update(self.__dict__)
        copy.match = self.match.copy()
        copy.mixing = self.mixing and self.mixing.copy()
        copy.lesson = self.lesson and self.lesson.copy()
        for name in COPIED:
            setattr(copy, name, getattr(self, name).copy())
        return copy

    def apply(self, entry: Entry) -> None:
        """Apply an entry; if it does not fit, raise and change nothing."""
        self.check(entry)
        clocked_seat = self.clocked_seat
        getattr(self, f"apply_{entry.kind}")(entry)
        self.seq += 1
        self.deal_if_mixed()
        if entry.kind in MOVES:
            self.last_move = self.seq
        if entry.kind in MOVES or self.clocked_seat != clocked_seat:
            self.clock_since = self.seq

    def check(self, entry: Entry) -> None:
        if not 0 <= entry.seat < len(self.kinds):
            raise RecordError(f"there is no seat {entry.seat}")
        if entry.kind in MOVES and self.waiting:
            raise RecordError("nobody can act before the deal")
        if entry.kind == "vote" and not 0 <= entry.by < len(self.kinds):
            raise RecordError(f"there is no seat {entry.by}")
        if entry.kind == "play" and entry.seat != self.match.seat:
            raise RecordError(f"seat {entry.seat} cannot act: it is seat {self.match.seat}'s turn")

    def apply_log(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Apply the entries of a log and yield each that fits, up to the first that does not."""
        self.fault = None
        for entry in entries:
            try:
                self.apply(entry)
            except ENTRY_ERRORS as error:
                self.fault = f"entry {self.seq} does not fit: {error}"
                return
            yield entry

    def apply_unreadable(self, entry: Entry) -> None:
        raise RecordError("it is missing or cannot be read")

    def apply_play(self, entry: Entry) -> None:
        self.match.play(self.game.parse(entry.action))
        self.spent[entry.seat] += entry.spent
        self.note_branch()
        if self.lesson is not None:
            self.lesson.played(self.match)

    def apply_undo(self, entry: Entry) -> None:
        self.match.undo()
        self.spent[entry.seat] += entry.spent
        if self.lesson is not None:
            self.lesson.undone(self.match)

    def apply_sit(self, entry: Entry) -> None:
        """Let a person in; the first to come names the seat, later ones use another device."""
        if not self.access.tokens[entry.seat]:
            self.set_name(entry.seat, entry.name or self.names[entry.seat])
        if self.kinds[entry.seat] == "open":
            self.kinds[entry.seat] = "person"
            self.notice("sat", entry.seat)
        self.votes.pop(entry.seat, None)
        self.access.exchange_link(entry.seat, entry.token)

    def apply_link(self, entry: Entry) -> None:
        self.access.set_link(entry.seat, entry.token)

    def apply_reset(self, entry: Entry) -> None:
        self.access.reset(entry.seat, entry.token)

    def apply_bot(self, entry: Entry) -> None:
        self.notice(self.reason_for_bot(entry), entry.seat)
        self.kinds[entry.seat] = "bot"
        self.levels[entry.seat] = entry.level
        self.votes.pop(entry.seat, None)
        if entry.timeout:
            self.timed_out.add(entry.seat)

    def reason_for_bot(self, entry: Entry) -> str:
        if entry.timeout:
            return "timeout"
        if self.kinds[entry.seat] == "open":
            return "filled"
        return "handed" if entry.seat in self.votes else "left"

    def apply_back(self, entry: Entry) -> None:
        self.kinds[entry.seat] = "person"
        self.levels[entry.seat] = None
        self.notice("back", entry.seat)
        if not self.access.tokens[entry.seat]:  # in older logs the link itself became the token
            self.access.exchange_link(entry.seat, "")

    def apply_assist(self, entry: Entry) -> None:
        if entry.seat not in self.assisted:
            self.assisted.add(entry.seat)
            self.notice("assisted", entry.seat)

    def apply_share(self, entry: Entry) -> None:
        self.shared = True
        self.notice("shared", entry.seat)

    def note_branch(self) -> None:
        """Tell in the log where somebody has taken the game up again."""
        branch = self.setup.branch
        if branch is not UNSET and len(self.match.actions) == branch.at:
            self.notice("branched", branch.seat)

    def apply_seal(self, entry: Entry) -> None:
        self.mixing_open().seal(entry.seat, entry.part)

    def apply_reveal(self, entry: Entry) -> None:
        self.mixing_open().open(entry.seat, entry.part)

    def apply_name(self, entry: Entry) -> None:
        told = Notice(
            number=self.notices.count,
            heard=len(self.match.heard),
            kind="name",
            seat=entry.seat,
            before=self.names[entry.seat],
            default=self.default_names[entry.seat],
            name=entry.name,
        )
        self.set_name(entry.seat, entry.name)
        self.notices.add(told)

    def set_name(self, seat: int, name: str) -> None:
        self.names[seat] = name
        self.match.names[seat] = name

    def apply_vote(self, entry: Entry) -> None:
        before = self.votes.get(entry.seat, Votes(entry.level, frozenset()))
        self.votes[entry.seat] = Votes(before.level, before.seats | {entry.by})
        self.notice("vote" if not before.seats else "agreed", entry.seat, by=entry.by)

    def apply_unvote(self, entry: Entry) -> None:
        """Take one vote back, or all of them because the person has returned."""
        votes = self.votes.pop(entry.seat, None)
        if votes is None:
            return
        left = votes.seats - {entry.by}
        if entry.by < 0:
            self.notice("returned", entry.seat)
        elif left:
            self.votes[entry.seat] = Votes(votes.level, left)

    def notice(self, kind: str, seat: int, by: int | None = None) -> None:
        """Tell everybody in the log."""
        self.notices.add(Notice(self.notices.count, len(self.match.heard), kind, seat, by))

    def apply_again(self, entry: Entry) -> None:
        self.again = entry.table

    # ---- the deal
    def first_match(self) -> Match:
        """The deal of the sealed seed; a blank one if people are to mix theirs into it."""
        seats = len(self.setup.seats)
        if self.mixing is not None:
            return self.game.new(seats, 0, self.names)
        return self.game.new(seats, int(self.setup.seed, 16), self.names, salt=self.setup.salt)

    def first_progress(self) -> Progress | None:
        """Where the table's lesson begins; None if it has none, or one that deals another game."""
        lesson = find(self.setup.lesson) if self.setup.lesson else None
        if lesson is None or lesson.seed != int(self.setup.seed, 16):
            return None
        return Progress.of(lesson, self.match)

    def deal_if_mixed(self) -> None:
        """Deal when the last part has been opened."""
        mix = self.mixing.advance(self.kinds) if self.mixing is not None else None
        if mix is not None:
            self.match = self.game.new(len(self.kinds), mix.dealt_seed, self.names)
            self.match.mix = mix
            self.last_move = self.seq
            self.dealt_at = self.seq

    @property
    def waiting(self) -> bool:
        """Whether the deal waits for people to add their own randomness."""
        return self.mixing is not None and not self.mixing.done

    def mixing_open(self) -> Mixing:
        if self.mixing is None or self.mixing.done:
            raise RecordError("this deal is not being mixed")
        return self.mixing

    @property
    def commit(self) -> str:
        """The seal on the server's seed, shown from the start."""
        return self.mixing.commit if self.mixing is not None else self.match.commit or ""

    # ---- who may see what, and sit where
    @property
    def is_watchable(self) -> bool:
        """Whether people without a seat may watch."""
        return self.setup.public or self.setup.is_open_by_link or self.shared

    @property
    def host_seats(self) -> frozenset[int]:
        """The seats of the person who set up the table."""
        return frozenset(seat for seat, one in enumerate(self.setup.seats) if one.kind == "person")

    def is_taken(self, seat: int) -> bool:
        """Whether a person has the seat, or it was never open to people."""
        return (
            seat >= len(self.kinds)
            or self.setup.seats[seat].kind != "open"
            or bool(self.access.tokens[seat])
        )

    @property
    def open_seats(self) -> list[int]:
        """The seats that nobody has taken."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == "open"]

    # ---- whose turn it is
    @property
    def bot_to_act(self) -> int | None:
        """The seat to act, if a bot sits there."""
        seat = self.match.seat
        if seat is None or self.fault is not None or self.waiting:
            return None
        return seat if self.kinds[seat] == "bot" else None

    @property
    def undo_seat(self) -> int | None:
        """The seat whose person may take the latest action back."""
        if (
            not self.match.undoable
            or len(self.match.actions) <= self.setup.parent_actions
            or self.fault is not None
            or self.kinds[self.match.actors[-1]] != "person"
        ):
            return None
        return self.match.actors[-1]

    @property
    def only_bots(self) -> bool:
        """Whether all seats are bots'."""
        return all(kind == "bot" for kind in self.kinds)

    @property
    def clocked_seat(self) -> int | None:
        """The seat whose clock runs: the person to act, once all seats are taken."""
        seat = self.match.seat
        if (
            self.setup.clock_minutes is None
            or self.fault is not None
            or self.waiting
            or seat is None
            or "open" in self.kinds
        ):
            return None
        return seat if self.kinds[seat] == "person" else None

    def bot_seed(self, seat: int) -> int:
        """The seed of a bot's own luck, independent of the game's and known to nobody."""
        return bot_seed(self.setup.salt, seat)


def read_state(setup: Setup, entries: Iterable[Entry]) -> TableState:
    """The state after as much of the log as fits; `fault` says what stopped it."""
    state = TableState(setup)
    for _ in state.apply_log(entries):
        pass
    return state


def replay_state(setup: Setup, entries: list[Entry]) -> TableState:
    """The state after the whole log; raise if an entry does not fit."""
    state = TableState(setup)
    for entry in entries:
        state.apply(entry)
    return state
