"""Soft outlines of land and water."""

from ekiben.draw.land import closed_path, open_path


def test_straight_parts_of_a_soft_line_are_one_line():
    """Corners stay as soft as they were; nothing is said twice along a straight coast."""
    coast = [(0, 0), (10, 0), (20, 0), (30, 0), (30, 30), (0, 30)]
    assert closed_path(coast) == "M5 0L25 0Q30 0 30 15Q30 30 15 30Q0 30 0 15Q0 0 5 0Z"
    assert open_path([(0, 0), (10, 0), (20, 0), (30, 0)]) == "M0 0L30 0"


def test_a_line_that_turns_back_is_not_straight():
    assert open_path([(0, 0), (10, 0), (0, 0)]) == "M0 0Q10 0 0 0"
