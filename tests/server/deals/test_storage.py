"""Deals in the store: they move with their results, and expire."""

import asyncio
import contextlib
import json
import random

from ekiben.cli import main
from ekiben.server.deal_store import DealResult
from ekiben.server.deals import daily_deal, proposed_game
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState

from ..test_expiry import DAYS, archived, up
from .club import TODAY, Club, begin, dealt_state, info


def test_deals_move_between_stores_with_their_results(tmp_path, address):
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path / "a", None, stack)
        who = club.house.person()
        deal = club.deal(who)
        club.finish(begin(who, deal, "Aoi"))
        before = info(who, deal)
    file = tmp_path / "games.jsonl"
    where = ["--database", address] if address else ["--data", str(tmp_path / "b")]
    assert main(["db", "export", "--data", str(tmp_path / "a"), "--out", str(file)]) == 0
    assert [main(["db", "import", str(file), *where]) for _ in range(2)] == [0, 0]
    assert main(["db", "check", *where]) == 0
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path / "b", address, stack)
        seen = info(who.elsewhere(club.house), deal)
        assert {**seen, "now": 0} == {**before, "now": 0} and len(seen["rows"]) == 1
    other = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    other["deal"]["seed"] = "99"
    file.write_text(json.dumps(other) + "\n")
    assert main(["db", "import", str(file), *where]) == 1


def test_results_outlive_their_tables_until_the_deal_expires(tmp_path, address):
    async def work():
        async with up(tmp_path, address) as server:
            deal = daily_deal(b"x" * 32, TODAY, proposed_game("london"), 1.0)
            assert await server.store.add_deal(deal) == deal
            setup = dealt_state(deal.id, "table1", "london", "easy").setup
            await server.store.create(setup)
            state, lot = TableState(setup), random.Random(2)
            while not state.match.over:
                state.apply(Entry("play", state.match.seat, str(lot.choice(state.match.legal()))))
            entries = [
                Entry("play", seat, str(action))
                for seat, action in zip(state.match.actors, state.match.actions, strict=True)
            ]
            await server.store.append("table1", 0, entries, True)
            await server.age(DAYS + 1)
            assert await server.expire() == ["table1"]
            lines = archived(tmp_path)
            assert json.loads(lines[-1])["results"][0]["table"] == "table1"
            assert json.loads(lines[-1])["deal"]["id"] == deal.id
            assert await server.store.deal(deal.id) is None

    asyncio.run(work())


def test_a_cut_log_loses_its_result(tmp_path):
    async def work():
        store = SqliteStore(tmp_path)
        try:
            deal = daily_deal(b"x" * 32, TODAY, proposed_game("london"), 1.0)
            await store.add_deal(deal)
            setup = dealt_state(deal.id, "table1", "london", "easy").setup
            await store.create(setup)
            await store.append("table1", 0, [Entry("bot", 0, level="easy")], True)
            result = DealResult("table1", "d", 1.0, ["Aoi"], [5], 1, 1, 3)
            await store.add_result(deal.id, result)
            await store.add_result(deal.id, result)
            assert await store.results(deal.id) == [result]
            await store.truncate("table1", await store.raw_rows("table1"), 0, False)
            assert await store.results(deal.id) == []
        finally:
            await store.close()

    asyncio.run(work())
