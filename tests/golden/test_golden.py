"""Golden records: games played long ago that must still replay to the same digest and the same
result.

A fix of a rule that changes one of them bumps the rules' version, and the old behaviour stays
reachable by the version that the record names; the old lines stay as they are, and `python
tests/golden/make.py` adds new ones.
"""

import json
from pathlib import Path

import pytest

import ekiben

from . import make

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))
LINES = [
    pytest.param(line, id=f"{path.stem}-{number}")
    for path in FILES
    for number, line in enumerate(make.lines(path), 1)
]


def written_again(match, kept):
    """The record without options that are newer than the kept one; those have their defaults."""
    record = json.loads(str(match.record()))
    newer = record["options"].keys() - kept["options"].keys()
    usual = {option.name: option.values[0] for option in match.game.known_options}
    assert all(record["options"][name] == usual[name] for name in newer)
    record["options"] = {name: record["options"][name] for name in kept["options"]}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("line", LINES)
def test_a_golden_record_replays(line):
    match, kept = ekiben.replay(line), json.loads(line)
    assert match.over and match.digest() == kept["result"]["digest"]
    assert (match.scores(), match.ranking()) == (
        kept["result"]["scores"],
        kept["result"]["ranking"],
    )
    assert written_again(match, kept) == line


@pytest.mark.parametrize("name", ekiben.games())
def test_every_game_has_golden_records_of_each_version(name):
    kept = [json.loads(line) for line in make.lines(make.HERE / f"{name}.jsonl")]
    fewest, most = ekiben.load(name).seats
    for rules in {record["rules"] for record in kept}:
        played = [record for record in kept if record["rules"] == rules]
        assert len(played) >= 6 and {record["seats"] for record in played} == set(
            range(fewest, most + 1)
        )
        assert len({str(record["options"]) for record in played}) > 1 and any(
            record["undone"] for record in played
        )
    assert {record["game"] for record in kept} == {name}


@pytest.mark.parametrize("name", ekiben.games())
def test_every_version_of_the_rules_has_golden_records(name):
    kept = {json.loads(line)["rules"] for line in make.lines(make.HERE / f"{name}.jsonl")}
    assert kept == set(range(1, ekiben.load(name).rules + 1))


def test_whole_games_of_tokyo_railways_have_winners():
    """TR-1.1: not ended by a limit of turns, but won, under every version of the rules."""
    kept = [json.loads(line) for line in make.lines(make.HERE / "tokyo-whole.jsonl")]
    assert {record["rules"] for record in kept} == set(range(1, ekiben.load("tokyo").rules + 1))
    for record in kept:
        winner, needed = record["result"]["ranking"][0], 300 if record["options"]["short"] else 500
        assert len(winner) == 1 and record["result"]["scores"][winner[0]] >= needed


def test_a_golden_line_is_never_written_over(tmp_path):
    path = tmp_path / "london.jsonl"
    assert (
        make.added(path, iter(["one", "two"])) == 2
        and make.added(path, iter(["one", "two", "three"])) == 1
    )
    with pytest.raises(SystemExit, match=r"london\.jsonl, line 2 is there and would change"):
        make.added(path, iter(["one", "another", "three"]))
    assert make.lines(path) == ["one", "two", "three"] and make.added(path, iter([])) == 0


def test_golden_records_take_the_last_way_into_a_city():
    """TR-4.10: by rules version 1 nobody could."""
    kept = [
        line
        for line in make.lines(make.HERE / "tokyo.jsonl")
        if '"no_lockout":true' in line and '"rules":2' in line
    ]
    assert sum(0 in ekiben.replay(line).view().entries.tolist() for line in kept) >= 2
