"""Trials of both families on positions of the box: choices, deals, kinds, and who finds what."""

import numpy as np
import pytest

from ekiben import bots, puzzles
from ekiben.games.routes.state import OVER
from ekiben.puzzles import mining
from ekiben.puzzles.family import PUZZLE_FAMILY
from ekiben.puzzles.mining import Unit
from ekiben.puzzles.routes.trial import RouteTrial, value_of
from ekiben.puzzles.tokyo.trial import TripTrial

LAST = min(
    (puzzle for puzzle in puzzles.load("london") if puzzle.kind == "last-turn"),
    key=lambda puzzle: len(puzzle.choices),
)
LATE_TRIP = max(puzzles.load("tokyo"), key=lambda puzzle: puzzle.best.value)


def test_a_win_counts_most_and_the_margin_breaks_ties():
    values = value_of(np.array([-30, -1, 0, 1, 10, 60]))
    assert (np.diff(values) > 0).all() and values[2] == 0.5
    assert values[0] < 0.02 and values[-1] > 0.98
    assert values[3] - values[1] > 0.8 > 10 * (values[4] - values[3])


# ---- route games
@pytest.fixture(scope="module")
def last():
    match = LAST.match()
    return match, RouteTrial(match, 5)


def test_every_legal_action_is_a_choice_and_likely_ones_are_among_them(last):
    match, trial = last
    assert [trial.actions(choice) for choice in range(trial.count)] == [
        (str(action),) for action in match.legal()
    ]
    assert set(trial.likely) <= set(range(trial.count)) and trial.trip(0) is None


def test_a_deal_is_the_same_whenever_it_is_played(last):
    match, trial = last
    whole = trial.values([0, 1], 0, 4)
    assert whole.shape == (2, 4)
    parts = np.hstack([trial.values([0, 1], 2, 4), trial.values([0, 1], 0, 2)])
    assert (parts == whole[:, [2, 3, 0, 1]]).all()
    assert (RouteTrial(match, 5).values([1], 0, 4) == whole[1]).all()


def test_a_choice_is_played_to_the_end(last):
    _, trial = last
    end = trial.final_state(0, 3)
    assert end.asked == OVER
    others = [int(end.score[seat]) for seat in range(end.seats) if seat != trial.seat]
    margin = int(end.score[trial.seat]) - max(others)
    assert trial.values([0], 3, 4)[0, 0] == value_of(np.array([margin]))[0]


def test_a_last_turn_is_called_so_and_suits_no_other_kind(last):
    match, trial = last
    family = PUZZLE_FAMILY.of(match.game)
    order = [trial.texts.index(choice.actions[0]) for choice in LAST.choices]
    assert family.kind_of(match, trial, order) == "last-turn"
    assert family.suits(match, "last-turn") and not family.suits(match, "block")


def test_kinds_follow_from_the_question():
    puzzle = next(one for one in puzzles.load("london") if one.kind == "tickets")
    match = puzzle.match()
    family = PUZZLE_FAMILY.of(match.game)
    assert family.suits(match, "tickets") and not family.suits(match, "card")
    assert family.kind_of(match, RouteTrial(match, 1), [0, 1]) == "tickets"


def test_a_solver_is_asked_for_its_choice(last):
    match, trial = last
    family = PUZZLE_FAMILY.of(match.game)
    step = next(solver for solver in family.solvers(match.game) if solver.name == "step")
    chosen = bots.make("step", 0, match.game).choose(
        match.view(match.seat), match.legal(), bots.Limit(1.0)
    )
    assert trial.actions(family.chosen(trial, match, step, 0)) == (str(chosen),)


def test_solvers_are_known_bots_of_rising_strength():
    for name in ("london", "tokyo"):
        match = puzzles.load(name)[0].match()
        solvers = PUZZLE_FAMILY.of(match.game).solvers(match.game)
        assert [one.rating for one in solvers] == sorted(one.rating for one in solvers)
        for solver in solvers:
            bots.make(solver.spec, 0, match.game)


# ---- Tokyo
def test_trips_have_different_first_stops_and_are_told_alike_every_time():
    match = LATE_TRIP.match()
    family, trial = PUZZLE_FAMILY.of(match.game), TripTrial(match, 9)
    assert family.suits(match, "trip") and family.kind_of(match, trial, [0, 1]) == "trip"
    assert len(set(trial.first_stops)) == trial.count == len(LATE_TRIP.choices)
    told = {trial.actions(choice): trial.trip(choice) for choice in range(trial.count)}
    assert told[LATE_TRIP.best.actions] == LATE_TRIP.best.trip


# ---- whole units
@pytest.mark.deep
@pytest.mark.parametrize("name", ["london", "tokyo"])
def test_a_unit_gives_the_same_puzzle_every_time(name):
    mined = [mining.mine(Unit(name, 21, number)) for number in range(6)]
    found = [one for one in mined if one.puzzle]
    assert found and mining.mine(found[0].unit) == found[0]
    puzzle = found[0].puzzle
    assert puzzle.match().seat == puzzle.seat and puzzle.checked.gap > 0
    assert puzzles.parse(puzzle.to_json()) == puzzle
