"""The format of a puzzle: read and written without loss, and every fault named."""

import json

import pytest

from ekiben import puzzles
from ekiben.core.errors import EkibenError, RecordError
from ekiben.puzzles.files import DATA

LINE = (DATA / "london.jsonl").read_text(encoding="utf-8").splitlines()[0]


def changed(**values):
    return json.dumps({**json.loads(LINE), **values})


def without(key):
    return json.dumps({name: value for name, value in json.loads(LINE).items() if name != key})


def test_a_line_is_read_and_written_without_loss():
    assert puzzles.parse(LINE).to_json() == LINE


def test_a_trip_is_read_and_written_without_loss():
    first, *others = json.loads(LINE)["choices"]
    trip = {
        "stops": [["b17", "mito", 0], ["b17", "tokyo", 1]],
        "reward": 30,
        "cost": 12,
        "turns": 4,
    }
    line = changed(choices=[{**first, "trip": trip}, *others])
    puzzle = puzzles.parse(line)
    assert puzzle.best.trip.stops[1] == puzzles.Stop("b17", "tokyo", delivers=True)
    assert json.loads(puzzle.to_json())["choices"][0]["trip"] == trip


TRIP = {"stops": [], "reward": 1, "cost": 0, "turns": 2}
CHOICES = json.loads(LINE)["choices"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not whole JSON"),
        ("[]", "with the key 'puzzle'"),
        (changed(puzzle=2), "puzzle format 2 is unknown: this version reads format 1"),
        (without("kind"), "'kind' is missing"),
        (changed(rating="hard"), "'rating' is of the wrong type: 'hard'"),
        (changed(seat=True), "'seat' is of the wrong type"),
        (changed(made={}), "made: 'seed' is missing"),
        (changed(checked={**json.loads(LINE)["checked"], "luck": 1}), "checked: 'luck' is unknown"),
        (changed(choices=CHOICES[:1]), "fewer than two choices"),
        (changed(choices=[1, 2]), "choice 1: 1 is not an object"),
        (changed(choices=[{}, *CHOICES]), "choice 1: 'actions' is missing"),
        (changed(choices=[{**CHOICES[0], "actions": []}, *CHOICES]), "should be texts"),
        (changed(choices=[{**CHOICES[0], "trip": 1}, *CHOICES]), "'trip' should be an object"),
        (
            changed(choices=[{**CHOICES[0], "trip": {**TRIP, "stops": [[1]]}}, *CHOICES]),
            "a stop is a job, a city and 0 or 1, not [1]",
        ),
        (changed(choices=CHOICES[::-1]), "the first choice is not the best"),
        (changed(game="europe"), "its record is of 'london', not of europe"),
    ],
)
def test_every_fault_is_named(line, said):
    with pytest.raises(RecordError) as caught:
        puzzles.parse(line)
    assert said in str(caught.value)


def test_a_fault_in_a_file_is_named_with_its_line(tmp_path):
    file = tmp_path / "own.jsonl"
    file.write_text(f"{LINE}\n\n{without('seat')}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"own\.jsonl, line 3: .*'seat' is missing"):
        list(puzzles.read(file))


def test_a_record_that_stops_at_another_seat_is_refused():
    puzzle = puzzles.parse(changed(seat=1 - json.loads(LINE)["seat"]))
    with pytest.raises(RecordError, match="is to act, not"):
        puzzle.match()


def test_puzzles_are_found_by_game_and_by_id():
    first = puzzles.load("london")[0]
    assert puzzles.find("london-001") is first
    assert first.choice(list(first.best.actions)) is first.best
    assert first.choice(["pass"]) is None
    with pytest.raises(EkibenError, match="Did you mean 'london'"):
        puzzles.load("londn")
    with pytest.raises(EkibenError, match="no puzzle 'london-999'"):
        puzzles.find("london-999")
    with pytest.raises(EkibenError, match="no puzzle 'x'"):
        puzzles.find("x")
