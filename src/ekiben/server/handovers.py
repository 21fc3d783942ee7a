"""When a bot may play on for somebody who is away, and who has to agree to it."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.server.messages import Handover
from ekiben.server.table_state import TableState

IsAway = Callable[[int], bool]  # whether a seat's person has been away for long


def handover(state: TableState, seat: int, is_away: IsAway) -> Handover | None:
    """Who has to agree that a bot takes the seat, and who does; None if it may not be asked.

    Everybody else at the table is asked, except those who have been away for long themselves: a
    page that is merely opened again loses nobody their vote.
    """
    if state.match.over or not may_be_asked(state, seat, is_away):
        return None
    asked = [
        other
        for other, kind in enumerate(state.kinds)
        if other != seat and kind == "person" and not is_away(other)
    ]
    votes = state.votes.get(seat)
    return Handover(
        asked=asked,
        agreed=sorted(votes.seats.intersection(asked)) if votes else [],
        level=votes.level if votes else None,
    )


def may_be_asked(state: TableState, seat: int, is_away: IsAway) -> bool:
    """Whether the person is away, or the host, who alone could fill an open seat."""
    if state.kinds[seat] == "open":
        return all(map(is_away, state.host_seats))
    return state.kinds[seat] == "person" and is_away(seat)
