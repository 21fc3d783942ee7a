"""Files of records: read, filtered, checked, counted, sealed and opened."""

import functools
import gzip
import io
import json
import random
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import ekiben as engine
from ekiben import RecordError, records
from ekiben.core.seals import commitment
from ekiben.records.files import LONGEST

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/record.schema.json").read_text(encoding="utf-8"))
SALT = "5a" * 32


@functools.cache
def match(game="london", seed=1, seats=2, actions=10_000, salt=None, names=("Ann", "便")):
    made, luck = engine.load(game).new(seats, seed, names, salt=salt), random.Random(seed)
    while not made.over and len(made.actions) < actions:
        made.play(luck.choice(made.legal()))
    return made


def line(*args, **kwargs):
    return str(match(*args, **kwargs).record())


def forfeited():
    values = json.loads(line(seed=9, actions=20))
    return json.dumps(
        values | {"forfeit": {"seat": 0, "reason": "died", "text": "gone", "ranking": [[1], [0]]}}
    )


@pytest.fixture
def file(tmp_path):
    """Five lines: two of London, one of Europe, one broken off, one forfeited."""
    lines = [
        line(),
        line(seed=2, names=("Ann", "Cid")),
        line("europe", 3, 3),
        line(seed=4, actions=10),
        forfeited(),
    ]
    place = tmp_path / "games.jsonl"
    place.write_text("\n".join([*lines[:2], "", *lines[2:]]) + "\n", encoding="utf-8")
    return place


# ---- reading
def test_lines_are_numbered_as_in_the_file(file):
    assert [entry.number for entry in records.read(file)] == [1, 2, 4, 5, 6]


def test_packed_files_read_the_same(file, tmp_path):
    packed = tmp_path / "games.data"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert [entry.line for entry in records.read(packed)] == [
        entry.line for entry in records.read(file)
    ]


def test_a_file_is_a_stream():
    """The first record is there before the second is written."""

    class Endless(io.RawIOBase):
        def readline(self, size=-1):
            return line().encode() + b"\n"

    found = records.files.entries("endless", Endless())
    assert [next(found).number for _ in range(3)] == [1, 2, 3]


def test_what_viewers_knew_is_read_too(tmp_path):
    place = tmp_path / "seen.jsonl"
    place.write_text(f"{match().record(seat=1)}\n{match().record(public=True)}\n", encoding="utf-8")
    assert [(entry.is_full, entry.values["viewer"]) for entry in records.read(place)] == [
        (False, 1),
        (False, None),
    ]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\xff\xfe\n", "line 1: not a record: the line is not text"),
        (b"{}\n", "line 1: not a record"),
        (b"[1]\n", "line 1: not a record"),
        (gzip.compress(b"x" * 10_000, mtime=0)[:-9], "damaged or cut off"),
        (b"\x1f\x8bxx", "damaged or cut off"),
        (b"x" * (LONGEST + 1), "longer than"),
        (line()[:300].encode(), "line 1: not a record: the line is not whole JSON"),
    ],
)
def test_what_is_no_record_is_told_with_its_place(tmp_path, data, word):
    place = tmp_path / "wrong.jsonl"
    place.write_bytes(data)
    with pytest.raises(RecordError, match=word):
        for entry in records.read(place):
            assert entry.values


@pytest.mark.parametrize(
    "changes",
    [
        {"viewer": 2},
        {"viewer": "all"},
        {"viewer": True},
        {"seed": "1"},
        {"actions": [1]},
        {"events": [1]},
        {"names": None},
        {"seats": "2"},
    ],
)
def test_a_viewers_record_of_another_shape_is_refused(changes):
    entry = records.Entry("seen", 1, json.dumps({**match().record(seat=1), **changes}))
    with pytest.raises(RecordError, match="seen, line 1"):
        _ = entry.values


# ---- choosing
@pytest.mark.parametrize(
    ("choice", "numbers"),
    [
        ({}, [1, 2, 4, 5, 6]),
        ({"games": ("europe",)}, [4]),
        ({"games": ("europe", "london")}, [1, 2, 4, 5, 6]),
        ({"seats": (2,)}, [1, 2, 5, 6]),
        ({"players": ("Cid",)}, [2]),
        ({"players": ("Ann", "Cid")}, [2]),
        ({"players": ("Nobody",)}, []),
        ({"state": "over"}, [1, 2, 4]),
        ({"state": "open"}, [5]),
        ({"state": "forfeit"}, [6]),
        ({"most": 10}, [5]),
        ({"fewest": 11, "most": 20}, [6]),
        ({"options": {"station_tiebreak": "more"}}, [4]),
        ({"options": {"station_tiebreak": "fewer"}}, []),
        ({"options": {"first_seat": 0}}, [1, 2, 4, 5, 6]),
    ],
)
def test_choices(file, choice, numbers):
    assert [entry.number for entry in records.Choice(**choice).among(records.read(file))] == numbers


def test_winners(file):
    won = [entry.number for entry in records.Choice(winners=("Ann",)).among(records.read(file))]
    assert won == [
        number
        for number, made in (
            (1, match()),
            (2, match(seed=2, names=("Ann", "Cid"))),
            (4, match("europe", 3, 3)),
        )
        if 0 in made.ranking()[0]
    ]
    assert 6 in [
        entry.number for entry in records.Choice(winners=("便",)).among(records.read(file))
    ]


