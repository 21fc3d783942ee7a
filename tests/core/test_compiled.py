"""Marked functions are linked: the same code over other names, for any target."""

import importlib.util
import os
import sys
from types import ModuleType

import numpy as np
import pytest

from ekiben.core.compiled import LEFT_OPEN, Interpreter, accessor, compiled, compiled_as, link

HERE = sys.modules[__name__]
FACTOR = 2
OFFSET = LEFT_OPEN
rules = LEFT_OPEN


@compiled
def scaled(x):
    return FACTOR * x


@compiled
def scaled_twice(x):
    return scaled(scaled(x))


@compiled
def moved(x):
    return scaled(x) + OFFSET


@compiled
def ruled(x):
    return rules.change(rules.change(x))


def twice_of(function):
    @compiled
    def twice(x):
        return function(function(x))

    return twice


def _compiled_less(x):
    return x - FACTOR


@compiled_as(_compiled_less)
def less(x):
    return -(FACTOR - x)


FIRST = np.dtype([("a", "i4"), ("b", "i8")])
SECOND = np.dtype([("b", "i2"), ("a", "i2")])
first_at, second_at = accessor("first_at", FIRST), accessor("second_at", SECOND)


@compiled
def both(firsts, seconds, i):
    return first_at(firsts, i).a * 100 + second_at(seconds, i).a


class Recorder:
    """A target that only notes what it is given."""

    compiles = True

    def __init__(self):
        self.given = {}

    def build(self, function, is_kernel):
        self.given[function.__name__] = is_kernel
        return function


def machine_code():
    if os.environ.get("EKIBEN_PLAIN") or importlib.util.find_spec("numba") is None:
        pytest.skip("no machine code here")
    return importlib.import_module("ekiben.core.numba_internals").MachineCode("test_compiled")


@pytest.fixture(params=["interpreted", "compiled"])
def target(request, monkeypatch):
    if request.param == "interpreted":
        return Interpreter()
    numba_internals = sys.modules[type(machine_code()).__module__]
    monkeypatch.setattr(numba_internals, "compile_kernel", numba_internals.njit)  # no cache
    return machine_code()


def test_open_names_of_a_module_are_bound(target):
    linked = link([moved, scaled_twice], target, {HERE: {"OFFSET": 5, "FACTOR": 3}})
    assert (linked["moved"](10), linked["scaled_twice"](10)) == (35, 90)
    assert scaled_twice(10) == 40  # as it was


def test_an_open_name_can_be_a_namespace_of_marked_functions(target):
    names = {"rules": {"change": scaled}, "FACTOR": 7}
    assert link([ruled], target, {HERE: names})["ruled"](2) == 98


def test_names_are_bound_in_their_module_only(target):
    other = ModuleType("other")
    assert link([scaled], target, {other: {"FACTOR": 9}})["scaled"](1) == 2


def test_what_a_function_reads_from_its_maker_is_linked_too(target):
    linked = link([twice_of(scaled)], target, {HERE: {"FACTOR": 5}})
    assert linked["twice"](2) == 50


def test_a_function_can_be_replaced_by_another_everywhere(target):
    instead = link([less], target)["less"]
    linked = link([scaled_twice], target, replaced={scaled: instead})
    assert linked["scaled_twice"](10) == 6


def test_both_bodies_are_over_the_same_names(target):
    assert link([less], target, {HERE: {"FACTOR": 7}})["less"](10) == 3


def test_what_nothing_is_bound_in_is_interpreted_as_it_is():
    """Nothing is copied without need, so that a module's functions are the ones that run."""
    linked = link([scaled_twice, less], Interpreter(), {ModuleType("other"): {"FACTOR": 9}})
    assert linked == {"scaled_twice": scaled_twice, "less": less}


def test_only_the_functions_asked_for_are_kernels():
    recorder = Recorder()
    link([scaled_twice, less], recorder)
    assert recorder.given == {"scaled_twice": True, "scaled": False, "_compiled_less": True}


def test_accessors_find_a_record_in_a_list_and_in_bytes():
    firsts, seconds = np.zeros(3, FIRST), np.zeros(3, SECOND)
    firsts["a"], seconds["a"] = [1, 2, 3], [4, 5, 6]
    lists = [firsts.view(np.recarray), seconds.view(np.recarray)]
    assert both(*(list(one) for one in lists), 1) == 205
    body = link([both], Recorder())["both"]
    names = {value.__name__ for value in body.__globals__.values() if hasattr(value, "__code__")}
    assert names == {"first_at", "second_at"}  # by which machine code is told apart


def test_accessors_are_compiled(monkeypatch):
    compiler = machine_code()
    numba_internals = sys.modules[type(compiler).__module__]
    monkeypatch.setattr(numba_internals, "compile_kernel", numba_internals.njit)  # no cache
    firsts, seconds = np.zeros(3, FIRST), np.zeros(3, SECOND)
    firsts["a"], seconds["a"] = [1, 2, 3], [4, 5, 6]
    linked = link([both], compiler)
    assert linked["both"](firsts.view(np.uint8), seconds.view(np.uint8), 2) == 306
