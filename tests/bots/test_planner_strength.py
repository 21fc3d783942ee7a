"""How well the planner does, on deals that no tuning has seen: every deal in every seating."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.routes import planner_figures
from ekiben.bots.routes.duel import duel
from ekiben.bots.routes.native import SPEEDS

pytestmark = pytest.mark.skipif(not SPEEDS.can_compile(), reason="thousands of games take machine code")
SEED = 3_000_000_000
TUNE = Path(__file__).parents[2] / "bench" / "tune.py"

load = cache(ekiben.load)


def share(name, other, seats, games):
    """The part of the games that one planner wins against copies of another bot."""
    table = [bots.make("planner"), *(bots.make(other) for _ in range(seats - 1))]
    return float(duel(load(name), table, games, SEED).wins()[:, 0].mean())


# the goals; a thousand games are known to three points either way
GOALS = [("racer", 0.65), ("greedy", 0.85), ("junkie", 0.75)]


@pytest.mark.parametrize(("other", "goal"), GOALS)
def test_planner_beats_the_published_bots(other, goal):
    assert share("america", other, 2, 1_000) >= goal - 0.05


@pytest.mark.deep
@pytest.mark.parametrize(("other", "goal"), GOALS)
def test_planner_beats_the_published_bots_in_many_games(other, goal):
    assert share("america", other, 2, 10_000) >= goal


@pytest.mark.parametrize("name", ["europe", "great-lakes", "london"])
@pytest.mark.parametrize("other", ["racer", "greedy", "junkie"])
def test_planner_beats_them_on_the_other_boards(name, other):
    assert share(name, other, 2, 400) >= 0.55


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("other", ["racer", "greedy", "junkie"])
def test_planner_wins_more_than_its_part_at_larger_tables(seats, other):
    assert share("america", other, seats, 100 * seats) >= 1.1 / seats


# ---- tuning
def test_tuning_runs_and_writes_what_is_read_again(tmp_path, monkeypatch):
    """A tiny run in a copy of the file: it ends with the comparison, and leaves every table in place."""
    script = (f"import sys; from pathlib import Path; sys.path.insert(0, {str(TUNE.parent)!r})\n"
              f"import tune; tune.FILE = Path({str(tmp_path / 'planner.toml')!r})\n"
              "tune.write('london', 2, tune.present('london', 2) + 1)\n"
              "sys.argv[1:] = ['london', '--generations', '1', '--tries', '2', '--games', '4', '--judged', '4']\n"
              "tune.main()\n")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "new against racer:" in told and "old against junkie:" in told and "share of the wins:" in told
    before = planner_figures.tuned()
    monkeypatch.setattr(planner_figures, "FILE", tmp_path / "planner.toml")
    after = planner_figures.tuned.__wrapped__()
    assert {name: rows for name, rows in after.items() if name != "london"} == {n: rows for n, rows in before.items() if n != "london"}
    assert after["london"]["2"] == {name: pytest.approx(value + 1) for name, value in before["london"]["2"].items()}
