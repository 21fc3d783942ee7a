"""The module as it is built: what it contains and what not, and that it plays as native code."""

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import programs
import pytest
from programs import need

import ekiben
from ekiben.core.chance import seed_words
from ekiben.core.compiled import compiled
from ekiben.core.errors import EkibenError
from ekiben.wasm import build_module, fingerprint, module
from ekiben.wasm.kernel_sets import CallRecorder, KernelSet, ValueType, kernel_families, type_of

from .node_calls import call_in_node

FILES = ("ekiben.wasm", "ekiben-plain.wasm", "ekiben.so.wasm", "ekiben-plain.so.wasm")
SEED = 2**100 + 7
OWNERS = {"routes", "routebots", "routeanalysis", "tokyo", "tokyobots", "tokyoanalysis"}


@pytest.fixture(scope="module")
def folder():
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    need("lld", programs.wasm_linker())
    return build_module()


@pytest.fixture(scope="module")
def kernels(folder):
    return json.loads((folder / "kernels.json").read_text(encoding="utf-8"))


# ---- what is in it
def test_all_kernels_of_all_families_are_in_the_module(kernels):
    assert set(kernels) == {name for one in kernel_families() for name in one.functions()}
    assert {name.split("_")[0] for name in kernels} == OWNERS
    for name in (
        "routes_legal_one",
        "routes_observe_many",
        "routebots_try_moves",
        "routeanalysis_play_on",
        "tokyo_best_run",
        "tokyobots_play_out",
        "tokyoanalysis_try_parts",
    ):
        assert name in kernels


def test_the_types_of_arguments_and_results_are_told(kernels):
    assert kernels["routes_legal_one"] == {
        "arguments": [
            {"type": "uint8", "axes": 1},
            {"type": "uint8", "axes": 1},
            {"type": "int64", "axes": 0},
            {"type": "int64", "axes": 1},
        ],
        "result": "int64",
    }
    assert kernels["tokyobots_play_out"]["result"] == "float64"
    assert kernels["routes_copy_one"]["result"] is None
    assert kernels["routebots_sample_hidden"]["result"] == "bool"


LOOK = """
const names = (list) => list.map(({ name }) => name).sort();
const look = (path) => {
  const module = new WebAssembly.Module(require("fs").readFileSync(path));
  const { imports, exports } = WebAssembly.Module;
  return { imports: names(imports(module)), exports: names(exports(module)) };
};
console.log(JSON.stringify(process.argv.slice(1).map(look)));
"""


