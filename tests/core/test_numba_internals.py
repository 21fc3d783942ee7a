"""What Ekiben asks of numba beyond its documented interface still does what it is asked for.

A numba that differs fails here, by the name of what it has changed.
"""

import importlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
internals = importlib.import_module("ekiben.core.numba_internals")

SOURCE = Path(__file__).parents[2] / "src"
SHORTS = np.array([3], np.int16)


def add_one(x):
    return x + 1


def count_down(x):
    while x > 0:
        x -= 1
    return x


def caller_of(rule):
    """A compiled function that calls a rule with a field and with a literal."""

    @numba.njit
    def call(shorts):
        return rule(shorts[0]) + rule(40)

    return call


def llvm_of(function):
    (text,) = function.inspect_llvm().values()
    return text


def test_a_rule_called_with_int16_and_int64_is_compiled_once():
    rule = internals.compile_rule(add_one)
    assert caller_of(rule)(SHORTS) == 45
    assert rule.signatures == [(numba.types.int64,)]


def test_numba_alone_compiles_it_for_each_width():
    """Else nobody needs `widen_integers` any more."""
    rule = numba.njit(add_one)
    assert caller_of(rule)(SHORTS) == 45 and len(rule.signatures) == 2


@pytest.mark.parametrize(
    ("argument_type", "wide"),
    [
        (numba.types.int8, numba.types.int64),
        (numba.types.uint32, numba.types.int64),
        (numba.types.literal(5), numba.types.int64),
        (numba.types.float64, numba.types.float64),
        (numba.types.int16[:], numba.types.int16[:]),
        (numba.types.boolean, numba.types.boolean),
    ],
)
def test_integers_are_widened_and_nothing_else(argument_type, wide):
    assert internals.widest(argument_type) == wide


@pytest.mark.parametrize(("function", "small"), [(add_one, True), (count_down, False)])
def test_small_rules_are_put_into_their_callers(function, small):
    rule = internals.compile_rule(function)
    caller_of(rule)(SHORTS)
    assert internals.is_small(function) is small and ("alwaysinline" in llvm_of(rule)) is small


def test_rules_have_no_entrances_from_python_and_c():
    rule = internals.compile_rule(add_one)
    caller_of(rule)(SHORTS)
    usual = numba.njit(add_one)
    usual(1)
    for entrance in ("7cpython", "cfunc."):
        assert entrance in llvm_of(usual) and entrance not in llvm_of(rule)


def two_levels(build):
    """A function that calls another, both built alike, after a kernel has called it."""
    inner = build(count_down)

    def outer(x):
        return inner(x) + inner(x + 1) + 1

    rule = build(outer)
    assert numba.njit(lambda x: rule(x))(3) == 1
    return rule


def declares_inner(function):
    lines = llvm_of(function).splitlines()
    return any(line.startswith("declare") and "count_down" in line for line in lines)


def test_rules_are_linked_with_what_they_call_only_in_kernels():
    assert declares_inner(two_levels(internals.compile_rule))


def test_numba_alone_links_them_at_every_level():
    """Else nobody needs `RuleLibrary` any more."""
    assert not declares_inner(two_levels(numba.njit))


def symbols_of(owner):
    code = type(add_one)(add_one.__code__, {}, "add_one")
    code.__module__ = add_one.__module__
    internals.own_symbols(code, owner)
    function = numba.njit(code)
    function(1)
    (result,) = function.overloads.values()
    return result.fndesc.qualname, result.fndesc.mangled_name


def test_symbols_carry_the_name_of_their_owner():
    (qualname, symbol), (other_qualname, other_symbol) = map(symbols_of, ("lakes", "harbours"))
    assert qualname == "lakes.add_one" and other_qualname == "harbours.add_one"
    assert "lakes" in symbol and "harbours" in other_symbol


OWNERS = """
import sys
import numpy as np
from pathlib import Path
from types import FunctionType
from ekiben.core import compiled, numba_internals

RECORDS = {
    "lakes": np.dtype([("a", "i8"), ("b", "i8")]),
    "harbours": np.dtype([("b", "i8"), ("a", "i8")]),
}
record_at = compiled.LEFT_OPEN

@compiled.compiled
def total(records, n):
    found = 0
    for i in range(n):
        found = found * record_at(records, i).a % 1000 + record_at(records, n - i - 1).a
    return found

@compiled.compiled
def totals(records, n):
    return total(records, n) * total(records, n - 1) + total(records, n // 2)

for owner in sys.argv[2:]:
    names = {sys.modules["__main__"]: {"record_at": compiled.accessor("record_at", RECORDS[owner])}}
    with numba_internals.cache_in(Path(sys.argv[1]) / owner):
        kernel = compiled.link([totals], numba_internals.MachineCode(owner), names)["totals"]
    print(kernel(np.arange(16).view(np.uint8), 8), sum(kernel.stats.cache_hits.values()))
"""


