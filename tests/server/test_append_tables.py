"""One table in two processes: a claim with its payment while the other process writes too."""

import asyncio
import contextlib
import random

import pytest

from ekiben.server import moves, seats
from ekiben.server.errors import ApiError
from ekiben.server.notifier import LocalNotifier
from ekiben.server.postgres import PostgresStore
from ekiben.server.postgres_notifier import PostgresNotifier
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState, replay_state
from ekiben.server.tables import TableRegistry
from ekiben.server.viewers import Viewer

from .serving import AT_ONCE, Patient
from .test_append import fresh


def before_claim():
    """The log until seat 0 may claim a route, and the two actions that claim and pay for it."""
    state, luck, entries = TableState(fresh()), random.Random(5), []
    while True:
        claims = [str(action) for action in state.match.legal() if action.verb == "claim"]
        if claims and state.match.seat == 0:
            paid = state.copy()
            paid.match.play(claims[0])
            return entries, [claims[0], str(paid.match.legal()[0])]
        entries.append(Entry("play", state.match.seat, str(luck.choice(state.match.legal()))))
        state.apply(entries[-1])


@contextlib.asynccontextmanager
async def two_tables(tmp_path, address):
    """The same table in two registries, as two processes have it; they hear of each other over
    PostgreSQL if an address is given.
    """
    shared = None if address else SqliteStore(tmp_path)
    stores = [shared or PostgresStore(address, f"process{n}") for n in range(2)]
    notifiers = [
        LocalNotifier() if shared else PostgresNotifier(address, f"process{n}") for n in range(2)
    ]
    registries = [
        TableRegistry(store, notifier, Patient(), Settings(tmp_path, **AT_ONCE))
        for store, notifier in zip(stores, notifiers, strict=True)
    ]
    for part in (*stores, *notifiers):
        await part.open()
    entries, act = before_claim()
    await stores[0].create(fresh())
    await stores[0].append(fresh().id, 0, entries, False)
    yield [await registry.table(fresh().id) for registry in registries], act
    for part in (*registries, *notifiers, *dict.fromkeys(stores)):
        await part.close()


OTHERS = {
    "the opponent leaves": lambda table, seq, act: seats.leave(
        table, Viewer(frozenset([1]), 1, "en"), 1, "easy"
    ),
    "a second tab": lambda table, seq, act: moves.act(
        table, Viewer(frozenset([0]), 0, "en"), seq, act[:1]
    ),
}


class Overtaken:
    """A store to which another process writes something just before the first append."""

    def __init__(self, store, other):
        self.store, self.other, self.outcome = store, other, []

    def __getattr__(self, name):
        return getattr(self.store, name)

    async def append(self, *what):
        if not self.outcome:
            self.outcome = await asyncio.gather(self.other, return_exceptions=True)
        await self.store.append(*what)


async def both(tables, seq, act, other, first):
    """What came of the claim here and of the other's wish there."""
    viewer, there = Viewer(frozenset([0]), 0, "en"), OTHERS[other](tables[1], seq, act)
    if not first:
        return await asyncio.gather(
            moves.act(tables[0], viewer, seq, act), there, return_exceptions=True
        )
    store = tables[0].store = Overtaken(tables[0].store, there)
    return [
        *await asyncio.gather(moves.act(tables[0], viewer, seq, act), return_exceptions=True),
        *store.outcome,
    ]


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("first", [True, False], ids=["before", "together"])
def test_a_claim_with_its_payment_at_one_process_and_something_else_at_another(
    tmp_path, request, kind, other, first
):
    address = request.getfixturevalue("address") if kind == "postgres" else None

    async def work():
        async with two_tables(tmp_path, address) as (tables, act):
            seq = tables[0].state.seq
            outcomes = await both(tables, seq, act, other, first)
            log = await tables[0].store.log(fresh().id)
            for table in tables:
                await table.refresh()
            return (
                act,
                log[seq:],
                outcomes,
                replay_state(fresh(), log).match.digest(),
                {table.state.match.digest() for table in tables},
            )

    act, written, outcomes, digest, digests = asyncio.run(work())
    assert digests == {digest}
    assert all(
        one is None or (isinstance(one, ApiError) and one.code == "late") for one in outcomes
    ), outcomes
    played = [entry.action for entry in written if entry.kind == "play"]
    if other == "a second tab":
        assert outcomes.count(None) == 1 and played == (act if outcomes[0] is None else act[:1])
    else:
        assert outcomes[0] is None and played == act  # somebody who leaves does not spoil a claim
        assert [entry.kind for entry in written].count("bot") == (outcomes[1] is None)
