"""The map's file: read, checked with every fault in its place.

Another map with other numbers.
"""

import copy
import tomllib

import pytest

from ekiben.core.errors import BoardError
from ekiben.games.tokyo.board_file import board_from, read

from .table import FILES, cost, game, new, play

DATA = tomllib.loads(FILES["islet"].read_text(encoding="utf-8"))


def faults(change):
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(BoardError) as caught:
        board_from(data, "islet.toml")
    return caught.value.faults


def put(path, value):
    def change(data):
        *tables, key = path.split(".")
        for table in tables:
            data = data[table]
        data[key] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("family", "routes", "family 'routes'"),
        ("format", 2, "format 2"),
        ("seats", [1, 4], "seats should be"),
        ("seats", "two", "should be a list"),
        ("scenario.connections", 4, "4 big cities to join"),
        ("scenario.win_money", [1], "one figure"),
        ("scenario.start_train", "99-2", "not in trains.list"),
        ("track.each_turn", 500, "0 to 100"),
        ("track.straight", 0, "1 to 100"),
        ("trains.list", ["27-2", "fast"], "'fast' should be"),
        ("money.repay", 30, "more than a loan"),
        ("money.debts", [], "begin with 0"),
        ("money.maintenance", {"27": [1, 2, 3]}, "no row for trains of speed 45"),
        ("map.terrain", [], "0 rows"),
        ("map.east", ["....."], "1 row, there should be 6"),
        ("cities.alpha.class", "huge", "unknown class 'huge'"),
        ("cities.dell.posts", [[3, 2]], "shows plain at [3, 2]"),
        ("cities.dell.posts", [[9, 2]], "no post of the map"),
        ("cities.dell.posts", [], "0 posts"),
        ("ports.west.post", [0], "no post of the map"),
        ("ferries.strait.ends", ["west", "eats"], "eats"),
        ("ferries.strait.posts", [[4, 0], [4, 1]], "is no post of east"),
        ("jobs.big", [], "too few to put 1"),
        ("happenings.storm", {"en": "x", "ja": "x", "count": 1}, "unknown kind"),
        ("counts.jobs", 7, "says 7, but the file has 6"),
        ("cities.dell", 5, "should be a table"),
        ("scenario.boom", [1], "two figures"),
        ("colour", 1, "unknown key 'colour'"),
        (
            "jobs.other",
            [{"id": "b1", "from": "alpha", "to": "dell", "reward": 3}],
            "belongs to the other cup",
        ),
        (
            "jobs.other",
            [{"id": "b1", "from": "end", "to": "dell", "reward": 3}],
            "no job starts at an exit",
        ),
        (
            "jobs.other",
            [{"id": "a1", "from": "dell", "to": "delf", "reward": 0}],
            "unknown city 'delf'",
        ),
    ],
)
def test_every_fault_is_told_with_its_place(path, value, words):
    assert any(words in fault for fault in faults(put(path, value))), faults(put(path, value))


def test_a_file_that_is_missing_anything_is_refused_not_crashed_on():
    """Each key taken away in turn, each table, each value made something else."""

    def walk(table, path=()):
        for key, value in table.items():
            yield (*path, key)
            if isinstance(value, dict):
                yield from walk(value, (*path, key))

    for path in walk(DATA):
        if path[0] == "picture":
            continue
        for value in (None, "x", -1, [], {}, [[]], [1, "x"]):
            data = copy.deepcopy(DATA)
            table = data
            for key in path[:-1]:
                table = table[key]
            if value is None:
                del table[path[-1]]
            else:
                table[path[-1]] = value
            try:
                board_from(data, "islet.toml")
            except BoardError as error:
                assert error.faults
    with pytest.raises(BoardError, match="cannot be read"):
        read(FILES["islet"].parent / "nowhere.toml")
    with pytest.raises(BoardError, match="not TOML"):
        read(FILES["islet"].parent / "table.py")


def test_another_map_with_other_numbers():
    """Everything ⟨scenario⟩ and all costs are data."""
    match = new(map="islet", seats=3)
    assert (
        match.view().money.tolist() == [60] * 3
        and match.game.options["debt"] == 0
        and match.game.name == "islet"
    )
    assert cost(match, "r3c3 e") == 3 and cost(match, "r4c0 s") == 4 and cost(match, "r2c4 e") == 8
    assert len(match.legal()) == 4 + 4 + 1 + 1 + 1
    play(match, "place alpha", "stop", "build r1c1 e", "done")
    assert match.seat == 1


def test_kt_2_the_map_of_kanto():
    """KT-2, KT-1.1: posts, cities, exits, ferries."""
    board = game().board
    assert (board.rows, board.columns, board.seats) == (49, 46, (2, 9))
    kinds = [city.kind for city in board.cities]
    assert [kinds.count(kind) for kind in ("mega", "large", "medium", "small", "exit")] == [
        1,
        6,
        18,
        53,
        8,
    ]
    assert [(ferry.id, ferry.cost) for ferry in board.ferries] == [
        ("kisarazu-kawasaki", 24),
        ("kanaya-kurihama", 18),
    ]
    rewards = {
        (board.cities[job.origin].id, board.cities[job.goal].id, job.cup): job.reward
        for job in board.jobs
    }
    assert (
        rewards["tokyo", "yokohama", "a"] == 24
        and rewards["sagamihara", "machida", "b"] == 31
        and rewards["tokyo", "atami", ""] == 93
    )
    exits = {city.number for city in board.cities if city.kind == "exit"}
    assert not exits & {job.origin for job in board.jobs} and exits <= {
        job.goal for job in board.jobs
    }


def test_the_digest_is_of_what_the_rules_read():
    data = copy.deepcopy(DATA)
    data["picture"] = {"base": []}
    data["cities"]["dell"]["lat"] = 9.0
    assert board_from(data, "x").digest == board_from(DATA, "x").digest
    data["cities"]["dell"]["posts"] = data["cities"]["dell"]["posts"][:]
    data["money"]["interest"] = 6
    assert board_from(data, "x").digest != board_from(DATA, "x").digest
