"""Preparing the engine: one child compiles, everybody else loads, and bots never wait for it."""

import asyncio
import sqlite3
import sys
import threading
from types import SimpleNamespace

import pytest

from ekiben.bots import Limit, make
from ekiben.bots.tokyo import planner_bot
from ekiben.core import builds
from ekiben.server import compile_part, engine, machine_code
from ekiben.server.engine import Engine
from ekiben.server.table_state import cached_game

from .serving import serving

FAMILIES = {"routes", "tokyo"}


class FakeBuilds:
    """A part that says what is done with it."""

    def __init__(self, home):
        self.rule_set = SimpleNamespace(home=home)
        self.is_asked_for = False
        self.loaded = 0

    def can_compile(self):
        return True

    def fastest(self):
        self.loaded += 1


class Workers:
    def __init__(self):
        self.warmed = 0

    async def warm_up(self, games):
        self.warmed += 1


@pytest.fixture
def parts(monkeypatch):
    """Two parts of which nothing is compiled yet, and a compiler that takes no time."""
    made = [FakeBuilds("ekiben.games.tokyo.x:R"), FakeBuilds("ekiben.bots.tokyo.x:R")]
    cached = set()
    real = asyncio.create_subprocess_exec

    async def compiler(program, _m, module, home, **pipes):
        assert module == "ekiben.server.compile_part"
        failed = home in fails
        if not failed:
            cached.add(home)
        lines = f"print('0 3'); print('3 3'); raise SystemExit({int(failed)})"
        return await real(sys.executable, "-c", lines, **pipes)

    fails = set()
    monkeypatch.setattr(engine, "all_builds", lambda: made)
    monkeypatch.setattr(engine, "is_cached", lambda rule_set: rule_set.home in cached)
    monkeypatch.setattr(engine, "family_games", list)
    monkeypatch.setattr(engine.asyncio, "create_subprocess_exec", compiler)
    return SimpleNamespace(builds=made, cached=cached, fails=fails)


def test_missing_parts_are_compiled_and_then_loaded(parts):
    made = Engine(Workers())
    asyncio.run(made.prepare())
    assert [(part.name, part.done, part.total) for part in made.status().parts] == [
        ("games-tokyo", 3, 3),
        ("bots-tokyo", 3, 3),
    ]
    assert not made.status().preparing and all(part.ready for part in made.status().parts)
    assert [one.loaded for one in parts.builds] == [1, 0]  # the server itself needs only rules
    assert made.workers.warmed == 2 and all(one.is_asked_for for one in parts.builds)


def test_what_is_cached_is_not_compiled_again(parts):
    parts.cached |= {one.rule_set.home for one in parts.builds}
    made = Engine(Workers())
    asyncio.run(made.prepare())
    assert [part.total for part in made.status().parts] == [0, 0]
    assert made.workers.warmed == 1 and all(part.ready for part in made.status().parts)


def test_a_part_that_cannot_be_compiled_is_left_interpreted(parts):
    parts.fails.add(parts.builds[0].rule_set.home)
    made = Engine(Workers())
    asyncio.run(made.prepare())
    assert not made.status().preparing and [one.loaded for one in parts.builds] == [0, 0]


def test_progress_is_told_while_it_lasts(parts):
    made = Engine(Workers())

    async def work():
        task = asyncio.ensure_future(made.prepare())
        while not made.status().preparing:
            await asyncio.sleep(0)
        first = [part.ready for part in made.status().parts]
        await task
        return first

    assert asyncio.run(work()) == [False, False]


def test_the_status_can_be_asked_for(tmp_path):
    with serving(tmp_path, prebuild=False) as house:
        assert house.person().get("/api/engine").json() == {"preparing": False, "parts": []}


# ---- in a worker process
@pytest.fixture
def fresh(monkeypatch):
    """As a process that has loaded nothing, and would compile if asked to."""
    monkeypatch.delenv("EKIBEN_PLAIN", raising=False)
    monkeypatch.setattr(machine_code, "LOADING", set())
    started = []
    monkeypatch.setattr(builds, "compile_in_process", started.append)
    for one in machine_code.all_builds():
        monkeypatch.setattr(one, "is_asked_for", False)
        monkeypatch.setattr(one, "compiled", None)
    return started


def test_every_family_has_rules_and_bots_to_compile():
    names = [machine_code.package_and_family(one) for one in machine_code.all_builds()]
    assert sorted(name for name in names if name[0] != "analysis") == [
        (kind, name) for kind in ("bots", "games") for name in sorted(FAMILIES)
    ]
    assert [kind for kind, _ in names[:5]] == ["games", "games", "bots", "bots", "analysis"]
    assert ("analysis", "routes") in names


def test_a_worker_never_compiles(fresh, monkeypatch):
    monkeypatch.setattr(machine_code, "is_cached", lambda rule_set: "games" in rule_set.home)
    monkeypatch.setattr(planner_bot, "is_cached", lambda rule_set: True)
    monkeypatch.setattr(planner_bot.BUILDS, "fastest", lambda: pytest.fail("it loads or compiles"))
    game = cached_game("tokyo", {})
    assert machine_code.load_when_compiled(game) is None
    bot = make("dispatcher", 1)
    bot.sit(game)
    match = game.new(2, 1)
    assert bot.choose(match.view(match.seat), match.legal(), Limit(0.01)) in match.legal()
    for one in machine_code.all_builds():
        if machine_code.package_and_family(one)[1] == "tokyo":
            one.compile_in_background()
    assert fresh == []


def test_a_worker_loads_once_what_is_compiled(fresh, monkeypatch):
    monkeypatch.setattr(machine_code, "is_cached", lambda rule_set: True)
    loaded = []
    for one in machine_code.all_builds():
        monkeypatch.setattr(one, "fastest", lambda one=one: loaded.append(one))
    game = cached_game("london", {})
    thread = machine_code.load_when_compiled(game)
    assert isinstance(thread, threading.Thread)
    thread.join()
    own = machine_code.builds_of_family(game)
    assert loaded == [one for one in own if machine_code.is_for_tables(one)] and loaded != own
    assert machine_code.load_when_compiled(game) is None


# ---- the child
def test_the_child_says_how_far_it_is(monkeypatch, capsys, tmp_path):
    def compile():
        for listener in builds.PROGRESS_LISTENERS:
            listener("home", 1, 8)

    monkeypatch.setattr(builds, "PROGRESS_LISTENERS", [])
    monkeypatch.setattr(compile_part, "PROGRESS_LISTENERS", builds.PROGRESS_LISTENERS)
    monkeypatch.setattr(compile_part, "cache_folder", lambda rule_set: tmp_path)
    monkeypatch.setattr(compile_part, "builds_of", lambda _: SimpleNamespace(compile=compile))
    monkeypatch.setattr(compile_part.os, "nice", lambda by: by)
    compile_part.main("ekiben.games.routes.rules:RULE_SET")
    assert capsys.readouterr().out == "1 8\n"


def test_only_one_process_compiles_a_part(monkeypatch, tmp_path):
    monkeypatch.setattr(compile_part, "cache_folder", lambda rule_set: tmp_path)
    monkeypatch.setattr(compile_part, "PATIENCE", 0.0)
    with (
        compile_part.one_at_a_time(None),
        pytest.raises(sqlite3.OperationalError),
        compile_part.one_at_a_time(None),
    ):
        pass
    with compile_part.one_at_a_time(None):
        pass
