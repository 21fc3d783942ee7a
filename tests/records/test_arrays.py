"""Records as arrays: a row a decision, the same numbers in both formats, no file where something is
wrong.
"""

import json
import sys

import numpy as np
import pytest

import ekiben as engine
from ekiben import EkibenError, RecordError, records

from .test_records import file, line, match  # noqa: F401


@pytest.fixture
def london(tmp_path):
    place = tmp_path / "london.jsonl"
    place.write_text(
        f"{line()}\n{line(seed=4, actions=10)}\n{line(seed=5, seats=4, names=())}\n",
        encoding="utf-8",
    )
    return place


def loaded(place, tmp_path, **how):
    rows = records.arrays(records.read(place), tmp_path / "out.npz", **how)
    with np.load(tmp_path / "out.npz") as data:
        return rows, dict(data)


def test_a_row_for_every_decision(london, tmp_path):
    rows, data = loaded(london, tmp_path, mask=True)
    games = [match(), match(seed=4, actions=10), match(seed=5, seats=4, names=())]
    assert rows == sum(len(one.actions) for one in games) == len(data["ply"])
    assert data["action"].tolist() == [action.id for one in games for action in one.actions]
    assert data["seat"].tolist() == [seat for one in games for seat in one.actors]
    assert data["game"].tolist() == [
        number for number, one in enumerate(games) for _ in one.actions
    ]
    for number, one in enumerate(games):
        own = data["game"] == number
        finals, ended = (one.scores(), True) if one.over else ([0] * one.seats, False)
        assert data["final"][own].tolist() == [finals[seat] for seat in one.actors]
        assert (data["place"][own] > 0).all() == ended and data["seats"][own].tolist() == [
            one.seats
        ] * own.sum()


def test_what_was_legal(london, tmp_path):
    rows, data = loaded(london, tmp_path, mask=True)
    game = engine.load("london")
    legal = records.legal_masks(data["mask"], game.action_count)
    again = game.new(2, match().seed)
    for row, action in enumerate(match().actions):
        ids = [one.id for one in again.legal()]
        assert np.flatnonzero(legal[row]).tolist() == sorted(ids) and data["legal"][row] == len(ids)
        assert (
            data["scores"][row].tolist() == [*again.scores(), 0, 0]
            and game.asked_names[data["asked"][row]] == again.asked
        )
        again.play(action)
    assert legal[np.arange(rows), data["action"]].all()


def test_what_the_numbers_mean_stands_in_the_file(london, tmp_path):
    rows, data = loaded(london, tmp_path)
    about, game = json.loads(str(data["about"])), engine.load("london")
    assert about == {
        "game": "london",
        "board": game.digest,
        "rules": game.rules,
        "actions": game.action_count,
        "asked": list(game.asked_names),
        "games": 3,
        "rows": rows,
    }
    assert "mask" not in data


def test_parquet_has_the_same(london, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    rows, data = loaded(london, tmp_path, mask=True)
    assert records.arrays(records.read(london), tmp_path / "out.parquet", mask=True) == rows
    table = parquet.read_table(tmp_path / "out.parquet")
    for name in table.column_names:
        values = table[name].to_pylist()
        assert [list(value) if name == "mask" else value for value in values] == data[
            name
        ].tolist(), name
    assert parquet.read_metadata(tmp_path / "out.parquet").metadata[b"ekiben"].decode() == str(
        data["about"]
    )


def test_a_lattice(tmp_path):
    place = tmp_path / "tokyo.jsonl"
    place.write_text(line("tokyo", actions=40) + "\n", encoding="utf-8")
    rows, data = loaded(place, tmp_path, mask=True)
    assert (
        rows == 40
        and data["scores"].shape == (40, 9)
        and data["mask"].shape == (40, -(-engine.load("tokyo").action_count // 8))
    )


# ---- what can go wrong
def refused(entries, tmp_path, name, error, word):
    with pytest.raises(error, match=word):
        records.arrays(entries, tmp_path / name)
    assert not [
        path for path in tmp_path.iterdir() if path.name == name or path.name.endswith(".part")
    ]


@pytest.mark.parametrize("name", ["out.npz", "out.parquet"])
def test_one_board_a_file(file, tmp_path, name):  # noqa: F811
    refused(
        records.read(file),
        tmp_path,
        name,
        RecordError,
        "line 4: .* one board: this record is of europe",
    )


@pytest.mark.parametrize("name", ["out.npz", "out.parquet"])
def test_a_faulty_line_leaves_no_file(tmp_path, name):
    place = tmp_path / "games.jsonl"
    place.write_text(f"{line()}\n{line()[:-90]}\n", encoding="utf-8")
    refused(records.read(place), tmp_path, name, RecordError, "line 2")
    place.write_text(f"{match().record(seat=0)}\n", encoding="utf-8")
    refused(records.read(place), tmp_path, name, RecordError, "choose full records")
    refused(iter(()), tmp_path, name, RecordError, "nothing to write")


def test_other_formats_are_refused(tmp_path):
    refused(iter(()), tmp_path, "out.csv", EkibenError, r"\.npz or \.parquet")


def test_parquet_without_its_package(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused(iter(()), tmp_path, "out.parquet", EkibenError, r"\[parquet\]")
