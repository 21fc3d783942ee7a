"""Tokyo Railways in the terminal: a person plays, bots are watched, games are counted."""

import json
import re

import pytest
from rich.cells import cell_len

import ekiben as engine
from ekiben import texts
from ekiben.cli.notation import in_notation
from ekiben.cli.tokyo.commands import cities_passed
from ekiben.cli.tokyo.words import posts_called
from ekiben.cli.words import Words
from ekiben.games.tokyo.event_codes import EVENT_KINDS
from ekiben.texts.moves import texts_of
from ekiben.texts.sentences import refusal_sentence, sentence

TWO = ("play", "tokyo", "--seed", "4", "--players", "human,random")
FIRST = ["place tokyo", "stop"]


def words(key, language, **values):
    return texts.say(f"cli.tokyo.{key}", language, **values)


def test_the_first_screen(ekiben, language):
    ran = ekiben(*TWO, "--language", language, typed=["quit"])
    assert ran.code == 0 and ran.err == ""
    name = {"en": "Tokyo Railways", "ja": "東京レイルウェイズ"}[language]
    assert words("greeting", language, game=name, cities=6, money=500) in ran.out
    assert (
        words("waits", language, shown=8, count=10) in ran.out
        and texts.say("asked.place", language) in ran.out
    )


def test_keeping_cities_open_is_proposed_with_the_reason(ekiben, language, tmp_path):
    """TR-4.10: on for people, unless they choose otherwise; the rules' own default stays off."""
    reason = texts.say("server.notes.no_lockout", language)
    ran = ekiben(*TWO, "--language", language, "--save", tmp_path / "game", typed=[*FIRST, "quit"])
    assert "no_lockout=true" in ran.out and reason.split()[0] in ran.out
    assert (
        engine.replay((tmp_path / "game").read_text(encoding="utf-8")).game.options["no_lockout"]
        is True
    )
    assert "no_lockout" not in ekiben(*TWO, "--set", "no_lockout=false", typed=["quit"]).out
    assert engine.load("tokyo").options["no_lockout"] is False


def test_a_way_is_shown_with_its_start_and_price_before_anything_is_spent(ekiben, tmp_path):
    saved = tmp_path / "game"
    out = ekiben(*TWO, "--save", saved, typed=[*FIRST, "lay tokyo kofu", "n", "quit"]).out
    assert "Tokyo → Kofu: 20 links, 85 G in 2 turns. Now 12 links for 49 G." in out.replace(
        "\n", " "
    )
    way = " ".join(re.search(r"The way: (.*?)Build\?", out, re.S)[1].split())
    now, later = way.split(" | ")
    assert now.startswith("Tokyo – ") and later.endswith(" – Kofu")
    assert now.split(" – ")[-1] == later.split(" – ")[0]
    assert not any(
        action.verb == "build"
        for action in engine.replay(saved.read_text(encoding="utf-8")).actions[-2:]
    )


def test_jobs_are_listed_with_the_price_and_length_of_their_way(ekiben):
    """Also where the train is placed."""
    out = ekiben(*TWO, typed=["quit"]).out
    assert re.search(r"Waiting jobs, nearest first: 8 of \d+", out)
    rows = re.findall(r"^ *(\d+) +(\d+) +(\S+ → \S+) +(\d+) +(\d+) +([ab]\d\d)", out, re.M)
    assert len(rows) >= 14 and len({row[5] for row in rows}) < len(rows)


def test_the_joined_cities_are_named(ekiben):
    out = ekiben(*TWO, typed=[*FIRST, "lay tokyo yokohama", "y", "show", "quit"]).out
    assert "0 of 6: – · missing: Tokyo, Yokohama, Saitama" in " ".join(out.split())
    assert "2 of 6: Tokyo, Yokohama · missing: Saitama, Chiba" in " ".join(out.split())


