"""Searches in the page: workers make their calls, and the choices are those of everywhere else."""

import asyncio
import gc
import json
import logging

import numpy as np
import pytest
from choice_log import FEW, LIMIT, LOG, play

import ekiben
from ekiben import bots
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.expert import RouteExpert
from ekiben.page.serve import Page
from ekiben.page.thinking import Thinking

from .worker_stand_in import JsBytes, StandIn

compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
CHOICES = json.loads(LOG.read_text())


def thinking_over(workers):
    return Thinking(workers, JsBytes)


def chooser(workers):
    """Choose with the page's driver; the workers share every round."""
    thinking = thinking_over(workers)

    def choose(bot, match):
        limit = bots.Limit(LIMIT.seconds, thinking.threads)
        return asyncio.run(thinking.run(bot.think(match.view(match.seat), match.legal(), limit)))

    return choose


def open_question(name="london"):
    """A match at a question that is worth a search, and an expert for it."""
    game = ekiben.load(name)
    match = game.new(seats=2, seed=5)
    while len(match.legal()) < 8:
        match.play(match.legal()[0])
    bot = RouteExpert(1, rollouts=64)
    bot.sit(game)
    return match, bot


def work_for(match, bot, threads=2):
    return bot.think(match.view(match.seat), match.legal(), bots.Limit(1.0, threads))


# ---- the same choices
@compiled_only
@pytest.mark.parametrize("name", ekiben.games())
def test_experts_choose_in_the_page_as_anywhere_else(name):
    workers = StandIn(size=3)
    assert play(name, "expert", chooser(workers), FEW) == CHOICES[f"{name} expert"][:FEW]
    assert {"try_moves", "play_moves", "play_out"} & set(workers.log)


@compiled_only
@pytest.mark.parametrize(
    ("key", "kernel"),
    [
        ("america searcher", "try_moves"),
        ("london expert", "play_moves"),
        ("tokyo expert", "play_out"),
    ],
)
def test_a_call_that_fails_in_a_worker_is_made_here(key, kernel, caplog):
    with caplog.at_level(logging.WARNING, "ekiben.server"):
        chosen = play(*key.split(), chooser(StandIn(fails=(kernel,))), FEW)
    assert chosen == CHOICES[key][:FEW]
    assert caplog.records[0].facts == {"kernel": kernel, "why": "unreachable"}


@compiled_only
def test_without_workers_the_calls_are_made_here():
    assert play("london", "expert", chooser(None), FEW) == CHOICES["london expert"][:FEW]


# ---- what is sent
@compiled_only
def test_boards_and_tables_are_sent_once_and_forgotten_with_the_bot():
    match, bot = open_question()
    workers = StandIn()
    thinking = thinking_over(workers)
    for _ in range(2):
        asyncio.run(thinking.run(work_for(match, bot)))
    assert sorted(map(len, workers.kept.values())) == sorted(
        [len(match.game.boards), len(bot.packed_tables)]
    )
    assert workers.sent / workers.log.count("try_moves") < 40_000
    del bot
    gc.collect()
    assert [len(kept) for kept in workers.kept.values()] == [len(match.game.boards)]


# ---- while it thinks
@compiled_only
def test_others_have_their_turn_while_a_search_waits():
    async def scene():
        match, bot = open_question()
        gate = asyncio.Event()
        thinking = thinking_over(StandIn(open=gate))
        search = asyncio.ensure_future(thinking.run(work_for(match, bot)))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not search.done()
        gate.set()
        return await search in match.legal()

    assert asyncio.run(scene())


@compiled_only
def test_a_search_that_is_cancelled_drops_its_calls():
    async def scene():
        match, bot = open_question()
        workers = StandIn(open=asyncio.Event())
        work = work_for(match, bot)
        search = asyncio.ensure_future(thinking_over(workers).run(work))
        for _ in range(5):
            await asyncio.sleep(0)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        assert workers.cancelled == [1] and work.gi_frame is None

    asyncio.run(scene())


@compiled_only
def test_workers_get_ready_before_the_clock_of_a_search_runs():
    match, bot = open_question()
    bot.rollouts, looks = 0, []

    class Slow(StandIn):
        async def ready(self):
            looks.append("ready")

    bot.clock = lambda: looks.append("clock") or float(len(looks))
    asyncio.run(thinking_over(Slow()).run(work_for(match, bot)))
    assert looks[0] == "ready" and "clock" in looks


def test_arrays_of_any_shape_are_written_back():
    from ekiben.core.kernel_calls import KernelCall
    from ekiben.page.thinking import KeptArrays, Letter

    letter = Letter(KeptArrays(StandIn(), JsBytes))
    arrays = (np.zeros((2, 3), np.int64), np.zeros(5, np.uint8), np.zeros(1))
    letter.describe(KernelCall(BUILDS, "try_moves", arrays))
    sent = np.frombuffer(letter.data(), np.uint8).copy()
    sent[:48].view(np.int64)[:] = range(6)
    sent[-8:].view(np.float64)[:] = 0.5
    letter.take(sent, [True])
    assert arrays[0].tolist() == [[0, 1, 2], [3, 4, 5]] and arrays[2][0] == 0.5


# ---- the whole server
TABLE = {
    "game": "london",
    "options": {},
    "seats": [{"kind": "bot", "level": "expert"}, {"kind": "you"}],
}


class Heard(list):
    """What a socket of the page was told."""

    def __call__(self, kind, text="", code=0, reason=""):
        self.append((kind, text))

    def texts(self):
        return [json.loads(text) for kind, text in self if kind == "text"]


@pytest.fixture
def page_over(tmp_path, monkeypatch):
    """A page whose expert always has several moves to try, however sure its network is."""
    monkeypatch.setattr("ekiben.page.thinking.to_js", JsBytes)
    monkeypatch.setattr("ekiben.bots.routes.network_expert.GAP", 100.0)

    def make(workers):
        return Page(None, workers, {"settings": {"data": tmp_path, "pace": 0.0, "step": 0.0}})

    return make


async def table_with_expert(page):
    """A table where the expert is to choose its tickets, and its socket."""
    await page.start()
    _, _, made = await page.http("POST", "/api/tables", "en", json.dumps(TABLE))
    heard = Heard()
    page.open(1, f"/api/tables/{json.loads(made)['table']}/play", heard)
    return heard


async def until(is_so):
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


@compiled_only
def test_the_server_answers_while_the_expert_thinks(page_over):
    async def scene():
        workers = StandIn(open=asyncio.Event())
        page = page_over(workers)
        heard = await table_with_expert(page)
        await until(lambda: workers.asked and heard.texts())
        for path in ("/api/home", "/api/clauses/RT-4.6"):
            assert (await page.http("GET", path))[0] == 200
        before = len(heard.texts())
        page.say(1, json.dumps({"type": "language", "request": 1, "language": "ja"}))
        await until(lambda: len(heard.texts()) > before)
        assert "play_moves" not in workers.log
        workers.open.set()
        await until(lambda: "play_moves" in workers.log)
        await until(lambda: len(heard.texts()) > before + 1)
        await page.stop()

    BUILDS.fastest()
    asyncio.run(scene())


@compiled_only
def test_a_page_that_is_closed_drops_its_search(page_over):
    async def scene():
        workers = StandIn(open=asyncio.Event())
        page = page_over(workers)
        await table_with_expert(page)
        await until(lambda: workers.asked)
        await page.stop()
        assert workers.cancelled == [1]

    BUILDS.fastest()
    asyncio.run(scene())
