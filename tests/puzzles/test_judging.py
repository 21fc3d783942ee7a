"""Judging, mining, checking and rating, on made-up choices whose worth is known."""

import random
from dataclasses import replace

import numpy as np
import pytest

from ekiben import puzzles
from ekiben.puzzles import making, mining
from ekiben.puzzles.checking import TIMES, choices_of, holds, search_again
from ekiben.puzzles.family import EVERY, Solver
from ekiben.puzzles.judging import Judgement
from ekiben.puzzles.making import MinedFile, make_puzzles, pick
from ekiben.puzzles.mining import Mined, Unit
from ekiben.puzzles.puzzle import Choice
from ekiben.puzzles.rating import HIGHEST, LOWEST, rate

ROUNDS = ((EVERY, 8), (4, 16), (3, 40))
PUZZLE = puzzles.load("london")[0]


class Made:
    """Choices with these worths, and luck that all share in a deal and some of their own."""

    def __init__(self, worths, seed=0, own=0.3):
        self.worths, self.seed, self.own = worths, seed, own
        self.count, self.likely = len(worths), range(len(worths))
        self.asked = []

    def actions(self, choice):
        return (f"choice {choice}",)

    def trip(self, choice):
        return None

    def values(self, choices, first, last):
        self.asked.append((list(choices), first, last))
        return np.array(
            [
                [
                    self.worths[choice]
                    + random.Random(f"{self.seed} {deal}").gauss(0, 1)
                    + random.Random(f"{self.seed} {deal} {choice}").gauss(0, self.own)
                    for deal in range(first, last)
                ]
                for choice in choices
            ]
        )


class MadeFamily:
    least = 0.1
    judging = ROUNDS
    screening = ((4, 10), (2, 20))
    choices = 2

    def __init__(self, worths):
        self.worths = worths

    def trial(self, match, seed):
        return Made(self.worths, seed)


def judged(worths, **more):
    trial = Made(worths, **more)
    judgement = Judgement.of(trial, 0, range(trial.count))
    judgement.play(ROUNDS)
    return judgement


def test_the_best_is_found_and_all_choices_are_judged():
    judgement = judged([0.1, 0.5, 0.9, 0.2, 0.3, 0.0])
    assert judgement.order()[0] == judgement.best == 2
    assert sorted(judgement.order()) == list(range(6))
    assert judgement.playouts == 6 * 8 + 4 * 16 + 3 * 40
    values = [choice.value for choice in choices_of(judgement)]
    assert values == sorted(values, reverse=True)


def test_choices_are_played_in_the_same_deals_and_in_each_once():
    judgement = judged([0.1, 0.5, 0.9, 0.2, 0.3, 0.0])
    spans = [(first, last) for _, first, last in judgement.trial.asked]
    assert spans == [(0, 8), (8, 24), (24, 64)] and judgement.deals == 64


def test_the_luck_of_a_deal_does_not_count():
    """All share a deal's luck, of standard deviation 1; the gap is known as if there were none."""
    gap, error = judged([0.0, 0.3], own=0.01).gap()
    assert gap == pytest.approx(0.3, abs=0.01) and error < 0.005


def test_the_gap_is_that_to_the_nearest_choice_with_its_interval():
    judgement = judged([0.0, 0.6, 1.0])
    evidence = judgement.evidence()
    assert evidence.low < evidence.gap < evidence.high
    assert evidence.low < 0.4 < evidence.high
    assert evidence.playouts == judgement.playouts and evidence.deals == judgement.deals


def test_a_position_without_a_gap_is_given_up_early():
    trial = Made([0.5, 0.5, 0.5, 0.5], own=0.05)
    judgement = Judgement.of(trial, 0, range(4))
    assert not judgement.play(ROUNDS, hopeless=0.2)
    assert len(trial.asked) < len(ROUNDS)


def test_what_was_dropped_early_is_played_on_until_it_is_surely_behind():
    """After eight deals the last three are dropped; with so much luck of their own that is soon."""
    trial = Made([1.0, 0.4, 0.3, 0.2, 0.7, 0.6], own=1.0)
    judgement = Judgement.of(trial, 0, range(6))
    judgement.play(((EVERY, 4), (2, 400)))
    before = judgement.playouts
    assert judgement.best == 0 and judgement.doubtful(0.05)
    judgement.settle(0.05)
    assert not judgement.doubtful(0.05) and judgement.playouts > before
    assert {len(row) for row in judgement.rows.values()} != {judgement.deals}


# ---- mining and checking
def test_only_a_wide_and_sure_gap_is_worth_a_puzzle():
    assert mining.judge(None, MadeFamily([0.0, 0.5, 0.1]), 1).best == 1
    assert mining.judge(None, MadeFamily([0.0, 0.05, 0.0]), 1) is None
    assert mining.judge(None, MadeFamily([0.5, 0.52]), 3) is None
    assert mining.judge(None, MadeFamily([0.5]), 1) is None
    few = MadeFamily([0.0, 0.5])
    assert mining.judge(None, few, 1).best == 1
    few.choices = 3
    assert mining.judge(None, few, 1) is None


