"""No rule and no observation counts an index from the end: machine code does not look for that."""

import numpy as np
import pytest
from laws.play import load

import ekiben
from ekiben.core import kernels
from ekiben.core.compiled import Interpreter, link
from ekiben.observations.encoding import OBSERVATION, encoding, kept, scratch


class Strict(np.ndarray):
    """An array that refuses negative indices."""

    def __getitem__(self, key):
        refuse_negative(key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        refuse_negative(key)
        super().__setitem__(key, value)


def refuse_negative(key):
    for one in key if isinstance(key, tuple) else (key,):
        if isinstance(one, int | np.integer) and one < 0:
            raise IndexError(f"{one} counts from the end")


def strict(record):
    for name in type(record).array_names:
        setattr(record, name, getattr(record, name).view(Strict))
    return record


def strict_playouts(game):
    """The kernel of random play, over records with strict arrays."""
    names = game.rule_set.names() | {"new_state": lambda: strict(game.rule_set.state())}
    return link((kernels.playouts_many,), Interpreter(), {kernels: names})["playouts_many"]


def test_a_strict_array_refuses_a_negative_index():
    row = strict(ekiben.load("london").rule_set.state()).hand[1]
    row[0] = 3
    assert row[0] == 3
    with pytest.raises(IndexError, match="-1 counts from the end"):
        row[-1] = 3
    with pytest.raises(IndexError, match="-2 counts from the end"):
        row[np.int16(-2)]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ekiben.games())
def test_random_play_indexes_from_the_start(name, seats):
    game, games = load(name), 1 if name == "tokyo" else 8
    board = strict(game.plain_board.copy())
    words, lengths = np.array([9, 0, 0, 0], np.int64), np.zeros(games, np.int64)
    scores = np.zeros((games, seats), np.int64)
    strict_playouts(game)([board], [None], 0, [], 0, games, seats, words, scores, lengths)
    assert np.array_equal(scores, game.playouts(games, seats, 9)) and lengths.all()


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ekiben.games())
def test_observations_index_from_the_start(name, seats):
    """At every question of games in which tickets, routes, jobs and track gather."""
    game, look = load(name), OBSERVATION.of(load(name)).observe_again
    board, luck = strict(game.plain_board.copy()), np.random.default_rng(3)
    work, known = scratch(game).view(Strict), kept(game, 1, seats)[0].view(Strict)
    out = np.zeros(encoding(game).size, np.uint8).view(Strict)
    match = game.new(seats, 5)
    for _ in range(60 if name == "tokyo" else 250):
        if match.over:
            break
        now = strict(game.rule_set.state.unpack(match.position.packed()))
        for seat in range(seats):
            look(board, now, seat, out, work, known)
            assert out.any()
        match.play(int(luck.choice([action.id for action in match.legal()])))
