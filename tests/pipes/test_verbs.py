"""Programs at the command line: played with, watched, counted, rated; and what is told when one
cannot go on.
"""

import json

import pytest

import ekiben as engine
from ekiben.arena.results import parse_line
from ekiben.cli.players import player_specs

from .test_pipes import spec

SLOW_MACHINE = ("--seconds", "30")


def test_a_program_sits_where_no_player_was_named(ekiben, tmp_path):
    ran = ekiben(
        "play", "london", "--bot", spec("first"), "--seed", 5, *SLOW_MACHINE, typed=["1", "quit"]
    )
    assert ran.code == 0 and "programs.py" in ran.out


def test_play_tells_who_forfeits_and_keeps_what_was_played(ekiben, tmp_path):
    place = tmp_path / "game.jsonl"
    ran = ekiben(
        "play",
        "london",
        "--players",
        spec("dies"),
        "--bot",
        "greedy",
        "--save",
        place,
        *SLOW_MACHINE,
    )
    assert ran.code == 1 and "programs.py (seat 0) forfeits: the program ended" in ran.out
    record = json.loads(place.read_text(encoding="utf-8"))
    assert (
        record["forfeit"]["seat"],
        record["forfeit"]["reason"],
        record["forfeit"]["ranking"],
    ) == (0, "died", [[1], [0]])
    assert record["result"] is None and engine.replay(json.dumps(record)).seat == 0


@pytest.mark.parametrize(
    ("language", "said"), [("en", "forfeits: pass is none of the"), ("ja", "棄権負け: passは")]
)
def test_watch_tells_who_forfeits(ekiben, language, said):
    ran = ekiben(
        "watch",
        "london",
        "--players",
        f"random,{spec('illegal')}",
        "--delay",
        "0",
        "--language",
        language,
        *SLOW_MACHINE,
    )
    assert ran.code == 1 and said in ran.out


def test_simulate_counts_a_forfeited_game_as_lost(ekiben, tmp_path):
    players, place = f"{spec('garbage')},random", tmp_path / "games.jsonl"
    ran = ekiben(
        "simulate", "london", "--players", players, "-n", 2, "--json", "--out", place, *SLOW_MACHINE
    )
    counted = json.loads(ran.out)
    assert [row["wins"] for row in counted["players"]] == [0, 2] and [
        row["reason"] for row in counted["forfeits"]
    ] == ["nonsense"] * 2
    assert all(
        json.loads(line)["forfeit"] for line in place.read_text(encoding="utf-8").splitlines()
    )
    assert (
        "Games forfeited: 2"
        in ekiben("simulate", "london", "--players", players, "-n", 2, *SLOW_MACHINE).out
    )


def test_the_arena_counts_a_forfeited_game_as_lost(ekiben, tmp_path):
    place, bad = tmp_path / "games.jsonl", spec("dies")
    ran = ekiben(
        "arena",
        "london",
        "--players",
        f"{bad},random",
        "--deals",
        1,
        "--thinking",
        30,
        "--out",
        place,
    )
    assert ran.code == 0 and "Games forfeited: 2" in ran.out and "no more of this" in ran.out
    games = [parse_line(line) for line in place.read_text(encoding="utf-8").splitlines()]
    assert [played.win_share(played.seated.index(bad)) for played in games] == [0.0, 0.0]
    assert {played.forfeit["reason"] for played in games} == {"died"}
    assert ekiben("arena", "report", place, "--write", tmp_path / "page.html").code == 0


def test_the_list_of_bots_has_them(ekiben):
    assert "pipe:COMMAND" in ekiben("bots").out


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("pipe:./a --x=1,greedy", ["pipe:./a --x=1", "greedy"]),
        ("pipe:./a 'x,y',greedy", ["pipe:./a 'x,y'", "greedy"]),
        ("pipe[seconds=2,memory=9]:./a,random", ["pipe[seconds=2,memory=9]:./a", "random"]),
        ('pipe:"my, bot" -v,random', ['pipe:"my, bot" -v', "random"]),
        ("human:name=O'Hara,human:name=O'Brien", ["human:name=O'Hara", "human:name=O'Brien"]),
    ],
)
def test_lists_of_players(text, players):
    assert player_specs(text) == players
