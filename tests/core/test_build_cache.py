"""Machine code is kept on disk: keyed by the rules' sources, filled by several processes at once,
and taken over in mid-game.
"""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from laws.play import compiled_kernels, load, play_on

from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.core import machine_code
from ekiben.core import match as matches
from ekiben.core.compiled import link
from ekiben.envs import kernels as observations
from ekiben.envs.builds import observed_rules, open_names

SETS = (load("london").builds, load("tokyo").builds, ROUTE_BOTS, TOKYO_BOTS)
SOURCE = Path(__file__).parents[2] / "src"
FOLDER = """
from ekiben.core.machine_code import cache_folder
from ekiben.games.routes.rules import RULE_SET
print(cache_folder(RULE_SET))
"""
FILL = """
import ekiben
game = ekiben.load("london")
assert game.builds.fastest().compiled
print(game.playouts(20, seats=3).tolist())
"""


def started(script, source=SOURCE, **environment):
    kept = {name: value for name, value in os.environ.items() if name != "EKIBEN_PLAIN"}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", script],
        env=kept | {"PYTHONPATH": str(source)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process):
    out, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    return out.strip()


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The package, to be changed."""
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    there = tmp_path_factory.mktemp("source")
    shutil.copytree(
        SOURCE / "ekiben", there / "ekiben", ignore=shutil.ignore_patterns("__pycache__")
    )
    return there


def test_no_two_functions_have_machine_code_of_the_same_name():
    """What two processes have compiled is linked by its names when a third loads both: shared code
    is over records of each its own.
    """
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    names = [name for one in SETS for name in names_in(one.link_compiled())]
    assert (
        sum(name.endswith("._compiled_fresh") for name in names) == len(SETS) - 1
    )  # the planner starts no game
    assert not [name for name, times in Counter(names).items() if times > 1]


def names_in(kernels):
    """Of all compiled functions that the kernels lead to."""
    todo = list(vars(kernels).values())
    found = {}
    while todo:
        value = todo.pop()
        function = getattr(value, "py_func", None)
        if isinstance(value, ModuleType) and value.__name__ == "rules":
            todo += vars(value).values()
        elif function is not None and function not in found:
            found[function] = f"{function.__module__}.{function.__qualname__}"
            todo += function.__globals__.values()
    return found.values()


class SourceRecorder:
    """A target that notes where the functions it is given are written."""

    compiles = True

    def __init__(self):
        self.paths = set()

    def build(self, function, is_kernel):
        self.paths.add(function.__code__.co_filename)
        return function


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.rule_set.home)
def test_the_cache_key_depends_on_all_sources_of_the_rules_and_bots(one):
    recorder = SourceRecorder()
    link(one.functions, recorder, one.names)
    assert_known(recorder, one.rule_set)


@pytest.mark.parametrize("name", ["london", "tokyo"])
def test_the_cache_key_depends_on_all_sources_of_the_observations(name):
    game, recorder = load(name), SourceRecorder()
    link(observations.KERNELS, recorder, open_names(game))
    assert_known(recorder, observed_rules(game))


def assert_known(recorder, rule_set):
    written = {Path(path) for path in recorder.paths if not path.startswith("<")}
    assert len(written) > 5 and not written - set(rule_set.sources())


@pytest.mark.parametrize(
    "module",
    [
        "games/routes/turn.py",
        "games/routes/sizes.py",
        "core/chance.py",
        "core/kernels.py",
        "core/layout.py",
        "core/compiled.py",
    ],
)
def test_another_rule_is_another_folder(copied, module):
    """numba itself does not see a change in a module that a rule calls, nor in how the state is
    laid out.
    """
    path = copied / "ekiben" / module
    before = ended(started(FOLDER, copied))
    path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert ended(started(FOLDER, copied)) != before


def test_a_process_keeps_the_folder_of_the_rules_it_runs(copied):
    """A file that changes after it was imported must not have the old rules' machine code kept as
    the new rules'.
    """
    script = """
from collections import Counter
from pathlib import Path
from types import ModuleType
from ekiben.core.machine_code import cache_folder
from ekiben.games.routes import rules, turn
before, path = cache_folder(rules.RULE_SET), Path(turn.__file__)
path.write_text(path.read_text(encoding="utf-8") + "# changed while running", encoding="utf-8")
print(cache_folder(rules.RULE_SET) == before)
"""
    assert ended(started(script, copied)) == "True"


def test_what_is_no_rule_changes_nothing(copied):
    path = copied / "ekiben" / "draw" / "style.py"
    before = ended(started(FOLDER, copied))
    path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert ended(started(FOLDER, copied)) == before


def test_the_folder_can_be_chosen(monkeypatch, tmp_path):
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    monkeypatch.setenv("EKIBEN_CACHE", str(tmp_path))
    assert machine_code.cache_folder(
        load("london").rule_set
    ).parent == tmp_path and not machine_code.is_cached(load("london").rule_set)


def test_compiled_rules_take_over_in_mid_game(monkeypatch):
    """A match begins interpreted and goes on compiled when the machine code is there; nothing else
    changes.
    """
    game = load("london")
    compiled_kernels(game)
    digest = play_on(game.new(3, 11), ("random",), 4).digest()
    for name, value in (("compiled", None), ("is_asked_for", False), ("compiler", None)):
        monkeypatch.setattr(game.builds, name, value)
    monkeypatch.setattr(matches, "PATIENCE", 0)
    match = game.new(3, 11)
    assert game.builds.can_compile() and not match.position.compiled
    play_on(match, ("random",), 4, steps=1)
    waited = time.monotonic() + 300
    while game.builds.compiled is None and time.monotonic() < waited:
        time.sleep(0.05)
        game.builds.compile_in_background()
    again = game.new(3, 11)
    assert again.position.compiled and play_on(again, ("random",), 4).digest() == digest
    match.play(match.legal()[0])
    assert match.position.compiled


@pytest.mark.deep
def test_two_processes_at_once_fill_an_empty_cache(tmp_path):
    """And a third finds it filled and starts quickly."""
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    both = [started(FILL, EKIBEN_CACHE=str(tmp_path)) for _ in range(2)]
    told = {ended(process) for process in both}
    begun = time.monotonic()
    told.add(ended(started(FILL, EKIBEN_CACHE=str(tmp_path))))
    assert (
        told == {str(load("london").playouts(20, seats=3).tolist())}
        and time.monotonic() - begun < 10
    )


@pytest.mark.deep
def test_a_damaged_cache_is_made_anew(tmp_path):
    pytest.importorskip("numba", reason="numba is not here: nothing is compiled")
    told = ended(started(FILL, EKIBEN_CACHE=str(tmp_path)))
    for path in tmp_path.rglob("*.nb*"):
        path.write_bytes(path.read_bytes()[:100])
    assert ended(started(FILL, EKIBEN_CACHE=str(tmp_path))) == told
