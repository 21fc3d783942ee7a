"""Files of records reviewed for real, at the command line: short games of a small board."""

import json

import pytest

from ekiben import cli

from .small_games import FORK, few_playouts, small_match


@pytest.fixture(scope="module")
def matches():
    return [small_match(FORK, 2, seed) for seed in (1, 2)]


@pytest.fixture
def review(tmp_path, capsys, monkeypatch):
    """`review(lines, *options)`: the exit code, and what was printed."""

    def run(lines, *options):
        file = tmp_path / "games.jsonl"
        file.write_text("\n".join(map(str, lines)), encoding="utf-8")
        words = ["review", file, "--board", FORK, "--language", "en", *options]
        code = cli.main([str(word) for word in words])
        return code, *capsys.readouterr()

    with few_playouts(monkeypatch, 2):
        yield run


def test_reviews_add_up_in_json_and_are_the_same_again(review, matches):
    lines = [match.record() for match in matches]
    code, out, _ = review(lines, "--passes", 2, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and len(found) == 2
    for one, match in zip(found, matches, strict=True):
        assert one["names"] == match.names and one["passes"] == 2
        ledger = one["ledger"]
        for seat in range(2):
            shifts = [line["shifts"][seat] for line in ledger["lines"]]
            assert ledger["start"][seat] + sum(shifts) == ledger["result"][seat]
    assert review(lines[:1], "--passes", 2, "--json")[1] == out.splitlines(keepends=True)[0]


def test_it_is_told_in_both_languages(review, matches):
    code, out, _ = review([matches[0].record()], "--passes", 2, "--all")
    assert code == 0 and "Accuracy" in out and "Luck" in out and "passes: 2" in out
    code, out, _ = review([matches[0].record()], "--passes", 1, "--language", "ja")
    assert code == 0 and "運" not in out and "まだ選択を調べていません" in out  # the curve only


def test_games_that_go_on_are_refused_on_processes_too(review, matches):
    values = json.loads(str(matches[0].record()))
    open_game = json.dumps({**values, "actions": values["actions"][:4], "result": None})
    seen = str(matches[1].record(seat=0))
    code, out, err = review([open_game, seen], "--processes", 2)
    assert code == 1 and not out
    assert "line 1" in err and "not over" in err and "line 2" in err and "full record" in err
