"""Bots think in processes of their own: what they are asked, and what happens when one fails."""

import asyncio

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.levels import MASTER, NAMES, Level, level, levels
from ekiben.core.errors import EkibenError
from ekiben.server import workers as module
from ekiben.server.jobs import ReviewPart
from ekiben.server.store import SeatSetup, Setup
from ekiben.server.table_state import TableState, cached_game
from ekiben.server.workers import WorkerPool

from .serving import Patient, serving


def state_of(name="london", table="table"):
    return TableState(
        Setup(
            table,
            name,
            {},
            1,
            "7",
            "0" * 64,
            [SeatSetup("bot", f"B{seat}", "medium") for seat in range(2)],
        )
    )


def with_workers(work, count=1):
    async def run():
        workers = WorkerPool(count)
        try:
            return await work(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


def test_a_bot_in_another_process_chooses_and_one_that_died_is_replaced():
    state = state_of()

    async def work(workers):
        chosen, pids = [], []
        for _ in range(3):
            chosen.append(await workers.choose(state))
            process = workers.bot_worker(state).process
            pids.append(process.pid)
            process.kill()
            await process.wait()
        return chosen, pids

    chosen, pids = with_workers(work)
    assert (
        len(set(chosen)) == 1
        and chosen[0] in [action.id for action in state.match.legal()]
        and len(set(pids)) == 3
    )


@pytest.mark.parametrize(
    ("count", "servers", "bot_workers", "threads"),
    [(None, 1, 2, 4), (1, 1, 1, 8), (2, 2, 2, 2), (16, 1, 16, 1)],
)
def test_those_who_think_share_the_cores(monkeypatch, count, servers, bot_workers, threads):
    monkeypatch.setattr(module, "cores", lambda: 8)
    workers = WorkerPool(count, servers)
    assert (len(workers.bot_workers), workers.threads) == (bot_workers, threads)
    asked = module.choose_job(state_of(), 0, "expert", bots.Limit(1.0, workers.threads))
    assert asked.limit == bots.Limit(1.0, threads)


def test_a_bot_that_fails_or_hangs_is_played_for(monkeypatch, caplog):
    state = state_of()
    legal = [action.id for action in state.match.legal()]
    specs = {"easy": "random", "medium": "nobody"}
    known = {name: Level(name, spec, 1.0, (2,)) for name, spec in specs.items()}
    monkeypatch.setattr(module, "levels", lambda game: known)
    assert with_workers(lambda workers: workers.choose(state)) in legal
    monkeypatch.setattr(module, "BOT_GRACE", -1.0)
    assert with_workers(lambda workers: workers.choose(state)) in legal
    failed = [
        record.facts["bot"] for record in caplog.records if record.getMessage() == "bot failed"
    ]
    assert failed == ["nobody", "nobody"] + ["nobody", "nobody", "random"]


def test_a_tables_bots_always_think_in_the_same_process():
    async def work(workers):
        return [
            {id(workers.bot_worker(state_of(table=table))) for _ in range(3)}
            for table in ("a", "b", "c", "d", "e")
        ]

    homes = with_workers(work, count=2)
    assert all(len(home) == 1 for home in homes) and len(set.union(*homes)) == 2


def test_replays_are_made_in_a_process_and_bad_records_are_refused_in_words():
    state = state_of()
    state.match.play(state.match.legal()[0])

    async def work(workers):
        shown = await workers.replay(str(state.match.record()), 0, "en")
        with pytest.raises(EkibenError, match="not a record"):
            await workers.replay("{}", "all", "en")
        return shown

    assert b'"plies":1' in with_workers(work)


# ---- levels
@pytest.mark.parametrize("name", ekiben.games())
def test_every_game_has_all_levels(name):
    game = cached_game(name, {})
    found = levels(game)
    assert tuple(found) == tuple(
        one for one in NAMES if one != MASTER or BOT_FAMILY.of(game).learned_seats(game)
    )
    for one in found.values():
        bots.make(one.spec, 0, game)
    with pytest.raises(EkibenError, match="Levels: beginner, easy"):
        level(game, "divine")


# ---- when they are asked
def test_where_only_bots_play_they_wait_for_somebody_to_watch(house):
    person = house.person()
    table = person.table("london", "bot bot", public=True)
    assert person.get(f"/api/tables/{table}").json()["seq"] == 0
    page = person.page(table, None)
    while not page.until("update")["over"]:
        pass
    assert person.get(f"/api/tables/{table}").json()["over"]


def test_nobody_waits_for_a_bot_that_thinks(tmp_path):
    with serving(tmp_path, Patient()) as house:
        person = house.person()
        page = person.page(person.table("london", "bot you"), 1)
        page.until("snapshot")
        assert page.ask("ping")["type"] == "pong" and page.position["seat"] == 0
        assert person.page(person.table("america", "you bot")).until("snapshot")["legal"]


def test_workers_are_told_to_load_what_a_review_needs_if_it_is_compiled(monkeypatch):
    asked = []

    class Loader:
        async def ask(self, job, seconds):
            asked.append(job)
            raise module.WorkerLost("it died")

        async def stop(self):
            """Nothing runs."""

    async def work():
        workers = WorkerPool(1, new_worker=Loader)
        for is_there in (False, True):
            monkeypatch.setattr(module, "is_compiled", lambda game, is_there=is_there: is_there)
            await workers.prepare_reviews("london")
            asked.append(is_there)

    asyncio.run(work())
    wanted = module.LoadJob("london", reviews=True)
    assert asked == [False, wanted, wanted, True]


def test_no_review_is_begun_before_its_machine_code_is_there(monkeypatch):
    monkeypatch.setattr(module, "is_compiled", lambda game: False)
    part = ReviewPart("key", "london", "{}", 0)

    async def work(workers):
        with pytest.raises(module.ApiError, match="preparing") as caught:
            await workers.review(module.ReviewJob(part, module.SavedReview(0, 0.0, b""), 1))
        return caught.value.status

    assert with_workers(work) == 503