@pytest.fixture(scope="module")
def seen(folder):
    """Imports and exports of every file, as Node sees them."""
    done = subprocess.run(
        [need("nodejs", programs.node()), "-e", LOOK, *(str(folder / name) for name in FILES)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return dict(zip(FILES, json.loads(done.stdout), strict=True))


def test_modules_need_nothing_and_have_memory_of_their_own(seen, kernels):
    for name in ("ekiben.wasm", "ekiben-plain.wasm"):
        assert seen[name]["imports"] == []
        assert {*seen[name]["exports"]} == {*kernels, "memory", "__heap_base", "__stack_pointer"}


def test_side_modules_live_in_the_memory_of_another(seen, kernels):
    for name in ("ekiben.so.wasm", "ekiben-plain.so.wasm"):
        assert {"memory", "__memory_base"} <= {*seen[name]["imports"]}
        assert set(kernels) <= {*seen[name]["exports"]}


@pytest.mark.parametrize("name", [*FILES, "kernels.json"])
def test_nothing_tells_where_or_when_it_was_built(folder, name):
    found = (folder / name).read_bytes()
    here = [str(Path(ekiben.__file__).parents[2]), sys.prefix, str(Path.home()), "ekiben/", ".py"]
    assert not [text for text in here if text.encode() in found]


def test_the_module_is_small(folder):
    """Everybody who opens the page fetches it."""
    assert (folder / "ekiben.wasm").stat().st_size < 800_000


# ---- as native code
@pytest.mark.parametrize("variant", module.VARIANTS)
@pytest.mark.parametrize(("name", "owner"), [("america", "routes"), ("tokyo", "tokyo")])
def test_random_games_are_the_same(folder, variant, name, owner):
    game, count, seats = ekiben.load(name), 4, 3
    game.builds.fastest()
    arrays = np.zeros((count, seats), np.int64), np.zeros(count, np.int64)
    state, words = (
        np.zeros(game.rule_set.state.size, np.uint8),
        np.array(seed_words(SEED), np.int64),
    )
    places = (game.boards, state, 0, state[:0], 0, count, seats, words)
    own = [array.copy() for array in arrays]
    game.builds.fastest().playouts_many(*places, *own)
    call_in_node(folder / f"{variant}.wasm", (f"{owner}_playouts_many", *places, *arrays))
    assert [one.tolist() for one in arrays] == [one.tolist() for one in own]


# ---- the types
def test_types_are_those_of_the_arguments():
    given = [np.zeros((2, 3), np.float32), np.zeros(2, np.bool_), True, 1, 1.5]
    assert [type_of(one) for one in given] == [
        ValueType("float32", 2),
        ValueType("bool", 1),
        ValueType("bool"),
        ValueType("int64"),
        ValueType("float64"),
    ]


def test_an_array_with_gaps_is_refused():
    with pytest.raises(EkibenError, match="array with gaps"):
        type_of(np.zeros((4, 4), np.int64)[:, :2])


def test_a_kernel_of_two_types_is_refused():
    recorder = CallRecorder()
    recorder.play(1)
    with pytest.raises(EkibenError, match="play is called with"):
        recorder.play(1.5)


@compiled
def forgotten(x):
    return x


def test_a_kernel_that_nobody_calls_is_named():
    one = KernelSet("lakes", (forgotten,), lambda kernels: None)
    with pytest.raises(EkibenError, match="lakes: no call tells the types of forgotten"):
        one.argument_types()


# ---- the key
def test_the_key_is_the_same_in_every_process():
    script = "from ekiben.wasm.fingerprint import module_key; print(module_key())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ
        | {"PYTHONHASHSEED": "5", "PYTHONPATH": str(Path(ekiben.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip() == fingerprint.module_key()


def make(body):
    scope = {"np": np, "LIMIT": 3, "TABLE": np.arange(4, dtype=np.int64)}
    exec(f"def rule(x, y=2):\n    {body}", scope)
    return scope["rule"]


def test_the_key_depends_on_code_and_values():
    texts = [fingerprint.description(make(f"return x {sign} {n}")) for sign in "+-" for n in "12"]
    assert len(set(texts)) == 4
    assert fingerprint.description(make("return x")) == fingerprint.description(make("return x"))
    function = make("return TABLE[x] + LIMIT")
    before = fingerprint.description(function)
    function.__globals__["LIMIT"] = 4
    changed = fingerprint.description(function)
    function.__globals__["TABLE"][3] = 9
    assert len({before, changed, fingerprint.description(function)}) == 3


def test_the_key_depends_on_numbers_of_modules():
    function = make("return np.int64(x) + event_codes.PAID")
    function.__globals__["event_codes"] = codes = ModuleType("ekiben.codes")
    codes.PAID = 3
    before = fingerprint.description(function)
    codes.PAID = 4
    assert fingerprint.description(function) != before


def test_a_value_without_a_fixed_text_is_refused():
    with pytest.raises(EkibenError, match="cannot depend on"):
        fingerprint.written(threading.Lock())


# ---- two builders
def test_two_builders_build_once(tmp_path, monkeypatch):
    built = []

    def build(folder):
        built.append(folder)
        folder.mkdir()
        (folder / module.SIGNATURES).write_text("{}", encoding="utf-8")

    monkeypatch.setattr(module, "module_folder", lambda: tmp_path / "wasm-1")
    monkeypatch.setattr(module, "build_in_process", build)
    with ThreadPoolExecutor(4) as pool:
        found = {one.result() for one in [pool.submit(build_module) for _ in range(4)]}
    assert found == {tmp_path / "wasm-1"} and len(built) == 1


def test_a_cache_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(module, "module_folder", lambda: tmp_path / "file" / "wasm-1")
    with pytest.raises(EkibenError, match=r"cannot be kept.*set EKIBEN_CACHE"):
        build_module()


def test_the_slower_of_two_builders_keeps_what_is_there(tmp_path):
    first, second, folder = (tmp_path / name for name in ("first", "second", "folder"))
    for one in (first, second):
        one.mkdir()
        (one / module.SIGNATURES).write_text(one.name, encoding="utf-8")
        module.move_in_place(one, folder)
    assert (folder / module.SIGNATURES).read_text(encoding="utf-8") == "first"


def test_each_step_of_a_build_is_reported(tmp_path, monkeypatch):
    told = []
    monkeypatch.setattr(module, "PROGRESS_LISTENERS", [lambda *step: told.append(step)])
    monkeypatch.setattr(module.sys, "executable", "echo")
    module.run_builder(tmp_path)
    ((home, done, total),) = told
    assert home == "ekiben.wasm.module" and done == 1 and total > 40


def test_a_package_that_is_missing_is_named():
    with pytest.raises(EkibenError, match="nothing-like-it is not installed"):
        fingerprint.installed_version("nothing-like-it")


def test_a_build_that_fails_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(module.sys, "executable", "false")
    with pytest.raises(EkibenError, match="could not be built"):
        module.build_in_process(tmp_path / "wasm-1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.deep
def test_two_builds_are_the_same(folder, tmp_path):
    module.build_in_process(tmp_path / "again")
    for name in (*FILES, "kernels.json"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
