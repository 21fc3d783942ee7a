"""Faulty board files: a BoardError names the file, the place and what would be right; whatever is
accepted can be played.
"""

import copy
import datetime
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.play import BOARDS, play_on

import ekiben
from ekiben import BoardError
from ekiben.games import BOARDS as OWN
from ekiben.games.routes.board_file import board_from
from ekiben.games.routes.game import RouteGame

from .board_faults import DROP, FAULTS

FAULTY = BOARDS / "faulty"
FILES = {path.stem: path for folder in (BOARDS, OWN) for path in folder.glob("*.toml")}
DATA = {name: tomllib.loads(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
DATA = {name: data for name, data in DATA.items() if data["family"] == "routes"}


def board(name="america"):
    return copy.deepcopy(DATA[name])


def refused(data, *words):
    with pytest.raises(BoardError) as caught:
        board_from(data, "my-board.toml")
    for line in str(caught.value).splitlines():
        assert line.startswith("my-board.toml: ")
    assert caught.value.file == "my-board.toml" and caught.value.faults
    for word in words:
        assert str(word) in str(caught.value), f"{word!r} is not in {str(caught.value)!r}"


def playable(data):
    """What is accepted loads, deals to a full table and can be played to an end."""
    game = RouteGame(board_from(data, "my-board.toml"), {})
    for seats in set(game.seats):
        match = game.new(seats, 1)
        assert match.legal() and match.view(0).to_json()
    return play_on(match)


@pytest.mark.parametrize("name", DATA)
def test_good_boards_are_good(name):
    playable(board(name))


# ---- files
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("not-toml", ("is not TOML", "line 3")),
        ("not-utf8", ("not TOML",)),
        ("empty", ("format is missing", "cities is missing")),
        ("unknown-city", ("routes.list[0]", "unknown city 'nort'", "Did you mean 'north'?")),
        (
            "misspelt-key",
            (
                "pieces: unknown key 'further_turn'",
                "Did you mean 'further_turns'?",
                "further_turns is missing",
            ),
        ),
        ("disconnected", ("no chain of routes joins far-side",)),
        ("unlike-twins", ("the twins middle-north differ in length (2, 1)",)),
        ("wrong-counts", ("counts.tickets says 13, but the file has 12",)),
    ],
)
def test_a_faulty_file_is_named_with_its_fault(name, words):
    with pytest.raises(BoardError) as caught:
        ekiben.load(FAULTY / f"{name}.toml")
    assert caught.value.file == f"{name}.toml" and all(
        line.startswith(f"{name}.toml: ") for line in str(caught.value).splitlines()
    )
    for word in words:
        assert word in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    "path", ["nowhere.toml", "./no/such/folder/board.toml", str(FAULTY / "x.toml")]
)
def test_a_missing_file_is_named(path):
    with pytest.raises(BoardError, match="cannot be read"):
        ekiben.load(path)


def test_a_folder_is_not_a_board(tmp_path):
    (tmp_path / "board.toml").mkdir()
    with pytest.raises(BoardError, match=r"board\.toml: cannot be read"):
        ekiben.load(tmp_path / "board.toml")


def test_all_faults_are_told_at_once():
    data = board()
    data["counts"]["tickets"] = 31
    data["routes"]["list"][3]["length"] = 12
    data["tickets"]["list"][5]["points"] = 0
    refused(
        data,
        "counts.tickets says 31, but the file has 30",
        "routes.list[3]",
        "length 12",
        "tickets.list[5]",
        "points 0",
    )


# ---- one fault each
def at(data, path):
    """The table or list that holds the last part of a path, and that part."""
    *way, last = [
        int(part) if part.isdigit() and "list" in path else part for part in path.split(".")
    ]
    for part in way:
        data = data[part]
    return data, last


@pytest.mark.parametrize(
    ("name", "path", "value", "words"),
    FAULTS,
    ids=[f"{row[0]}:{row[1]}={row[2]!r:.20}" for row in FAULTS],
)
def test_each_fault_is_named_with_its_place(name, path, value, words):
    data = board(name)
    place, last = at(data, path)
    if value is DROP:
        del place[last]
    else:
        place[last] = value
    refused(data, *words)


def test_a_ticket_there_twice_is_named():
    data = board()
    data["tickets"]["list"][1]["between"] = data["tickets"]["list"][0]["between"][::-1]
    refused(data, "is there 2 times")


def test_a_route_there_three_times_is_named():
    data = board()
    twins = next(
        row for row in data["routes"]["list"] if row["between"] == ["atlanta", "new-orleans"]
    )
    data["routes"]["list"].append(dict(twins))
    del data["counts"]
    refused(data, "3 routes atlanta-new-orleans", "two")


