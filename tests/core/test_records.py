"""Records: a class is a layout, its bytes stay where they are, and a misspelt field is found."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from mypy import api as mypy

from ekiben.core.arrays import Array, Array2, FloatArray
from ekiben.core.layout import F8, HIDDEN, I2, I4, NOBODY, OWN, SCRATCH, Record, SeenBy, field
from ekiben.core.layout import make_view as view_of
from ekiben.games.routes import board as routes_board
from ekiben.games.routes import redeal_state
from ekiben.games.routes import state as routes_state
from ekiben.games.tokyo import board as tokyo_board
from ekiben.games.tokyo import state as tokyo_state

SIZES = {"seat": 2, "slot": 3}


class Small(Record, sizes=SIZES):
    left: int = field(I4, seen_by=SCRATCH)
    deck: Array = field(I2, "slot", seen_by=NOBODY)
    hand: Array2 = field(I2, "seat", "slot", seen_by=OWN)
    owner: Array = field(I2, "slot")
    bids: Array = field(I2, "slot", owned_by="owner")
    weights: FloatArray = field(F8, 4)
    seats: int = field(I4)


def fingerprint(record):
    """Where every field lies, with its name unless it is work space."""
    places = [
        (one.name if one.seen_by is not SCRATCH else "", *map(str, record.dtype.fields[one.name]))
        for one in record.fields
    ]
    return hashlib.sha256(repr((places, record.size)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    "record, expected, game_bytes",
    [
        (routes_state.State, "c6de9c783375d48e", 2016),
        (routes_board.Board, "488e1b1be019e40e", 69752),
        (redeal_state.Redeal, "bed16831d4c448ee", 21240),
        (tokyo_state.State, "b9f709cfbf7db271", 20904),
        (tokyo_board.Board, "b5c2191ec3054c07", 534696),
    ],
)
def test_bytes_lie_where_they_always_lay(record, expected, game_bytes):
    assert (fingerprint(record), record.size_without_scratch) == (expected, game_bytes)


@pytest.mark.parametrize(
    "state, expected",
    [(routes_state.State, "4d921967c11b365c"), (tokyo_state.State, "5281c1c84c16151b")],
)
def test_every_field_keeps_its_viewers(state, expected):
    old_word = {SeenBy.OWNER: "row"}
    rows = [
        (one.name, one.type, one.axes, old_word.get(one.seen_by, one.seen_by.value), one.owned_by)
        for one in state.fields
        if one.seen_by is not SCRATCH
    ]
    assert hashlib.sha256(repr(rows).encode()).hexdigest()[:16] == expected


def test_work_space_comes_last():
    assert [one.name for one in Small.fields][-1] == "left"
    assert Small.size_without_scratch % 8 == 0 and Small.size_without_scratch <= Small.size


def test_a_record_is_packed_and_unpacked():
    small = Small()
    small.seats = 2
    small.hand[1, 2] = 7
    other = Small.unpack(small.packed())
    other.hand[1, 2] += 1
    assert (other.seats, other.hand[1, 2], small.hand[1, 2]) == (2, 8, 7)
    assert Small.digest(small.packed()) != Small.digest(other.packed())
    assert Small.digest(small.copy().packed()) == Small.digest(small.packed())


def test_a_record_has_no_other_fields():
    with pytest.raises(AttributeError):
        Small().seatts = 2


def test_views_show_own_rows_and_owned_rows():
    small = Small()
    small.hand[:] = [[1, 2, 3], [4, 5, 6]]
    small.owner[:] = [0, 1, 1]
    small.bids[:] = [7, 8, 9]
    view = view_of(small, "small", 1, SIZES, False)
    assert view.hand.tolist() == [[HIDDEN] * 3, [4, 5, 6]]
    assert view.bids.tolist() == [HIDDEN, 8, 9]
    assert "deck" not in view.fields and "left" not in view.fields


def test_an_annotation_has_to_fit_the_axes():
    with pytest.raises(TypeError, match=r"Wrong\.hand has 2 axes but is declared as Array"):

        class Wrong(Record, sizes=SIZES):
            hand: Array = field(I2, "seat", "slot")


def test_names_of_every_record_are_taken():
    with pytest.raises(TypeError, match="something else of that name"):

        class Wrong(Record):
            size: int = field(I4)


def test_arrays_are_numpy_at_run_time():
    assert isinstance(Small().hand, np.ndarray)


CHECKED = """
from ekiben.core.arrays import Array, Array2
from ekiben.core.layout import I2, I4, Record, field

class State(Record):
    seats: int = field(I4)
    hand: Array2 = field(I2, 2, 3)

def rule(s: State) -> int:
    return s.hand[0, 1] + s.hand[1][2] + s.seats

def misspelt(s: State) -> None:
    s.haand[0, 1] = 0

def row_for_a_number(s: State) -> int:
    return s.hand[0]
"""


def test_the_type_checker_finds_misspelt_fields_and_rows(tmp_path):
    file = tmp_path / "checked.py"
    file.write_text("from __future__ import annotations\n" + CHECKED)
    found, _, status = mypy.run(
        ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), str(file)]
    )
    errors = [line for line in found.splitlines() if ": error:" in line]
    assert status == 1 and len(errors) == 2, found
    assert '"State" has no attribute "haand"' in errors[0]
    assert 'got "ArrayOf[int]", expected "int"' in errors[1]