def test_cities_passed_are_those_between_start_and_end():
    """From Tokyo's last row south through Kawasaki to Yokohama."""
    game = engine.load("tokyo")
    kawasaki = next(city.number for city in game.board.cities if city.id == "kawasaki")
    start = game.board.cities[0].posts[-3]  # r30c23
    assert game.board.post(start) == "r30c23"
    assert cities_passed(game, start, ["step s", "step s", "step s", "step s"]) == [kawasaki]
    assert (
        cities_passed(game, start, ["step s", "step s", "step s"])
        == []
        == cities_passed(game, start, ["board"])
    )


def test_jobs_on_the_way_are_told_before_the_train_runs_past(ekiben, monkeypatch):
    """The train runs from Tokyo over Kawasaki to Yokohama; a job waits in Kawasaki (b01)."""
    laid = [
        "place tokyo",
        "stop",
        *(f"build {link}" for link in ("r30c23 s", "r31c23 s", "r32c23 s", "r33c23 s")),
        "done",
    ]
    start, luck = engine.Game.new, engine.Script({"b": ["b01"]})
    monkeypatch.setattr(
        engine.Game, "new", lambda game, seats, seed, names: start(game, seats, seed, names, luck)
    )
    ran = ekiben(
        *TWO,
        "--set",
        "first_seat=0",
        "--players",
        "human,random",
        typed=[*laid, "go yokohama", "n", "quit"],
    )
    reward = next(job.reward for job in engine.load("tokyo").board.jobs if job.id == "b01")
    assert (
        f"On the way:\n  load Kawasaki → Machida, {reward} G" in ran.out
        and "Run past without stopping there? (y/n)" in ran.out
    )
    assert "Arrived" not in ran.out


def test_the_whole_map_fits_a_screen(ekiben, language):
    out = ekiben(*TWO, "--language", language, typed=["map all", "quit"]).out
    name = {"en": "Utsunomiya", "ja": "宇都宮"}[language]
    line = next(line for line in out.splitlines() if f"BB{name}" in line)
    assert cell_len(line) == 46


@pytest.mark.parametrize("typed", ["place 東京", "PLACE Tokyo", "ｐｌａｃｅ　東京", "place tokyo"])
def test_a_city_is_understood_in_either_language_and_width(ekiben, tmp_path, typed):
    ekiben(*TWO, "--save", tmp_path / "game", typed=[typed, "quit"])
    assert str(
        engine.replay((tmp_path / "game").read_text(encoding="utf-8")).actions[-1]
    ).startswith("place tokyo")


def test_a_job_is_understood_by_its_cities():
    game = engine.load("tokyo")
    words = Words("ja", game.board)
    jobs = [job for job in game.board.jobs if job.id in ("a01", "a09")]
    legal = [game.parse(f"load {job.id}") for job in jobs]
    for job, text in (
        (jobs[0], "load 東京→横浜"),
        (jobs[1], "load 館山"),
        (jobs[1], "load Tateyama"),
        (jobs[1], "load tokyo tateyama"),
    ):
        assert in_notation(words, text, legal) == f"load {job.id}"
    assert in_notation(words, "load 東京", legal) == "load 東京"  # both start there


def test_owners_are_called_by_name(ekiben, language):
    """No sentence speaks of a seat's number where it could name the player."""
    game = engine.load("tokyo")
    words = Words(language, game.board, ["Aoi", "Ben"])
    fee = sentence(words, {"n": 1, "kind": "fee-paid", "seat": 0, "owner": 1, "amount": 10})
    assert "Aoi" in fee and "Ben" in fee and "1 " not in fee.replace("10", "")
    for clause, reason in (("TR-4.3", "track-there"), ("TR-7.12", "struck-track")):
        assert "Ben" in refusal_sentence(
            words, game.action(0), engine.Refusal(clause, reason, owner=1)
        )


