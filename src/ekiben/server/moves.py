"""Moves of people at a table: acting, taking back, and asking why an action is not legal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ekiben.core.errors import EkibenError, Illegal
from ekiben.server.errors import ApiError, IllegalAction, LateWrite
from ekiben.server.messages import WhyAnswer
from ekiben.server.store import Entry
from ekiben.server.table import Table
from ekiben.server.table_state import TableState
from ekiben.server.time_slices import run_in_slices
from ekiben.server.viewers import Viewer


async def act(table: Table, viewer: Viewer, position: int, actions: list[str]) -> None:
    """Play actions; try again while other writers come first but leave the position unchanged."""
    async with table.write_lock():
        await table.catch_up(position)
        seq = -1
        while seq < table.state.seq:
            seq = table.state.seq
            check_position(table, position)
            with suppress(LateWrite):
                return await table.append(*await draft_entries(table, viewer, actions))
        raise LateWrite


async def undo(table: Table, viewer: Viewer, position: int) -> None:
    async with table.write_lock():
        await table.catch_up(position)
        check_position(table, position)
        seat = table.state.undo_seat
        if seat is None or seat not in viewer.seats:
            raise ApiError("no-undo")
        spent = table.turns.elapsed_ms() if table.state.clocked_seat == seat else 0
        await table.append([Entry("undo", seat, spent=spent)], False)


def why_not(table: Table, viewer: Viewer, request: int, notation: str) -> WhyAnswer:
    """Whether an action is legal; only the seat to act may ask, since its hand decides."""
    seat_to_act(table, viewer)
    match = table.state.match
    try:
        action = match.action(notation)
    except EkibenError as error:
        raise ApiError("not-an-action", action=notation) from error
    refusal = match.why_not(action)
    if refusal is None:
        return WhyAnswer(request=request, action=str(action), legal=True)
    illegal = IllegalAction(table.state.game.board, action, refusal)
    return illegal.why_answer(request, viewer.language)


def seat_to_act(table: Table, viewer: Viewer) -> int:
    """The seat to act, if it is the viewer's."""
    if table.state.waiting:
        raise ApiError("not-dealt")
    seat = table.state.match.seat
    if seat is None:
        raise ApiError("over")
    if seat not in viewer.seats or table.state.kinds[seat] != "person":
        raise ApiError("not-yours", name=table.state.name_of(seat))
    return seat


def check_position(table: Table, position: int) -> None:
    """Refuse an answer to an older position; people who sat down since then do not matter."""
    if not table.state.last_move <= position <= table.state.seq:
        raise ApiError("late")


# ---- drafts
async def draft_entries(
    table: Table, viewer: Viewer, actions: list[str]
) -> tuple[list[Entry], bool]:
    """The entries of a seat's actions while it is its turn, and whether they end the game."""
    seat = seat_to_act(table, viewer)
    draft = table.state.copy()
    entries = [draft_entry(draft, seat, actions[0], table.turns.elapsed_ms())]
    await run_in_slices(draft_further(draft, seat, actions[1:], entries))
    return entries, draft.match.over


def draft_further(
    draft: TableState, seat: int, actions: list[str], entries: list[Entry]
) -> Iterator[None]:
    """Add the entries of further actions, until one is not legal or another seat is to act."""
    with suppress(ApiError):
        for notation in actions:
            if draft.match.seat != seat:
                return
            entries.append(draft_entry(draft, seat, notation))
            yield


def draft_entry(draft: TableState, seat: int, notation: str, spent: int = 0) -> Entry:
    """The entry of an action, tried on a draft of the table's state."""
    match = draft.match
    try:
        action = match.action(notation)
        entry = Entry("play", seat, action=str(action), spent=spent)
        draft.apply(entry)
    except Illegal as error:
        raise IllegalAction(draft.game.board, action, error.refusal) from error
    except EkibenError as error:
        raise ApiError("not-an-action", action=notation) from error
    return entry