@pytest.mark.parametrize("kind", ["train", None])
def test_twins_are_seen_with_their_kind_written_or_not(kind):
    """A kind that is left out is the land's: these are three routes between the same cities, not
    two and one.
    """
    data = board()
    twins = [row for row in data["routes"]["list"] if row["between"] == ["atlanta", "new-orleans"]]
    data["routes"]["list"].append({**twins[0], "kind": "train"})
    if kind:
        twins[1]["kind"] = kind
    del data["counts"]
    refused(data, "3 routes atlanta-new-orleans")


def test_too_many_cities_routes_and_tickets_are_counted():
    data = board()
    for n in range(30):
        data["cities"][f"town-{n}"] = {"en": "T", "ja": "T", "lat": 1, "lon": n}
        data["routes"]["list"].append(
            {"between": [f"town-{n}", "atlanta"], "length": 1, "colour": "grey"}
        )
        data["routes"]["list"].append(
            {"between": [f"town-{n}", "boston"], "length": 1, "colour": "grey"}
        )
        data["tickets"]["list"].append({"between": [f"town-{n}", "denver"], "points": 5})
    del data["counts"]
    refused(data, "66 are too many, at most 56", "160 routes", "60 are too many, at most 56")


# ---- wrong types in every place
WRONG = [
    "x",
    "",
    7,
    -1,
    1 << 70,
    1.5,
    float("nan"),
    True,
    [],
    [1],
    ["x"],
    [[]],
    [None],
    {},
    {"x": 1},
    datetime.date(2026, 1, 1),
]


def places(value, depth=0):
    """Every place of a file, of long lists only the first rows."""
    if isinstance(value, dict):
        for key, inner in list(value.items())[: 4 if depth == 1 and len(value) > 12 else None]:
            yield value, key
            yield from places(inner, depth + 1)
    if isinstance(value, list):
        for number, inner in list(enumerate(value))[:2]:
            yield value, number
            yield from places(inner, depth + 1)


def accepted(data):
    """Whether the checker takes it; a fault is a BoardError with a text, and nothing else is
    raised.
    """
    try:
        board_from(data, "my-board.toml")
    except BoardError as error:
        assert error.faults and all(isinstance(fault, str) and fault for fault in error.faults)
        return False
    return True


@pytest.mark.parametrize(
    "name", ["ring", "alps", "bay", pytest.param("london", marks=pytest.mark.deep)]
)
def test_a_wrong_type_in_any_place_is_a_board_error_or_playable(name):
    data, tried = board(name), 0
    for place, key in places(data):
        true = place[key]
        for wrong in WRONG:
            place[key] = wrong
            if accepted(data) and tried % 5 == 0:
                playable(data)
            tried += 1
        place[key] = true
    assert tried > 1000 and accepted(data)


@pytest.mark.parametrize("name", ["ring", "alps", "bay", "london"])
def test_anything_missing_is_a_board_error_or_playable(name):
    data = board(name)
    for place, key in list(places(data)):
        if isinstance(place, dict):
            true = dict(place)
            del place[key]
            if accepted(data):
                playable(data)
            place.clear()
            place.update(true)


# ---- fuzz
KINDS = st.sampled_from(["drop", "rename", "retype", "change", "double"])
SLIPS = st.lists(
    st.tuples(KINDS, st.integers(0, 10_000), st.sampled_from(WRONG), st.integers(-3, 70)),
    min_size=1,
    max_size=4,
)


def slip(data, kind, number, wrong, amount):
    spots = list(places(data))
    place, key = spots[number % len(spots)]
    if kind == "drop":
        del place[key]
    elif kind == "rename" and isinstance(place, dict):
        place[f"{key}x"] = place.pop(key)
    elif kind == "retype":
        place[key] = copy.deepcopy(wrong)
    elif kind == "change" and isinstance(place[key], int):
        place[key] = amount
    elif kind == "double" and isinstance(place, list):
        place.append(copy.deepcopy(place[key]))


@settings(max_examples=120)
@given(SLIPS, st.sampled_from(["america", "america", "ring", "alps", "bay", "london"]))
def test_slips_of_the_pen_are_board_errors_or_playable(slips, name):
    data = board(name)
    for one in slips:
        slip(data, *one)
    if accepted(data):
        playable(data)


@pytest.mark.deep
@settings(max_examples=10_000)
@given(SLIPS, st.sampled_from(sorted(DATA)))
def test_very_many_slips_of_the_pen_are_board_errors_or_playable(slips, name):
    data = board(name)
    for one in slips:
        slip(data, *one)
    if accepted(data):
        playable(data)


@settings(max_examples=100)
@given(st.integers(0, 10_000), st.integers(0, 255), st.booleans())
def test_a_damaged_file_is_a_board_error_or_playable(tmp_path_factory, place, byte, instead):
    path = Path(tmp_path_factory.getbasetemp()) / "damaged.toml"
    text = FILES["ring"].read_bytes()
    place %= len(text)
    path.write_bytes(text[:place] + bytes([byte]) + text[place + instead :])
    try:
        game = ekiben.load(path)
    except BoardError as error:
        assert str(error).startswith("damaged.toml: ")
    else:
        game.playouts(1, seats=game.seats[1])
