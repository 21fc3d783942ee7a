"""What measures speed works, and a figure is told in one place only."""

import asyncio
import importlib
import re
import subprocess
from pathlib import Path

import numpy as np
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


def test_without_a_compiler_the_comparison_is_left_out_and_said_so(tool, monkeypatch, capsys):
    monkeypatch.setenv("CC", "no-such-compiler")
    tool("run").main(["reference"])
    assert "left out: no C compiler" in capsys.readouterr().out


def test_the_readme_names_the_command_of_the_ratio():
    speed = README[README.index("## How fast") : README.index("## Reading on")]
    assert "`make bench`" in speed and "bench/reference" in speed
    assert re.search(
        r"^bench:.*\n\t@\$\(BIN\)/python bench/run.py",
        (ROOT / "Makefile").read_text(encoding="utf-8"),
        re.M,
    )


# ---- Tokyo Railways
def test_two_versions_of_tokyo_railways_are_told_side_by_side(tool, monkeypatch):
    tokyo_speed = tool("tokyo_speed")
    rates = {tokyo_speed.SOURCES: iter([8.0, 6.0, 7.0]), Path("before"): iter([2.0, 3.0, 1.0])}
    monkeypatch.setattr(tokyo_speed, "measure_version", lambda path: {"rate": next(rates[path])})
    told = list(tokyo_speed.compare(Path("before")))
    assert told == ["rate: 7.00, the other version 2.00: 3.50 times"]
    assert "python bench/run.py tokyo" in PAGES["speed.md"]


def test_random_play_of_tokyo_railways_is_measured(tool):
    tokyo_speed = tool("tokyo_speed")
    assert tokyo_speed.decisions(2, games=1) > 0
    assert tokyo_speed.median([9.0, 1.0, 3.0, 2.0]) == 2.0


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
    choices, figures = tool("choices"), tool("figures")
    found = [
        figures.Figure(choices.figure_name(name, how), unit * number, "seconds")
        for number, name in enumerate(choices.GAMES, 1)
        for how, unit in ((choices.INSIDE, 1e-6), (choices.ASKED, 1e-3))
    ]
    speed = PAGES["speed.md"]
    page = choices.filled(speed, found)
    assert "| inside compiled games | 1.0 µs | 2.0 µs | 3.0 µs | 4.0 µs |\n" in page
    assert "| 1.00 ms | 2.00 ms | 3.00 ms | 4.00 ms |\n" in page
    rest = [line for line in speed.splitlines() if line not in choices.TABLE.search(speed)[0]]
    assert [line for line in page.splitlines() if line in rest] == rest


# ---- what searches believe of others' tickets
def test_beliefs_are_compared_with_what_others_hold(tool, monkeypatch):
    """Who knows a held ticket is surprised by nothing, who rules it out by much."""
    beliefs = tool("beliefs")
    game = ekiben.load("london")
    match = game.new(2, 3)
    while match.asked != "turn":
        match.play(match.legal()[0])
    truth = beliefs.held(match.position.state, len(game.board.tickets))
    wrong = np.zeros_like(truth)
    worlds = {"any": [truth, wrong] * 4, "claims": [wrong] * 8, "network": [truth] * 8}
    monkeypatch.setattr(beliefs, "WORLDS", 8)
    monkeypatch.setattr(beliefs, "searches", lambda game, match: {way: way for way in worlds})
    monkeypatch.setattr(beliefs, "imagine", lambda game, way, count: iter(worlds[way]))
    tickets = truth[1 - match.seat].sum()
    assert tickets > 0
    surprise, part = beliefs.look(game, match).T
    assert part.tolist() == [tickets / 2, 0, tickets]
    assert surprise[0] == pytest.approx(tickets + (20 - tickets) * np.log2(9 / 8.5))
    assert surprise[1] > surprise[0] > surprise[2] > 0


def test_three_ways_imagine_worlds_of_a_position(tool, monkeypatch):
    beliefs = tool("beliefs")
    monkeypatch.setattr(beliefs, "WORLDS", 3)
    match = ekiben.load("london").new(2, 3)
    while match.asked != "turn":
        match.play(match.legal()[0])
    found = beliefs.searches(match.game, match)
    assert list(found) == list(beliefs.WAYS)
    assert [search.redeal.swaps > 0 for search in found.values()] == [False, True, True]
    for search in found.values():
        truth = beliefs.held(match.position.state, 20)
        for world in beliefs.imagine(match.game, search, 20):
            assert (world[match.seat] == truth[match.seat]).all()
            assert (world.sum(axis=1) == truth.sum(axis=1)).all()