# ---- checking
def edited(**changes):
    return json.dumps(json.loads(line(salt=SALT)) | changes)


def other_action():
    """A legal action changed for another that was legal there too."""
    made = match(salt=SALT)
    again = made.game.new(2, made.seed)
    again.play(made.actions[0])
    other = next(action for action in again.legal() if action != made.actions[1])
    return [str(made.actions[0]), str(other), *map(str, made.actions[2:])]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (line()[: len(line()) // 2], "not whole JSON"),
        (edited(seed="2"), "result|not legal|commit"),
        (edited(actions=other_action()), "result|not legal|already over"),
        (edited(salt="00" * 32), "commit does not fit"),
        (edited(commit="00" * 32), "commit does not fit"),
        (edited(salt=None), "seal cannot be opened"),
        (edited(actions=[]), "replaying gives"),
        (edited(rules=99), "rules version 99"),
        (edited(game="lisbon"), "not in the catalogue"),
        (edited(board="0" * 16), "another london board"),
        (edited(seats=9), "does not fit"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, text, word):
    place = tmp_path / "games.jsonl"
    place.write_text(f"{line()}\n{text}\n{line()}\n", encoding="utf-8")
    found = list(records.faults(records.read(place)))
    assert [(fault.file, fault.number) for fault in found] == [(str(place), 2)]
    assert re.search(word, found[0].text)


def test_sound_files_have_no_faults(file):
    assert list(records.faults(records.read(file))) == []


def test_golden_records_are_sound():
    assert list(records.faults(records.read(ROOT / "tests/golden/london.jsonl"))) == []


def test_games_on_a_board_of_ones_own(tmp_path):
    board, place = ROOT / "tests/boards/ring.toml", tmp_path / "games.jsonl"
    place.write_text(f"{match(str(board)).record()}\n", encoding="utf-8")
    assert list(records.faults(records.read(place), board)) == []
    assert "give its board file" in next(iter(records.faults(records.read(place)))).text


# ---- seals
def test_the_seal_is_known_before_the_seed():
    made = match(salt=SALT)
    assert made.record(public=True)["commit"] == made.commit == commitment(SALT, made.seed)
    assert not {"seed", "salt"} & set(made.record(public=True))


def entry(text, number=1):
    return records.Entry("games.jsonl", number, text)


def test_a_seal_is_opened():
    checker = records.Checker()
    found = checker.verify(entry(line(salt=SALT)), match(salt=SALT).commit.upper())
    assert (found.commit, found.digest, found.over) == (
        match(salt=SALT).commit,
        match(salt=SALT).digest(),
        True,
    )
    assert checker.verify(entry(line())).commit is None
    for text, shown in ((line(salt=SALT), "00" * 32), (line(), "00" * 32)):
        with pytest.raises(RecordError, match="seal shown at the start"):
            checker.verify(entry(text), shown)
    with pytest.raises(RecordError, match="take the full record"):
        checker.verify(entry(str(match().record(seat=0))))


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("actions", [0, 1, 5, 10_000])
def test_what_a_viewer_knew_agrees_with_the_truth(viewer, actions):
    seen = match(actions=actions, salt=SALT).record(viewer, public=True)
    records.Checker().compare(entry(line(salt=SALT)), entry(str(seen)))


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"commit": "00" * 32}, "seal"),
        ({"actions": ["draw deck"]}, "actions"),
        ({"events": []}, "events"),
        ({"game": "europe"}, "game"),
    ],
)
def test_what_a_viewer_was_told_wrongly_is_found(changes, word):
    seen = {**match(actions=5, salt=SALT).record(0), **changes}
    with pytest.raises(RecordError, match=word):
        records.Checker().compare(entry(line(salt=SALT)), entry(json.dumps(seen)))


# ---- counting
def test_statistics(file):
    counted = records.statistics(records.read(file)).to_json()
    london, europe = counted
    assert [london[name] for name in ("game", "seats", "records", "over", "open", "forfeit")] == [
        "london",
        2,
        4,
        2,
        1,
        1,
    ]
    scores = [*match().scores(), *match(seed=2, names=("Ann", "Cid")).scores()]
    assert london["scores"]["mean"] == pytest.approx(sum(scores) / 4) and london["scores"][
        "most"
    ] == max(scores)
    assert (
        sum(london["wins_by_seat"]) == 3
        and london["players"]["Ann"]["games"] == 3
        and europe["seats"] == 3
    )


# ---- the schema
@pytest.mark.parametrize("game", engine.games())
@pytest.mark.parametrize("actions", [0, 30])
def test_records_fit_the_schema(game, actions):
    made = match(game, actions=actions, salt=SALT)
    for record in (made.record(), made.record(1), made.record(public=True)):
        Draft202012Validator(SCHEMA).validate(json.loads(str(record)))


@pytest.mark.parametrize("text", [line(), line(salt=SALT), forfeited(), str(match().record(0))])
def test_whole_games_fit_the_schema(text):
    Draft202012Validator(SCHEMA).validate(json.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        edited(seed="xyz"),
        edited(ekiben=2),
        edited(actions=[1]),
        edited(viewer=0),
        edited(undone=[[1]]),
        json.dumps({**match().record(0), "seed": "1"}),
        json.dumps({**match().record(0), "events": None}),
    ],
)
def test_others_do_not(text):
    assert not Draft202012Validator(SCHEMA).is_valid(json.loads(text))
