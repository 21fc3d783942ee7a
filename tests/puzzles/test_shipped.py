"""The puzzles of the box: each replays, its choices are the legal ones, its evidence is enough."""

import pytest

from ekiben import puzzles
from ekiben.games import NAMES
from ekiben.puzzles.checking import KEPT, TIMES
from ekiben.puzzles.family import PUZZLE_FAMILY
from ekiben.puzzles.rating import HIGHEST, LOWEST, rate

SHIPPED = [puzzle for game in NAMES for puzzle in puzzles.load(game)]


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_replays_and_its_choices_are_legal(puzzle):
    match = puzzle.match()
    legal = {str(action) for action in match.legal()}
    assert len(puzzle.choices) >= 2
    assert {choice.actions[0] for choice in puzzle.choices} <= legal
    if all(choice.trip is None for choice in puzzle.choices):
        assert sorted(choice.actions for choice in puzzle.choices) == sorted(
            (text,) for text in legal
        )


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_was_checked_well(puzzle):
    family = PUZZLE_FAMILY.of(puzzle.match().game)
    assert puzzle.checked.playouts >= TIMES * puzzle.made.playouts
    assert puzzle.checked.seed != puzzle.made.seed
    assert puzzle.checked.gap >= family.least
    assert KEPT * family.least <= puzzle.checked.low < puzzle.checked.gap < puzzle.checked.high
    assert puzzle.best.value == max(choice.value for choice in puzzle.choices)


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: puzzle.id)
def test_a_rating_follows_from_its_formula(puzzle):
    game = puzzle.match().game
    family = PUZZLE_FAMILY.of(game)
    assert LOWEST <= puzzle.rating <= HIGHEST
    assert puzzle.rating == rate(puzzle.solvers, family.solvers(game), puzzle.choices, family.least)
    assert min(puzzle.solvers.values()) < 1


def test_ids_are_unique_and_no_two_puzzles_are_from_the_same_game():
    assert len({puzzle.id for puzzle in SHIPPED}) == len(SHIPPED)
    assert len({puzzle.record["seed"] for puzzle in SHIPPED}) == len(SHIPPED)
    for game in NAMES:
        ids = [puzzle.id for puzzle in puzzles.load(game)]
        assert ids == [f"{game}-{number:03}" for number in range(1, len(ids) + 1)]
