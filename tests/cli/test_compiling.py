"""Commands that compile say so on standard error, whether or not anybody looks at a terminal."""

import importlib

import pytest

from ekiben import load
from ekiben.cli import bench
from ekiben.core import builds

TOURNAMENT = importlib.import_module(
    "ekiben.arena.tournament"
)  # the package has a function of that name
HOMES = (
    "ekiben.games.routes.rules:RULE_SET",
    "ekiben.games.tokyo.rules:RULE_SET",
    "ekiben.bots.routes.builds:RULE_SET",
    "ekiben.bots.tokyo.builds:RULE_SET",
    "ekiben.wasm.module",
)


class Uncompiled:
    """Builds whose two kernels are compiled when they are asked for."""

    def __init__(self, home):
        self.home = home

    def fastest(self):
        made = builds.ProgressReporter(
            {"compiled": True, "one": lambda: None, "other": lambda: None}, self.home
        )
        made.one()
        made.other()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_first_arena_says_how_far_compiling_is(ekiben, monkeypatch, language):
    monkeypatch.setattr(TOURNAMENT, "WORTH_COMPILING", 1)
    monkeypatch.setattr(TOURNAMENT, "builds_for", lambda game: [Uncompiled(home) for home in HOMES])
    ran = ekiben(
        "arena",
        "london",
        "--players",
        "greedy,random",
        "--deals",
        "1",
        "--json",
        "--language",
        language,
    )
    lines = [
        line
        for line in ran.err.splitlines()
        if ("Compiling" if language == "en" else "コンパイル") in line
    ]
    assert ran.code == 0 and len(lines) == 3 * len(HOMES) and len(set(lines)) == len(lines)
    assert ran.out.startswith("[") and builds.PROGRESS_LISTENERS == []


def test_the_lines_count(ekiben, monkeypatch):
    monkeypatch.setattr(TOURNAMENT, "WORTH_COMPILING", 1)
    monkeypatch.setattr(TOURNAMENT, "builds_for", lambda game: [Uncompiled(HOMES[0])])
    ran = ekiben("arena", "london", "--players", "greedy,random", "--deals", "1")
    step = "Compiling the rules of the route games, once for this version: {} of 2 functions"
    assert ran.err.splitlines()[:3] == [step.format(done) for done in range(3)]


def test_bench_without_machine_code_says_that_it_will_be_slow(ekiben, monkeypatch):
    monkeypatch.setattr(bench, "measure_all", lambda names: {})
    monkeypatch.setattr(
        load("america").builds, "compiled", None
    )  # another test may have fetched it
    ran = ekiben("bench", "--json")
    assert (
        ran.code == 0 and ran.out == "{}\n" and "interpreted, some hundred times slower" in ran.err
    )