# ---- rows and their history
@pytest.fixture
def one_row(tool, monkeypatch):
    """A bench with one part, whose figures are given, on a machine of a given speed."""
    run, figures = tool("run"), tool("figures")

    def measure(*found, calibration=1.0):
        monkeypatch.setattr(run, "ROWS", [figures.Row("engine", lambda: found)])
        monkeypatch.setattr(run, "calibrate", lambda: calibration)
        return run.main

    return measure


def test_every_part_has_rows(tool):
    run, figures = tool("run"), tool("figures")
    for module in run.PARTS.values():
        tool(module)
    assert {row.part for row in figures.ROWS} == set(run.PARTS)
    assert 0 < figures.calibrate() < 10


def test_figures_are_kept_only_when_asked(tool, one_row, tmp_path, capsys):
    figures, history = tool("figures"), tool("history")
    file = tmp_path / "history.jsonl"
    bench = one_row(figures.Figure("games", 1234.5, "rate", "games"), calibration=0.5)
    bench(["engine", "--history", str(file)])
    assert not file.exists() and "1,234 games/s" in capsys.readouterr().out
    bench(["engine", "--history", str(file), "--keep"])
    (run,) = history.read(file)
    assert run["machine"] == history.machine() and run["version"] == history.version()
    assert run["figures"]["games"] == {
        "value": 1234.5,
        "kind": "rate",
        "unit": "games",
        "calibration": 0.5,
    }


@pytest.mark.parametrize(
    ("kind", "before", "now", "speed", "fell"),
    [
        ("ratio", 0.66, 0.62, 1.0, True),
        ("ratio", 0.66, 0.64, 1.0, False),
        ("ratio", 0.66, 0.62, 2.0, True),
        ("rate", 1000, 900, 1.0, True),
        ("rate", 1000, 510, 2.0, False),  # the machine is half as fast
        ("seconds", 0.1, 0.12, 1.0, True),
        ("seconds", 0.1, 0.19, 2.0, False),
        ("seconds", 0.1, 0.05, 1.0, False),
        ("bytes", 100, 110, 2.0, True),
        ("bytes", 100, 90, 1.0, False),
    ],
)
def test_what_fell_is_told(tool, one_row, tmp_path, capsys, kind, before, now, speed, fell):
    Figure = tool("figures").Figure
    file = str(tmp_path / "history.jsonl")
    one_row(Figure("it", before, kind))(["engine", "--history", file, "--keep"])
    capsys.readouterr()
    one_row(Figure("it", now, kind), calibration=speed)(["engine", "--history", file])
    assert ("fell by" in capsys.readouterr().out) == fell


def test_figures_of_another_machine_are_not_compared(tool):
    history, figures = tool("history"), tool("figures")
    run = history.new_run([(figures.Figure("it", 2.0, "ratio"), 1.0)])
    other = {**run, "machine": "another", "figures": {"it": {**run["figures"]["it"], "value": 9.0}}}
    assert history.changes(run, history.last_kept([run, other], history.machine())) == {"it": 0.0}
    assert history.changes(run, history.last_kept([other], history.machine())) == {}


def test_processors_of_one_name_are_told_apart(tool):
    history = tool("history")
    lines = [
        "processor\t: 0",
        "cpu family\t: 25",
        "model\t\t: 17",
        "model name\t: AMD EPYC",
        "model\t\t: 1",
    ]
    assert history.processor_in(lines) == "AMD EPYC, family 25, model 17"
    assert history.processor_in(["model name\t: An ARM"]) == "An ARM"
    assert history.processor_in(["processor\t: 0"]) == ""


def test_goals_are_told(tool):
    figures = tool("figures")
    assert figures.shown_goal(figures.Figure("p99", 0.04, "seconds", goal=0.05)) == "≤ 50.0 ms: yes"
    assert figures.shown_goal(figures.Figure("of C", 0.6, "ratio", goal=0.7)) == "≥ 0.70: no"
    assert figures.shown_goal(figures.Figure("none", 1.0, "ratio")) == ""


def test_opening_a_long_game_is_measured(tool, tmp_path, monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    found = asyncio.run(tool("opening").measure("europe", 130, tmp_path))
    assert found["actions"] > 100 and found["checkpoint"] > 0 and found["whole log"] > 0


# ---- references
def test_what_is_said_to_be_published_is_cited():
    page = PAGES["references.md"]
    for bot in ("greedy", "wary", "racer", "collector", "path", "step", "junkie"):
        assert re.search(rf"^\| `{bot}` \|", page, re.M)
    best = re.search(r"best published.*?\| ([.\d, ]+) \| ([.\d, ]+) \|", README)
    rows = re.findall(r"^\| [245] \| (\.\d\d): .*? \| (\.\d\d): ", page, re.M)
    assert [tuple(cell.split(", ")) for cell in best.groups()] == list(zip(*rows, strict=True))
