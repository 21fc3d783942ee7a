"""The manual's examples run as they are printed, and its commands are understood."""

import doctest
import importlib.util
import io
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

import ekiben
from ekiben import arena, bots
from ekiben.cli.parsers import build_parser
from ekiben.cli.parsers.arena import expand_shorthand
from ekiben.draw import manual as learn_pages

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [
    page for page in sorted(DOCS.glob("*.md")) if "```pycon" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(page):
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0))
    assert runner.summarize(verbose=False).failed == 0


# ---- programs
def programs():
    """Every block of Python in CONTRIBUTING and the manual."""
    for page in (ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)):
            yield pytest.param(block, id=f"{page.stem} {number}")


@pytest.mark.parametrize("program", list(programs()))
def test_a_program_runs(program, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    exec(compile(program, "manual", "exec"), {"__name__": "manual"})


@pytest.fixture
def bot_module(tmp_path, monkeypatch):
    """A function that writes a module of bots into the folder we are in."""

    def write(program):
        (tmp_path / "my_bots.py").write_text(program, encoding="utf-8")

    monkeypatch.syspath_prepend(str(tmp_path))
    yield write
    sys.modules.pop("my_bots", None)


BOTS = [param for param in programs() if "def choose(" in param.values[0]]


def test_both_pages_on_bots_have_an_example():
    assert [param.id for param in BOTS] == ["CONTRIBUTING 0", "bots 0"]


@pytest.mark.parametrize("program", BOTS)
def test_the_example_of_a_bot_plays_by_spec_by_class_and_by_name(program, bot_module, monkeypatch):
    bot_module(program)
    (result,) = arena.play_games("london", ["python:my_bots.First", "random"], games=1)
    kind = sys.modules["my_bots"].First
    assert arena.play_games("london", [kind, "random"], games=1)[0].scores == result.scores
    monkeypatch.setitem(bots.BOTS, "first", kind)
    assert arena.play_games("london", ["first", "random"], games=1)[0].scores == result.scores


# ---- commands
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WHEEL = f"dist/ekiben-{ekiben.__version__}-py3-none-any.whl"
WRITTEN = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "web" / "README.md",
    *sorted(DOCS.glob("*.md")),
]


def commands(page):
    """Of all blocks for a shell: a command each, without its comment."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for language, block in re.findall(r"^```(console|sh)\n(.*?)^```$", text, re.M | re.S):
        lines = block.splitlines()
        typed = (
            [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
            if language == "console"
            else lines
        )
        yield from (shlex.split(line, comments=True) for line in typed if line)


def listed(program):
    return [
        pytest.param(words, id=" ".join(words))
        for page in WRITTEN
        for words in commands(page)
        if words[0] == program
    ]


def test_every_program_in_a_block_is_known():
    known = {"ekiben", "make", "pip", "npm", "npx", "python", "cat", "printf", "."}
    assert {words[0] for page in WRITTEN for words in commands(page)} <= known


@pytest.mark.parametrize("words", listed("ekiben"))
def test_a_command_of_ekiben_is_understood(words):
    build_parser().parse_args(expand_shorthand(words[1:]))


@pytest.mark.parametrize("words", listed("make"))
def test_a_target_of_make_exists(words):
    assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("words", listed("python"))
def test_a_program_of_python_exists(words):
    if words[1] == "-m":
        assert importlib.util.find_spec(words[2])
    else:
        assert (ROOT / words[1]).is_file()


@pytest.mark.parametrize("words", listed("pip"))
def test_what_pip_installs_is_here_and_has_its_extras(words):
    asked = re.fullmatch(r"(.*?)(?:\[([\w,]+)\])?", words[-1])
    assert asked[1] in (".", WHEEL)
    assert set((asked[2] or "").split(",")) - {""} <= set(PROJECT["optional-dependencies"])


def test_every_extra_is_on_the_page_about_installing():
    page = (DOCS / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`pip install '\.\[(\w+)\]'`", page)) == set(
        PROJECT["optional-dependencies"]
    ) - {"dev"}


# ---- generated pages
def test_the_how_to_play_pages_are_what_boards_and_texts_say():
    assert learn_pages.outdated() == [], "run python -m ekiben.draw.manual"
