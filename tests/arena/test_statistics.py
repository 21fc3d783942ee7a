"""Ratings, intervals and the sequential test, against values worked out by hand, by brute force or
by simulation.
"""

import itertools
import math
import random

import numpy as np
import pytest

from ekiben.arena.ratings import (
    Choices,
    choices,
    choose_anchor,
    finishing_orders,
    fit_strengths,
    likelihood,
    rating_samples,
    ratings_of,
)
from ekiben.arena.sprt import Test, elo, expected_share, fit
from ekiben.arena.stats import Estimate, block_samples, count_cycles, milliseconds, ratio, share
from ekiben.core.errors import EkibenError


def wins(one, other, count):
    return [[[one], [other]]] * count


def test_less_than_a_millisecond_is_not_told():
    """By the clock of a busy machine it would be another figure every time."""
    assert [milliseconds(seconds) for seconds in (0.0002, 0.001, 0.101)] == ["< 1", "1", "101"]


# ---- ratings
def test_two_bots_have_the_difference_of_their_odds():
    made = Choices.of([wins(0, 1, 75) + wins(1, 0, 25)], 2)
    strengths = fit_strengths(made, made.weights.sum(axis=0), 1)
    assert strengths[0] - strengths[1] == pytest.approx(math.log(3))
    assert ratings_of(strengths, 1) == pytest.approx([1000 + 400 * math.log10(3), 1000])


def test_a_draw_is_half_a_win_each():
    drawn = Choices.of([[[[0, 1]]] * 2], 2)
    won = Choices.of([wins(0, 1, 1) + wins(1, 0, 1)], 2)
    assert (
        drawn.weights.tolist() == won.weights.tolist()
        and drawn.among.tolist() == won.among.tolist()
    )


def test_orders_of_shared_places():
    assert sorted(finishing_orders([[0], [1, 2]])) == [[0, 1, 2], [0, 2, 1]]
    many = finishing_orders([[0, 1, 2, 3]])
    assert len(many) == 8 and all(
        sorted(order[place] for order in many) == [0, 0, 1, 1, 2, 2, 3, 3] for place in range(4)
    )


def test_choices_of_an_order():
    assert list(choices([2, 0, 0, 1], 3)) == [(2, (2, 1, 1)), (0, (2, 1, 0)), (0, (1, 1, 0))]


def by_brute_force(orderings, strengths):
    """The log-likelihood as the model says it, order by order."""
    total = 0.0
    for order in orderings:
        for place in range(len(order) - 1):
            total += strengths[order[place]] - math.log(
                sum(math.exp(strengths[bot]) for bot in order[place:])
            )
    return total


def sampled_orders(count, seats, seed=1):
    """Finishing orders of four bots of known strengths; a bot may sit twice."""
    luck, strengths = random.Random(seed), [0.0, 0.7, -0.5, 1.2]
    found = []
    for _ in range(count):
        left, order = [luck.randrange(4) for _ in range(seats)], []
        while left:
            chosen = luck.choices(range(len(left)), [math.exp(strengths[bot]) for bot in left])[0]
            order.append(left.pop(chosen))
        found.append(order)
    return found


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_likelihood_is_the_models_and_its_maximum_is_found(seats):
    found = [order for order in sampled_orders(400, seats) if len(set(order)) > 1]
    made = Choices.of([[[[bot] for bot in order] for order in found]], 4)
    weights, some = made.weights.sum(axis=0), np.array([0.3, -0.2, 0.0, 0.9])
    # choices among copies of one bot are left out of the sum: they are log(1/k) whatever the
    # strengths
    constant = likelihood(some, made, weights) - by_brute_force(found, some)
    best = fit_strengths(made, weights, 0)
    assert likelihood(best, made, weights) == pytest.approx(by_brute_force(found, best) + constant)
    for step in itertools.product((-1e-3, 0, 1e-3), repeat=3):
        assert (
            by_brute_force(found, best + np.array([0, *step])) <= by_brute_force(found, best) + 1e-9
        )
    assert best == pytest.approx([0.0, 0.7, -0.5, 1.2], abs=0.45)


def test_who_wins_everything_has_a_finite_rating():
    made = Choices.of([wins(0, 1, 4)] * 5, 2)
    values, samples = rating_samples(made, 1, block_samples(5, 50))
    # twenty wins and a draw: odds of 20.5 to 0.5
    assert values == pytest.approx([1000 + 400 * math.log10(41), 1000]) and samples.shape == (50, 2)


def test_rating_intervals_cover():
    """Of 60 small tournaments of equal bots about 95 % must have 1000 in the interval; 51 would be
    four deviations too few.
    """
    covered, luck = 0, np.random.default_rng(5)
    for _ in range(60):
        blocks = [wins(0, 1, won) + wins(1, 0, 2 - won) for won in luck.binomial(2, 0.5, size=40)]
        values, samples = rating_samples(Choices.of(blocks, 2), 1, block_samples(40, 120))
        one = Estimate.of(float(values[0]), samples[:, 0])
        covered += one.low <= 1000 <= one.high
    assert 51 <= covered <= 60


def test_anchor():
    assert (
        choose_anchor(["random", "greedy"]) == "greedy"
        and choose_anchor(["drifter", "courier"]) == "courier"
        and choose_anchor(["a", "b"]) == "a"
    )


