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


# ---- one fault each: (board, path, value or DROP, words)
DROP = object()
FAULTS = [
    ("america", "format", 2, ("format 2", "format 1")),
    ("america", "family", "rails", ("'rails'", "'routes'")),
    ("america", "game", "My BoardFile", ("'My BoardFile'", "lower-case")),
    ("america", "clauses", "XX", ("clauses", "US")),
    ("america", "seats", [1, 5], ("seats", "between 2 and 5")),
    ("america", "seats", [2, 6], ("seats", "between 2 and 5")),
    ("america", "seats", [4, 3], ("seats",)),
    ("america", "seats", [2], ("seats",)),
    ("america", "seats", [], ("seats",)),
    ("america", "seats", ["2", "5"], ("seats",)),
    ("america", "ties", ["luck"], ("ties", "'luck'", "tickets")),
    ("america", "names.ja", DROP, ("names: ja is missing",)),
    ("america", "names", "America", ("names", "table")),
    ("america", "counts.cities", 99, ("counts.cities says 99", "36")),
    ("america", "counts.spaces", 1, ("counts.spaces says 1",)),
    ("america", "pieces.train", DROP, ("pieces", "train", "bus")),
    ("america", "pieces.bus", 3, ("pieces", "train", "bus")),
    ("america", "pieces.train", -1, ("pieces",)),
    ("america", "pieces.train", 100_000, ("pieces",)),
    ("america", "pieces.ship", 5, ("pieces",)),
    ("america", "pieces.end_limit", -1, ("pieces",)),
    ("america", "pieces.further_turns", 0, ("further_turns",)),
    ("great-lakes", "pieces.in_play", DROP, ("in_play",)),
    ("great-lakes", "pieces.in_play", 0, ("in_play",)),
    ("great-lakes", "pieces.in_play", 66, ("in_play",)),
    ("great-lakes", "pieces.advised", 40, ("advised",)),
    ("america", "cards.colours", ["red"] * 2, ("colours",)),
    ("america", "cards.colours", [], ("colours",)),
    ("america", "cards.colours", ["red", 5], ("colours",)),
    ("america", "cards.colours", ["grey", "red"], ("colours", "grey")),
    ("america", "cards.colours", ["wild", "red"], ("colours", "wild")),
    ("america", "cards.colours", [f"c{n}" for n in range(9)], ("colours", "8")),
    ("america", "cards.plain", 100, ("cards", "120")),
    ("america", "cards.plain", -1, ("plain",)),
    ("america", "cards.wild", -1, ("wild",)),
    ("america", "cards.plain", 0, ("cards", "too few")),
    ("america", "cards.sweep_wilds", 0, ("sweep_wilds", "at least 1")),
    ("america", "cards.hand", [4, 4], ("cards.hand",)),
    ("america", "cards.hand", [-1], ("cards.hand",)),
    ("america", "cards.hand", [], ("cards.hand",)),
    ("america", "cards.hand", [40], ("cards", "too few")),
    ("america", "cards.market", [7], ("cards.market", "6")),
    ("america", "cards.market", [0], ("cards.market",)),
    ("america", "cards.market", ["5"], ("market",)),
    ("america", "cards.ship", 4, ("ship",)),
    ("great-lakes", "cards.double", DROP, ("double",)),
    ("great-lakes", "cards.market", [3], ("cards.market", "2")),
    ("great-lakes", "cards.harbour", 8, ("harbour",)),
    ("great-lakes", "cards.harbour", DROP, ("harbour",)),
    ("america", "cities.atlanta.lat", DROP, ("cities.atlanta: lat is missing",)),
    ("america", "cities.atlanta.en", 5, ("cities.atlanta: en",)),
    ("america", "cities.atlanta.lat", "north", ("cities.atlanta: lat",)),
    ("america", "cities.atlanta.lat", float("nan"), ("cities.atlanta",)),
    ("america", "cities.atlanta.lon", float("inf"), ("cities.atlanta",)),
    ("america", "cities.atlanta.laat", 5, ("'laat'", "'lat'")),
    ("america", "cities.atlanta", 5, ("cities.atlanta", "table")),
    (
        "america",
        "cities.Bad City",
        {"en": "x", "ja": "x", "lat": 0, "lon": 0},
        ("cities.Bad City", "lower-case"),
    ),
    ("america", "cities", {}, ("city",)),
    ("london", "cities.brick-lane.district", 9, ("cities.brick-lane", "district 9")),
    ("london", "districts.1", 5, ("districts.1", "table")),
    ("london", "districts.1", {}, ("districts.1", "points")),
    ("london", "districts.1.points", "many", ("districts.1", "points")),
    ("london", "districts.x", {"points": 1}, ("districts.x",)),
    ("london", "districts.7", {"points": 1}, ("districts.7",)),
    ("london", "districts", [], ("districts",)),
    ("great-lakes", "cities.lake-superior.port", True, ("lake-superior", "junction")),
    ("america", "routes.points", [1, 2], ("no points for length 3",)),
    ("america", "routes.points", [], ("no points",)),
    ("america", "routes.points", ["1"], ("points",)),
    ("america", "routes.points", [-1, 2, 4, 7, 10, 15], ("points",)),
    ("america", "routes.longest_bonus", -5, ("longest_bonus",)),
    ("america", "routes.twins_close_up_to", -1, ("twins_close_up_to",)),
    ("america", "routes.tunnel_cards", 4, ("tunnel_cards", "3")),
    ("america", "routes.tunnel_cards", -1, ("tunnel_cards",)),
    ("america", "routes.list", [], ("routes.list",)),
    ("america", "routes.list", "all", ("list",)),
    ("america", "routes.list.0", 5, ("routes.list[0]",)),
    (
        "america",
        "routes.list.0.between",
        ["atlanta", "atlanta"],
        ("routes.list[0]", "two different cities"),
    ),
    ("america", "routes.list.0.between", ["atlanta"], ("routes.list[0]", "two")),
    ("america", "routes.list.0.between", [], ("routes.list[0]", "two")),
    ("america", "routes.list.0.between", ["atlanta", 5], ("routes.list[0]",)),
    ("america", "routes.list.0.between", [["a"], {}], ("routes.list[0]",)),
    (
        "america",
        "routes.list.0.between",
        ["atlanta", "charlston"],
        ("unknown city 'charlston'", "'charleston'"),
    ),
    ("america", "routes.list.0.length", 0, ("routes.list[0]", "length 0", "1 to 9")),
    ("america", "routes.list.0.length", 10, ("length 10",)),
    ("america", "routes.list.0.length", True, ("routes.list[0]", "length")),
    ("america", "routes.list.0.length", 2.0, ("length",)),
    ("america", "routes.list.0.colour", "gren", ("unknown colour 'gren'", "'green'")),
    ("america", "routes.list.0.colour", "wild", ("colour",)),
    ("america", "routes.list.0.kind", "ship", ("routes.list[0]", "'ship'")),
    ("america", "routes.list.0.kind", "end_limit", ("kind", "end_limit")),
    ("america", "routes.list.0.ferry", 9, ("routes.list[0]", "ferry 9")),
    ("america", "routes.list.0.ferry", -1, ("ferry -1",)),
    ("america", "routes.list.0.tunnel", True, ("routes.list[0]", "tunnel_cards")),
    ("america", "routes.list.0.tunnel", 1, ("tunnel",)),
    ("america", "tickets.list", [], ("tickets",)),
    ("america", "tickets.list.0.points", 0, ("tickets.list[0]", "points 0")),
    ("america", "tickets.list.0.points", -3, ("tickets.list[0]",)),
    ("america", "tickets.list.0.points", 1 << 40, ("tickets.list[0]",)),
    (
        "america",
        "tickets.list.0.between",
        ["boston", "bostn"],
        ("tickets.list[0]", "unknown city 'bostn'", "'boston'"),
    ),
    (
        "america",
        "tickets.list.0.between",
        ["boston", "boston"],
        ("tickets.list[0]", "two different"),
    ),
    (
        "great-lakes",
        "tickets.list.0.between",
        ["duluth", "lake-superior"],
        ("tickets.list[0]", "lake-superior"),
    ),
    ("america", "tickets.deal", 0, ("deal",)),
    ("america", "tickets.deal", 6, ("tickets",)),
    ("america", "tickets.keep", 0, ("keep",)),
    ("america", "tickets.keep", 4, ("keep",)),
    ("america", "tickets.draw", 0, ("draw",)),
    ("america", "tickets.draw", 6, ("draw",)),
    ("america", "tickets.draw_keep", 0, ("draw_keep",)),
    ("america", "tickets.draw_keep", 4, ("draw_keep",)),
    ("america", "tickets.deal_long", 1, ("tickets",)),
    ("america", "tickets.deal_long", -1, ("deal_long",)),
    ("america", "tickets.unkept", "burnt", ("unkept", "'bottom'", "'out'")),
    ("europe", "stations.each", 4, ("stations.each", "3")),
    ("europe", "stations.each", 0, ("stations.each",)),
    ("europe", "stations.cost", [1, 2], ("stations.cost",)),
    ("europe", "stations.cost", [1, 2, "3"], ("cost",)),
    ("europe", "stations.cost", [1, 2, 0], ("stations.cost",)),
    ("europe", "stations.cost", [1, 2, 30], ("stations.cost",)),
    ("europe", "stations.unbuilt", 1 << 20, ("unbuilt",)),
    ("europe", "stations", [], ("stations",)),
    ("europe", "stations", {}, ("stations",)),
    (
        "europe",
        "harbours",
        {"each": 3, "cost": 2, "scores": [1, 2, 3], "unbuilt": 0},
        ("harbours",),
    ),
    ("great-lakes", "harbours.each", 4, ("harbours.each", "3")),
    ("great-lakes", "harbours.cost", 0, ("harbours", "cost")),
    ("great-lakes", "harbours.cost", 9, ("harbours", "cost")),
    ("great-lakes", "harbours.scores", [10], ("harbours", "scores")),
    ("great-lakes", "harbours.scores", [10, 20, "30"], ("scores",)),
    ("great-lakes", "stations", {"each": 1, "cost": [1], "unbuilt": 0}, ("stations",)),
    ("america", "picture", 5, ("picture",)),
    ("america", "colour", "red", ("unknown key 'colour'",)),
    ("america", "cards.sweep_wilds", 1 << 70, ("sweep_wilds",)),
    ("america", "tickets.list.0.between", ["boston"], ("tickets.list[0]", "two")),
    (
        "america",
        "tickets.list.0.between",
        ["boston", "miami", "denver"],
        ("tickets.list[0]", "two"),
    ),
    ("america", "tickets.list.0.between", [], ("tickets.list[0]", "two")),
    ("america", "routes.list.0.length", -1, ("routes.list[0]", "length -1")),
]


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


@pytest.mark.parametrize("name", ["ring", "alps", "bay", "london"])
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


@settings(max_examples=250)
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