def run_owners(folder, *owners):
    script = folder / "owners.py"
    if not script.exists():  # numba finds the machine code by when a file was written
        script.write_text(OWNERS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script), str(folder), *owners],
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_machine_code_of_two_owners_made_by_two_processes_serves_a_third(tmp_path):
    """The kernels have the same code over records of their own."""
    (lakes,), (harbours,) = run_owners(tmp_path, "lakes"), run_owners(tmp_path, "harbours")
    assert lakes.endswith(" 0") and harbours.endswith(" 0") and lakes != harbours
    assert run_owners(tmp_path, "lakes", "harbours") == [lakes[:-1] + "1", harbours[:-1] + "1"]


def test_kernels_keep_their_machine_code_in_the_folder_that_was_set(tmp_path):
    before = numba.config.CACHE_DIR
    with internals.cache_in(tmp_path):
        kernel = internals.compile_kernel(add_one)
    assert before == numba.config.CACHE_DIR and kernel(1) == 2
    assert list(tmp_path.rglob("*.nbi"))


def test_the_folder_is_set_back_after_a_failure(tmp_path):
    before = numba.config.CACHE_DIR
    with pytest.raises(ValueError, match="broken"), internals.cache_in(tmp_path):
        raise ValueError("broken")
    assert before == numba.config.CACHE_DIR and not internals.CACHE_SETTING.locked()


def test_one_thread_at_a_time_sets_the_folder(tmp_path):
    seen = []

    def build():
        with internals.cache_in(tmp_path / "second"):
            seen.append(numba.config.CACHE_DIR)

    other = threading.Thread(target=build)
    with internals.cache_in(tmp_path / "first"):
        other.start()
        assert not seen and str(tmp_path / "first") == numba.config.CACHE_DIR
    other.join()
    assert seen == [str(tmp_path / "second")]


def test_kernels_for_a_card_keep_theirs_in_the_folder_that_was_set(tmp_path):
    cuda = internals.import_cuda()
    with internals.cuda_cache_in(tmp_path):
        kernel = cuda.jit(add_one, cache=True)
    usual = cuda.jit(add_one, cache=True)
    assert Path(kernel._cache.cache_path).is_relative_to(tmp_path)
    assert not Path(usual._cache.cache_path).is_relative_to(tmp_path)


def test_numpy_has_the_names_that_the_cuda_part_asks_for():
    internals.import_cuda()
    for old, new in internals.RENAMED_IN_NUMPY.items():
        assert hasattr(np, old) and callable(getattr(np, new))


def test_no_reference_to_an_array_is_counted():
    def first(numbers):
        for number in numbers:
            return number
        return 0

    rule = internals.compile_rule(first)

    @numba.njit(_nrt=False)
    def call(numbers):
        return rule(numbers) + rule(numbers[1:])

    assert call(np.array([3, 4])) == 7
    assert "NRT_incref" not in llvm_of(call) and "NRT_decref" not in llvm_of(call)


def item(items, i):
    return items[i]


def written_in(module):
    """The function, as if it were written in this module."""
    rule = type(item)(item.__code__, {"__name__": module}, item.__name__)
    rule.__module__ = module
    return numba.njit(rule)


def test_rules_index_from_the_start():
    """As C does: there is nothing to choose between."""
    rule = written_in("ekiben.games.routes.sample")
    assert rule(SHORTS, 0) == 3 and "select" not in llvm_of(rule)


def test_other_functions_index_from_the_end_too():
    function = written_in("ekiben.bots.sample")
    assert function(np.arange(4), -1) == 3 and "select" in llvm_of(function)


def test_a_kernel_keeps_its_rules_to_itself(tmp_path):
    """They have no names that another kernel's could be taken for."""
    rule = internals.compile_rule(count_down)

    def run(x):
        return rule(x) + 7

    with internals.cache_in(tmp_path):
        kernel = internals.compile_kernel(run)
    assert kernel(5) == 7
    assert "linkonce_odr" not in llvm_of(kernel)


def scaled(numbers, out):
    out[0] = numbers[0] * numbers[1] + numbers[2]


@pytest.mark.parametrize(("module", "rounds"), [("ekiben.somewhere", True), ("elsewhere", False)])
def test_a_card_rounds_our_products_before_it_adds_to_them(module, rounds):
    """And those of nobody else."""
    cuda = internals.import_cuda()
    pytest.importorskip("numba.cuda.np.arrayobj", reason="numba-cuda is not here")
    kernel = FunctionType(scaled.__code__, {"__name__": module})
    kernel.__module__ = module
    doubles = numba.types.Array(numba.types.float64, 1, "C")
    try:
        code, _ = cuda.compile_ptx(kernel, (doubles, doubles), cc=(9, 0))
    except (ImportError, OSError, RuntimeError) as error:
        pytest.skip(f"nothing compiles for a card here: {error}")
    assert ("mul.rn.f64" in code) == rounds and ("fma.rn.f64" in code) != rounds


def test_indices_on_a_card_are_looked_at_as_on_a_processor():
    """However early numba's CUDA part is imported."""
    internals.import_cuda()
    arrays = pytest.importorskip("numba.cuda.np.arrayobj", reason="numba-cuda is not here")
    assert hasattr(arrays.fix_integer_index, "usual")
