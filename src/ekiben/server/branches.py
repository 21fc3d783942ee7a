"""Branches: a finished game taken up again from one of its positions, alone against bots.

A branch is a table of its own. Its log begins with the actions of its parent, which the store
writes together with the set-up, so there is never half a branch. It has the luck of its parent. A
record that was played elsewhere becomes a table first.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from ekiben.server.branch_messages import NewBranch
from ekiben.server.errors import ApiError
from ekiben.server.ids import id_from
from ekiben.server.off_loop import off_loop
from ekiben.server.recorded_tables import RecordedTable, play_rows
from ekiben.server.request_bodies import NewSeat
from ekiben.server.seats import append_if_valid, check_level
from ekiben.server.store import Branch, BranchTable, Conflict, Entry, Row, Setup, Store
from ekiben.server.table import Table
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry, seat_setups

MAX_BRANCHES = 200  # of a table, and in a tree
USUAL_LEVEL = "medium"


# ---- playing on
async def begin_branch(
    registry: TableRegistry, parent: Table, wish: NewBranch, token: str, language: str
) -> Setup:
    """A table that plays on from a position; the same one if the request is repeated."""
    parent.check_readable()
    state = parent.state
    check_wish(state, wish)
    setup = branch_setup(state, wish, token, language)
    setup.created = registry.settings.wall()
    match = state.match.copy()
    rows = await off_loop(play_rows, match, wish.at, setup.created)
    if len(await registry.store.branches(parent.id, MAX_BRANCHES)) >= MAX_BRANCHES:
        raise ApiError("many-branches", 429, most=MAX_BRANCHES)
    try:
        await registry.store.put(setup, rows, False)
    except Conflict:
        await check_same(registry.store, setup)
    return setup


def check_wish(state: TableState, wish: NewBranch) -> None:
    """Refuse positions, seats and levels that this game does not have."""
    if wish.at >= len(state.match.actions) or wish.seat >= len(state.kinds):
        raise ApiError("no-position", 400)
    check_level(state.game, wish.level or USUAL_LEVEL, len(state.kinds), 400)


def branch_setup(state: TableState, wish: NewBranch, token: str, language: str) -> Setup:
    """The parent's game with its luck, its bots, and a person in the seat they chose."""
    before = state.setup
    seats = [
        NewSeat("you", name=wish.name)
        if seat == wish.seat
        else NewSeat("bot", wish.level or known or USUAL_LEVEL)
        for seat, known in enumerate(state.levels)
    ]
    return Setup(
        id=id_from(f"branch {before.id} {token}"),
        game=before.game,
        options=before.options,
        rules=before.rules,
        seed=f"{state.match.seed:x}",
        salt=secrets.token_hex(32),
        seats=seat_setups(seats, {wish.seat: token}, language),
        board=state.game.digest,
        chat=False,
        branch=Branch(before.id, wish.at, wish.seat),
    )


async def check_same(store: Store, setup: Setup) -> None:
    """Accept a repeated request; refuse a token that was used for another branch."""
    known = await store.setup(setup.id)
    if known is None or known.branch != setup.branch:
        raise ApiError("not-fresh", 400)


async def branch_tree(store: Store, root: str) -> list[BranchTable]:
    """All branches of a table and of its branches, parents before children."""
    found: list[BranchTable] = []
    asked = [root]
    while asked and len(found) < MAX_BRANCHES:
        some = await store.branches(asked.pop(0), MAX_BRANCHES - len(found))
        found += some
        asked += [one.setup.id for one in some]
    return found


async def is_played_elsewhere(store: Store, table: str, actions: Sequence[str]) -> bool:
    """Whether a record is none of a running branch, beyond what its parent tells already."""
    setup = await store.setup(table)
    if setup is None or setup.branch is msgspec.UNSET:
        return setup is None
    played = actions_of(await store.log(table))
    return len(played) <= setup.branch.at or list(actions[: len(played)]) != played


def actions_of(log: Iterable[Entry]) -> list[str]:
    """The actions of a log that were not taken back."""
    played: list[str] = []
    for entry in log:
        if entry.kind == "play":
            played.append(entry.action)
        elif entry.kind == "undo":
            played.pop()
    return played


# ---- sharing
async def share(table: Table, seat: int) -> None:
    """Note in the log, once, that whoever has the link may see the finished game."""

    def make_entry() -> Entry | None:
        return None if table.state.is_watchable else Entry("share", seat)

    await append_if_valid(table, make_entry)


# ---- records
async def store_record(registry: TableRegistry, line: str, asker: str) -> str:
    """The table of a record whose game is over; the first to bring the record stores it."""
    made = msgspec.json.decode(
        await registry.workers.recorded_table(line, asker), type=RecordedTable
    )
    if not made.entries:
        raise ApiError("not-over")
    now = registry.settings.wall()
    made.setup.created = now
    with suppress(Conflict):
        await registry.store.put(made.setup, [Row(now, entry) for entry in made.entries], True)
    return made.setup.id
