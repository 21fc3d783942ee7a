"""Long work in slices, and the latest entries kept for pages that come back."""

import asyncio
import random
import time

import pytest

from ekiben.server.checkpoints import LogDigest, Start
from ekiben.server.recent_entries import MAX_MISSED, RecentEntries
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState
from ekiben.server.time_slices import SLICE, run_in_slices

from .test_loop import setup_of


def test_what_is_kept_of_the_latest_entries_is_bounded():
    made = setup_of("table", 2, "london")
    table = TableState(made)
    recent, luck = RecentEntries(Start(table, LogDigest())), random.Random(1)
    while not table.match.over:
        entry = Entry("play", table.match.seat, str(luck.choice(table.match.legal())))
        table.apply(entry)
        recent.add(entry)
        assert (
            len(recent.entries) <= 2 * MAX_MISSED
            and recent.older.seq + len(recent.entries) == table.seq
        )
        assert (
            recent.since(0) is None
            and recent.since(table.seq) is None
            and recent.since(table.seq - MAX_MISSED - 1) is None
        )
        missed = recent.since(max(1, table.seq - MAX_MISSED))
        if table.seq in (2, MAX_MISSED, MAX_MISSED + 1) or table.seq % 9 == 0:
            assert (
                list(missed.collect(0, "en"))
                and missed.complete
                and missed.state.match.digest() == table.match.digest()
            )
            assert [update.seq for update in missed.updates] == list(
                range(max(1, table.seq - MAX_MISSED) + 1, table.seq + 1)
            )


# ---- slices
def test_long_work_lets_others_have_a_turn():
    """A short piece of work that comes later is done long before a long one."""
    done = []

    def steps(name, seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            yield
        done.append(name)

    async def race():
        long = asyncio.ensure_future(run_in_slices(steps("long", 40 * SLICE)))
        await asyncio.sleep(0)
        turns = 0
        short = asyncio.ensure_future(run_in_slices(steps("short", SLICE / 4)))
        while not long.done():
            turns += 1
            await asyncio.sleep(0)
        await short
        return turns

    assert asyncio.run(race()) > 10 and done == ["short", "long"]


def test_a_failing_step_is_raised():
    def steps():
        yield
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        asyncio.run(run_in_slices(steps()))
