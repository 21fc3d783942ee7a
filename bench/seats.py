"""How much the first seat is worth: strong bots of one kind play each other, and the wins of every
seat are counted.

    python bench/seats.py --write                                       all games, all numbers of seats; into docs/seats.md
    python bench/seats.py london tokyo --seats 2 3 --within 60          some, printed

Seat 1 begins. The route games are played by `planner`, compiled; Tokyo Railways by the expert's
planner (the expert without games played out), with the game's own end and with `equal_turns`.
Shares are of games won (shared wins in parts), with 95 % intervals.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from strength import finished, interval

import ekiben
from ekiben import bots
from ekiben.arena.one_game import families
from ekiben.bots.routes.duel import Duel, play_round, seat_policy
from ekiben.bots.tokyo.expert import TokyoExpert
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games.routes.game import RouteGame

PAGE = Path(__file__).parents[1] / "docs" / "seats.md"
FIRST_DEAL = 30_000_000


@dataclass(frozen=True)
class Row:
    """One game, one number of seats: each seat's share of the wins."""

    game: str
    rules: str
    seats: int
    games: int
    shares: tuple[float, ...]

    def line(self) -> str:
        return f"| {self.game} | {self.rules} | {self.seats} | {self.games:,} | {' · '.join(map(self.share, self.shares))} |"

    def share(self, share: float) -> str:
        low, high = interval(share, self.games)
        return f"{share:.3f} [{low:.3f}, {high:.3f}]"


@cache
def loaded(name: str, equal_turns: bool = False) -> Game:
    """Compiled, the first seat beginning."""
    game = ekiben.load(name, first_seat=0, **({"equal_turns": True} if equal_turns else {}))
    for builds in families(game):
        builds.fastest()
    return game


def route_row(name: str, seats: int, games: int) -> Row:
    game = loaded(name)
    assert isinstance(game, RouteGame)
    players = [seat_policy(game, bots.make("planner")) for _ in range(seats)]
    played = Duel(game, *play_round(game, players, 0, games, FIRST_DEAL, None))
    return Row(name, "", seats, games, tuple(played.wins().mean(axis=0).tolist()))


def tokyo_row(
    pool: ProcessPoolExecutor, seats: int, asked: argparse.Namespace, equal_turns: bool
) -> Row:
    running = [
        pool.submit(tokyo_wins, seats, equal_turns, FIRST_DEAL + n)
        for n in range(asked.tokyo_games)
    ]
    won = list(finished(running, time.monotonic() + asked.within))
    return Row(
        "tokyo",
        "`equal_turns`" if equal_turns else "",
        seats,
        len(won),
        tuple(np.mean(won, axis=0).tolist()),
    )


def tokyo_wins(seats: int, equal_turns: bool, deal: int) -> list[float]:
    """Each seat's part in the first place of one game."""
    game = loaded("tokyo", equal_turns)
    match = game.new(seats, deal)
    players = [TokyoExpert(seed=seats * deal + seat, games=0) for seat in range(seats)]
    for player in players:
        player.sit(game)
    while match.seat is not None:
        match.play(
            players[match.seat].choose(match.view(match.seat), match.legal(), bots.Limit(1.0))
        )
    first = match.ranking()[0]
    return [1 / len(first) if seat in first else 0.0 for seat in range(seats)]


def rows(names: Sequence[str], asked: argparse.Namespace) -> Iterator[Row]:
    if "tokyo" in names:
        tokyo_wins(2, False, 0)  # compiles what the processes then find in the cache
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for name in names:
            fewest, most = ekiben.load(name).seats
            for seats in (
                number
                for number in range(fewest, most + 1)
                if not asked.seats or number in asked.seats
            ):
                if name == "tokyo":
                    yield from (tokyo_row(pool, seats, asked, equal) for equal in (False, True))
                else:
                    yield route_row(name, seats, asked.games)


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
