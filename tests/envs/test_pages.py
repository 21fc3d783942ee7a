"""What the manual says of environments is what they are: features, sizes, lengths."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ekiben
from ekiben.core.batch import playouts
from ekiben.envs import encoding, manual, spiel

from .positions import GAMES, load

DOCS = Path(__file__).resolve().parents[2] / "docs"
ROWS = {
    row[0].strip("`"): row[1:]
    for row in (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (DOCS / "environments.md").read_text(encoding="utf-8").splitlines()
        if re.match(r"\| `[a-z-]+` \|", line)
    )
}


def test_the_features_are_those_of_the_encodings():
    page = (DOCS / "observations.md").read_text(encoding="utf-8")
    assert manual.filled(page) == page, "run python -m ekiben.envs.manual"
    assert page.count("#### `") == 12


@pytest.mark.parametrize("name", GAMES)
def test_sizes_are_those_of_the_games(name):
    game, (seats, actions, size, _, speed) = load(name), ROWS[name]
    assert seats == f"{game.seats[0]}–{game.seats[1]}"
    assert (actions, size) == (f"{game.action_count:,}", f"{encoding(game).size:,}")
    assert int(speed.replace(",", "")) > 0


@pytest.mark.parametrize("name", GAMES)
def test_lengths_are_those_of_random_games(name):
    game = load(name)
    if game.builds.fastest() is game.builds.interpreted:
        pytest.skip("too many games for interpreted rules")
    assert (
        ROWS[name][3]
        == f"{playouts(game, 40 if name == 'tokyo' else 2000, 2, 0, None)[1].mean():,.0f}"
    )


def test_the_small_board_is_shipped_and_not_listed():
    game = ekiben.load(spiel.BOARDS / "triangle.toml")
    assert game.name not in ekiben.games() and game.seats == (2, 2)


def test_the_engine_needs_no_learners_library():
    """Neither the engine nor thousands of games at once import Gymnasium, PettingZoo or OpenSpiel
    for themselves.
    """
    script = (
        "import sys, ekiben, ekiben.bots; print(any(name in sys.modules for name in "
        "('gymnasium', 'pettingzoo', 'pyspiel', 'numba')))"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "False"
    )
