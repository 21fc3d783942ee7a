"""The page's bundle in Pyodide: the same messages as natively, interpreted and compiled."""

import asyncio
import json
import subprocess
from pathlib import Path

import programs
import pytest

from ekiben.page.build.bundle import add_bundle
from ekiben.page.build.client import PACKAGES
from ekiben.page.build.standard_library import LIBRARY, add_library
from ekiben.page.serve import Page

from . import play_tables

HERE = Path(__file__).parent
PYODIDE = PACKAGES / "pyodide"
ALL = ["america/beginner", "europe/easy", "great-lakes/medium", "london/hard", "tokyo/hard"]
FEW = ["america/easy", "tokyo/beginner"]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The page's Python: its library and its bundle."""
    programs.need("nodejs", programs.node())
    if not PYODIDE.is_dir():
        pytest.skip("the client's packages are not installed")
    folder = tmp_path_factory.mktemp("python")
    add_library(PYODIDE / LIBRARY, folder / LIBRARY)
    add_bundle(folder / "ekiben.zip", folder / LIBRARY)
    return folder


@pytest.fixture(scope="module")
def module():
    """The compiled kernels."""
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    from ekiben.wasm import build_module

    return build_module()


def run_in_page(python, module, *arguments):
    command = [programs.node(), HERE / "run_python.mjs", PYODIDE, python, module, HERE]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "failed" not in done.stderr, done.stderr[-3000:]
    return json.loads(done.stdout)


def run_natively(moves, tables):
    settings = {"settings": play_tables.QUICK}
    make = play_tables.play_all(lambda: Page(None, None, settings), tables, moves)
    return json.loads(json.dumps(asyncio.run(make)))


@pytest.fixture
def luck(monkeypatch):
    """Undo what the script does to the server's luck."""
    for name in ("randbits", "choice", "token_hex", "token_urlsafe"):
        monkeypatch.setattr(play_tables.secrets, name, getattr(play_tables.secrets, name))


def check_same(played, wanted):
    """Compare piece by piece, for the sake of whoever reads a failure."""
    assert played.keys() == wanted.keys()
    for name in wanted:
        if "heard" in wanted[name]:
            kinds = [json.loads(text)["type"] for text in wanted[name]["heard"]]
            assert {"hello", "snapshot", "update", "done"} <= set(kinds)
        for part in wanted[name]:
            assert played[name][part] == wanted[name][part], (name, part)


def test_compiled_tables_say_the_same_as_native_ones(python, module, luck):
    check_same(run_in_page(python, module, "6", *ALL), run_natively(6, ALL))


def test_interpreted_tables_say_the_same_as_native_ones(python, luck):
    check_same(run_in_page(python, "-", "3", *FEW), run_natively(3, FEW))
