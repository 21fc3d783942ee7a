"""Bots from anybody's Python: `python:module.Class?key=value` and entry points, everywhere a bot
can be named.
"""

import os
import re
import subprocess
import sys
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import gymnasium
import pytest

import ekiben
from ekiben import arena, bots
from ekiben.bots import imported, manual
from ekiben.bots.match_bots import ask, at_table
from ekiben.bots.pipe import is_pipe
from ekiben.core.errors import EkibenError
from ekiben.texts import languages

ROOT = Path(__file__).resolve().parents[2]
MODULE = """
from ekiben.bots import Bot

class First:
    def choose(self, view, legal, limit):
        return legal[0]

class Keyed:
    def __init__(self, seed=0, depth=2, fast=False, style="calm", other=None):
        self.settings = (seed, depth, fast, style, other)
    def choose(self, view, legal, limit):
        return str(legal[-1])

class Listener:
    def __init__(self):
        self.calls = []
    def sit(self, game, seat):
        self.calls.append(("sit", game.name, seat))
    def hear(self, events):
        self.calls.append(("hear", len(events)))
    def choose(self, view, legal, limit):
        return legal[0].id
    def leave(self, end):
        self.calls.append(("leave", end["reason"]))

class Cheat:
    def choose(self, view, legal, limit):
        return "claim the-moon"

class Faulty:
    def choose(self, view, legal, limit):
        return legal[99999]

class Proper(Bot):
    def choose(self, view, legal, limit):
        return legal[0]

class Unmakeable:
    def __init__(self, seed=0):
        raise RuntimeError("no memory left")
    def choose(self, view, legal, limit):
        return legal[0]

NotABot = 7
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "own_bots.py").write_text(MODULE)
    (tmp_path / "broken_bots.py").write_text("import nothing_of_that_name\n")
    (tmp_path / "failing_bots.py").write_text("1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in ("own_bots", "broken_bots", "failing_bots"):
        sys.modules.pop(name, None)


def play(specs):
    game = ekiben.load("london")
    match, players = (
        game.new(seats=len(specs), seed=3),
        [bots.make(spec, seed=seat, game=game) for seat, spec in enumerate(specs)],
    )
    with at_table(match, players):
        while match.seat is not None:
            match.play(ask(match, players[match.seat], bots.Limit(1.0)))
    return match, players


def test_a_class_with_one_method_plays_a_whole_game(module):
    match, _ = play(["python:own_bots.First", "python:own_bots.Keyed"])
    assert match.over and len(match.actions) > 10


def test_a_subclass_of_bot_is_taken_as_it_is(module):
    assert type(bots.make("python:own_bots.Proper", seed=5)).__name__ == "Proper"
    assert bots.make("python:own_bots.Proper", seed=5).seed == 5


def test_keys_have_the_types_of_their_defaults(module):
    bot = bots.make("python:own_bots.Keyed?depth=4&fast=true&style=wild,other=1.5", seed=9)
    assert bot.player.settings == (9, 4, True, "wild", 1.5)
    assert bots.make("python:own_bots.Keyed?seed=1", seed=9).player.settings[0] == 1


def test_a_bot_without_a_seed_is_given_none(module):
    assert bots.make("python:own_bots.First", seed=9).seed == 9


def test_it_may_sit_down_listen_and_leave(module):
    match, (bot, _) = play(["python:own_bots.Listener", "python:own_bots.First"])
    calls = bot.player.calls
    assert calls[0] == ("sit", "london", None) and calls[-1] == ("leave", "over")
    assert sum(call[1] for call in calls if call[0] == "hear") == bot.heard <= len(match.events(0))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("python:own_bots.Firts", "Did you mean .First."),
        ("python:own_bots.NotABot", "a bot is a class with the method choose"),
        ("python:own_bots.Unmakeable", "no memory left"),
        ("python:own_bots.Keyed?dept=3", "no key 'dept'.*depth"),
        ("python:own_bots.Keyed?depth=deep", "depth is a number such as 2, not 'deep'"),
        ("python:own_bots.Keyed?depth=1&depth=2", "given twice"),
        ("python:own_bots.Keyed?fast=perhaps", "fast is true or false"),
        ("python:nowhere.First", "no module 'nowhere'"),
        ("python:broken_bots.First", "no module 'nothing_of_that_name'"),
        ("python:failing_bots.First", "ZeroDivisionError.*failing_bots.py, line 1"),
        ("python:First", "python:module.Class"),
        ("python:", "python:module.Class"),
        ("python", "python:module.Class"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(module, spec, words):
    with pytest.raises(EkibenError, match=words):
        bots.make(spec)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("python:own_bots.Cheat", "Cheat chose 'claim the-moon', which is none of the"),
        ("python:own_bots.Faulty", r"Faulty failed in choose: IndexError.*own_bots.py, line \d+"),
    ],
)
def test_a_bot_that_misplays_is_named(module, spec, words):
    with pytest.raises(EkibenError, match=words):
        play([spec, "random"])


def test_an_installed_package_brings_bots_by_name(module, monkeypatch):
    point = EntryPoint("my-bot", "own_bots:Keyed", imported.GROUP)
    monkeypatch.setattr(
        metadata, "entry_points", lambda group: [point] if group == "ekiben.bots" else []
    )
    assert bots.make("my-bot:depth=3", seed=2).player.settings[:2] == (2, 3)
    assert [key.name for key in bots.keys("my-bot")] == ["seed", "depth", "fast", "style", "other"]
    with pytest.raises(EkibenError, match=r"Did you mean .my-bot."):
        bots.make("my-bott")


def test_the_arena_takes_it_and_in_other_processes_too(module, tmp_path):
    games = arena.tournament(
        "london",
        ["python:own_bots.First", "random"],
        deals=1,
        out=tmp_path / "games.jsonl",
        processes=2,
    )
    assert len(games) == 2


def test_commands_find_it_in_the_current_folder(module):
    command = [
        sys.executable,
        "-c",
        "import sys; sys.path.remove(''); from ekiben.cli import main; sys.exit(main())",
        "simulate",
        "london",
        "--players",
        "python:own_bots.Keyed?depth=3,style=wild,random",
        "-n",
        "2",
        "--seed",
        "1",
    ]
    done = subprocess.run(
        command,
        cwd=module,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "EKIBEN_PLAIN": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "Keyed" in done.stdout


def test_an_environment_refuses_a_misspelt_opponent_where_it_is_given(module):
    import ekiben.envs

    assert ekiben.envs
    with pytest.raises(EkibenError, match=r"no bot .gredy.\..*greedy"):
        gymnasium.make("ekiben/London-v0", opponents="gredy")
    with pytest.raises(EkibenError, match=r"no bot .gredy.\..*greedy"):
        gymnasium.make_vec("ekiben/London-v0", num_envs=2, opponents="gredy")
    with pytest.raises(EkibenError):
        gymnasium.make("ekiben/London-v0", opponents="dispatcher")  # it plays another game
    env = gymnasium.make("ekiben/London-v0", opponents="python:own_bots.First")
    assert env.reset(seed=1)


# ---- keys, told to people
@pytest.mark.parametrize("language", languages())
def test_every_key_of_every_bot_has_its_meaning(language):
    for name in bots.names():
        assert all(key.meaning for key in bots.keys(name, language)), name
        assert {key.name for key in bots.keys(name)} >= {"seed"}


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("bots.md", "| `dispatcher` | `purse` | 50 |"),
        ("playing.md", "| Beginner | Looks one route ahead,"),
    ],
)
def test_the_manual_lists_keys_and_levels(name, row):
    page = (manual.DOCS / name).read_text(encoding="utf-8")
    assert manual.fill_page(name, page) == page, "run python -m ekiben.bots.manual"
    assert row in page


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/bots.md"])
def test_the_example_bots_run(page, monkeypatch, tmp_path):
    block = re.search(
        r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
    )
    (tmp_path / "example_bots.py").write_text(block[1])
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("example_bots", None)
    match, _ = play(["python:example_bots.First", "random"])
    assert match.over and not is_pipe("python:example_bots.First")
    sys.modules.pop("example_bots", None)
