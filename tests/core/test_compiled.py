"""Marked functions: the same code over other names, in both builds."""

import importlib.util
import os

import pytest

from ekiben.core.compiled import Linker, compiled, compiled_as, over

FACTOR = 2


@compiled
def scaled(x):
    return FACTOR * x


@compiled
def scaled_twice(x):
    return scaled(scaled(x))


def _compiled_less(x):
    return x - FACTOR


@compiled_as(_compiled_less)
def less(x):
    return -(FACTOR - x)


def test_a_marked_function_over_other_names_leaves_the_first_as_it_is():
    other = over(scaled, FACTOR=5)
    assert (scaled(3), other(3), other.compiled_body(3)) == (6, 15, 15)
    assert over(scaled_twice, scaled=other)(3) == 75 and scaled_twice(3) == 12


def test_both_bodies_are_over_the_other_names():
    other = over(less, FACTOR=7)
    assert (less(10), less.compiled_body(10), other(10), other.compiled_body(10)) == (8, 8, 3, 3)


@pytest.mark.skipif(
    bool(os.environ.get("EKIBEN_PLAIN")) or importlib.util.find_spec("numba") is None,
    reason="no machine code here",
)
def test_machine_code_is_made_over_the_other_names():
    link = Linker(importlib.import_module("numba").njit)
    assert (
        link(scaled_twice)(3) == 12
        and link(over(scaled_twice, scaled=over(scaled, FACTOR=5)))(3) == 75
    )
    assert link(over(less, FACTOR=7))(10) == 3
