"""Bots in any language: they play, they see only their seat, and whatever they do wrong costs
nobody but them.
"""

import gc
import json
import os
import pickle
import shlex
import sys
from pathlib import Path

import programs
import pytest

import ekiben
from ekiben import EkibenError, bots
from ekiben.bots import Forfeit, Limit, match_bots, pipe
from ekiben.bots.pipe_process import Broken, Program

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).with_name("programs.py")
PYTHON = shlex.quote(sys.executable)
POSIX = pytest.mark.skipif(os.name != "posix", reason="process groups and limits are POSIX")
PATIENT = Limit(30.0)  # tests share their machine


def spec(manner, *more, limits=""):
    return (
        f"pipe{limits}:{PYTHON} {shlex.quote(str(PROGRAMS))} "
        f"{shlex.join([manner, *map(str, more)])}"
    )


def played(first, game="london", seed=3, limit=PATIENT, most=10_000, seats=2):
    """A match of the bot on seat 0 with random ones, as far as it went."""
    game = ekiben.load(game)
    match = game.new(seats, seed)
    players = [bots.make(first if seat == 0 else "random", seat, game) for seat in range(seats)]
    with match_bots.at_table(match, players):
        while not match.over and len(match.actions) < most:
            match.play(match_bots.ask(match, players[match.seat], limit))
    return match


def lost(manner, *more, limits="", limit=PATIENT):
    with pytest.raises(Forfeit) as caught:
        played(spec(manner, *more, limits=limits), limit=limit)
    assert caught.value.seat == 0
    return caught.value


# ---- playing
def test_a_program_plays_a_game_to_its_end():
    assert played(spec("first")).over


@pytest.mark.parametrize("game", ["america", "europe", "great-lakes", "london"])
def test_the_example_in_python_plays_better_than_chance(game):
    match = played(f"pipe:{PYTHON} {shlex.quote(str(ROOT / 'examples/pipe_bot.py'))}", game, seed=5)
    assert match.over and match.ranking()[0] == [0]


@pytest.mark.parametrize("game", ["america", "europe", "great-lakes", "london"])
def test_the_example_in_javascript_plays_better_than_chance(game):
    match = played(
        f"pipe:{programs.need('nodejs', programs.node())} "
        f"{shlex.quote(str(ROOT / 'examples/pipe_bot.mjs'))}",
        game,
        seed=3,
    )
    assert match.over and match.ranking()[0] == [0]


@pytest.mark.parametrize("example", ["pipe_bot.py", "pipe_bot.mjs"])
def test_the_examples_play_on_a_lattice(example):
    program = PYTHON if example.endswith(".py") else programs.need("nodejs", programs.node())
    assert (
        len(
            played(
                f"pipe:{program} {shlex.quote(str(ROOT / 'examples' / example))}", "tokyo", most=60
            ).actions
        )
        == 60
    )


def test_a_notation_may_be_written_from_the_other_end():
    game = ekiben.load("america")
    action = game.parse("claim denver-helena")
    assert pipe.read_choice(game, '{"action": "claim helena-denver"}', [action]) == action


# ---- what it is told
def told(tmp_path, game="america", seats=3, most=25):
    place = tmp_path / "told"
    match = played(spec("spies", place), game, seats=seats, most=most)
    return match, [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game", ekiben.games())
def test_hello_questions_end(tmp_path, game):
    match, (hello, *questions, end) = told(tmp_path, game)
    assert (
        hello["type"],
        hello["protocol"],
        hello["seat"],
        hello["game"]["name"],
        hello["game"]["seats"],
    ) == ("hello", 1, 0, game, 3)
    assert {question["type"] for question in questions} == {"choose"} and len(
        questions
    ) == match.actors.count(0)
    assert end == {"type": "end", "reason": "left", "scores": None, "ranking": None}
    first = questions[0]
    assert first["legal"][0] == match.game.new(3, 3).legal()[0].to_json() and first["limit"] == {
        "seconds": 30.0,
        "threads": 1,
    }
    assert set(first["view"]) - {"game", "viewer"} == set(hello["fields"])


def test_the_end_of_a_game_is_told(tmp_path):
    match, messages = told(tmp_path, "london", 2, 10_000)
    assert messages[-1] == {
        "type": "end",
        "reason": "over",
        "scores": match.scores(),
        "ranking": match.ranking(),
    }


def test_every_event_is_told_once_and_only_what_the_seat_hears(tmp_path):
    match, (_, *questions, _) = told(tmp_path)
    heard = [event for question in questions for event in question["events"]]
    assert heard == json.loads(json.dumps(match.events(0)[: len(heard)])) and len(heard) > 10


@pytest.mark.parametrize("game", ekiben.games())
def test_what_is_told_depends_on_the_view_alone(tmp_path, game):
    """All that the seat may not know dealt anew: the same question, byte for byte."""
    match = played("random", game, most=40)
    view = match.view(match.seat)
    asked = set()
    for seed, one in enumerate((match, match.game.imagine(view, 9))):
        bot = bots.make(spec("first"), seed, match.game)
        seen = one.view(match.seat)
        asked |= {
            bot.hello(match.game, seen, PATIENT),
            bot.question(match.game, seen, one.legal(), PATIENT),
        }
    assert len(asked) == 2


def test_a_position_in_names(tmp_path):
    match, (_, *questions, _) = told(tmp_path)
    known, view = questions[-1]["known"], questions[-1]["view"]
    assert (
        sum(known["hand"].values()) == sum(view["hand"][0])
        and len(known["tickets"]) == view["ticket_count"][0]
    )
    claimed = {
        event["route"]: event["seat"] for event in match.events(None) if event["kind"] == "claimed"
    }
    assert (
        known["routes"]
        and known["routes"].items() <= claimed.items()
        and not set(known["free"]) & set(claimed)
    )


# ---- what can go wrong
@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("dies", "died"),
        ("leaves", "died"),
        ("garbage", "nonsense"),
        ("bytes", "nonsense"),
        ("list", "nonsense"),
        ("nothing", "nonsense"),
        ("true", "nonsense"),
        ("deep", "nonsense"),
        ("illegal", "illegal"),
        ("beyond", "illegal"),
        ("no-action", "no-action"),
        ("endless-line", "too-long"),
        ("newer", "other-protocol"),
        ("closes", "hung-up"),
    ],
)
def test_what_is_wrong_with_an_answer_forfeits_with_the_reason(manner, reason):
    assert lost(manner).reason == reason


