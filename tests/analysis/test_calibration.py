"""The map from shares of playouts to chances, and the labels of losses."""

import pytest

from ekiben.analysis.calibration import OTHER, Calibration, Stages, calibration, measured
from ekiben.analysis.labels import LABELS, LIMITS, WORST, label_of

SHARES = (0.7, 0.2, 0.1)


def steady(figure):
    return Stages(figure, figure, figure)


@pytest.mark.parametrize("playouts", [0, 1, 16, 1000])
def test_chances_add_up_and_keep_their_order(playouts):
    found = Calibration(3.0, power=steady(0.8)).chances(SHARES, playouts)
    assert sum(found) == pytest.approx(1.0)
    assert sorted(found, reverse=True) == list(found)


def test_fewer_playouts_say_less():
    one = Calibration(prior=4.0)
    few, many = (one.chances((1.0, 0.0), playouts)[0] for playouts in (4, 400))
    assert few == 0.75
    assert 0.98 < many < 1.0


def test_nothing_is_changed_without_prior_and_power():
    assert Calibration(0.0).chances(SHARES, 50) == pytest.approx(SHARES)


def test_a_power_below_one_is_more_careful():
    one = Calibration(0.0, power=steady(0.5))
    assert one.chances((0.8, 0.2), 50) == pytest.approx((2 / 3, 1 / 3))


def test_figures_change_evenly_between_start_middle_and_end():
    stages = Stages(0.5, 0.6, 1.0)
    found = [stages.at(progress) for progress in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert found == pytest.approx([0.5, 0.55, 0.6, 0.8, 1.0])


def test_chances_become_surer_while_the_game_goes_on():
    one = Calibration(0.0, power=Stages(0.5, 0.75, 1.0))
    assert one.chances((0.8, 0.2), 50, progress=1.0) == pytest.approx((0.8, 0.2))
    halfway = one.chances((0.8, 0.2), 50, progress=0.5)[0]
    assert 2 / 3 < halfway < 0.8


def test_a_seat_does_not_trust_its_own_share():
    one = Calibration(0.0, own_shift=Stages(-0.5, -0.6, -1.0))
    assert one.chances((0.5, 0.5), 50) == pytest.approx((0.5, 0.5))  # everything was known
    early, late = (one.chances((0.5, 0.5), 50, progress, viewer=0) for progress in (0.0, 1.0))
    assert late[0] < early[0] < 0.5
    assert sum(late) == pytest.approx(1.0)


def test_the_own_chance_comes_first_and_the_others_divide_the_rest():
    one = Calibration(0.0, steady(0.5), own_power=steady(2.0), rest_power=steady(1.0))
    shares = (0.16, 0.8, 0.04)
    found = one.chances(shares, 50, viewer=1)
    assert found[1] == pytest.approx(0.64 / (0.64 + 0.2))
    assert found[0] / found[2] == pytest.approx(2.0)  # the root of 4
    assert sum(found) == pytest.approx(1.0)
    assert one.chances((0.1, 0.8, 0.1), 50, viewer=1)[1] == pytest.approx(found[1])


@pytest.mark.parametrize("shares", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
def test_what_is_certain_stays_certain_without_a_prior(shares):
    assert Calibration(0.0).chances(shares, 50, viewer=0) == pytest.approx(shares)


@pytest.mark.parametrize("seat", range(3))
def test_the_slope_is_that_of_the_chance(seat):
    """Others keep their proportions while a seat's share grows."""
    one = Calibration(5.0, steady(0.6), steady(1.2), steady(0.8), steady(-0.4))
    step, own = 1e-6, SHARES[seat]
    moved = [
        share + step if other == seat else share * (1 - own - step) / (1 - own)
        for other, share in enumerate(SHARES)
    ]
    before, after = (one.chances(shares, 40, 0.5, seat)[seat] for shares in (SHARES, moved))
    assert one.slope(SHARES, 40, seat, 0.5) == pytest.approx((after - before) / step, rel=2e-2)


def test_a_larger_share_is_never_worth_less():
    for by_seats in measured()["maps"].values():
        for figures in by_seats.values():
            powers = (figures[name] for name in ("power", "own_power", "rest_power"))
            assert min(figure for power in powers for figure in power) > 0


def test_every_board_has_a_map():
    for seats in range(2, 10):
        assert calibration("a board of one's own", seats).prior > 0
    assert set(measured()["maps"][OTHER]) >= {"2", "3", "4", "5"}


def test_labels_follow_the_limits():
    assert label_of(0.0) == LABELS[0]
    for (_, limit), above in zip(LIMITS, LABELS[1:], strict=True):
        assert label_of(limit) == above
    assert label_of(0.9) == WORST


def test_an_uncertain_loss_is_not_blamed():
    assert label_of(0.3, error=0.31) == "good"
    assert label_of(0.3, error=0.29) == WORST
    assert label_of(0.001, error=0.1) == "best"
