"""Interpreted is compiled, bit for bit; and a batch is so many games."""

import random

import numpy as np
import pytest

from ekiben import EkibenError, Illegal
from ekiben.core.batch import SHARE

from .play import (
    FULL,
    MIXES,
    NAMES,
    STYLES,
    TABLES,
    choose,
    compiled_kernels,
    compiled_position,
    interpreted_position,
    load,
    tables,
)


class Table:
    """A position with what the ways of playing look at."""

    def __init__(self, game, seats, position):
        self.game, self.seats, self.position = game, seats, position

    asked = property(lambda self: self.position.asked)

    def legal(self):
        return [self.game.action(id) for id in self.position.legal()]


def check_same_steps(name, seats, seed, styles):
    """The digest, the legal actions and what is told, after every action."""
    game, luck = load(name), random.Random(seed)
    plain, quick = interpreted_position(game, seats, seed), compiled_position(game, seats, seed)
    digest = game.rule_set.state.digest
    while True:
        assert digest(plain.packed()) == digest(quick.packed()), (
            f"{name}, {seats} seats, seed {seed}, {styles}"
        )
        assert (plain.asked, plain.seat, plain.event_rows(), plain.revealed) == (
            quick.asked,
            quick.seat,
            quick.event_rows(),
            quick.revealed,
        )
        assert plain.legal() == quick.legal()
        if plain.asked == "over":
            return
        action = choose(styles[plain.seat % len(styles)], Table(game, seats, quick), luck)
        assert plain.step(action.id) == quick.step(action.id)


@tables()
def test_interpreted_is_compiled_step_by_step(name, seats):
    compiled_kernels(load(name))
    check_same_steps(name, seats, 40 + seats, MIXES[(3 * seats) % len(MIXES)])


@pytest.mark.deep
@tables()
def test_interpreted_is_compiled_step_by_step_in_every_way(name, seats):
    compiled_kernels(load(name))
    for seed, styles in enumerate(MIXES):
        check_same_steps(name, seats, seed, styles)


def both_playouts(game, count, seats, seed):
    """Scores of random games in both builds."""
    assert compiled_kernels(game)
    quick = game.playouts(count, seats=seats, seed=seed).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EKIBEN_PLAIN", "1")
        patch.setattr(game.builds, "compiled", None)
        return game.playouts(count, seats=seats, seed=seed).tolist(), quick


@tables()
def test_interpreted_is_compiled_over_many_seeds(name, seats):
    """Sixty seeds a game, shared among its numbers of seats."""
    sizes = load(name).seats[1] - load(name).seats[0] + 1
    plain, quick = both_playouts(load(name), -(-60 // sizes), seats, 1 << 127 | seats << 40)
    assert plain == quick


@pytest.mark.deep
@tables()
def test_interpreted_is_compiled_over_very_many_seeds(name, seats):
    plain, quick = both_playouts(load(name), 2000, seats, 12345)
    assert plain == quick


@pytest.mark.parametrize("name", NAMES)
def test_playouts_are_games_by_their_seeds(name, speed):
    """Game i has seed + i, however many are played at once and on however many cores; the seed
    carries over 64 bits.
    """
    game, seed = load(name), (1 << 64) - 3
    whole = game.playouts(8, seats=game.seats[1], seed=seed)
    parts = [game.playouts(1, seats=game.seats[1], seed=seed + i, jobs=1)[0] for i in range(8)]
    assert whole.tolist() == np.array(parts).tolist() and game.playouts(0).shape == (0, 2)


def test_playouts_on_threads_are_the_same():
    game = load("london")
    compiled_kernels(game)
    assert (
        game.playouts(3 * SHARE + 5, seats=4, jobs=1)
        == game.playouts(3 * SHARE + 5, seats=4, jobs=3)
    ).all()


# ---- batches
def digests(batch):
    return [batch.game.rule_set.state.digest(batch.state(i).packed()) for i in range(batch.count)]


def same(batch, matches):
    assert batch.seat.tolist() == [-1 if match.over else match.seat for match in matches]
    assert batch.over.tolist() == [match.over for match in matches]
    assert batch.scores().tolist() == [match.scores() for match in matches]
    masks = batch.legal_mask()
    for i, match in enumerate(matches):
        ids = [action.id for action in match.legal()]
        assert batch.legal(i).tolist() == ids and np.flatnonzero(masks[i]).tolist() == sorted(ids)
    assert digests(batch) == [match.digest() for match in matches]


@tables(*FULL)
def test_a_batch_is_so_many_games(name, seats, speed):
    game, count, seed, luck = load(name), 4, (1 << 96) - 2, random.Random(1)
    batch = game.batch(count, seats=seats, seed=seed)
    matches = [game.new(seats, seed + i) for i in range(count)]
    step = 0
    while not batch.over.all():
        if step % 40 == 0:
            same(batch, matches)
        ids = [0 if match.over else luck.choice(match.legal()).id for match in matches]
        batch.apply(np.array(ids) if step % 2 else ids)
        for match, id in zip(matches, ids, strict=True):
            if not match.over:
                match.play(id)
        step += 1
    same(batch, matches)
    before = digests(batch)
    batch.apply([-5] * count)  # all are over: nothing is looked at, nothing happens
    assert digests(batch) == before


@pytest.mark.parametrize("count", [3, SHARE + 10])
def test_one_illegal_action_changes_nothing_in_the_whole_batch(count, speed):
    game = load("london")
    batch = game.batch(count, seats=2, seed=5)
    batch.apply([batch.legal(i)[0] for i in range(count)])
    before, ids = digests(batch), [int(batch.legal(i)[0]) for i in range(count)]
    wrong = next(id for id in range(game.action_count) if id not in batch.legal(count - 2))
    ids[count - 2] = wrong
    with pytest.raises(Illegal, match=rf"game {count - 2}: .*\[RT-") as caught:
        batch.apply(ids)
    assert caught.value.clause and digests(batch) == before
    for id in (-1, game.action_count, 1 << 40):
        ids[count - 2] = id
        with pytest.raises(
            EkibenError, match=f"game {count - 2}: .*from 0 to {game.action_count - 1}"
        ):
            batch.apply(ids)
    with pytest.raises(EkibenError, match=f"one action for each of {count} games"):
        batch.apply(ids[1:])
    assert digests(batch) == before


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_is_copied_apart(name, speed):
    batch = load(name).batch(3, seats=load(name).seats[1], seed=9)
    twin, before = batch.copy(), digests(batch)
    assert digests(twin) == before
    for _ in range(30):
        twin.apply([twin.legal(i)[-1] if len(twin.legal(i)) else 0 for i in range(3)])
    assert digests(batch) == before != digests(twin)


def test_every_table_and_style_is_there():
    """The laws speak of every game; a new one brings its tables along."""
    assert {name for name, _ in TABLES} == set(NAMES) and len(STYLES) > 9
