"""Who sits where: taking, sharing, naming and leaving seats, bots in them, and playing again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from ekiben.bots.levels import WrongTable, level
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.server.errors import ApiError, LateWrite
from ekiben.server.names import clean_name
from ekiben.server.store import Entry
from ekiben.texts import say
from ekiben.texts.tables import tables_text

if TYPE_CHECKING:
    from ekiben.server.table import Table
    from ekiben.server.viewers import Viewer

MAX_TRIES = 5  # to write an entry that is still valid when other writers came first


async def append_if_valid(table: Table, make_entry: Callable[[], Entry | None]) -> None:
    """Write an entry made from the latest log; None means nothing is left to do."""

    def make_entries() -> list[Entry]:
        entry = make_entry()
        return [] if entry is None else [entry]

    await append_all_if_valid(table, make_entries)


async def append_all_if_valid(table: Table, make_entries: Callable[[], list[Entry]]) -> None:
    """Write entries made from the latest log; without any, nothing is left to do.

    Of several people who want the same seat, in whichever process, the first gets it.
    """
    async with table.write_lock():
        for _ in range(MAX_TRIES):
            entries = make_entries()
            if not entries:
                return
            with suppress(LateWrite):
                return await table.append(entries, table.state.match.over)
        raise LateWrite


# ---- access
async def sit(table: Table, link: str, token: str, name: str) -> None:
    """Exchange a link for a token (both as hashes); a repeated request succeeds again."""

    def make_entry() -> Entry | None:
        access = table.state.access
        seat = access.seat_of_unused_link(link)
        if seat is not None:
            return Entry("sit", seat, name=name, token=token)
        if link not in access.used:
            raise ApiError("no-seat", 403)
        if token not in access.tokens[access.used[link]]:
            raise ApiError("used-link", 410)
        return None

    await append_if_valid(table, make_entry)


async def join(table: Table, token: str, name: str) -> None:
    """Take the first open seat of a table in the lobby; a repeated request succeeds again."""

    def make_entry() -> Entry | None:
        state = table.state
        if state.access.knows(token):
            return None
        check_joinable(table)
        if not state.open_seats:
            raise ApiError("taken")
        return Entry("sit", state.open_seats[0], name=name, token=token)

    await append_if_valid(table, make_entry)


def check_joinable(table: Table) -> None:
    if not table.state.setup.is_listed:
        raise ApiError("not-listed", 403)
    if table.state.match.over:
        raise ApiError("over")


def link_purpose(table: Table, link: str, own: frozenset[int]) -> Literal["seat", "device", "own"]:
    """What a link (as a hash) opens; raise an error if it opens nothing."""
    access = table.state.access
    if access.seat_of_link(link) in own:
        return "own"
    seat = access.seat_of_unused_link(link)
    if seat is None:
        raise ApiError("used-link", 410) if link in access.used else ApiError("no-seat", 403)
    return "device" if access.tokens[seat] else "seat"


async def make_link(table: Table, seat: int, tokens: frozenset[str], link: str) -> None:
    """Make a link for another device of the seat's person, or to a seat nobody has taken yet."""

    def make_entry() -> Entry:
        check_link_rights(table, seat, tokens)
        return Entry("link", seat, token=link)

    await append_if_valid(table, make_entry)


async def reset(table: Table, seat: int, tokens: frozenset[str], token: str) -> None:
    """Revoke all other tokens and links of the seat."""

    def make_entry() -> Entry | None:
        if token in table.state.access.tokens_of(seat):
            return None  # repeated
        if seat not in table.state.access.seats_of(tokens):
            raise ApiError("not-your-seat", 403)
        check_not_rematched(table)
        return Entry("reset", seat, token=token)

    await append_if_valid(table, make_entry)


def check_link_rights(table: Table, seat: int, tokens: frozenset[str]) -> None:
    """Links to taken seats are for their person, links to open seats for the table's host."""
    own = table.state.access.seats_of(tokens)
    if seat not in own and table.state.is_taken(seat):
        raise ApiError("not-your-seat", 403)
    if seat not in own and not own & table.state.host_seats:
        raise ApiError("not-host", 403)
    check_not_rematched(table)


def check_not_rematched(table: Table) -> None:
    """The rematch has copied the tokens, so a change here would not reach it."""
    if table.state.again is not None:
        raise ApiError("moved-on")


# ---- people and bots
async def leave(table: Table, viewer: Viewer, seat: int, wanted: str) -> None:
    async with table.write_lock():
        table.check_own_seat(viewer, seat)
        await seat_bot(table, seat, wanted)


async def come_back(table: Table, viewer: Viewer, seat: int) -> None:
    async with table.write_lock():
        table.check_own_seat(viewer, seat)
        if seat in table.state.timed_out:
            raise ApiError("timed-out")
        if table.state.kinds[seat] == "bot":
            await table.append([Entry("back", seat)], table.state.match.over)


async def replace(table: Table, viewer: Viewer, seat: int, wanted: str) -> None:
    """Seat a bot where nobody has come yet; that is up to the table's host."""
    async with table.write_lock():
        state = table.state
        if not viewer.seats or seat >= len(state.kinds):
            raise ApiError("not-your-seat", 403)
        if not viewer.seats & state.host_seats:
            raise ApiError("not-host", 403)
        if state.kinds[seat] == "person":
            raise ApiError("not-open", name=state.name_of(seat))
        await seat_bot(table, seat, wanted)


async def rename(table: Table, viewer: Viewer, seat: int, wanted: str) -> None:
    """Change the name of one's own seat."""
    name = clean_name(wanted)
    table.check_own_seat(viewer, seat)
    if not name:
        raise ApiError("no-name")
    check_seat_rate(table, seat)

    def make_entry() -> Entry | None:
        table.check_own_seat(viewer, seat)
        return None if table.state.names[seat] == name else Entry("name", seat, name=name)

    await append_if_valid(table, make_entry)


def check_seat_rate(table: Table, seat: int) -> None:
    if not table.seat_rate.allows(str(seat)):
        raise ApiError("slow-down")


async def seat_bot(table: Table, seat: int, wanted: str, timeout: bool = False) -> None:
    """Give the seat to a bot while holding the write lock."""
    check_level(table.state.game, wanted, len(table.state.kinds))
    if table.state.kinds[seat] != "bot":
        entry = Entry("bot", seat, level=wanted, timeout=timeout)
        await table.append([entry], table.state.match.over)


def check_level(game: Game, wanted: str, seats: int, status: int = 409) -> None:
    """Refuse a level that the game does not have, or not at tables of this size."""
    try:
        level(game, wanted, seats)
    except WrongTable as error:
        raise level_elsewhere(error, status) from error
    except EkibenError as error:
        raise ApiError("no-level", status, level=wanted) from error


def level_elsewhere(error: WrongTable, status: int) -> ApiError:
    """The refusal of a level that is offered at tables of other sizes."""
    known = error.level
    return ApiError(
        "level-elsewhere",
        status,
        level=lambda language: say(f"server.levels.{known.name}", language),
        tables=lambda language: tables_text(known.seats, language),
    )


async def write_rematch(table: Table, rematch: str, seq: int) -> str:
    """Note where the same people play again; the first request decides.

    `seq` is the length of the log from which the rematch was set up.
    """
    async with table.write_lock():
        if table.state.again is None:
            if table.state.seq != seq:
                raise ApiError("late")
            with suppress(ApiError):  # another process was first
                await table.append([Entry("again", table=rematch)], table.state.match.over)
        if table.state.again is None:
            raise ApiError("store", 503)
        return table.state.again
