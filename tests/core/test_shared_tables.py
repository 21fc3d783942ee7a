"""Games on one board share what is made of its file; options change only what they name."""

import numpy as np
import pytest
from laws.play import BOARDS

import ekiben
from ekiben.games.routes.board_builder import fixed_tables as route_tables
from ekiben.games.tokyo.board_builder import fixed_tables as tokyo_tables

CASES = [
    ("tokyo", tokyo_tables, [{"turn_limit": n} for n in range(1, 20)], {"turn_limit"}),
    (
        "tokyo",
        tokyo_tables,
        [{"short": True, "debt": 110}, {"strike": "track"}],
        {"win_money", "debts", "strike_track"},
    ),
    (
        "great-lakes",
        route_tables,
        [{"sweep_wilds": 3}, {"empty_deck": "market"}],
        {"sweep", "market_when_empty"},
    ),
]


@pytest.mark.parametrize(("name", "tables", "options", "changed"), CASES)
def test_other_options_make_no_tables_anew(name, tables, options, changed):
    usual = ekiben.load(name)
    before = tables.cache_info().misses
    others = [ekiben.load(name, **one) for one in options]
    assert tables.cache_info().misses == before
    for game in others:
        assert game.board is usual.board and game.action(5) is usual.action(5)
        differ = {
            field.name
            for field in usual.rule_set.board.fields
            if not np.array_equal(
                getattr(game.plain_board, field.name), getattr(usual.plain_board, field.name)
            )
        }
        assert differ and differ <= changed
    assert ekiben.load(name).boards.tobytes() == usual.boards.tobytes()


def test_a_file_that_has_changed_is_read_again(tmp_path):
    file, text = tmp_path / "board.toml", (BOARDS / "ring.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    first = ekiben.load(file)
    assert ekiben.load(file).board is first.board
    file.write_text(text.replace("end_limit = 1", "end_limit = 3"), encoding="utf-8")
    assert "end_limit = 1" in text and ekiben.load(file).digest != first.digest
    file.write_text("format = 1", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(ekiben.BoardError, match="cities is missing"):
            ekiben.load(file)
