"""`ekiben arena` as it is typed."""

import json
import re

import pytest

import ekiben as engine
from ekiben.arena import fingerprints, strength
from ekiben.cli.parsers.arena import expand_shorthand, seat_list

SMALL = ("--players", "greedy,random", "--deals", "2")


def test_the_short_form():
    assert expand_shorthand(["arena", "london", "--deals", "2"]) == [
        "arena",
        "run",
        "london",
        "--deals",
        "2",
    ]
    for whole in (["arena", "report", "x"], ["arena", "--help"], ["arena"], ["play", "london"], []):
        assert expand_shorthand(whole) == whole


def test_seats_as_typed():
    assert (
        seat_list("2") == [2]
        and seat_list("2,4") == [2, 4]
        and seat_list("2-5") == [2, 3, 4, 5]
        and seat_list("3,2-3") == [3, 2]
    )


@pytest.mark.parametrize("what", ["run", "report", "luck", "panel", "ratings"])
def test_help(ekiben, what):
    ran = ekiben("arena", what, "--help")
    assert ran.code == 0 and re.search(r"examples?:\n  ekiben arena", ran.out)
    assert what in ekiben("arena", "--help").out


def test_a_round_robin(ekiben, tmp_path):
    out = tmp_path / "games.jsonl"
    ran = ekiben(
        "arena",
        "london",
        "--players",
        "greedy,random,greedy:enough=0.5",
        "--deals",
        "2",
        "--out",
        out,
    )
    assert (
        ran.code == 0
        and "London, 2 seats" in ran.out
        and "12 games on 2 deals" in ran.out
        and "1000 (set)" in ran.out
    )
    assert (
        f"The games are in {out}" in ran.out
        and len(out.read_text(encoding="utf-8").splitlines()) == 12
    )
    assert ekiben("replay", out, "--game", "3").code == 0
    again = ekiben(
        "arena",
        "london",
        "--players",
        "greedy,random,greedy:enough=0.5",
        "--deals",
        "2",
        "--out",
        out,
    )
    assert (
        "12 games are there already; 0 are left" in again.err.replace("\n", " ")
        and again.out == ran.out
    )


def test_several_games_and_seats_as_json(ekiben):
    ran = ekiben(
        "arena", "london", "america", *SMALL[:2], "--deals", "1", "--seats", "2,3", "--json"
    )
    found = json.loads(ran.out)
    kinds = [("london", 2, 2), ("london", 3, 6), ("america", 2, 2), ("america", 3, 6)]
    assert [(one["game"], one["seats"], one["games"]) for one in found] == kinds
    assert all(one["anchor"] == "greedy" and one["bots"][0]["bot"] == "greedy" for one in found)
    assert "alone" in found[1] and "alone" not in found[0]


def test_a_gauntlet(ekiben):
    ran = ekiben(
        "arena",
        "london",
        "--players",
        "random,greedy:enough=0.5",
        "--gauntlet",
        "greedy",
        "--deals",
        "1",
        "--json",
    )
    one = json.loads(ran.out)[0]
    place = {row["bot"]: number for number, row in enumerate(one["bots"])}
    assert one["games"] == 4 and one["ahead"][place["random"]][place["greedy:enough=0.5"]] is None


def test_is_a_better_than_b(ekiben, language):
    ran = ekiben(
        "arena",
        "london",
        "--sprt",
        "greedy",
        "random",
        "--deals",
        "16",
        "--elo",
        "0",
        "100",
        "--language",
        language,
    )
    assert (
        ran.code == 0
        and {"en": "Yes: greedy is better", "ja": "はい：greedy のほうが強い"}[language] in ran.out
    )


def test_the_answer_as_json(ekiben):
    found = json.loads(
        ekiben(
            "arena",
            "london",
            "--sprt",
            "random",
            "greedy",
            "--deals",
            "20",
            "--elo",
            "0",
            "100",
            "--json",
        ).out
    )
    assert (
        found["answer"] == "no"
        and found["ratio"] <= found["bounds"][0]
        and 0 < found["blocks"] < 16
        and found["share"] < 0.1
    )


def test_a_test_that_stays_open_goes_on(ekiben, tmp_path):
    out = tmp_path / "games.jsonl"
    asked = ("arena", "london", "--sprt", "greedy:enough=0.3", "greedy", "--out", out)
    ran = ekiben(*asked, "--deals", "3")
    assert (
        ran.code == 0
        and "Open after 3 deals" in ran.out
        and len(out.read_text(encoding="utf-8").splitlines()) == 6
    )
    assert json.loads(ekiben(*asked, "--deals", "5", "--json").out)["blocks"] == 5
    assert len(out.read_text(encoding="utf-8").splitlines()) == 10


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("london",), "name the bots: --players"),
        (("london", "--players", "greedy"), "at least 2 bots"),
        (("london", "--players", "greedy,human"), "no bot 'human'"),
        (("lundon", *SMALL), "Did you mean 'london'"),
        (("tokyo", *SMALL), "greedy plays the route games"),
        (("london", *SMALL, "--seats", "x"), "not a number of seats"),
        (("london", *SMALL, "--seats", "5"), "2 to 4 seats"),
        (("london", *SMALL, "--deals", "0"), "not a whole number from 1 on"),
        (
            ("london", *SMALL, "--seats", "3", "--tables", "different"),
            "make no table of 3 different ones",
        ),
        (("london", *SMALL, "--tables", "some"), "are no tables"),
        (("london", *SMALL, "--set", "nonsense=1"), "no option 'nonsense'"),
        (("london", "--sprt", "greedy", "greedy"), "named twice"),
        (("london", "america", "--sprt", "greedy", "random"), "in one game"),
        (("london", "--sprt", "greedy", "random", "--elo", "20", "0"), "the lower one first"),
        (("london", *SMALL, "--ray", "127.0.0.1:1"), "no Ray cluster at '127.0.0.1:1'"),
        (("london", *SMALL, "--ray", "x"), "host:port"),
        (("report", "missing.jsonl"), "missing.jsonl: No such file"),
        (("panel", "nowhere"), "no game 'nowhere'"),
        (("ratings", "london", "--players", "greedy"), "nothing to rate"),
        (("ratings", "--as-is"), "name it with --out FILE"),
    ],
)
def test_bad_input(ekiben, args, said):
    ran = ekiben("arena", *args)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err and ran.out == ""


