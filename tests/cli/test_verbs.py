"""All verbs but `play` and `board`."""

import json
import os
import re
import subprocess
import sys

import pytest

import ekiben as engine
from ekiben import texts
from ekiben.bots.levels import levels
from ekiben.games import BOARDS

VERBS = (
    "play",
    "watch",
    "simulate",
    "replay",
    "board",
    "games",
    "bots",
    "rules",
    "bench",
    "puzzles",
    "explore",
)


@pytest.fixture
def records(ekiben, tmp_path):
    """Five games of London."""
    place = tmp_path / "games.jsonl"
    assert (
        ekiben("simulate", "london", "--players", "greedy,random", "-n", "5", "--out", place).code
        == 0
    )
    return place


# ---- help
def test_help_names_every_verb(ekiben):
    ran = ekiben("--help")
    assert ran.code == 0 and [verb for verb in VERBS if f"  {verb} " not in ran.out] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(ekiben, verb):
    ran = ekiben(verb, "--help")
    assert ran.code == 0 and re.search(rf"examples?:\n  ekiben {verb}", ran.out)


def test_version_and_no_verb(ekiben):
    assert ekiben("--version").out == f"ekiben {engine.__version__}\n"
    ran = ekiben()
    assert ran.code == 2 and "VERB" in ran.err


def program(*args):
    """The command as a process of its own."""
    surroundings = {
        **os.environ,
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "ekiben", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
        text=True,
        encoding="utf-8",
    )


def test_as_a_program():
    with program("play", "london", "--seed", "5", "--language", "en") as playing:
        out, err = playing.communicate("1\nquit\n")
    assert playing.returncode == 0 and "Until next time." in out and err == ""
    with program("rules", "XX-1") as wrong:
        out, err = wrong.communicate()
    assert (
        wrong.returncode == 2 and out == "" and err.startswith("ekiben: ") and err.count("\n") == 1
    )


@pytest.mark.parametrize(
    "args",
    [
        ("board", "show", "london"),
        ("simulate", "london", "--players", "random,random", "-n", "1", "--json"),
    ],
)
def test_who_reads_our_output_may_leave(args):
    with program(*args) as talking:
        talking.stdout.close()
        err = talking.stderr.read()
    assert talking.returncode == 1 and "Traceback" not in err and "Broken" not in err


