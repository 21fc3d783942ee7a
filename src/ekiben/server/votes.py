"""Agreeing on a bot for somebody who is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.server.errors import ApiError
from ekiben.server.messages import Handover, Vote
from ekiben.server.seats import append_all_if_valid, check_level, check_seat_rate
from ekiben.server.store import Entry

if TYPE_CHECKING:
    from ekiben.server.table import Table
    from ekiben.server.viewers import Viewer


async def vote(table: Table, viewer: Viewer, request: Vote) -> None:
    """Agree, or no longer agree, for all seats of a page; the last one needed seats the bot."""
    check_level(table.state.game, request.level, len(table.state.kinds))
    for seat in voters(table, viewer, request.seat):
        check_seat_rate(table, seat)

    def make_entries() -> list[Entry]:
        own = voters(table, viewer, request.seat)
        if not request.agree:
            return withdrawn(table, request.seat, own)
        if table.state.kinds[request.seat] == "bot":
            return []  # repeated, or another process was first
        return agreed(table, request, own)

    await append_all_if_valid(table, make_entries)


def voters(table: Table, viewer: Viewer, absent: int) -> list[int]:
    """The viewer's seats that may agree."""
    kinds = table.state.kinds
    own = [seat for seat in sorted(viewer.seats) if kinds[seat] == "person" and seat != absent]
    if not own or absent >= len(kinds) or absent in viewer.seats:
        raise ApiError("not-your-seat", 403)
    return own


def withdrawn(table: Table, absent: int, own: list[int]) -> list[Entry]:
    votes = table.state.votes.get(absent)
    return [Entry("unvote", absent, by=seat) for seat in own if votes and seat in votes.seats]


def agreed(table: Table, request: Vote, own: list[int]) -> list[Entry]:
    """New votes, and the bot once all who are asked agree."""
    handover = table.viewers.handover(request.seat)
    if handover is None:
        raise not_away(table, request.seat)
    level = handover.level or request.level
    new = [seat for seat in own if seat not in handover.agreed]
    entries = [Entry("vote", request.seat, by=seat, level=level) for seat in new]
    if is_agreed(handover, new):
        entries.append(Entry("bot", request.seat, level=level))
    return entries


def is_agreed(handover: Handover, new: list[int]) -> bool:
    return set(handover.asked) <= {*handover.agreed, *new}


def not_away(table: Table, seat: int) -> ApiError:
    state = table.state
    if state.match.over:
        return ApiError("over")
    if state.kinds[seat] == "open":
        return ApiError("not-host", 403)
    seconds = round(table.settings.away)
    return ApiError("not-away", name=state.name_of(seat), seconds=seconds)


async def end_votes(table: Table, seats: frozenset[int]) -> None:
    """Let no vote count against people who are back."""

    def make_entries() -> list[Entry]:
        return [Entry("unvote", seat) for seat in sorted(seats) if seat in table.state.votes]

    await append_all_if_valid(table, make_entries)
