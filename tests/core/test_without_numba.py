"""numba makes the rules fast and is not needed: without it everything works, and importing Ekiben
imports no numba.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from laws.play import load, play_on

SOURCE = Path(__file__).parents[2] / "src"
GAME = """
import ekiben, random
match, luck = ekiben.load("london").new(2, 5), random.Random(5)
while not match.over:
    match.play(luck.choice(match.legal()))
"""


def run(script, path=(), **environment):
    """Runs a script in a process of its own; what it printed."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("EKIBEN_PLAIN")
    }
    found = os.pathsep.join(map(str, [*path, SOURCE]))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=kept | {"PYTHONPATH": found} | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def digest():
    return play_on(load("london").new(2, 5), ("random",), 5).digest()


def test_a_whole_game_without_numba():
    told = run(
        "import sys; sys.modules['numba'] = None\n"
        + GAME
        + """
game = match.game
assert not game.builds.can_compile() and game.builds.fastest() is game.builds.interpreted
assert game.playouts(5, seats=3).shape == (5, 3) and not match.position.compiled
batch = game.batch(3)
batch.apply([batch.legal(i)[0] for i in range(3)])
assert ekiben.replay(str(match.record())).digest() == match.digest()
assert game.imagine(match.view(0), 1).over
print(match.digest())
"""
    )
    assert told == digest()


def test_importing_and_playing_imports_no_numba():
    assert (
        run(
            "import sys\n"
            + GAME
            + "print([name for name in sys.modules if name.split('.')[0] in ('numba', 'llvmlite')])"
        )
        == "[]"
    )


@pytest.mark.parametrize(
    "error", ["ImportError('Numba needs NumPy 2.9 or less')", "OSError('cannot load library')"]
)
def test_a_numba_that_cannot_be_imported_is_as_none(tmp_path, error):
    """It is there but does not fit the NumPy that is there: the rules run interpreted."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(f"raise {error}\n", encoding="utf-8")
    told = run(
        GAME + "assert match.game.playouts(3).shape == (3, 2); print(match.digest())",
        path=[tmp_path],
        EKIBEN_CACHE=str(tmp_path),
    )
    assert told == digest()


def test_interpreted_rules_can_be_asked_for():
    script = (
        GAME
        + """
import sys
assert match.game.playouts(3).shape == (3, 2)
assert "numba" not in sys.modules and not match.game.builds.can_compile()
print(match.digest())
"""
    )
    assert run(script, EKIBEN_PLAIN="1") == digest()


def test_a_fresh_process_can_tell_whether_it_can_compile():
    """Nothing but Ekiben is imported, so nothing else has imported what it needs."""
    assert (
        run("import ekiben; print(ekiben.load('london').builds.can_compile() in (True, False))")
        == "True"
    )