def test_a_report(ekiben, tmp_path, language):
    out = tmp_path / "games.jsonl"
    ekiben("arena", "london", *SMALL, "--out", out)
    ran = ekiben("arena", "report", out, "--language", language)
    page = (tmp_path / "games.html").read_text(encoding="utf-8")
    assert (
        ran.code == 0
        and str(tmp_path / "games.html") in ran.out
        and page.startswith("<!DOCTYPE html>")
    )
    assert {"en": "London, 2 seats", "ja": "ロンドン（2人）"}[language] in page
    assert (
        ekiben("arena", "report", out, "--write", tmp_path / "other.html").code == 0
        and (tmp_path / "other.html").exists()
    )


def test_a_report_of_nothing(ekiben, tmp_path):
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    ran = ekiben("arena", "report", tmp_path / "empty.jsonl")
    assert ran.code == 1 and "the file has no games" in ran.err


def test_the_page_of_ratings(ekiben, tmp_path):
    place = tmp_path / "ratings.md"
    ran = ekiben(
        "arena",
        "ratings",
        "london",
        "america",
        "--players",
        "greedy,random,courier",
        "--deals",
        "1",
        "--write",
        place,
    )
    page = place.read_text(encoding="utf-8")
    assert (
        ran.code == 0
        and "## London, 2 seats" in page
        and "## America, 2 seats" in page
        and "`courier`" not in page
    )
    assert (
        "ekiben arena ratings london america --players greedy,random,courier --seats 2 --deals 1 "
        "--seed 0 --thinking 0.1" in page
    )


def test_kept_ratings_are_what_the_list_of_bots_shows(ekiben, monkeypatch, tmp_path):
    monkeypatch.setattr(strength, "FILE", tmp_path / "strength.json")
    assert "–" in ekiben("bots", "london").out
    ran = ekiben(
        "arena",
        "ratings",
        "london",
        "--players",
        "greedy,racer,random",
        "--deals",
        "3",
        "--write",
        tmp_path / "p.md",
        "--keep",
    )
    known = strength.stored_strength()["london"]
    assert (
        ran.code == 0
        and set(known) == {"greedy", "racer", "random"}
        and known["greedy"].rating == 1000
    )
    rows = ekiben("bots", "london").out
    assert str(known["racer"].rating) in rows and rows.index("greedy ") < rows.index("random ")
    assert f"{known['racer'].rating}" in ekiben("bots").out
    assert "Did you mean 'london'" in ekiben("bots", "lndon").err


def test_the_page_of_games_that_are_there(ekiben, tmp_path):
    out = tmp_path / "games.jsonl"
    ekiben("arena", "london", *SMALL, "--out", out)
    ran = ekiben("arena", "ratings", "--as-is", "--out", out)
    assert (
        ran.code == 0
        and ran.out.startswith("# Ratings of the bots")
        and "4 games on 2 deals" in ran.out
    )


def test_the_panel(ekiben, monkeypatch, tmp_path):
    monkeypatch.setattr(fingerprints, "FILE", tmp_path / "panel.json")
    asked = ("arena", "panel", "london", "--players", "greedy,random")
    new = ekiben(*asked)
    assert new.code == 1 and new.out.count(" new") == 2
    assert ekiben(*asked, "--write").code == 0 and set(fingerprints.stored_panel()["london"]) == {
        "greedy",
        "random",
    }
    same = ekiben(*asked)
    assert same.code == 0 and same.out.count(" same") == 2
    fingerprints.write_panel({"london": {"greedy": "0123456789abcdef"}})
    changed = ekiben(*asked)
    assert changed.code == 1 and changed.out.count(" changed") == 1


def test_results_are_the_same_in_python(ekiben, tmp_path):
    from ekiben import arena

    out = tmp_path / "games.jsonl"
    ekiben("arena", "london", *SMALL, "--seed", "0x2a", "--out", out)
    here = arena.tournament("london", ["greedy", "random"], deals=2, seed=42)
    assert [game.scores for game in arena.read(out)] == [game.scores for game in here]
    assert engine.replay(out.read_text(encoding="utf-8").splitlines()[0]).scores() == here[0].scores
