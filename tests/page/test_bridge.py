"""Kernels compiled elsewhere: how builds take them, and what they refuse."""

import numpy as np
import pytest

import ekiben
from ekiben.core import builds
from ekiben.core.builds import Builds, builds_of
from ekiben.core.errors import EkibenError
from ekiben.games.routes.rules import RULE_SET
from ekiben.page import bridge

WORDS = {"type": "int64", "axes": 1}


def fresh_builds():
    known = builds_of(RULE_SET)
    return Builds(RULE_SET, known.functions, known.call_each_once)


def kernels_of(known):
    return {one.__name__: lambda *arguments: arguments for one in known.functions}


def test_a_build_uses_kernels_that_it_is_given():
    known = fresh_builds()
    given = {**kernels_of(known), "further": max}
    known.use(given)
    assert known.fastest() is known.compiled and known.compiled.compiled
    assert known.compiled.legal_one(1, 2) == (1, 2)
    assert known.given["further"] is max


def test_kernels_that_are_missing_are_named():
    known = fresh_builds()
    some = kernels_of(known)
    del some["copy_one"]
    with pytest.raises(ValueError, match="copy_one"):
        known.use(some)
    assert known.compiled is None


def test_builds_made_later_get_their_kernels(monkeypatch):
    monkeypatch.setattr(builds, "PROVIDERS", [kernels_of])
    assert fresh_builds().compiled is not None


def test_a_module_that_does_not_load_leaves_the_rules_interpreted(tmp_path, caplog):
    (tmp_path / "kernels.json").write_text("{}")
    (tmp_path / "broken.so").write_bytes(b"nothing")
    for module in ("missing.so", "broken.so"):
        files = [str(tmp_path / name) for name in (module, "kernels.json")]
        assert not bridge.use_module(*files)
    assert not builds.PROVIDERS and "do not load" in caplog.text
    assert ekiben.load("london").new(2, 1).legal()


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(4, np.int32),
        np.zeros((2, 2), np.int64),
        np.zeros(8, np.int64)[::2],
        np.zeros(4, np.uint8),
    ],
)
def test_an_array_of_another_type_is_an_error(array):
    with pytest.raises(EkibenError, match="some_kernel takes arrays of int64 with 1 axes"):
        bridge.array_in("some_kernel", WORDS)(array)


def test_an_array_is_passed_where_it_lies():
    array = np.arange(5, dtype=np.int64)
    assert bridge.array_in("some_kernel", WORDS)(array) == (array.ctypes.data, 5)


def test_kernels_are_told_apart_by_their_owner():
    functions = {"routes_legal_one": min, "routebots_choose_one": max, "tokyo_legal_one": sum}
    assert bridge.functions_of("routes", functions) == {"legal_one": min}
