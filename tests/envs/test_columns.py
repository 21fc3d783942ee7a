"""Every column of every block is wired to what its name says.

Each case changes one thing in a blank position and names all columns that this must change, and the
rows of the column it is about; no other column may change. Every feature has a case.
"""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from ekiben.observations.encoding import OBSERVATION, encoding, scratch

from . import route_column_cases, tokyo_column_cases
from .column_cases import Case
from .positions import load


def observe(game, b, s):
    out = np.full(encoding(game).size, 99, np.uint8)
    OBSERVATION.of(game).observe(b, s, 0, out, scratch(game))
    return out


def changed_columns(case: Case) -> dict[str, list[int]]:
    """The rows that change, by "block feature"."""
    game = load(case.game)
    b, s = blank_position(game)
    case.before(b, s)
    before = observe(game, b, s)
    case.change(b, s)
    after = observe(game, b, s)
    found: dict[str, list[int]] = {}
    for block in encoding(game).blocks.values():
        for row, place in np.argwhere(block.of(before) != block.of(after)).tolist():
            found.setdefault(f"{block.name} {block.features[place].name}", []).append(row)
    return found


def blank_position(game):
    s = game.new(game.seats[1], 1).position.state.copy()
    if game.name == "tokyo":
        tokyo_column_cases.blank_tokyo(s)
    else:
        route_column_cases.blank_routes(s)
    return deepcopy(game.plain_board), s


CASES = [*route_column_cases.cases(), *tokyo_column_cases.cases()]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_change_shows_in_its_column_and_in_no_other(case):
    changed = changed_columns(case)
    assert set(changed) == {case.column, *case.along}
    assert changed[case.column] == list(case.rows)


@pytest.mark.parametrize("name", ["america", "tokyo"])
def test_every_feature_has_a_case(name):
    tested = {case.column for case in CASES if (case.game == "tokyo") == (name == "tokyo")}
    features = {
        f"{block.name} {feature.name}"
        for block in encoding(load(name)).blocks.values()
        for feature in block.features
    }
    assert tested == features
