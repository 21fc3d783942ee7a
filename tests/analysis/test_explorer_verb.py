"""`ekiben explore` at the command line."""

import json

import pytest

from ekiben import cli, load

GOLDEN = "tests/golden/london.jsonl"


@pytest.fixture
def ekiben(capsys, monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    monkeypatch.setenv("COLUMNS", "160")

    def run(*words, language="en"):
        code = cli.main(["explore", *map(str, words), "--language", language])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_shipped_statistics(ekiben):
    code, out, _ = ekiben("london", "--table", "tickets", "--top", 0)
    assert code == 0 and "London · Hard, 2 seats" in out and "British Museum–Piccadilly" in out
    assert out.count("±") >= 2 * 15
    code, out, _ = ekiben("london", "--seats", 3, "--table", "order", language="ja")
    assert code == 0 and "ロンドン · 強い・3席" in out and "1番手" in out


def test_records_of_ones_own(ekiben, tmp_path):
    code, out, _ = ekiben(GOLDEN, "--by", "all", "--table", "routes", "--top", 3)
    assert code == 0 and "Everybody" in out and "claimed first" in out
    saved = tmp_path / "mine.json"
    code, out, _ = ekiben(GOLDEN, "--save", saved, "--json")
    [found] = json.loads(out)
    assert code == 0 and found["game"] == "london" and saved.exists()
    code, out, _ = ekiben(saved, saved, "--json")
    [twice] = json.loads(out)
    assert twice["groups"][0]["games"] == 2 * found["groups"][0]["games"]


def test_bots_play(ekiben):
    code, out, _ = ekiben(
        "london", "--play", 5, "--bots", "step,junkie", "--seats", "2-3", "--jobs", 1, "--json"
    )
    [found] = json.loads(out)
    assert code == 0
    assert [(one["level"], one["seats"], one["games"]) for one in found["groups"]] == [
        ("easy", 2, 2),
        ("easy", 3, 3),
        ("medium", 2, 2),
        ("medium", 3, 3),
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["london", "--table", "jobs"], "no table 'jobs'"),
        (["london", "america", "--save", "x.json"], "one game at a time"),
        (["nowhere.json"], "nowhere.json"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_mistakes_are_told(ekiben, words, told):
    code, _, err = ekiben(*words)
    assert code and told in err


def test_records_without_a_finished_game_are_told(ekiben, tmp_path):
    file = tmp_path / "running.jsonl"
    file.write_text(str(load("london").new(2, seed=1).record()), encoding="utf-8")
    code, _, err = ekiben(file)
    assert code == 2 and "no finished game" in err