def test_help_names_the_commands(ekiben, language):
    ran = ekiben(*TWO, "--language", language, typed=["?", "quit"])
    for command in ("go ", "lay ", "map ", "jobs", "why ", "undo", "picture"):
        assert f"\n  {command}" in ran.out


def test_a_person_lays_track_and_runs_along_it(ekiben, language, tmp_path):
    saved = tmp_path / "game.jsonl"
    ran = ekiben(
        *TWO,
        "--language",
        language,
        "--save",
        saved,
        typed=[*FIRST, "lay yokohama", "y", "done", "go 横浜", "y", "stop", "done", "quit"],
    )
    assert ran.code == 0 and words("build-ask", language) in ran.out
    assert words("arrived", language, place={"en": "Yokohama", "ja": "横浜"}[language]) in ran.out
    actions = json.loads(saved.read_text())["actions"]
    assert (
        "place tokyo r28c23" in actions
        and sum(action.startswith("step ") for action in actions) >= 4
    )


def test_the_cost_is_told_before_anything_is_built(ekiben, tmp_path):
    saved = tmp_path / "game.jsonl"
    ran = ekiben(*TWO, "--save", saved, typed=[*FIRST, "lay tokyo yokohama", "n", "quit"])
    assert "Tokyo → Yokohama: " in ran.out and "Build? (y/n)" in ran.out
    match = engine.replay(saved.read_text())
    assert not any(owner == 1 for owner in match.view().track)


def test_laying_stops_at_the_turns_limit(ekiben, tmp_path):
    saved = tmp_path / "game.jsonl"
    ekiben(*TWO, "--save", saved, typed=[*FIRST, "lay maebashi", "y", "quit"])
    view = engine.replay(saved.read_text()).view()
    assert 40 < view.spent <= 50 and view.money[0] == 80 - view.spent


def test_notation_and_numbers_are_played(ekiben, tmp_path):
    saved = tmp_path / "game.jsonl"
    ekiben(*TWO, "--save", saved, typed=["1", "stop", "build r30c23 s", "done", "quit"])
    actions = json.loads(saved.read_text())["actions"]
    assert "build r30c23 s" in actions and "done" in actions


def test_undo_takes_back_a_link(ekiben, tmp_path):
    saved = tmp_path / "game.jsonl"
    ekiben(*TWO, "--save", saved, typed=[*FIRST, "build r30c23 s", "undo", "quit"])
    assert "build r30c23 s" not in json.loads(saved.read_text())["actions"]


def test_the_map_goes_where_it_is_told(ekiben, language):
    ran = ekiben(
        *TWO, "--language", language, typed=["map r9c41", "map choshi", "map atlantis", "quit"]
    )
    for city in engine.load("tokyo").board.cities:
        assert city.id not in ("hitachi", "choshi") or city.names[language] in ran.out
    assert words("no-place", language, place="atlantis") in ran.out


ANYTHING = [
    "",
    "go",
    "go yokohama",
    "go atlantis",
    "lay",
    "lay a b c",
    "lay atlantis",
    "why step n",
    "why",
    "rule TR-4.6",
    "rule x",
    "score",
    "log",
    "all",
    "show",
    "jobs",
    "picture",
    "routes",
    "map",
    "load a01",
    "build r0c0 n",
    "upgrade both",
    "repay",
    "999",
    "nonsense",
]


@pytest.mark.parametrize("part", [[], ["place tokyo"], FIRST], ids=["place", "move", "build"])
def test_anything_can_be_typed_anywhere(ekiben, language, part):
    ran = ekiben(*TWO, "--language", language, typed=[*part, *ANYTHING, "quit"])
    assert ran.code == 0 and ran.err == "" and texts.say("cli.left", language) in ran.out


def test_why_gives_the_rule(ekiben, language):
    ran = ekiben(*TWO, "--language", language, typed=[*FIRST, "why build r0c0 e", "quit"])
    assert texts.clause("TR-4.4", language).text[:20] in ran.out.replace("\n", " ")