# ---- intervals
def test_block_bootstrap_against_the_textbook():
    """Equal blocks: the interval is that of the mean of block means."""
    luck = np.random.default_rng(3)
    sums = luck.binomial(2, 0.6, size=400).astype(float)
    one = ratio(sums, np.full(400, 2.0), block_samples(400))
    error = 1.96 * (sums / 2).std() / 20
    assert one.value == pytest.approx(sums.sum() / 800)
    assert (one.high - one.low) / 2 == pytest.approx(error, rel=0.1)


def test_games_of_a_deal_count_together():
    """The same games in fewer blocks that are alike inside say less."""
    alike = np.repeat([0.0, 4.0], 25)
    apart = np.tile([2.0, 2.0], 25)
    wide, narrow = (ratio(sums, np.full(50, 4.0), block_samples(50)) for sums in (alike, apart))
    assert (
        wide.value == narrow.value == 0.5
        and wide.high - wide.low > 0.2
        and narrow.high == narrow.low
    )


def test_all_or_nothing_keeps_an_interval():
    counts = np.full(10, 2.0)
    nothing, everything = (
        share(np.zeros(10), counts, block_samples(10)),
        share(counts, counts, block_samples(10)),
    )
    assert nothing.low == 0 and nothing.high == pytest.approx(1 - 0.025**0.1)
    assert everything.high == 1 and everything.low == pytest.approx(0.025**0.1)


def test_one_deal_has_no_interval():
    assert ratio(np.array([1.0]), np.array([2.0]), block_samples(1)) == Estimate(0.5, None, None)


def test_cycles():
    ring = [
        [None, 0.6, 0.3, 0.9],
        [0.4, None, 0.7, 0.9],
        [0.7, 0.3, None, 0.9],
        [0.1, 0.1, 0.1, None],
    ]
    assert count_cycles(ring) == (1, 4)
    ring[0][1] = ring[1][0] = None
    assert count_cycles(ring) == (0, 2)


# ---- the sequential test
def test_elo_and_shares():
    assert (
        expected_share(0) == 0.5
        and expected_share(400) == pytest.approx(10 / 11)
        and expected_share(0, 4) == 0.25
    )
    assert (
        elo(expected_share(35, 5), 5) == pytest.approx(35)
        and elo(1.0) == math.inf
        and elo(0.0) == -math.inf
    )


def test_the_fitted_distribution_is_the_likeliest_of_its_mean():
    counts, mean = {0.0: 10.0, 0.5: 20.0, 1.0: 30.0}, 0.52
    best = fit(counts, mean)
    assert sum(best.values()) == pytest.approx(1) and sum(
        value * chance for value, chance in best.items()
    ) == pytest.approx(mean)

    # all distributions over three values with this mean are one line: walk it
    def on_line(middle):
        top = mean - middle / 2
        return {0.0: 1 - middle - top, 0.5: middle, 1.0: top}

    def logs(chances):
        return sum(count * math.log(chances[value]) for value, count in counts.items())

    walked = max(logs(on_line(middle / 1000)) for middle in range(1, 959))
    assert logs(best) >= walked - 1e-9


def test_the_ratio_against_the_normal_approximation():
    """With many blocks near the bounds the ratio is that of two normal distributions."""
    counts, test = {0.0: 230, 0.5: 520, 1.0: 270}, Test(0, 10)
    blocks = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / blocks
    spread = sum(count * (value - mean) ** 2 for value, count in counts.items()) / blocks
    low, high = expected_share(0), expected_share(10)
    assert test.ratio(counts) == pytest.approx(
        blocks * (high - low) * (2 * mean - low - high) / (2 * spread), rel=0.03
    )


def simulated(true_elo, test, runs, seed, longest=3000):
    """Answers of so many tests; both games of a block are won independently."""
    luck, chance = random.Random(seed), expected_share(true_elo)
    blocks = lambda: (  # noqa: E731
        ((luck.random() < chance) + (luck.random() < chance)) / 2 for _ in range(longest)
    )
    return [test.follow(blocks()).answer for _ in range(runs)]


def test_wrong_answers_are_as_rare_as_asked():
    """150 tests each: of wrong ones 5 % are expected, and 17 would be five standard deviations too
    many.
    """
    test = Test(0, 80)
    at_low, at_high = simulated(0, test, 150, 1), simulated(80, test, 150, 2)
    assert None not in at_low + at_high
    assert at_low.count("yes") <= 17 and at_high.count("no") <= 17


def test_a_test_stops_at_the_first_clear_block():
    verdict = Test(0, 20).follow([1.0] * 1000)
    assert verdict.answer == "yes" and verdict.ratio >= verdict.test.bounds[1]
    assert Test(0, 20).follow([1.0] * (verdict.blocks - 1)).answer is None
    assert Test(0, 20).follow([]).answer is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"low": 20, "high": 0}, "the lower one first"),
        ({"alpha": 0.7}, "between 0 and 0.5"),
        ({"beta": 0.0}, "between 0 and 0.5"),
    ],
)
def test_impossible_tests(wrong, said):
    with pytest.raises(EkibenError, match=said):
        Test(**wrong)
