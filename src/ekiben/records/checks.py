"""Whether records are true: every game is played again, every seal is opened."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.core.record import replayed
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
    """A record that is true; `commit` is what was shown at the start, None where the seed was not
    sealed.
    """

    file: str
    number: int
    game: str
    actions: int
    digest: str
    over: bool
    commit: str | None


class Checker:
    """Plays records again; boards are loaded once. For games on a board of your own, give its file."""

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
        return replayed(
            line,
            lambda name, rules, options: self.loaded(
                name, rules, json.dumps(options, sort_keys=True)
            ),
        )

    def match(self, entry: Entry) -> Match:
        """The match of a full record; what is wrong is told with its line."""
        try:
            return self.replay(entry.line)
        except EkibenError as error:
            raise entry.wrong(error) from None

    def check(self, entry: Entry) -> Fault | None:
        """A viewer's record has no seed: of it only the shape can be checked."""
        try:
            if "viewer" not in entry.values:
                sealed(self.replay(entry.line), entry.values)
        except EkibenError as error:
            return Fault(
                entry.file,
                entry.number,
                str(error).removeprefix(f"{entry.file}, line {entry.number}: "),
            )
        return None

    def verify(self, entry: Entry, shown: str | None = None) -> Verified:
        """Plays the record again and opens its seal; `shown` is the seal that was shown when the
        game began.
        """
        if not entry.is_full:
            raise entry.wrong(
                "what one viewer knew has no seed and cannot be verified: take the full record, told when the game is over"
            )
        match = self.match(entry)
        try:
            commit = sealed(match, entry.values)
            if shown is not None and shown.lower() != commit:
                raise RecordError(
                    f"the seal shown at the start was {shown}, but the record's is {commit or 'none'}"
                )
        except RecordError as error:
            raise entry.wrong(error) from None
        return Verified(
            entry.file,
            entry.number,
            match.game.name,
            len(match.actions),
            match.digest(),
            match.over,
            commit,
        )

    def agrees(self, full: Entry, seen: Entry) -> None:
        """Whether what a viewer was told, at any time in the game, is what the full record says;
        undone actions aside.
        """
        told, match = seen.values, self.match(full)
        if told.get("commit") != full.values.get("commit"):
            raise seen.wrong(
                f"its seal is {told.get('commit')}, but the full record's is {full.values.get('commit')}"
            )
        again = match.game.new(match.seats, match.seed, match.names, salt=match.salt)
        for action in match.actions[: len(told["actions"])]:
            again.play(action)
        true = again.record(told["viewer"], public=True)
        for key in ("game", "board", "rules", "options", "seats", "actions"):
            if told[key] != true[key]:
                raise seen.wrong(f"its {key!r} is not what the full record says")
        if not match.undone and told["events"] != json.loads(str(true))["events"]:
            raise seen.wrong("its events are not what the full record says")


def sealed(match: Match, values: Mapping[str, Any]) -> str | None:
    """The seal of a record, opened; `replayed` has compared it with salt and seed."""
    if values.get("commit") is not None and match.salt is None:
        raise RecordError(
            "the record's seed is sealed, but without the salt the seal cannot be opened"
        )
    return match.commit


def faults(entries: Iterable[Entry], board: str | Path | None = None) -> Iterator[Fault]:
    """All that is wrong with the records of a file, as they come."""
    checker = Checker(board)
    return (fault for fault in map(checker.check, entries) if fault is not None)
