"""Whether records are true: every game is replayed, every seal is opened."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.core.record import RecordValues, replay
from ekiben.games import load, load_recorded
from ekiben.records.files import Entry

BOARDS = 64  # games kept loaded: options make many


@dataclass(frozen=True)
class Fault:
    """What is wrong with a line."""

    file: str
    number: int
    text: str


@dataclass(frozen=True)
class Verified:
    """A record that is true.

    `commit` is the seal shown at the start, None without one; `parts` are what players mixed into
    the deal, by seat, None where nothing was mixed.
    """

    file: str
    number: int
    game: str
    actions: int
    digest: str
    over: bool
    commit: str | None
    parts: tuple[str | None, ...] | None


class Checker:
    """Replays records; boards are loaded once. For games on a board of your own, give its file."""

    def __init__(self, board: str | Path | None = None) -> None:
        self.board = board
        self.loaded = functools.lru_cache(BOARDS)(self.load)

    def load(self, name: str, rules: int, options: str) -> Game:
        given = json.loads(options)
        return (
            load_recorded(name, rules, given)
            if self.board is None
            else load(str(self.board), given, rules)
        )

    def replay(self, line: str) -> Match:
        return replay(
            line,
            lambda name, rules, options: self.loaded(
                name, rules, json.dumps(options, sort_keys=True)
            ),
        )

    def match(self, entry: Entry) -> Match:
        """The match of a full record; an error names its line."""
        try:
            return self.replay(entry.line)
        except EkibenError as error:
            raise entry.error(error) from None

    def check(self, entry: Entry) -> Fault | None:
        """What is wrong with a record; of a viewer's, without a seed, only the shape is checked."""
        try:
            if "viewer" not in entry.values:
                open_seal(self.replay(entry.line), entry.values)
        except EkibenError as error:
            return Fault(
                entry.file,
                entry.number,
                str(error).removeprefix(f"{entry.file}, line {entry.number}: "),
            )
        return None

    def verify(self, entry: Entry, shown: str | None = None, part: str | None = None) -> Verified:
        """Replay the record and open its seal.

        `shown` is the seal shown when the game began; `part` one that a player added to the deal.
        """
        if not entry.is_full:
            raise entry.error(
                "what one viewer knew has no seed and cannot be verified: "
                "take the full record, told when the game is over"
            )
        match = self.match(entry)
        try:
            commit = open_seal(match, entry.values)
            check_part(match, part)
            if shown is not None and shown.lower() != commit:
                raise RecordError(
                    f"the seal shown at the start was {shown}, "
                    f"but the record's is {commit or 'none'}"
                )
        except RecordError as error:
            raise entry.error(error) from None
        return Verified(
            file=entry.file,
            number=entry.number,
            game=match.game.name,
            actions=len(match.actions),
            digest=match.digest(),
            over=match.over,
            commit=commit,
            parts=match.mix.parts if match.mix else None,
        )

    def compare(self, full: Entry, seen: Entry) -> None:
        """Check that a viewer's record says what the full record says, undone actions aside."""
        told, match = seen.values, self.match(full)
        if told.get("commit") != full.values.get("commit"):
            raise seen.error(
                f"its seal is {told.get('commit')}, "
                f"but the full record's is {full.values.get('commit')}"
            )
        again = match.game.new(match.seats, match.seed, match.names, salt=match.salt)
        for action in match.actions[: len(told["actions"])]:
            again.play(action)
        true = again.record(told["viewer"], public=True)
        for key in ("game", "board", "rules", "options", "seats", "actions"):
            if told[key] != true[key]:
                raise seen.error(f"its {key!r} is not what the full record says")
        if not match.undone and told["events"] != json.loads(str(true))["events"]:
            raise seen.error("its events are not what the full record says")


def open_seal(match: Match, values: RecordValues) -> str | None:
    """The seal of a record; replaying it has compared the seal with salt and seed."""
    if values.get("commit") is not None and match.commit is None:
        raise RecordError(
            "the record's seed is sealed, but without the salt the seal cannot be opened"
        )
    return match.commit


def check_part(match: Match, part: str | None) -> None:
    """Raise unless the part, if one is given, is among those that made the deal."""
    if part is not None and (match.mix is None or part.lower() not in match.mix.parts):
        raise RecordError(f"the part {part} was not mixed into the deal")


def faults(entries: Iterable[Entry], board: str | Path | None = None) -> Iterator[Fault]:
    """All that is wrong with the records of a file, as they come."""
    checker = Checker(board)
    return (fault for fault in map(checker.check, entries) if fault is not None)
