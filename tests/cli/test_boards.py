"""`ekiben board`: boards checked and shown."""

import ekiben as engine
from ekiben.games import BOARDS


def test_board_check(ekiben):
    good = sorted(BOARDS.glob("*.toml"))
    ran = ekiben("board", "check", *good)
    assert ran.code == 0 and ran.out.count(": fine: ") == len(good)
    assert "london.toml: fine: 17 cities, 44 routes, 20 tickets" in ran.out


def test_board_check_names_every_fault(ekiben, tmp_path):
    bad = tmp_path / "bad.toml"
    text = (BOARDS / "london.toml").read_text(encoding="utf-8")
    bad.write_text(
        text.replace("routes = 44", "routes = 45").replace("tickets = 20", "tickets = 21"),
        encoding="utf-8",
    )
    ran = ekiben("board", "check", bad, BOARDS / "london.toml", tmp_path / "none.toml")
    assert (
        ran.code == 1
        and ran.out.count("bad.toml: ") == 2
        and "none.toml: cannot be read" in ran.out
        and ": fine: " in ran.out
    )


def test_board_show(ekiben, language):
    board = engine.load("great-lakes").board
    out = ekiben("board", "show", "great-lakes", "--language", language).out
    assert [route.id for route in board.routes if route.id not in out] == []
    assert [city.id for city in board.cities if city.names[language] not in out] == []


def test_board_show_as_a_picture(ekiben, tmp_path):
    place = tmp_path / "board.svg"
    assert (
        ekiben("board", "show", BOARDS / "london.toml", "--svg", place, "--language", "ja").code
        == 0
    )
    assert place.read_text(encoding="utf-8").startswith("<svg")
    assert ekiben("board", "show", "atlantis").code == 2
