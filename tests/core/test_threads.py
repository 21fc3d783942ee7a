"""A game serves several threads at once: a server replays tables in threads of their own."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import ekiben


@pytest.fixture
def switching():
    """Threads that take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", ["london", "europe"])
def test_threads_do_not_write_into_each_others_legal_lists(switching, name):
    game = ekiben.load(name)
    states = [state_after(game, actions) for actions in (4, 14, 25, 40)]
    expected = [game.legal_ids(state) for state in states]
    assert len({tuple(ids) for ids in expected}) == len(states)
    with ThreadPoolExecutor(len(states)) as threads:
        found = list(threads.map(lambda state: all_lists(game, state), states))
    assert found == [{tuple(ids)} for ids in expected]


def state_after(game, actions):
    match = game.new(seats=2, seed=3)
    for _ in range(actions):
        match.play(match.legal()[0])
    return match.position.state.copy()


def all_lists(game, state):
    return {tuple(game.legal_ids(state)) for _ in range(150)}
