"""`ekiben puzzles` at the command line."""

import json

import pytest

from ekiben import cli, puzzles
from ekiben.puzzles.files import DATA

LONDON = DATA / "london.jsonl"


@pytest.fixture
def ekiben(capsys):
    def run(*words):
        code = cli.main(["puzzles", *map(str, words), "--language", "en"])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_puzzles_are_listed_and_shown(ekiben):
    first = puzzles.load("london")[0]
    code, out, _ = ekiben("list", "london")
    assert code == 0 and first.id in out and str(first.rating) in out and "tokyo" not in out
    code, out, _ = ekiben("show", first.id)
    assert code == 0 and "is to answer" in out and "Found by" not in out
    code, out, _ = ekiben("show", first.id, "--solution")
    assert " ".join(first.best.actions) in out and "Found by" in out
    code, out, _ = ekiben("show", first.id, "--file", LONDON)
    assert code == 0 and first.id in out


def test_trips_are_shown_with_their_stops(ekiben):
    trip = puzzles.load("tokyo")[0].best.trip
    _, out, _ = ekiben("show", "tokyo-001", "--solution")
    assert f"{trip.stops[0].city} " in out and trip.stops[-1].job in out


def test_all_puzzles_of_the_box_are_listed_without_a_game(ekiben):
    code, out, _ = ekiben("list")
    assert code == 0 and "london-001" in out and "tokyo-001" in out


def test_what_is_not_there_is_an_error(ekiben, tmp_path):
    assert ekiben("show", "london-999")[0] == 2
    assert ekiben("show", "london-1-1", "--file", LONDON)[0] == 2
    code, _, err = ekiben("list", "londn")
    assert code == 2 and "Did you mean 'london'" in err


def test_picked_puzzles_are_numbered_from_the_easiest_on(ekiben, tmp_path):
    out = tmp_path / "own.jsonl"
    code, said, _ = ekiben("pick", LONDON, "--game", "london", "--count", 3, "--out", out)
    chosen = list(puzzles.read(out))
    assert code == 0 and "3" in said
    assert [puzzle.id for puzzle in chosen] == ["london-001", "london-002", "london-003"]
    assert [puzzle.rating for puzzle in chosen] == sorted(puzzle.rating for puzzle in chosen)
    assert len({puzzle.kind for puzzle in chosen}) > 1  # all kinds alike
    code, _, _ = ekiben("pick", LONDON, "--game", "london", "--count", 999, "--out", out)
    assert code == 1


def test_a_wrong_solution_does_not_pass_the_check(ekiben, tmp_path):
    """A late position: a small search is quick, even interpreted."""
    late = min(
        (puzzle for puzzle in puzzles.load("london") if puzzle.kind == "last-turn"),
        key=lambda puzzle: len(puzzle.choices),
    )
    values = json.loads(late.to_json())
    best, worst = values["choices"][0], values["choices"][-1]
    best["actions"], worst["actions"] = worst["actions"], best["actions"]
    small = {**values["made"], "playouts": 1}
    file, good = tmp_path / "wrong.jsonl", tmp_path / "good.jsonl"
    file.write_text(json.dumps({**values, "made": small}) + "\n", encoding="utf-8")
    code, out, _ = ekiben("check", file, "--times", 1, "--out", good)
    assert code == 1 and "does not hold" in out and good.read_text() == ""
