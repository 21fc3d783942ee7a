"""The race to win at Tokyo: chances, places and margins from everybody's turns to win."""

from itertools import product

import numpy as np
import pytest

from ekiben.analysis.tokyo.race import Race, chance_errors, odds


def race(means, spreads, order=None, *, equal=False, laps=None, left=150, leading=None):
    seats = len(means)
    return Race(
        means=np.array([means], np.float64),
        spreads=np.array([spreads], np.float64),
        order=np.array([range(seats) if order is None else order]),
        laps=np.array([[0] * seats if laps is None else laps]),
        equal_turns=equal,
        rounds_left=np.array([left]),
        leading=np.array([[1 / seats] * seats if leading is None else leading]),
    )


def chances(*position, **more):
    return odds(race(*position, **more)).chances[0]


def in_rounds(mean, spread, rounds=60):
    """The chance to win in each round, summed from the density in small steps."""
    x = np.linspace(-20, rounds, 160_001)
    weight = np.exp(-(((x - mean) / spread) ** 2) / 2)
    place = np.maximum(0, np.floor(x + 0.5)).astype(int)
    found = np.bincount(place, weight, rounds + 1)
    return found / found.sum()


def test_whoever_needs_as_many_turns_wins_if_its_turn_is_sooner():
    assert chances([2, 2], [0, 0]) == pytest.approx([1, 0], abs=0.002)
    assert chances([2, 2], [0, 0], [1, 0]) == pytest.approx([0, 1], abs=0.002)
    assert chances([1, 0], [0, 0]) == pytest.approx([0, 1], abs=0.002)


def test_with_equal_turns_they_share_a_round():
    assert chances([2, 2], [0, 0], equal=True) == pytest.approx([0.5, 0.5])
    assert chances([2, 2], [0, 0], equal=True, laps=[1, 0]) == pytest.approx([0, 1], abs=0.002)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_chances_places_and_margins_are_those_of_all_cases_together(order):
    means, spreads = (6.3, 7.0, 5.5), (1.5, 2.0, 2.5)
    found = odds(race(means, spreads, order))
    rounds = [in_rounds(*seat) for seat in zip(means, spreads, strict=True)]
    wins, places, margins = np.zeros(3), np.zeros(3), np.zeros(3)
    for case in product(range(20), repeat=3):
        weight = rounds[0][case[0]] * rounds[1][case[1]] * rounds[2][case[2]]
        ranked = sorted(range(3), key=lambda seat: (case[seat], order[seat]))
        wins[ranked[0]] += weight
        for place, seat in enumerate(ranked, 1):
            places[seat] += place * weight
            best = min(case[other] for other in range(3) if other != seat)
            margins[seat] += (best - case[seat]) * weight
    assert found.chances[0] == pytest.approx(wins, abs=0.002)
    assert found.places[0] == pytest.approx(places, abs=0.005)
    assert found.margins[0] == pytest.approx(margins, abs=0.01)


def test_chances_add_up_and_fall_with_turns():
    many = [chances([5, later, 7], [2, 2, 2]) for later in np.arange(0, 12, 0.5)]
    assert np.sum(many, axis=1) == pytest.approx(1)
    assert (np.diff(many, axis=0)[:, 1] < 0).all() and (np.diff(many, axis=0)[:, 0] > 0).all()


def test_when_the_turns_run_out_the_leader_wins():
    assert chances([30, 30], [1, 1], left=5, leading=[0, 1]) == pytest.approx([0, 1], abs=1e-6)
    assert chances([3, 30], [1, 1], left=50, leading=[0, 1]) == pytest.approx([1, 0], abs=1e-3)


def test_errors_of_chances_follow_those_of_turns():
    even = race([5, 5], [2, 2])
    doubts = chance_errors(even, np.array([[0.5, 0.0]]))
    assert doubts[0] == pytest.approx(doubts[0][::-1]) and 0.05 < doubts[0, 0] < 0.1
    assert (chance_errors(race([1, 30], [1, 1]), np.array([[0.5, 0.5]])) < 0.001).all()
    assert not chance_errors(even, np.zeros((1, 2))).any()