def test_a_check_has_ten_times_the_budget_and_fresh_luck():
    family = MadeFamily([0.0, 0.5, 0.1])
    made = mining.judge(None, family, 1)
    puzzle = replace(PUZZLE, choices=choices_of(made), made=made.evidence())
    again = search_again(puzzle, None, family, 2)
    assert again.playouts >= TIMES * puzzle.made.playouts
    assert again.trial.seed == 2 and holds(puzzle, again, family)


def test_a_puzzle_whose_gap_was_luck_does_not_hold():
    made = mining.judge(None, MadeFamily([0.0, 0.5, 0.1]), 1)
    puzzle = replace(PUZZLE, choices=choices_of(made), made=made.evidence())
    for worths in ([0.5, 0.0, 0.1], [0.45, 0.5, 0.1], [0.5, 0.5, 0.5]):
        family = MadeFamily(worths)
        assert not holds(puzzle, search_again(puzzle, None, family, 2), family)


# ---- ratings
SOLVERS = [Solver(f"bot{n}", "", 900 + 150 * n) for n in range(7)]
CHOICES = [Choice(("a",), 0.6, 0.01), Choice(("b",), 0.4, 0.01), Choice(("c",), 0.3, 0.01)]


def rating(finders, choices=CHOICES):
    found = {solver.name: float(n in finders) for n, solver in enumerate(SOLVERS)}
    return rate(found, SOLVERS, choices, least=0.1)


def test_what_only_strong_bots_find_is_rated_higher():
    ratings = [rating(range(first, 7)) for first in range(8)]
    assert ratings == sorted(ratings) and ratings[0] < 1000 < 2000 < ratings[-1]
    assert all(LOWEST <= one <= HIGHEST for one in ratings)


def test_many_plausible_choices_and_a_narrow_gap_are_harder():
    many = [*CHOICES, Choice(("d",), 0.3, 0.01), Choice(("e",), 0.3, 0.01)]
    narrow = [CHOICES[0], Choice(("b",), 0.5, 0.01), Choice(("c",), 0.4, 0.01)]
    assert rating([4, 5, 6], many) > rating([4, 5, 6])
    assert rating([4, 5, 6], narrow) > rating([4, 5, 6])


# ---- files
def found_in(number):
    puzzle = replace(PUZZLE, id=f"london-0-{number}") if number % 2 else None
    return Mined(Unit("london", 0, number), puzzle)


@pytest.fixture
def quick(monkeypatch):
    """Units that are looked through at once: every second one has a puzzle."""
    looked = []

    def mine(unit):
        looked.append(unit.number)
        return found_in(unit.number)

    monkeypatch.setattr(making, "mine", mine)
    monkeypatch.setattr(making, "prepare", lambda game: None)
    return looked


def test_mining_stops_at_the_count_and_goes_on_where_it_was(tmp_path, quick):
    file = MinedFile(tmp_path / "mined.jsonl")
    assert len(list(make_puzzles(file, "london", count=2))) == 4 and quick == [0, 1, 2, 3]
    assert [puzzle.id for puzzle in file.puzzles()] == ["london-0-1", "london-0-3"]
    list(make_puzzles(file, "london", count=3))
    assert quick == [0, 1, 2, 3, 4, 5]
    assert list(make_puzzles(file, "london", count=3)) == []


def test_a_unit_broken_off_is_looked_through_again_and_counts_once(tmp_path, quick):
    file = MinedFile(tmp_path / "mined.jsonl")
    file.path.write_text(found_in(1).puzzle.to_json() + "\n", encoding="utf-8")
    list(make_puzzles(file, "london", count=2))
    assert [puzzle.id for puzzle in file.puzzles()] == ["london-0-1", "london-0-3"]


def test_no_unit_begins_when_the_time_is_up(tmp_path, quick):
    list(make_puzzles(MinedFile(tmp_path / "mined.jsonl"), "london", seconds=-1))
    assert quick == []


def test_easy_and_hard_ones_are_picked_before_those_between():
    many = [replace(PUZZLE, id=f"{rating}", rating=rating) for rating in range(1000, 1900, 100)]
    assert [puzzle.rating for puzzle in pick(many, "london", 3)] == [1000, 1400, 1800]
    assert len(pick(many, "london", 50)) == 9


def test_all_kinds_are_picked_alike_as_far_as_they_go():
    many = [
        replace(PUZZLE, id=f"{kind} {n}", kind=kind, rating=1000 + 7 * n % 5)
        for kind, count in (("block", 9), ("tickets", 2), ("card", 5))
        for n in range(count)
    ]
    chosen = pick(many, "london", 8)
    kinds = [puzzle.kind for puzzle in chosen]
    assert sorted(map(kinds.count, ("block", "tickets", "card"))) == [2, 3, 3]
    assert pick(many, "europe", 8) == []
