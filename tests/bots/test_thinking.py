"""Bots that leave their calls to others: whoever makes them, the choices are the same."""

import json

import numpy as np
import pytest
from choice_log import FEW, LIMIT, LOG, choose_here, makers, play

import ekiben
from ekiben import bots
from ekiben.bots.random_bot import Uniform
from ekiben.bots.routes.builds import BUILDS
from ekiben.core.kernel_calls import Constant, KernelCall, WorkSpace, run, run_calls

compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
CHOICES = json.loads(LOG.read_text())


def on_two_threads(bot, match):
    return bot.choose(match.view(match.seat), match.legal(), bots.Limit(LIMIT.seconds, 2))


def backwards(bot, match):
    """Make the calls of every round in the opposite order."""
    work, results = bot.think(match.view(match.seat), match.legal(), LIMIT), None
    while True:
        try:
            calls = next(work) if results is None else work.send(results)
        except StopIteration as end:
            return end.value
        results = run_calls(calls[::-1], 1)[::-1]


# ---- the choices of before
@compiled_only
@pytest.mark.parametrize("key", [key for key in CHOICES if not key.endswith("expert")])
def test_every_level_chooses_as_it_did(key):
    assert play(*key.split()) == CHOICES[key]


@compiled_only
@pytest.mark.parametrize("choose", [on_two_threads, backwards])
@pytest.mark.parametrize("name", ekiben.games())
def test_experts_choose_as_they_did_however_their_calls_are_made(name, choose):
    assert play(name, "expert", choose, FEW) == CHOICES[f"{name} expert"][:FEW]


@compiled_only
@pytest.mark.deep
@pytest.mark.parametrize("name", ekiben.games())
def test_experts_choose_as_they_did_for_long(name):
    for choose in (choose_here, on_two_threads, backwards):
        assert play(name, "expert", choose) == CHOICES[f"{name} expert"]


def test_the_log_has_every_level_of_every_game():
    assert set(CHOICES) == {f"{name} {level}" for name in ekiben.games() for level in makers(name)}


# ---- the seam
def test_a_bot_that_only_chooses_thinks_without_calls():
    match = ekiben.load("london").new(seats=2, seed=3)
    view, legal = match.view(match.seat), match.legal()
    assert run(Uniform(4).think(view, legal, LIMIT)) == Uniform(4).choose(view, legal, LIMIT)


def test_a_work_space_has_its_parts_in_front_and_zeros_behind():
    space = WorkSpace(6, (np.array([1, 2], np.uint8), Constant(np.array([3], np.uint8))))
    assert space.allocate().tolist() == [1, 2, 3, 0, 0, 0]
    assert space.allocate() is not space.allocate()


def test_an_error_in_a_call_ends_the_work():
    def work():
        yield [KernelCall(BUILDS, "choose_one", (), compiled=False)]

    with pytest.raises(TypeError):
        run(work())
