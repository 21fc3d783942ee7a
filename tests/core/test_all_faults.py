"""One run lists everything that can be said of a board file: no fault hides behind another, and
none is told that only follows from one.
"""

import copy
import tomllib
from pathlib import Path

import pytest
from laws.play import BOARDS

from ekiben import BoardError
from ekiben.cli import main
from ekiben.core.toml_files import FAULTY, NeedsFaulty, all_of
from ekiben.games import BOARDS as OWN
from ekiben.games.routes.board_check import faults as route_faults
from ekiben.games.tokyo.board_check import faults as lattice_faults

ISLET = next(Path(__file__).parents[1].rglob("islet.toml"))
FILES = {
    "ring": BOARDS / "ring.toml",
    "america": OWN / "america.toml",
    "great-lakes": OWN / "great-lakes.toml",
    "islet": ISLET,
}
DATA = {name: tomllib.loads(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
DROP = object()
# board, where and what, and one word of each fault that should be told, in whatever order
SLIPS = {
    "america": [
        ("names.ja", DROP, "names: ja is missing"),
        ("clauses", "XX", "clauses 'XX'"),
        ("colour", "red", "unknown key 'colour'"),
        ("seats", ["2"], "seats should be a list of a whole number each"),
        ("pieces.further_turns", 0, "further_turns at least 1"),
        ("cards.plain", "twelve", "cards: plain should be a whole number"),
        ("cards.sweep_wilds", 0, "cards.sweep_wilds should be"),
        ("cities.atlanta.lat", "north", "cities.atlanta: lat should be"),
        ("cities.boston.lon", float("nan"), "cities.boston: lat and lon"),
        ("routes.longest_bonus", -1, "routes: longest_bonus"),
        ("routes.list.0.colour", "gren", "unknown colour 'gren'"),
        ("routes.list.1.length", "two", "routes.list[1]: length should be"),
        ("routes.list.1.ferry", 99, None),
        ("routes.list.2.kind", "boat", "no pieces of kind 'boat'"),
        ("routes.list.3", 7, "routes.list[3]: should be a table"),
        ("routes.list.4.between", ["boston", "bostn"], "unknown city 'bostn'"),
        ("tickets.deal", 0, "deal should be at least 1"),
        ("tickets.list.0.points", 0, "points 0 should be"),
        ("tickets.list.1.between", "boston", "tickets.list[1]: between should be"),
        ("tickets.list.1.points", -4, "points -4 should be"),
        ("counts.cities", 99, "counts.cities says 99"),
    ],
    "great-lakes": [
        ("pieces.ship", "many", "pieces: ship should be"),
        ("harbours.each", 9, "harbours.each should be"),
        ("harbours.scores", [1], "harbours: cost should be"),
        ("cards.hand", [1, 2, 3], "cards.hand should have one figure a deck (2)"),
        ("cities.duluth", 5, "cities.duluth: should be a table"),
        ("tickets.unkept", "burnt", "tickets.unkept should be"),
        ("cards.colours", ["grey", "red"], "none of them grey or wild"),
    ],
    "islet": [
        ("format", 2, "format 2 is unknown"),
        ("game", "My Islet", "game 'My Islet' should be"),
        ("scenario.connections", 99, "scenario.connections: 99"),
        ("scenario.win_money", "much", "scenario: win_money should be"),
        ("track.straight", 0, "track: straight and diagonal should be"),
        ("track.ends", {}, "track.ends: plain is missing"),
        ("trains.speed_limits", [], "trains.speed_limits should have"),
        ("money.loan", "x", "money: loan should be"),
        ("money.debts", [1], "money.debts should begin with 0"),
        ("map.terrain.0", "?" * 10, "map.terrain[0]"),
        ("map.east.1", "!", "map.east[1]"),
        ("cities.alpha.class", "hamlet", "unknown class 'hamlet'"),
        ("cities.dell.posts", [[99, 99]], "cities.dell: [99, 99] is no post"),
        ("cities.beta.lat", "x", "cities.beta: lat should be"),
        ("jobs.big.0.from", "nowhere", "unknown city 'nowhere'"),
        ("jobs.big.0.to", "elsewhere", "unknown city 'elsewhere'"),
        ("jobs.other.0.reward", 0, "reward 0 should be"),
        ("jobs.other.1", 5, "jobs.other[1]: should be a table"),
        (
            "happenings.picnic",
            {"en": "x", "ja": "x", "count": 1},
            "happenings.picnic: unknown kind",
        ),
        ("counts.jobs", 99, "counts.jobs says 99"),
    ],
}


def put(data, path, value):
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        data = data[part]
    if value is DROP:
        del data[last]
    else:
        data[last] = value


def told(name, slips):
    data = copy.deepcopy(DATA[name])
    for path, value, _ in slips:
        put(data, path, value)
    return (lattice_faults if name == "islet" else route_faults)(data)


@pytest.mark.parametrize("name", SLIPS)
def test_all_faults_are_told_in_one_run(name):
    found = told(name, SLIPS[name])
    for path, _, words in SLIPS[name]:
        assert words is None or any(words in fault for fault in found), (
            f"{path}: {words!r} is not in\n" + "\n".join(found)
        )


@pytest.mark.parametrize(
    ("name", "slip"), [(name, slip) for name, slips in SLIPS.items() for slip in slips if slip[2]]
)
def test_each_alone_is_told_too(name, slip):
    assert any(slip[2] in fault for fault in told(name, [slip]))


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("cities", 5, "cities should be a table, not 5"),
        ("seats", ["2"], "seats should be a list of a whole number each"),
        ("cards.plain", "twelve", "cards: plain should be a whole number, not 'twelve'"),
        ("cards.market", DROP, "cards: market is missing"),
        ("cards.colours", 5, "cards: colours should be a list, not 5"),
        ("routes.points", "x", "routes: points should be a list, not 'x'"),
        ("routes.list.1.length", 2.5, "routes.list[1]: length should be a whole number, not 2.5"),
        ("pieces", DROP, "pieces is missing"),
        ("routes.list.0.between", 5, "routes.list[0]: between should be a list, not 5"),
        ("tickets.list", DROP, "tickets: list is missing"),
    ],
)
def test_what_only_follows_from_a_fault_is_not_told(path, value, fault):
    assert told("america", [(path, value, "")]) == [fault]


