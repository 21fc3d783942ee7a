"""Make the statistics of the box: play the games that are still missing from its files.

    python bench/explorer_data.py [GAME ...] [--seconds 300] [--games 100000]

A file goes on where it stops: game n of a table has the seed n. All tables grow evenly, so that
breaking off at any time leaves useful files; a batch that is under way is played to its end. Exit
code 3: there is more to play. Tokyo Railways takes seconds a game and has few.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import ekiben
from ekiben.analysis import explorer
from ekiben.analysis.explorer.files import DATA
from ekiben.bots.levels import level

PARTS = (0.01, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
EASIER = 0.2  # of the games of strong bots, for each easier level
TOKYO = {2: 400, 3: 200, 4: 150}  # games by number of seats
MORE = 3


@dataclass(frozen=True)
class Table:
    """A bot in all seats of a game, and how many games it is to play."""

    game: str
    level: str
    seats: int
    games: int


def tables(game: str, games: int) -> list[Table]:
    if game == "tokyo":
        return [Table(game, "hard", seats, count) for seats, count in TOKYO.items()]
    least, most = ekiben.load(game).seats
    each = math.ceil(games / (most - least + 1))
    sizes = range(least, most + 1)
    hard = [Table(game, "hard", seats, each) for seats in sizes]
    easier = [
        Table(game, name, seats, round(EASIER * each))
        for name in ("medium", "easy")
        for seats in sizes
    ]
    return hard + easier


def work(wanted: list[Table]) -> Iterator[tuple[Table, int]]:
    """Every table again and again, with the number of games it is to have by then."""
    for part in PARTS:
        yield from ((table, math.ceil(part * table.games)) for table in wanted)


def play_on(table: Table, target: int, deadline: float) -> None:
    """Play until a table has so many games, or the time is over, and write the file anew."""
    file = DATA / f"{table.game}.json"
    known = explorer.read(file) if file.exists() else None
    begun = known.group(table.seats, table.level).games if known else 0
    if begun >= target:
        return
    spec, started = level(ekiben.load(table.game), table.level, table.seats).spec, time.monotonic()
    games = {"seats": table.seats, "games": target - begun, "seed": begun}
    batches = explorer.play(table.game, spec, **games)
    found = next(batches)  # grows with every batch
    while time.monotonic() < deadline and next(batches, None) is not None:
        pass
    file.write_text(explorer.to_json(explorer.merge(known, found) if known else found), "utf-8")
    each = 1000 * (time.monotonic() - started) / found.games
    done = begun + found.games
    print(f"{table.game} {table.level} {table.seats}: {done} games, {each:.2f} ms each", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", default=ekiben.games())
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    args = parser.parse_args()
    deadline = time.monotonic() + args.seconds
    for table, target in work([one for game in args.game for one in tables(game, args.games)]):
        if time.monotonic() > deadline:
            sys.exit(MORE)
        play_on(table, target, deadline)


if __name__ == "__main__":
    main()
