"""The table of who begins: what the bench counts, and what the manual shows."""

import re
import subprocess
import sys
from pathlib import Path

import ekiben

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "bench" / "seats.py"
ROW = re.compile(r"\| ([\w-]+) \| (`equal_turns`)? ?\| (\d) \| ([\d,]+) \| (.*) \|")


def shares(cell):
    return [float(share.split()[0]) for share in cell.split(" · ")]


def test_every_seat_of_every_game_is_counted_once():
    done = subprocess.run(
        [sys.executable, TOOL, "london", "--games", "4"],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    rows = [ROW.fullmatch(line).groups() for line in done.stdout.splitlines()]
    assert [(row[0], row[2], row[3]) for row in rows] == [
        ("london", str(seats), "4") for seats in (2, 3, 4)
    ]
    for row in rows:
        assert len(shares(row[4])) == int(row[2]) and abs(sum(shares(row[4])) - 1) < 0.002


def test_the_manual_has_a_row_for_every_game_and_number_of_seats():
    page = (ROOT / "docs" / "seats.md").read_text(encoding="utf-8")
    found = {
        (row[0], bool(row[1]), int(row[2]))
        for row in map(re.Match.groups, map(ROW.match, filter(ROW.match, page.splitlines())))
    }
    games = {name: ekiben.load(name).seats for name in ekiben.games()}
    wanted = {
        (name, False, seats)
        for name, (fewest, most) in games.items()
        for seats in range(fewest, most + 1)
    }
    assert found == wanted | {("tokyo", True, seats) for seats in range(2, 10)}
