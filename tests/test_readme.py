"""What the README shows is true: its Python runs, its commands work, its picture is drawn by the
program.
"""

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

import ekiben
from ekiben.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ekiben ") for line in README.splitlines() if line.startswith("$ ekiben ")
]


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def test_the_ten_lines_of_python_run():
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(blocks("python")[0], "README.md", "exec"), {})
    scores, record = told.getvalue().splitlines()
    assert ekiben.replay(record).over
    assert scores.startswith(str(ekiben.replay(record).scores()))


def test_there_are_ten_lines_of_them():
    assert len([line for line in blocks("python")[0].splitlines() if line]) <= 11


def test_the_session_shows_what_happens():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks("pycon")):
        runner.run(parser.get_doctest(block, {}, f"README {number}", "README.md", 0))
    assert runner.summarize().failed == 0


def test_the_commands_work(tmp_path, monkeypatch, capsys):
    """One after the other, in one folder; a person who plays types quit."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda *prompt: "quit")
    manual = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
    (tmp_path / "my-board.toml").write_text(
        re.search(r"^```toml\n(.*?)^```$", manual, re.M | re.S)[1], encoding="utf-8"
    )
    for command in COMMANDS:
        assert main(shlex.split(command)) == 0, command
    assert (tmp_path / "position.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "RT-4.6" in capsys.readouterr().out


def test_the_picture_is_drawn_by_the_program(tmp_path):
    record = ROOT / "docs/pictures/america.jsonl"
    assert main(["replay", str(record), "--svg", str(tmp_path / "america.svg")]) == 0
    assert (tmp_path / "america.svg").read_text(encoding="utf-8") == (
        ROOT / "docs/pictures/america.svg"
    ).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["play", "test"])
def test_the_two_commands_exist(command):
    assert f"$ make {command}" in README
    assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
