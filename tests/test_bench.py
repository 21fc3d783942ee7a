"""What measures speed works, and a figure is told in one place only."""

import importlib
import re
import subprocess
from pathlib import Path

import pytest

import ekiben

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    page.name: page.read_text(encoding="utf-8")
    for page in (*(ROOT / "docs").glob("*.md"), ROOT / "ARCHITECTURE.md")
}


@pytest.fixture
def tool(monkeypatch):
    """A module of bench/, as the scripts there import each other."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module


# ---- the C program
def test_the_c_program_plays_our_board(tool, tmp_path):
    c_reference = tool("c_reference")
    compiler = c_reference.compiler()
    if compiler is None:
        pytest.skip("there is no C compiler here")
    program = c_reference.build(compiler, tmp_path)
    assert c_reference.decisions_a_second(program, 2, 200) > 0
    told = subprocess.run([program, "2", "2000"], capture_output=True, text=True, check=True).stdout
    assert 153 < float(re.search(r"([\d.]+) decisions a game", told)[1]) < 157


def test_its_tables_are_those_of_the_board(tool):
    header, board = tool("c_reference").header(ekiben.load("america")), ekiben.load("america").board
    tables = {
        name: [int(number) for number in numbers.split(",")]
        for name, numbers in re.findall(r"(\w+)\[\d+\] = {(.*)}", header)
    }
    assert "CITIES = 36, ROUTES = 100, TICKETS = 30, GREY = 8" in header
    assert (
        tables["ROUTE_LENGTH"] == [route.length for route in board.routes]
        and sum(tables["ROUTE_LENGTH"]) == 309
    )
    assert tables["TICKET_POINTS"] == [ticket.points for ticket in board.tickets]
    assert all(
        tables["TWIN"][twin] == route for route, twin in enumerate(tables["TWIN"]) if twin >= 0
    )
    assert set(tables["ROUTE_COLOUR"]) == set(range(9))


def test_without_a_compiler_the_comparison_is_left_out_and_said_so(tool, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    lines = list(tool("run").reference_lines())
    assert len(lines) == 1 and "no C compiler" in lines[0]


def test_the_readme_names_the_command_of_the_ratio():
    speed = README[README.index("## How fast") : README.index("## Reading on")]
    assert "`make bench`" in speed and "bench/reference" in speed
    assert re.search(
        r"^bench:.*\n\t@\$\(BIN\)/python bench/run.py",
        (ROOT / "Makefile").read_text(encoding="utf-8"),
        re.M,
    )


# ---- the planner's choices
def test_the_planners_choices_are_told_once_and_by_the_command_that_measures_them(tool):
    choices = tool("choices")
    speed = PAGES["speed.md"]
    assert len(choices.TABLE.findall(speed)) == 1
    assert "python bench/run.py choices --write" in speed
    told = re.compile(r"[\d.]+ ?(µs|ms) a choice")
    others = {name: page for name, page in PAGES.items() if name != "speed.md"}
    assert not told.search(README) and not [
        name
        for name, page in others.items()
        if told.search(page) or "a choice of `planner`" in page
    ]


def test_the_table_of_choices_is_filled_in(tool):
    choices = tool("choices")
    costs = {name: (1e-6 * number, 1e-3 * number) for number, name in enumerate(choices.GAMES, 1)}
    speed = PAGES["speed.md"]
    page = choices.filled(speed, costs)
    assert "| inside compiled games | 1.0 µs | 2.0 µs | 3.0 µs | 4.0 µs |\n" in page
    assert "| 1.00 ms | 2.00 ms | 3.00 ms | 4.00 ms |\n" in page
    rest = [line for line in speed.splitlines() if line not in choices.TABLE.search(speed)[0]]
    assert [line for line in page.splitlines() if line in rest] == rest


# ---- references
def test_what_is_said_to_be_published_is_cited():
    page = PAGES["references.md"]
    for bot in ("greedy", "wary", "racer", "collector", "path", "step", "junkie"):
        assert re.search(rf"^\| `{bot}` \|", page, re.M)
    best = re.search(r"best published.*?\| ([.\d, ]+) \| ([.\d, ]+) \|", README)
    rows = re.findall(r"^\| [245] \| (\.\d\d): .*? \| (\.\d\d): ", page, re.M)
    assert [tuple(cell.split(", ")) for cell in best.groups()] == list(zip(*rows, strict=True))
