"""What the module's compiler asks of numba still does what it is asked for.

A numba that differs fails here, by the name of what it has changed.
"""

import importlib
import math

import llvmlite
import numpy as np
import programs
import pytest
from programs import need

from ekiben.core.compiled import compiled, link
from ekiben.core.errors import EkibenError
from ekiben.wasm import linking
from ekiben.wasm.kernel_sets import ValueType

from .node_calls import call_in_node

numba = pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
internals = importlib.import_module("ekiben.wasm.numba_internals")
compiling = importlib.import_module("ekiben.wasm.compiling")
entrances = importlib.import_module("ekiben.wasm.entrances")

INT, BOOL, FLOAT = (ValueType(name) for name in ("int64", "bool", "float64"))
INTS, TABLE, SHORTS = ValueType("int64", 1), ValueType("int64", 2), ValueType("int16", 1)


@compiled
def twice(x):
    return x * 2


@compiled
def total(table, first):
    found = 0
    for row in range(first, table.shape[0]):
        for column in range(table.shape[1]):
            found += twice(table[row, column])
    return found


@compiled
def mean(shorts, doubled):
    found = 0
    for one in shorts:
        found += twice(one)
    return found / (2 * len(shorts)) * (2.0 if doubled else 1.0)


@compiled
def is_even(number):
    return number % 2 == 0


@compiled
def fill(numbers, value):
    for n in range(len(numbers)):
        numbers[n] = value << 33


@compiled
def refuse(number):
    if number == 7:
        raise ValueError("not this one")
    return number


@compiled
def shift(number):
    return number << 40


SIGNATURES = {
    total: (TABLE, INT),
    mean: (SHORTS, BOOL),
    is_even: (INT,),
    fill: (INTS, INT),
    refuse: (INT,),
    shift: (INT,),
}


@pytest.fixture(scope="module")
def kernels():
    built = link(SIGNATURES, internals.WasmTarget("test"))
    return [
        entrances.Kernel(one.__name__, types, internals.compile_for(built[one.__name__], types))
        for one, types in SIGNATURES.items()
    ]


@pytest.fixture(scope="module")
def module(kernels, tmp_path_factory):
    """The functions above as a module."""
    need("lld", programs.wasm_linker())
    objects = tmp_path_factory.mktemp("module") / "test.o"
    bitcode = compiling.whole_module(kernels)
    objects.write_bytes(compiling.optimised_object(bitcode, internals.SIMD))
    linking.link_module(objects, objects.with_suffix(".wasm"), [one.name for one in kernels])
    return objects.with_suffix(".wasm")


# ---- what they return
def test_numbers_arrays_and_truth_go_in_and_out(module):
    table = np.arange(6, dtype=np.int64).reshape(3, 2)
    shorts, numbers = np.array([1, 2, 6], np.int16), np.zeros(2, np.int64)
    calls = [
        ("total", table, 1),
        ("mean", shorts, 1),
        ("is_even", -3),
        ("is_even", 4),
        ("fill", numbers, -3),
    ]
    assert call_in_node(module, *calls) == [28, 6.0, 0, 1, None]
    assert numbers.tolist() == [-3 << 33] * 2, "64 bits inside"


def test_what_raises_traps(module):
    assert call_in_node(module, ("refuse", 6)) == [6]
    with pytest.raises(AssertionError, match="unreachable"):
        call_in_node(module, ("refuse", 7))


def test_a_result_of_more_than_32_bits_traps(module):
    assert call_in_node(module, ("shift", 0)) == [0]
    with pytest.raises(AssertionError, match="unreachable"):
        call_in_node(module, ("shift", 1))


def test_results_are_named(kernels):
    results = {kernel.name: kernel.result for kernel in kernels}
    assert results["mean"] == "float64" and results["is_even"] == "bool"
    assert results["fill"] is None and results["total"] == "int64"


# ---- how it is made
def test_a_function_that_two_kernels_call_is_compiled_once(kernels):
    found = internals.libraries([kernel.code for kernel in kernels])
    assert len([one for one in found if "twice" in one.name]) == 1


def test_nothing_is_optimised_before_all_is_linked(kernels):
    """numba alone puts `twice` into its callers."""
    (total_code,) = [kernel.code for kernel in kernels if kernel.name == "total"]
    assert "twice" in str(total_code.library._final_module)


def test_vectors_are_only_used_where_they_are_asked_for(kernels):
    bitcode = compiling.whole_module(kernels)
    with_vectors, without = (
        assembly(bitcode, features) for features in (internals.SIMD, internals.BASELINE)
    )
    assert "v128" in with_vectors and "v128" not in without


def assembly(bitcode, features):
    module = compiling.optimised(bitcode, features)
    return internals.target_machine(features).emit_assembly(module)


def test_there_are_no_exceptions_in_the_module(kernels):
    text = str(llvmlite.binding.parse_bitcode(compiling.whole_module(kernels)))
    assert "not this one" not in text and "pickle" not in text


def test_the_processor_still_compiles_for_itself(kernels):
    assert numba.njit(lambda x: x + 1)(41) == 42


def test_a_function_that_webassembly_lacks_is_named():
    @compiled
    def error_of(x):
        return math.erf(x)

    (built,) = link([error_of], internals.WasmTarget("test")).values()
    code = internals.compile_for(built, [FLOAT])
    bitcode = compiling.whole_module([entrances.Kernel("error_of", (FLOAT,), code)])
    with pytest.raises(EkibenError, match="WebAssembly does not have: erf"):
        compiling.optimised_object(bitcode, internals.BASELINE)


# ---- what is checked before building
def test_this_numba_can_be_used():
    internals.check()


def test_a_numba_that_cannot_be_used_is_named(monkeypatch):
    monkeypatch.delattr(internals.callconv.CPUCallConv, "get_function_type")
    with pytest.raises(EkibenError, match=f"numba {numba.__version__}.*cannot be used"):
        internals.check()


def test_a_missing_linker_is_named(monkeypatch):
    linking.linker.cache_clear()
    monkeypatch.setattr(linking.shutil, "which", lambda name: None)
    monkeypatch.setattr(linking.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(EkibenError, match="install lld"):
        linking.linker()
    linking.linker.cache_clear()
