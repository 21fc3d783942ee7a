"""Whole games between policies in one compiled loop: the same games as matches, by player, on any
number of threads.
"""

import subprocess
import sys
from functools import cache

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.bots.routes import kernels
from ekiben.bots.routes.builds import BUILDS, RULE_SET
from ekiben.bots.routes.duel import Duel, duel
from ekiben.core.errors import EkibenError
from ekiben.core.machine_code import cache_folder
from ekiben.games.routes.rules import RULE_SET as RULES

LIMIT = bots.Limit(seconds=1.0)
load = cache(ekiben.load)


def made(*specs):
    return [bots.make(spec) for spec in specs]


def match_of(game, specs, seed):
    table, match = (
        [bots.make(spec, 0, game) for spec in specs],
        game.new(seats=len(specs), seed=seed),
    )
    while not match.over:
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    return match


@pytest.mark.parametrize(
    ("name", "specs"),
    [
        ("america", ("greedy", "racer")),
        ("europe", ("junkie", "step", "greedy")),
        ("great-lakes", ("collector", "wary")),
        ("london", ("path", "racer", "junkie")),
    ],
)
def test_a_duel_plays_the_same_games_as_matches(name, specs):
    """In round r player p sits in seat p - r."""
    game, players = load(name), len(specs)
    found = duel(game, made(*specs), players, seed=77)
    for shift in range(players):
        match = match_of(game, specs[shift:] + specs[:shift], 77)
        state, seats = (
            match.position.state,
            [(player - shift) % players for player in range(players)],
        )
        assert found.scores[shift].tolist() == [match.scores()[seat] for seat in seats]
        assert found.statistic(kernels.DONE)[shift].tolist() == [
            state.completed[seat] for seat in seats
        ]
        assert found.statistic(kernels.ENDED)[shift].tolist() == [
            int(state.last_seat == seat) for seat in seats
        ]
        assert found.statistic(kernels.TURNS)[shift].sum() == state.turns
        first = match.ranking()[0]
        assert found.wins()[shift].tolist() == [(seat in first) / len(first) for seat in seats]
        assert found.lengths[shift] == len(match.actions)


@pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
def test_a_duel_does_not_depend_on_the_threads():
    one, many = (
        duel(load("london"), made("greedy", "path"), 600, seed=1, jobs=jobs) for jobs in (1, 3)
    )
    assert (
        (one.scores == many.scores).all()
        and (one.statistics == many.statistics).all()
        and (one.lengths == many.lengths).all()
    )


def test_both_speeds_play_the_same_games(monkeypatch):
    table = made("wary", "step", "racer")
    best = duel(load("london"), table, 6, seed=5)
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    monkeypatch.setattr(BUILDS, "compiled", None)
    plain = duel(load("london"), table, 6, seed=5)
    assert (best.scores == plain.scores).all() and (best.statistics == plain.statistics).all()


def test_a_shared_first_place_is_shared_and_ties_are_broken():
    game = load("america")
    statistics = np.zeros((2, 2, kernels.STATISTICS), np.int64)
    statistics[1, 0, kernels.DONE] = 3
    found = Duel(game, np.array([[90, 90], [90, 90]]), np.zeros(2, np.int64), statistics)
    assert found.wins().tolist() == [[0.5, 0.5], [1.0, 0.0]]


@pytest.mark.parametrize(
    ("specs", "games", "seed", "said"),
    [
        (("greedy", "random"), 10, 0, "Uniform is no compiled policy"),
        (("greedy",), 10, 0, "2 to 5 seats, not 1"),
        (("greedy", "racer"), 1, 0, "at least 2, not 1"),
        (("greedy", "racer"), 10, -1, "a seed is a whole number"),
    ],
)
def test_a_wrong_duel_is_an_error(specs, games, seed, said):
    with pytest.raises(EkibenError, match=said):
        duel(load("america"), made(*specs), games, seed)


def test_policies_have_a_cache_of_their_own():
    """An edited bot makes no machine code of the rules useless."""
    names = {path.name for path in RULE_SET.sources()}
    assert {"greedy.py", "turn.py", "compiled.py"} <= names
    if BUILDS.can_compile():
        assert cache_folder(RULE_SET) != cache_folder(RULES)


def test_importing_bots_imports_no_numba():
    script = "import sys, ekiben.bots; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