def test_a_part_that_is_not_installed(ekiben, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ran = ekiben("bench")
    assert ran.code == 2 and "no part for 'bench'" in ran.err


def test_bench_is_run(ekiben, monkeypatch):
    seen = []
    monkeypatch.setattr(
        "ekiben.cli.bench.run", lambda args: seen.append((args.games, args.json)) or 0
    )
    assert ekiben("bench", "london", "--json").code == 0 and seen == [(["london"], True)]


# ---- lists
def test_games(ekiben, language):
    out = ekiben("games", "--language", language).out
    assert [
        name
        for name in engine.games()
        if name not in out or texts.say(f"games.{name}", language) not in out
    ] == []
    assert "station_tiebreak" in out


def test_bots(ekiben):
    out = ekiben("bots").out
    assert "random" in out and "greedy" in out


@pytest.mark.parametrize(("game", "family"), [("london", "routes"), ("tokyo", "tokyo")])
def test_bots_of_a_game_tell_how_each_level_plays(ekiben, monkeypatch, language, game, family):
    monkeypatch.setenv("COLUMNS", "400")
    out = "".join(ekiben("bots", game, "--language", language).out.split())
    for level in levels(engine.load(game)):
        name = texts.say(f"server.levels.{level}", language)
        plays = texts.say(f"server.level-play.{family}.{level}", language)
        assert re.search(f"{name}.*{re.escape(plays.replace(' ', ''))}", out), level


def test_bots_of_a_game_tell_at_which_tables_a_level_sits(ekiben, monkeypatch, language):
    monkeypatch.setenv("COLUMNS", "400")
    said = {
        "en": "at a glance. Only at 2, 3 or 4 seats.",
        "ja": "判断します。2・3・4人のときだけです。",
    }
    assert said[language] in ekiben("bots", "great-lakes", "--language", language).out
    everywhere = {"en": " seats.", "ja": "人のとき"}
    assert everywhere[language] not in ekiben("bots", "london", "--language", language).out


def test_rules(ekiben, language):
    clause = texts.clause("EU-6.3", language)
    out = ekiben("rules", "eu-6.3", "--language", language).out
    assert clause.text in " ".join(out.split()) or clause.text in out
    assert "station_tiebreak" in out
    out = ekiben("rules", "RT-4", "--language", language).out
    assert "RT-4.1" in out and "RT-4.6" in out and "RT-5.1" not in out
    assert "LD-6.1" in ekiben("rules").out


def test_an_unknown_clause(ekiben):
    ran = ekiben("rules", "ZZ-9")
    assert ran.code == 2 and "they begin with RT, US, EU, GL, LD" in ran.err


# ---- watch
def test_watch(ekiben, language, monkeypatch):
    slept = []
    monkeypatch.setattr("time.sleep", slept.append)
    ran = ekiben(
        "watch",
        "london",
        "--players",
        "greedy,random",
        "--seed",
        "3",
        "--delay",
        "0.25",
        "--language",
        language,
    )
    assert ran.code == 0 and set(slept) == {0.25}
    assert (
        texts.say("cli.labels.market", language) in ran.out
        and texts.say("cli.final", language) in ran.out
    )
    assert texts.say("cli.labels.hand", language) + " " not in ran.out.replace(
        texts.say("cli.columns.cards", language), ""
    )


def test_watch_is_for_bots(ekiben):
    assert "only bots" in ekiben("watch", "london", "--players", "human,greedy").err
    assert "2 to 4 seats, not 1" in ekiben("watch", "london", "--players", "greedy").err
    assert ekiben("watch", "london", "--players", "greedy,random", "--delay", "-1").code == 2


# ---- simulate
def counted(ran):
    found = json.loads(ran.out)
    speed = found.pop("speed")
    assert speed["seconds"] > 0 and speed["games_per_second"] > 0
    return found


def test_simulate_is_the_same_whatever_the_jobs(ekiben, tmp_path):
    args = (
        "simulate",
        "london",
        "--players",
        "greedy,random,random",
        "-n",
        "10",
        "--seed",
        "4",
        "--json",
    )
    runs = [ekiben(*args, "--jobs", jobs, "--out", tmp_path / str(jobs)) for jobs in (1, 2)]
    assert [ran.code for ran in runs] == [0, 0]
    assert counted(runs[0]) == counted(runs[1])
    assert (tmp_path / "1").read_text(encoding="utf-8") == (tmp_path / "2").read_text(
        encoding="utf-8"
    )


def test_simulate_counts(ekiben, tmp_path):
    place = tmp_path / "games.jsonl"
    args = (
        "america",
        "--players",
        "greedy,random",
        "-n",
        "4",
        "--seed",
        "9",
        "--json",
        "--out",
        place,
    )
    found = counted(ekiben("simulate", *args))
    matches = [engine.replay(line) for line in place.read_text(encoding="utf-8").splitlines()]
    assert [match.seed for match in matches] == [9, 10, 11, 12]
    assert [match.names for match in matches] == [["greedy", "random"], ["random", "greedy"]] * 2
    greedy = found["players"][0]
    assert greedy["games_by_seat"] == [2, 2] and sum(greedy["wins_by_seat"]) == greedy["wins"]
    assert sum(player["wins"] for player in found["players"]) == found["games"] == 4
    scores = [match.scores()[match.names.index("greedy")] for match in matches]
    assert (
        greedy["mean_score"] == sum(scores) / 4
        and greedy["longest"] > 0
        and found["turns_per_seat"] > 10
    )


def test_simulate_shows_tables(ekiben, language):
    ran = ekiben(
        "simulate", "london", "--players", "greedy,greedy", "-n", "2", "--language", language
    )
    assert (
        "0 greedy" in ran.out
        and "1 greedy" in ran.out
        and texts.say("cli.columns.share", language) in ran.out
    )


def test_an_interrupted_simulation_leaves_no_file(ekiben, tmp_path, monkeypatch):
    from ekiben.bots.random_bot import Uniform

    def interrupted(self, view, legal, limit):
        raise KeyboardInterrupt

    monkeypatch.setattr(Uniform, "choose", interrupted)
    assert (
        ekiben(
            "simulate",
            "london",
            "--players",
            "random,random",
            "-n",
            "3",
            "--out",
            tmp_path / "games.jsonl",
        ).code
        == 130
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["london", "--players", "greedy,gredy"], "no bot 'gredy'"),
        (["london", "--players", "greedy"], "2 to 4 seats"),
        (["london", "--players", "greedy,random", "-n", "0"], "not a whole number from 1 on"),
        (
            ["london", "--players", "greedy,random", "--out", "no/such/folder/x"],
            "No such file or directory",
        ),
        (["london"], "--players"),
    ],
)
def test_simulate_told_wrongly(ekiben, args, message):
    ran = ekiben("simulate", *args)
    assert ran.code == 2 and message in ran.err.splitlines()[-1]


