"""Chances come true: of positions judged 70 percent, 70 in 100 are won, give or take three."""

import importlib
import json
from functools import partial
from pathlib import Path

import pytest

import ekiben
from ekiben.analysis.calibration import OTHER, calibration, measured
from ekiben.arena.executors import run_jobs
from ekiben.core.batch import cores

BENCH = Path(__file__).parents[2] / "bench"
FEWEST = 900  # games of each number of seats; those of Tokyo Railways are too long for that
SEED = 7_000  # of games that no map was fitted on
GAMES = {"routes": 1_000, "tokyo": 60}  # of each number of seats
TABLES = [
    (game, seats)
    for game in ekiben.games()
    for seats in range(ekiben.load(game).seats[0], ekiben.load(game).seats[1] + 1)
]


@pytest.fixture
def tool(monkeypatch):
    """A module of bench/, as the scripts there import each other."""
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module


def test_every_map_was_checked_on_other_games(tool):
    """The figures of the manual, which `bench/calibration.py check --write` has left."""
    fit = tool("calibration_fit")
    kept = json.loads((BENCH / "reliability.json").read_text(encoding="utf-8"))
    maps = {
        (game, int(seats))
        for game, by_seats in measured()["maps"].items()
        for seats in by_seats
        if game != OTHER
    }
    assert {(one["game"], one["seats"]) for one in kept} == maps
    for one in kept:
        bins = [fit.Bin(**figures) for figures in one["bins"]]
        assert one["games"] >= FEWEST or one["game"] == "tokyo"
        assert all(bin.holds for bin in bins), one


def test_a_wrong_map_would_be_seen(tool):
    """Seats that win half of their games but are judged 70 percent."""
    games, fit = tool("calibration_games"), tool("calibration_fit")
    samples = [
        games.Sample(
            game="london",
            seats=2,
            number=number,
            players=("planner", "planner"),
            at=1,
            of=2,
            viewer=0,
            progress=0.5,
            playouts=0,
            shares=(0.7, 0.3),
            won=((1.0, 0.0), (0.0, 1.0))[number % 2],
        )
        for number in range(2_000)
    ]
    plain, fitted = fit.PLAIN, fit.fit(samples)
    assert not any(bin.holds for bin in fit.reliability(samples, plain))
    assert all(bin.holds for bin in fit.reliability(samples, fitted))


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_chances_come_true(tool, game, seats):
    games, fit = tool("calibration_games"), tool("calibration_fit")
    task = games.Task(game, seats, SEED, positions=2, playouts=(12, 24))
    numbers = range(GAMES[ekiben.load(game).family.name])
    found = run_jobs(numbers, partial(games.samples_of, task), processes=cores())
    samples = [sample for some in found for sample in some]
    bins = fit.reliability(samples, calibration(game, seats))
    assert fit.mean_error(bins) <= fit.NEAR
    assert all(one.holds for one in bins), bins
