"""How much the first seat is worth: strong bots of one kind play, and each seat's wins are counted.

    python bench/seats.py --write                               all, into docs/seats.md
    python bench/seats.py london tokyo --seats 2 3 --within 60  some, printed

Seat 1 begins. The route games are played by `planner`, compiled; Tokyo Railways by the expert's
planner (the expert without games played out), with the game's own end and with `equal_turns`.
Shares are of games won (shared wins in parts), with 95 % intervals.
"""

from __future__ import annotations

import argparse
import functools
import math
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from strength import bot_seed, interval

import ekiben
from ekiben import arena, bots
from ekiben.arena.one_game import Player, builds_for
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError

PAGE = Path(__file__).parents[1] / "docs" / "seats.md"
FIRST_DEAL = 30_000_000
TOKYO_PLAYER = functools.partial(Strategist, games=0)  # its planner, without rollouts


@dataclass(frozen=True)
class Row:
    """One game, one number of seats: each seat's share of the wins."""

    game: str
    rules: str
    seats: int
    games: int
    shares: tuple[float, ...]

    def line(self) -> str:
        shares = " · ".join(map(self.share, self.shares))
        return f"| {self.game} | {self.rules} | {self.seats} | {self.games:,} | {shares} |"

    def share(self, share: float) -> str:
        low, high = interval(share, self.games)
        return f"{share:.3f} [{low:.3f}, {high:.3f}]"


def compile_all(name: str, options: dict[str, object]) -> None:
    """Make machine code now: compiled games need it, and processes find it in the cache."""
    for builds in builds_for(ekiben.load(name, **options)):
        builds.fastest()


def measure(name: str, seats: int, asked: argparse.Namespace, equal_turns: bool = False) -> Row:
    """Play bots of one kind in fixed seats, the first seat beginning."""
    tokyo = name == "tokyo"
    player: Player = TOKYO_PLAYER if tokyo else "planner"
    options: dict[str, object] = {"first_seat": 0}
    if equal_turns:
        options["equal_turns"] = True
    compile_all(name, options)
    results = arena.play_games(
        name,
        [player] * seats,
        games=asked.tokyo_games if tokyo else asked.games,
        seed=FIRST_DEAL,
        seating="fixed",
        limit=bots.Limit(1.0),
        processes=asked.jobs,
        within=asked.within,
        options=options,
        bot_seed=functools.partial(bot_seed, seats=seats),
    )
    shares = [
        statistics.fmean(result.win_share(seat) for result in results) for seat in range(seats)
    ]
    return Row(name, "`equal_turns`" if equal_turns else "", seats, len(results), tuple(shares))


def rows(names: Sequence[str], asked: argparse.Namespace) -> Iterator[Row]:
    for name in names:
        fewest, most = ekiben.load(name).seats
        for seats in range(fewest, most + 1):
            if not asked.seats or seats in asked.seats:
                yield measure(name, seats, asked)
                if name == "tokyo":
                    yield measure(name, seats, asked, equal_turns=True)


def table(found: Sequence[Row]) -> str:
    return "\n".join(
        [
            "| game | option | seats | games | share of wins, the first seat first |",
            "|---|---|---|---|---|",
            *(row.line() for row in found),
        ]
    )


def filled(page: str, text: str) -> str:
    """The page with its table written anew, between its marks."""
    return re.sub(
        r"(<!-- table -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help="these only (else all)")
    parser.add_argument(
        "--seats", type=int, nargs="+", default=[], help="these numbers of seats only"
    )
    parser.add_argument(
        "--games", type=int, default=20_000, help="for each number of seats of a route game"
    )
    parser.add_argument(
        "--tokyo-games", type=int, default=400, help="for each number of seats of Tokyo Railways"
    )
    parser.add_argument(
        "--within",
        type=float,
        default=math.inf,
        help="seconds for such a row; then what has been played counts",
    )
    parser.add_argument("--jobs", type=int, default=cores(), help="processes")
    parser.add_argument("--write", action="store_true", help="write the table into the manual")
    asked = parser.parse_args()
    try:
        found = []
        for row in rows(asked.names or ekiben.games(), asked):
            print(row.line(), flush=True)
            found.append(row)
    except EkibenError as wrong:
        sys.exit(f"seats: {wrong}")
    if asked.write:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), table(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
