"""The npm package, put together once for all tests of a process, and who can be asked about it."""

import sys
from functools import partial
from pathlib import Path

import programs
import pytest

from . import hosts

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The folder of the package, as it would be published."""
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    programs.need("lld", programs.wasm_linker())
    programs.need("nodejs", programs.node())
    sys.path.insert(0, str(ROOT / "tools"))
    from npm_package import write_package

    folder = tmp_path_factory.mktemp("npm") / "ekiben-wasm"
    write_package(folder)
    return folder


@pytest.fixture
def node(package):
    return partial(hosts.ask_node, package)


@pytest.fixture
def chromium(package, tmp_path):
    return partial(hosts.ask_chromium, tmp_path, package)


@pytest.fixture
def firefox(package, tmp_path):
    return partial(hosts.ask_firefox, tmp_path, package)


@pytest.fixture(params=["node", "chromium", pytest.param("firefox", marks=pytest.mark.deep)])
def host(request):
    """A function that has the module asked there: a list of questions, the list of answers."""
    return request.getfixturevalue(request.param)
