"""Checkpoints: the state of a table beside its log, so that a long log need not be replayed.

The log stays the truth. A checkpoint belongs to the first entries of one log and to the sources
that replayed them; one that does not fit is ignored, and made anew. It holds what is hidden, so it
never leaves the store.
"""

from __future__ import annotations

import functools
import hashlib
import json
import secrets
import sys
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ekiben.core.saved_match import restore_match, save_match
from ekiben.server.access import Access
from ekiben.server.mixing import Mixing
from ekiben.server.notices import Notice, Notices
from ekiben.server.store import Checkpoint, Entry, Setup
from ekiben.server.table_state import TableState, Votes

PACKAGE = Path(__file__).parents[1]
SOURCES = ("core", "games", "server")  # that make a state from a log
MADE = Path(__file__).with_name("sources.txt")  # their digest, in a page, which has no sources
PLAIN = ("kinds", "names", "levels", "spent", "shared", "last_move", "clock_since", "again")
MIXING = ("seals", "parts", "closed", "done")
UNFIT = (ValueError, LookupError, TypeError, AttributeError, zlib.error)  # of a damaged dump
Saved = dict[str, Any]  # JSON values, by name
encode = msgspec.json.Encoder().encode


class LogDigest:
    """The digest of a log, entry by entry."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.hash = hashlib.sha256()
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        self.hash.update(encode(entry))

    def copy(self) -> LogDigest:
        copy = object.__new__(LogDigest)
        copy.hash = self.hash.copy()
        return copy


class Start(NamedTuple):
    """Where a replay goes on: a state, and the digest of the entries that made it."""

    state: TableState
    digest: LogDigest


# ---- which log and which sources a checkpoint belongs to
@functools.cache
def source_digest() -> str:
    """A digest of all sources on which a state depends; where there are none, nothing fits."""
    if MADE.exists():
        return MADE.read_text(encoding="utf-8")
    files = [file for name in SOURCES for file in sorted((PACKAGE / name).rglob("*.py"))]
    if not files:
        return secrets.token_hex()
    return hashlib.sha256(b"".join(map(Path.read_bytes, files))).hexdigest()


def checkpoint_digest(state: TableState, log: LogDigest) -> str:
    """What a checkpoint fits: the sources, the board, the set-up and the entries before it."""
    parts = (
        source_digest(),
        sys.byteorder,
        state.game.digest,
        encode(state.setup).decode(),
        log.hash.hexdigest(),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# ---- making one
def can_save(state: TableState) -> bool:
    """Whether there is anything to save; lessons are short, and a deal comes first."""
    return state.seq > 0 and state.fault is None and state.lesson is None and not state.waiting


def make_checkpoint(start: Start) -> Checkpoint:
    state, log = start
    dump = zlib.compress(json.dumps(save_state(state), separators=(",", ":")).encode(), 1)
    return Checkpoint(state.seq, checkpoint_digest(state, log), dump)


def save_state(state: TableState) -> Saved:
    access = state.access
    return {
        **{name: getattr(state, name) for name in PLAIN},
        "dealt_at": state.dealt_at,
        "timed_out": sorted(state.timed_out),
        "assisted": sorted(state.assisted),
        "votes": [(seat, votes.level, sorted(votes.seats)) for seat, votes in state.votes.items()],
        "notices": [state.notices.count, state.notices.latest],
        "access": [list(map(sorted, access.tokens)), access.links, access.used],
        "mixing": state.mixing and {name: getattr(state.mixing, name) for name in MIXING},
        "match": save_match(state.match),
    }


# ---- going on from one
def starting_point(setup: Setup, entries: Sequence[Entry], saved: Checkpoint | None) -> Start:
    """Where the replay of a log starts: at a checkpoint that fits, else at the set-up."""
    found = None if saved is None else fitting_state(setup, entries, saved)
    return found or Start(TableState(setup), LogDigest())


def fitting_state(setup: Setup, entries: Sequence[Entry], saved: Checkpoint) -> Start | None:
    """The state of a checkpoint; None if it is of another log or other sources, or damaged."""
    if not 0 < saved.length <= len(entries):
        return None
    state = TableState(setup)
    log = LogDigest(entries[: saved.length])
    if saved.digest != checkpoint_digest(state, log):
        return None
    try:
        restore_state(state, saved.length, json.loads(zlib.decompress(saved.dump)))
    except UNFIT:
        return None
    return Start(state, log)


def restore_state(state: TableState, length: int, saved: Saved) -> None:
    """Bring a table that has just been set up to where its log has so many entries."""
    for name in PLAIN:
        setattr(state, name, saved[name])
    state.seq = length
    state.dealt_at = saved["dealt_at"]
    state.timed_out = set(saved["timed_out"])
    state.assisted = set(saved["assisted"])
    state.votes = {seat: Votes(level, frozenset(seats)) for seat, level, seats in saved["votes"]}
    restore_notices(state.notices, *saved["notices"])
    restore_access(state.access, *saved["access"])
    if state.mixing is not None:
        restore_mixing(state, state.mixing, saved["mixing"])
    restore_match(state.match, saved["match"])
    state.match.names = list(state.names)


def restore_notices(notices: Notices, count: int, latest: list[list[Any]]) -> None:
    notices.count = count
    notices.latest = tuple(Notice(*notice) for notice in latest)


def restore_access(
    access: Access, tokens: list[list[str]], links: list[str], used: dict[str, int]
) -> None:
    access.tokens = list(map(frozenset, tokens))
    access.links = links
    access.used = used


def restore_mixing(state: TableState, mixing: Mixing, saved: Saved) -> None:
    """Deal what people mixed."""
    for name in MIXING:
        setattr(mixing, name, saved[name])
    mix = mixing.mix()
    state.match = state.game.new(len(state.kinds), mix.dealt_seed, state.names)
    state.match.mix = mix
