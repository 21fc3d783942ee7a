"""The manual's page on pipe bots names all there is."""

import json
import re
import shlex
from pathlib import Path

import pytest

import ekiben
from ekiben import bots, texts
from ekiben.bots import pipe, pipe_process

from .test_pipes import PATIENT, PYTHON, played

PAGE = (Path(__file__).resolve().parents[2] / "docs/pipe-bots.md").read_text(encoding="utf-8")


def rows(heading):
    """The first cells of the table under a heading."""
    table = re.search(
        rf"^\| {re.escape(heading)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE
    )[1]
    return [
        name for row in table.splitlines() for name in re.findall(r"`([\w-]+)`", row.split("|")[1])
    ]


def test_every_reason_is_on_the_page():
    assert rows("reason") == list(texts.words("en")["pipes"]["reasons"])


def test_every_key_of_a_spec_is_on_the_page():
    assert rows("key") == list(pipe.KEYS)


@pytest.mark.parametrize("name", ["london", "tokyo"])
def test_every_key_of_a_message_is_on_the_page(name):
    game = ekiben.load(name)
    match, bot = game.new(2, 1), bots.make("pipe:cat", game=game)
    hello = json.loads(bot.hello(game, match.view(0), PATIENT))
    question = json.loads(bot.question(game, match.view(match.seat), match.legal(), PATIENT))
    assert set(rows("key of `hello`")) == set(hello) - {"type"} and set(
        rows("key of `choose`")
    ) == set(question) - {"type"}
    assert [key for key in hello["board"] if f"`{key}`" not in PAGE] == []


def test_limits_are_those_on_the_page():
    assert (
        f"{pipe_process.LONGEST:,} bytes" in PAGE
        and f"{pipe_process.TAIL:,} bytes" in PAGE
        and f"| {pipe.MEMORY} |" in PAGE
    )
    assert pipe.MARGIN == pipe.GRACE == 1 and pipe.STARTING == 10


def test_the_bot_of_twelve_lines_plays(tmp_path):
    program = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
    assert len(program.splitlines()) <= 12
    place = tmp_path / "bot.py"
    place.write_text(program, encoding="utf-8")
    assert played(f"pipe:{PYTHON} {shlex.quote(str(place))}").over
