"""Records as tables, in a worker process: a game that was played elsewhere, whole and over."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from ekiben import replay
from ekiben.core.match import Match
from ekiben.server.ids import id_from
from ekiben.server.names import clean_name
from ekiben.server.store import Entry, Row, SeatSetup, Setup

MAX_NAME = 24  # characters that are kept of a name


def play_rows(match: Match, count: int, at: float) -> list[Row]:
    """The first actions of a match as entries of a log."""
    played = zip(match.actors[:count], match.actions[:count], strict=True)
    return [Row(at, Entry("play", seat, action=str(action))) for seat, action in played]


class RecordedTable(msgspec.Struct):
    """A record as a table; a game that is not over has no entries."""

    setup: Setup
    entries: list[Entry]


def recorded_table_json(line: str) -> bytes:
    """The table of a record's line, as JSON."""
    match = replay(line)
    entries = [row.entry for row in play_rows(match, len(match.actions), 0.0)]
    return msgspec.json.encode(RecordedTable(recorded_setup(match), entries if match.over else []))


def recorded_setup(match: Match) -> Setup:
    """A set-up in which nobody can sit; the same record gives the same id."""
    line = str(match.record())
    return Setup(
        id=id_from(f"record {line}"),
        game=match.game.name,
        options=match.game.options,
        rules=match.game.rules,
        seed=f"{match.seed:x}",
        salt=match.salt or hashlib.sha256(line.encode()).hexdigest(),
        seats=recorded_seats(match.names),
        board=match.game.digest,
        chat=False,
        recorded=True,
    )


def recorded_seats(names: Sequence[str]) -> list[SeatSetup]:
    return [
        SeatSetup("person", clean_name(name)[:MAX_NAME] or f"{seat + 1}")
        for seat, name in enumerate(names)
    ]