# ---- replay
def test_replay_tells_the_game(ekiben, records, language):
    match = engine.replay(records.read_text(encoding="utf-8").splitlines()[2])
    ran = ekiben("replay", records, "--game", "3", "--language", language)
    assert ran.code == 0 and texts.say("cli.final", language) in ran.out
    assert all(f"{number:>4} {action}" in ran.out for number, action in enumerate(match.actions, 1))
    first = match.ranking()[0][0]
    assert (
        texts.say("cli.won", language, name=match.names[first], score=match.scores()[first])
        in ran.out
    )


def test_replay_stops_at_an_action(ekiben, records):
    out = ekiben("replay", records, "--at", "7", "--seat", "1").out
    assert "   7 " in out and "   8 " not in out and "Hand" in out and "is to answer" in out
    assert "   1 keep ?" in out and "keep ?" not in ekiben("replay", records, "--at", "7").out
    assert "Actions: 0" in ekiben("replay", records, "--at", "0").out


def test_replay_writes_a_picture(ekiben, records, tmp_path):
    place = tmp_path / "end.svg"
    assert f"Saved to {place}" in ekiben("replay", records, "--svg", place).out
    assert place.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--game", "6"], "there is no record 6; the last is 5"),
        (["--at", "9999"], "there is no action 9999"),
        (["--seat", "2"], "no seat 2"),
        (["--svg", "no/such/folder/x.svg"], "No such file or directory"),
    ],
)
def test_replay_told_wrongly(ekiben, records, args, message):
    ran = ekiben("replay", records, *args)
    assert ran.code == 2 and message in ran.err


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda line: line[:-20], "not whole JSON"),
        (lambda line: line.replace('"london"', '"lisbon"'), "which is not in the catalogue"),
        (
            lambda line: re.sub(r'"claim [^"]*"', '"claim nowhere"', line, count=1),
            "is not an action here",
        ),
        (lambda line: re.sub(r'"seed":"\w+"', '"seed":"ffff"', line), "action"),
        (lambda line: re.sub(r'"scores":\[', '"scores":[1', line), "the record says the result is"),
        (lambda line: "[]", "not a record"),
        (lambda line: "", "no records"),
        (lambda line: b"\xff\xfe\x00", "not text"),
    ],
)
def test_a_corrupt_record(ekiben, records, damage, message):
    made = damage(records.read_text(encoding="utf-8").splitlines()[0])
    records.write_bytes(made if isinstance(made, bytes) else made.encode())
    ran = ekiben("replay", records)
    assert ran.code == 1 and ran.out == "" and message in ran.err and ran.err.count("\n") == 1


def test_names_do_not_command_the_terminal(ekiben, records):
    line = records.read_text(encoding="utf-8").splitlines()[0]
    records.write_text(
        line.replace('"names":["greedy"', r'"names":["\u001b[2Jgreedy"'), encoding="utf-8"
    )
    ran = ekiben("replay", records)
    assert ran.code == 0 and "\x1b" not in ran.out and "[2Jgreedy" in ran.out


def test_no_such_file(ekiben, tmp_path):
    ran = ekiben("replay", tmp_path / "none.jsonl")
    assert ran.code == 2 and ran.err.endswith("none.jsonl: No such file or directory\n")


def test_a_record_of_ones_own_board(ekiben, tmp_path):
    own, games, london = (
        tmp_path / "mine.toml",
        tmp_path / "games.jsonl",
        (BOARDS / "london.toml").read_text(encoding="utf-8"),
    )
    own.write_text(london.replace('game = "london"', 'game = "mine"'), encoding="utf-8")
    ekiben("simulate", own, "--players", "random,random", "-n", "1", "--out", games)
    assert ekiben("replay", games).code == 1
    assert ekiben("replay", games, "--board", own).code == 0
