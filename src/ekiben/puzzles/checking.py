"""Checking a puzzle: the same judgement with fresh luck and at least ten times the games."""

from __future__ import annotations

from ekiben.core.match import Match
from ekiben.puzzles.family import PuzzleFamily, Trial
from ekiben.puzzles.judging import Judgement
from ekiben.puzzles.puzzle import Choice, Puzzle

TIMES = 10  # the budget of a check, in budgets of the making
KEPT = 0.5  # of the least gap: by so much every other choice has to be surely behind


def search_again(
    puzzle: Puzzle, match: Match, family: PuzzleFamily, seed: int, times: int = TIMES
) -> Judgement:
    """Judge all choices of a puzzle anew, with so many times the budget of its making."""
    trial = family.trial(match, seed)
    judgement = Judgement.of(trial, seed, range(trial.count))
    judgement.play(family.judging, times)
    missing = times * puzzle.made.playouts - judgement.playouts
    if missing > 0:
        judgement.play_on(-(-missing // len(judgement.left)))
    judgement.settle(KEPT * family.least)
    return judgement


def holds(puzzle: Puzzle, judgement: Judgement, family: PuzzleFamily) -> bool:
    """Whether a search finds the same choice best, by a wide gap and surely before each other."""
    return (
        is_same(judgement.trial, judgement.best, puzzle.best)
        and judgement.gap()[0] >= family.least
        and not judgement.doubtful(KEPT * family.least)
    )


def is_same(trial: Trial, choice: int, other: Choice) -> bool:
    return trial.actions(choice) == other.actions and trial.trip(choice) == other.trip


def choices_of(judgement: Judgement) -> tuple[Choice, ...]:
    """All choices as a judgement sees them, best first."""
    trial = judgement.trial
    return tuple(
        Choice(
            trial.actions(choice),
            round(value, 3),
            round(error, 3),
            trial.trip(choice),
        )
        for choice in judgement.order()
        for value, error in [judgement.value(choice)]
    )