@pytest.mark.parametrize("width", [80, 120])
def test_the_map_keeps_to_the_width(ekiben, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    ran = ekiben(*TWO, typed=[*FIRST, "map kofu", "quit"])
    assert (
        max(map(len, ran.out.splitlines())) <= width + 2
    )  # the prompt stands before what was typed


def test_watching(ekiben, language):
    ran = ekiben(
        "watch",
        "tokyo",
        "--players",
        "random,random",
        "--seed",
        "3",
        "--set",
        "turn_limit=1",
        "--delay",
        "0",
        "--language",
        language,
    )
    assert ran.code == 0 and texts.say("cli.final", language) in ran.out


def test_counting(ekiben, language):
    what = (
        "simulate",
        "tokyo",
        "--players",
        "random,random",
        "-n",
        "2",
        "--set",
        "turn_limit=1",
        "--jobs",
        "1",
        "--language",
        language,
    )
    assert texts.say("cli.columns.joined", language) in ekiben(*what).out
    figures = json.loads(ekiben(*what, "--json").out)
    assert figures["games"] == 2 and {"mean_score", "big_cities", "wins"} <= set(
        figures["players"][0]
    )
    assert figures["turns_per_seat"] == 1


def test_a_record_is_told_again(ekiben, language, tmp_path):
    saved = tmp_path / "game.jsonl"
    ekiben(*TWO, "--save", saved, typed=[*FIRST, "lay yokohama", "y", "done", "quit"])
    ran = ekiben("replay", saved, "--language", language, "--svg", tmp_path / "end.svg")
    assert (
        ran.code == 0
        and "place tokyo" in ran.out
        and (tmp_path / "end.svg").read_text().startswith("<svg")
    )


def test_the_board_as_tables_and_picture(ekiben, language, tmp_path):
    assert "hitachi" in ekiben("board", "show", "tokyo", "--language", language).out
    assert (
        ekiben(
            "board", "show", "tokyo", "--svg", tmp_path / "board.svg", "--language", language
        ).code
        == 0
    )


@pytest.mark.parametrize("spelled", ["tokyo", "Tokyo", "東京", "r28c23", "toky"])
def test_places_are_found_in_either_language(spelled):
    board = engine.load("tokyo").board
    assert posts_called(Words("en", board), spelled)[0] == board.cities[0].posts[0]


def test_every_kind_of_event_has_a_sentence(language):
    board = engine.load("tokyo").board
    values = {
        "post": "r1c1",
        "city": "tokyo",
        "direction": "ne",
        "from": "tokyo",
        "to": "mito",
        "amount": 1,
        "owner": 1,
        "turn": 1,
        "job": "a01",
        "ferry": board.ferries[0].id,
        "happening": "flood",
        "reward": 1,
        "cup": "a",
        "tiles": 3,
        "cost": 3,
        "fee": 0,
        "speed": 33,
        "load": 2,
        "count": 2,
        "forced": True,
        "stays": True,
    }
    told = Words(language, board, ["Anna", "Ben"])
    for kind in (kind.name for kind in EVENT_KINDS):
        assert "{" not in sentence(told, {"kind": kind, "seat": 0, **values})


def test_no_post_is_told_in_notation(ekiben, language):
    """Rows and columns stand only beside the map and in what is typed."""
    typed = [*FIRST, "lay tokyo kofu", "y", "done", "go kofu", "all", "log", "show", "quit"]
    out = ekiben(*TWO, "--language", language, typed=typed).out
    assert re.findall(r"r\d+c\d+", out) == []


def test_the_dealing_is_not_told():
    match = engine.load("tokyo").new(seats=2, seed=3)
    words = Words("en", match.game.board, ["Anna", "Ben"])
    said = texts_of(words, match.events())
    assert match.events()[0]["kind"] == "job-placed" and "begins" in said[0] and len(said) == 2
