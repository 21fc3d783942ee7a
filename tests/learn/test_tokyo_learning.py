"""Learning Tokyo's weights: points and weights, the fit of many games, and the games themselves."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ekiben import bots
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.learn.tokyo.builds import BUILDS
from ekiben.learn.tokyo.games import loaded, play
from ekiben.learn.tokyo.ranges import HIGH, LOW, RANGES, START, START_POINT, point_of, weights_at
from ekiben.learn.tokyo.surrogate import fit, optimum
from ekiben.learn.tokyo.training import Ledger, Trainer

compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")


def test_a_point_and_its_weights_are_told_from_each_other():
    point = np.clip(np.linspace(-0.4, 0.4, len(RANGES)), LOW, HIGH)
    assert point_of(weights_at(point)) == pytest.approx(point)
    assert (LOW <= START_POINT).all() and (START_POINT <= HIGH).all()
    assert Dispatcher().weights == START


def test_the_optimum_of_noisy_games_is_found():
    luck = np.random.default_rng(3)
    best, size = np.array([1.0, -0.5, 0.0]), 8000
    ours, theirs = luck.normal(size=(2, size, 3))
    first = luck.choice([-1.0, 1.0], size)
    worth = [-0.15 * ((points - best) ** 2).sum(axis=1) for points in (ours, theirs)]
    margin = worth[0] - worth[1] + 0.5 * first + luck.normal(0.0, 2.0, size)
    factors = fit(ours, theirs, first, margin)
    found = optimum(factors, np.full(3, -3.0), np.full(3, 3.0))
    assert found == pytest.approx(best, abs=0.3)


def test_games_are_kept_in_a_file_and_taken_in_again(tmp_path):
    ledger, path = Ledger(), tmp_path / "games.npz"
    for n in range(3):
        ledger.ours.append(np.full(len(RANGES), 0.1 * n))
        ledger.theirs.append(START_POINT)
        ledger.first.append(1.0)
        ledger.margin.append(2.0 * n)
    ledger.save(path)
    other = Ledger()
    other.add(path)
    other.add(path)
    assert other.margin == [0.0, 2.0, 4.0] * 2
    assert np.array(other.ours).shape == (6, len(RANGES))
    assert (other.best() >= LOW).all()


@compiled_only
def test_a_game_is_played_to_its_end_the_same_every_time():
    ended = play([START, weights_at(0.0 * LOW)], 5)
    assert ended == play([START, weights_at(0.0 * LOW)], 5)
    assert ended.winner in (0, 1)
    assert [late == 0.0 for late in ended.behind] == [seat == ended.winner for seat in (0, 1)]


@compiled_only
def test_the_kernel_plays_the_game_that_the_bots_play():
    game = loaded()
    table = [bots.make(spec, 0, game) for spec in ("learned", "dispatcher")]
    ended = play([table[0].player.weights, table[1].weights], 9_000_002)
    match = game.new(seats=2, seed=9_000_002)
    while not match.over:
        seat = match.seat
        match.play(table[seat].choose(match.view(seat), match.legal(), bots.Limit(1000.0)))
    assert (match.view(None).winner, match.view(None).turns) == (ended.winner, ended.turns)


@compiled_only
def test_it_draws_games_from_either_seat_against_others_and_the_start():
    trainer = Trainer(1, 8, Path("unused"), lambda text: None)
    drawn = list(islice(trainer.drawn_games(), 8))
    starts = [(key[1] == START_POINT).all() for key, _ in drawn]
    assert starts == [True, False] * 4
    assert [key[2] for key, _ in drawn] == [0, 0, 1, 1] * 2
    for (_, _, seat), (weights, _) in drawn[::2]:
        assert weights[1 - seat] == weights_at(START_POINT)
    trainer.pool.shutdown()
