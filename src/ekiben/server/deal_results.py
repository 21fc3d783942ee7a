"""How a table of a deal ended, from its log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import groupby

from ekiben.server.deal_store import Deal, DealResult, DealStore, Flaw
from ekiben.server.errors import ApiError
from ekiben.server.store import Row
from ekiben.server.table_state import TableState

DAY = 24 * 3600.0
HELP = ("bot", "assist")  # entries after which a result is not the person's own


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ApiError("no-day", 404) from None


def day_end(day: str) -> float:
    """When a day (UTC) is over, in seconds since 1970."""
    return datetime.combine(parse_day(day), datetime.min.time(), UTC).timestamp() + DAY


def closing_time(deal: Deal) -> float | None:
    """When a daily deal is over; other deals never are."""
    return day_end(deal.day) if deal.day else None


def result_of(
    deal: Deal, state: TableState, rows: Sequence[Row], *, closes: float | None, attempt: int
) -> DealResult:
    """The result of a table that is over."""
    people = deal.people
    scores = state.match.scores()
    own = [scores[seat] for seat in people]
    bots = [score for seat, score in enumerate(scores) if seat not in people]
    ended = max((row.at for row in rows if row.entry.kind == "play"), default=0.0)
    return DealResult(
        table=state.setup.id,
        device=state.setup.device or state.setup.id,
        at=ended,
        names=[state.names[seat] for seat in people],
        scores=own,
        margin=max(own) - max(bots) if bots else 0,
        place=best_place(state.match.ranking(), people),
        turns=turn_count(state.match.actors, people),
        flaw=flaw_of(rows, people, ended, closes),
        attempt=attempt,
        defaults=[state.default_names[seat] for seat in people],
    )


async def note_result(store: DealStore, deal: Deal, state: TableState, rows: Sequence[Row]) -> None:
    """Store the result of a table that is over; the first time counts."""
    setup = state.setup
    begun = await store.device_tables(deal.id, setup.device or "")
    attempt = 1 + sum(one.created < setup.created for one in begun)
    result = result_of(deal, state, rows, closes=closing_time(deal), attempt=attempt)
    await store.add_result(deal.id, result)


def best_place(ranking: list[list[int]], people: Sequence[int]) -> int:
    """The place of the best of them; seats that share a place have the same."""
    ahead = 0
    for group in ranking:
        if any(seat in people for seat in group):
            break
        ahead += len(group)
    return ahead + 1


def turn_count(actors: Sequence[int], people: Sequence[int]) -> int:
    """How often people were to act, choices of one turn counted once."""
    return sum(seat in people for seat, _ in groupby(actors))


def flaw_of(rows: Sequence[Row], people: Sequence[int], ended: float, closes: float | None) -> Flaw:
    """Why the result does not count, if it does not."""
    if any(row.entry.kind in HELP and row.entry.seat in people for row in rows):
        return "helped"
    return "late" if closes is not None and ended >= closes else ""