@pytest.mark.parametrize(
    "use",
    [
        lambda: FAULTY == 1,
        lambda: FAULTY > 1,
        lambda: len(FAULTY),
        lambda: list(FAULTY),
        lambda: FAULTY["x"],
        lambda: "x" in FAULTY,
        lambda: {FAULTY},
        lambda: f"{FAULTY}",
        lambda: str(FAULTY),
        lambda: FAULTY + 1,
        lambda: sum([1, FAULTY]),
        lambda: bool(FAULTY),
        lambda: FAULTY.items(),
        lambda: abs(FAULTY),
        lambda: 1 * FAULTY,
        lambda: max([FAULTY, 1]),
        lambda: FAULTY in {"x": 1},
        lambda: float(FAULTY),
        lambda: -1 + FAULTY,
        lambda: FAULTY - 1,
    ],
)
def test_no_use_of_a_faulty_value_tells_anything(use):
    with pytest.raises(NeedsFaulty):
        use()


def test_a_check_that_needs_a_faulty_value_ends_alone():
    def first():
        yield "one"
        yield f"{FAULTY}"
        yield "two"

    assert list(all_of(first(), ["three"], first())) == ["one", "three", "one"]


def test_the_command_lists_them_all(tmp_path, capsys):
    file = tmp_path / "board.toml"
    text = (
        FILES["ring"]
        .read_text(encoding="utf-8")
        .replace("format = 1", 'format = 7\nsize = "large"', 1)
    )
    file.write_text(text.replace("ja = ", "jp = ", 1), encoding="utf-8")
    assert main(["board", "check", str(file)]) == 1
    shown = capsys.readouterr()
    for words in ("format 7 is unknown", "unknown key 'size'", "ja is missing"):
        assert words in shown.out + shown.err


def test_faults_do_not_change_the_data_they_are_looked_for_in():
    for name, data in DATA.items():
        before = copy.deepcopy(data)
        assert not (lattice_faults if name == "islet" else route_faults)(data) and data == before
    with pytest.raises(BoardError):
        raise BoardError("x", told("ring", [("game", 5, "")]))
