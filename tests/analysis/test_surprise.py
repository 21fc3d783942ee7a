"""How others surprise a seat: by what the planner seldom does, from what the seat knows."""

from functools import cache

import numpy as np
import pytest

from ekiben.analysis.family import Effort
from ekiben.analysis.history import History
from ekiben.analysis.routes.beliefs import Beliefs, bits
from ekiben.core.kernel_calls import run

from .small_games import small_match


@cache
def followed(player):
    """The beliefs of the first seat in a game against such a bot, after two passes."""
    match = small_match("london", 2, 8, ("planner", player))
    found = Beliefs(History(match).seen_by(0), Effort(0))
    for number in (1, 2):
        for task in found.tasks(number):
            run(task())
    return found


def mean_bits(player):
    return float(np.mean([one.bits for one in followed(player).surprises()]))


def test_a_planner_surprises_less_than_a_player_by_lot():
    assert 0 < mean_bits("planner") < mean_bits("random") - 1


def test_only_what_others_did_in_the_open_is_told():
    found = followed("planner")
    steps = found.history.steps
    told = found.surprises()
    assert told and all(steps[one.at].seat == one.seat == 1 for one in told)
    assert {steps[one.at].asked for one in told} <= {"turn", "second-card"}


def test_a_dump_goes_on_where_it_was():
    found = followed("planner")
    again = Beliefs(found.history, found.effort)
    again.load(found.dump())
    assert again.surprises() == found.surprises()
    assert again.at(20) == found.at(20) != ()


def test_bits_count_worlds():
    """Expected in all worlds: hardly any bits; in none: many, but never without end."""
    assert bits(64, 64, 64 * 20) < 0.5
    assert 5 < bits(0, 64, 64 * 20) < 9
    assert bits(32, 64, 64 * 20) == pytest.approx(1.4, abs=0.1)
