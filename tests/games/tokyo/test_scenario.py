"""The jobs of Kanto: their rewards by the formula, where they lead, how they were by older rules,
and whether they are played.
"""

import argparse
import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest

import ekiben
from ekiben import bots
from ekiben.core.batch import cores
from ekiben.games import load

ROOT = Path(__file__).parents[3]
ISLET = str(Path(__file__).with_name("islet.toml"))
BOARD = ekiben.load("tokyo").board


def module(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def balance():
    sys.path.insert(0, str(ROOT / "bench"))
    yield module(ROOT / "bench" / "tokyo_balance.py")
    sys.path.remove(str(ROOT / "bench"))


@pytest.fixture(scope="module")
def formula():
    return module(ROOT / "tools" / "kanto_rewards.py")


def ends(job):
    return BOARD.cities[job.origin].id, BOARD.cities[job.goal].id


# ---- rewards and destinations
def test_kt_3_1_the_stored_rewards_are_those_of_the_formula(formula):
    assert {job: both for job, both in formula.rewards().items() if both[0] != both[1]} == {}


def test_kt_3_1_the_printed_examples():
    rewards = {(*ends(job), job.cup): job.reward for job in BOARD.jobs}
    assert (
        rewards["tokyo", "yokohama", "a"] == 24
        and rewards["sagamihara", "machida", "b"] == 31
        and rewards["tokyo", "atami", ""] == 93
    )


def test_kt_3_1_where_jobs_lead():
    """Every place is aimed at from a cup; a medium city has two jobs, a small one one, a big one in
    every season.
    """
    assert {job.goal for job in BOARD.jobs if job.cup} == {city.number for city in BOARD.cities}
    of = {"medium": 2, "small": 1}
    starts = Counter(job.origin for job in BOARD.jobs if job.cup == "b")
    assert starts == {city.number: of[city.kind] for city in BOARD.cities if city.kind in of}
    assert Counter(job.cup for job in BOARD.jobs) == {"a": 47, "b": 89, "": 42}
    bigs = {city.number for city in BOARD.cities if city.big}
    assert all(
        {job.origin for job in BOARD.jobs if job.season == season.number} == bigs
        for season in BOARD.seasons
    )
    assert (
        all(job.origin != job.goal for job in BOARD.jobs)
        and len({ends(job) for job in BOARD.jobs if job.cup}) == 136
    )


def test_rules_version_1_has_the_jobs_of_its_time():
    old = load("tokyo", {}, 1).board
    assert old.digest == "ab2f9b265634d1d8" != BOARD.digest and load("tokyo", {}, 2).board is BOARD
    rewards = {job.id: job.reward for job in old.jobs}
    assert (rewards["b17"], rewards["b76"], rewards["b84"], rewards["onsen3"]) == (39, 77, 82, 104)
    assert [job.id for job in old.jobs] == [
        job.id for job in BOARD.jobs
    ] and old.cities == BOARD.cities


# ---- the measuring tool
def test_a_chance_is_followed_to_its_end(balance):
    watcher = balance.Watcher("27-2", 2)
    for event in (
        {"kind": "job-placed", "job": "b1", "from": "kofu"},
        {"kind": "job-placed", "job": "b2", "from": "kofu"},
        {"kind": "job-placed", "job": "b3", "from": "oyama"},
        {"kind": "turn", "seat": 0, "turn": 4},
        {"kind": "stepped", "seat": 0, "city": "kofu"},
        {"kind": "loaded", "seat": 0, "job": "b1"},
        {"kind": "rewarded", "seat": 0, "job": "b1"},
        {"kind": "job-placed", "job": "b1", "from": "kofu"},
        {"kind": "removed", "job": "b3"},
        {"kind": "upgraded", "seat": 1, "speed": 33, "load": 2},
    ):
        watcher.hear(event)
    assert watcher.trains == ["27-2", "33-2"]
    done = [("b1", 1, True, "delivered"), ("b3", 1, False, "removed")]
    assert watcher.finish() == [*done, ("b2", 1, True, "left"), ("b1", 4, False, "left")]


def test_a_full_train_is_offered_nothing(balance):
    watcher = balance.Watcher("27-2", 2)
    watcher.carried[0] = 2
    for event in (
        {"kind": "job-placed", "job": "ski1", "from": "tokyo"},
        {"kind": "stepped", "seat": 0, "city": "tokyo"},
    ):
        watcher.hear(event)
    assert not watcher.tiles["ski1"].offered


def test_which_chances_count(balance):
    """Jobs of the cups with rounds enough to come, seasonal ones that a train could take."""
    chances = [
        balance.Chance("b01", 5, True, "left"),
        balance.Chance("b01", 6, True, "delivered"),
        balance.Chance("ski1", 9, True, "left"),
        balance.Chance("ski1", 9, False, "removed"),
    ]
    found = balance.summary(
        ekiben.load("tokyo"), [balance.Played(chances, 10, 1, "courier", "39-4")], 5
    )
    rows = {row["job"]: row for row in found["jobs"]}
    assert (
        rows["b01"]["chances"],
        rows["b01"]["share"],
        rows["ski1"]["chances"],
        rows["b02"]["share"],
    ) == (1, 0.0, 1, None)
    assert (found["trains"], found["wins"], found["cups"]["b"]["seldom"]) == (
        {"39-4": 1.0},
        {1: 1.0},
        ["b01"],
    )


def test_players_are_named_with_their_keys(balance):
    assert balance.specs("dispatcher,dispatcher:jobs=1,among=12,planner") == [
        "dispatcher",
        "dispatcher:jobs=1,among=12",
        "planner",
    ]


def test_the_planner_is_that_of_tokyo_here_and_nowhere_else(balance):
    known = dict(bots.BOTS)
    assert (
        type(balance.made("planner", 0, ekiben.load("tokyo"))).__name__ == "Strategist"
        and known == bots.BOTS
    )


def test_two_games_are_measured(balance, monkeypatch, capsys):
    monkeypatch.setattr(balance, "load_compiled", ekiben.load)
    games = [balance.play(ISLET, ["courier", "drifter"], bots.Limit(1.0), 7, n) for n in range(2)]
    found = balance.summary(ekiben.load(ISLET), games, 0)
    assert (
        sum(row["delivered"] for row in found["jobs"]) > 2
        and sum(row["chances"] for row in found["jobs"]) > 8
    )
    assert all(sum(found[name].values()) == 1 for name in ("trains", "players", "wins")) and set(
        found["players"]
    ) <= {"courier", "drifter"}
    balance.print_table(found)
    assert "chances" in capsys.readouterr().out


# ---- the goals
@pytest.mark.deep
def test_every_job_is_worth_its_way_and_trains_differ(balance):
    """Between strong bots: every job of the cups delivered in 15 % of its chances, as far as so
    many games can tell, seasonal ones in 30 % taken together, and three trains that win at least
    one game in twelve each.
    """
    asked = argparse.Namespace(
        board="tokyo",
        players=["planner", "planner"],
        seconds=60.0,
        seed=30_000,
        games=240,
        rounds=5,
        jobs=cores(),
    )
    found = balance.measure(asked)
    most = {row["job"]: row["interval"][1] for row in found["jobs"] if row["cup"] != "season"}
    assert not [job for job, share in most.items() if share < balance.LEAST_SHARE]
    assert (
        found["cups"]["season"]["share"] >= 0.3
        and sum(share >= 1 / 12 for share in found["trains"].values()) >= 3
    )