@pytest.mark.parametrize("manner", ["endless-lines", "unasked"])
def test_who_writes_too_much_forfeits(manner):
    assert lost(manner).reason in ("unasked", "illegal", "nonsense")


def test_who_dies_is_quoted():
    assert (
        str(lost("dies"))
        == "seat 0 forfeits: the program ended before the game did, with exit code 1 [no more of "
        "this]"
    )


def test_who_does_not_answer_is_too_slow(monkeypatch):
    monkeypatch.setattr(pipe, "MARGIN", 0.1)
    assert lost("silent", limits="[seconds=0.1]").reason == "too-slow"


def test_who_does_not_read_is_too_slow():
    """A line that is longer than a pipe holds: nobody waits until it is read."""
    program = Program([sys.executable, str(PROGRAMS), "deaf"], 512)
    try:
        with pytest.raises(Broken, match="too-slow"):
            program.ask("x" * 1_000_000, 0.3)
    finally:
        assert program.stop() is None


@POSIX
def test_what_a_program_leaves_behind_is_ended_too(tmp_path):
    place = tmp_path / "held"
    os.mkfifo(place)
    end = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    try:
        forfeit = lost("forks", place, limits="[seconds=1]")
        os.set_blocking(end, True)
        assert forfeit.reason == "died" and forfeit.details["code"] == 3
        assert (
            os.read(end, 10) == b""
        )  # closed, by the child's death: it would have written a minute later
    finally:
        os.close(end)


@POSIX
@pytest.mark.parametrize("farewell", ["leave", "forget"])
def test_a_program_that_is_no_longer_wanted_is_ended(tmp_path, farewell):
    place, game = tmp_path / "held", ekiben.load("london")
    os.mkfifo(place)
    end = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
    try:
        bot = bots.make(spec("holds", place), game=game)
        match_bots.ask(game.new(2, 1), bot, PATIENT)
        if farewell == "leave":
            bot.leave()
        del bot
        gc.collect()
        os.set_blocking(end, True)
        assert os.read(end, 10) == b""
    finally:
        os.close(end)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory cannot be limited reliably")
def test_memory_is_limited():
    forfeit = lost("eats", limits="[memory=200]")
    assert forfeit.reason == "died" and "MemoryError" in str(forfeit)


def test_who_has_forfeited_is_not_asked_again():
    game = ekiben.load("london")
    match, bot = game.new(2, 1), bots.make(spec("dies"), 0, game)
    reasons = []
    for _ in range(2):
        with pytest.raises(Forfeit) as caught:
            match_bots.ask(match, bot, PATIENT)
        reasons.append(caught.value)
    assert reasons[0] is reasons[1]
    bot.sit(game)
    with pytest.raises(Forfeit) as caught:
        match_bots.ask(match, bot, PATIENT)
    assert caught.value is not reasons[0]


def test_a_forfeit_travels_between_processes():
    forfeit = Forfeit(1, "too-slow", seconds="2", said="")
    assert (
        str(pickle.loads(pickle.dumps(forfeit)))
        == str(forfeit)
        == "seat 1 forfeits: no answer within 2 s"
    )


# ---- specs
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("pipe", "pipe:COMMAND"),
        ("pipe:", "command line"),
        ("pipe: ", "command line"),
        ("pipe:'./a", "quotation"),
        ("pipe[second=2]:./a", "'seconds'"),
        ("pipe[seconds=0]:./a", "positive"),
        ("pipe[seconds=x]:./a", "positive"),
        ("pipe[memory=1.5]:./a", "megabytes"),
        ("pipe[seed=-1]:./a", "positive"),
        ("pipe[seconds=1,seconds=2]:./a", "twice"),
        ("pipe[seconds=1:./a", "pipe:COMMAND"),
        ("pipes:./a", "no bot 'pipes'"),
    ],
)
def test_a_wrong_spec_is_told(text, word):
    with pytest.raises(EkibenError, match=word):
        bots.make(text)


def test_limits_and_command_line():
    made = bots.make("pipe[seconds=2.5, memory=64, seed=0]:./my bot.py --depth=3 'a b'")
    assert (made.command, made.seconds, made.memory, made.seed) == (
        ["./my", "bot.py", "--depth=3", "a b"],
        2.5,
        64,
        0,
    )


def test_a_program_that_is_not_there_is_told_before_the_game():
    with pytest.raises(EkibenError, match=r"no program '\./not-there'"):
        bots.make("pipe:./not-there", 0, ekiben.load("london"))
