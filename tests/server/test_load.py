"""The load tool itself: clients play all five games, and what they saw is what the log says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "bench" / "load.py"


def measured(*more):
    done = subprocess.run(
        [sys.executable, str(TOOL), "--json", *map(str, more)],
        capture_output=True,
        text=True,
        timeout=500,
        env={**os.environ, "EKIBEN_PLAIN": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.deep  # bots play over SQLite below
def test_all_five_games_over_sqlite():
    found = measured("--games", 5, "--seconds", 4)
    assert (
        found["faults"] == 0
        and found["connections"] == 20
        and found["moves"] > 20
        and found["compared"] >= 15
    )


def test_all_five_games_with_a_bot_at_each_table():
    found = measured("--games", 5, "--seconds", 8, "--bots", "easy")
    assert (
        found["faults"] == 0
        and found["connections"] == 20
        and 0 < found["of bots"] < found["moves"]
    )


def test_all_five_games_in_two_processes_over_postgresql(postgres):
    found = measured("--games", 5, "--seconds", 4, "--processes", 2, "--database", postgres.fresh())
    assert (
        found["faults"] == 0
        and found["processes"] == 2
        and found["moves"] > 20
        and found["compared"] >= 15
    )


def test_pages_that_only_wait_stay_open():
    found = measured("--idle", "--games", 2, "--watchers", 8, "--seconds", 1)
    assert found["faults"] == 0 and found["connections"] == 20 and found["MiB at the end"] > 10


@pytest.mark.deep
@pytest.mark.parametrize("processes", [0, 1, 2], ids=["sqlite", "postgresql", "postgresql-2"])
def test_whole_games_and_many_people(postgres, processes):
    """Whole games to their end, then 500 tables with 2,000 open pages."""
    where = ("--database", postgres.fresh(), "--processes", processes) if processes else ()
    whole = measured("--games", 5, "--seconds", 200, "--watchers", 1, *where)
    assert whole["faults"] == 0 and whole["over"] == 5
    many = measured("--games", 500, "--seconds", 60, "--rate", 40, *where)
    assert many["faults"] == 0 and many["connections"] == 2000
