"""How strong a bot is: it plays against copies of another one, from every seat, on all cores.

    python bench/strength.py --table america 2 expert racer --table europe 4 expert:rollouts=400 greedy --games 400 --seconds 0.2
    python bench/strength.py --table tokyo 2 sealer dispatcher --set no_lockout=true --games 200 --seconds 1
    python bench/strength.py --ladder --games 400

A table is a game, a number of seats, the bot that is measured and the one in all other seats;
`--ladder` stands for every level of every game against the one below. Every deal is played once
from every seat. One JSON line for each table: the share of games won (shared wins in parts) with
its 95 % interval, the margin to the best opponent with its standard error, and the seconds that a
choice takes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any, TypeVar

import ekiben
from ekiben import bots
from ekiben.arena.one_game import families
from ekiben.bots.levels import levels
from ekiben.cli.parser import option
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

T = TypeVar("T")
SURE = 1.96  # standard errors of a 95 % interval
Options = tuple[tuple[str, Any], ...]  # of the rules, by name


@dataclass(frozen=True)
class Table:
    game: str
    seats: int
    bot: str
    against: str
    options: Options = ()


@dataclass(frozen=True)
class Played:
    """One game: the bot's part in the first place, its margin, and the seconds of its choices."""

    won: float
    margin: int
    seconds: list[float]


@cache
def loaded(name: str, options: Options = ()) -> Game:
    """With machine code, from the cache."""
    game = ekiben.load(name, **dict(options))
    for builds in families(game):
        builds.fastest()
    return game


def play(table: Table, seat: int, deal: int, limit: bots.Limit) -> Played:
    """The bot in this seat, the others in the rest."""
    game = loaded(table.game, table.options)
    match, took = game.new(seats=table.seats, seed=deal), []
    seated = [
        bots.make(table.bot if n == seat else table.against, seed=table.seats * deal + n, game=game)
        for n in range(table.seats)
    ]
    while match.seat is not None:
        view, legal, start = match.view(match.seat), match.legal(), time.perf_counter()
        action = seated[match.seat].choose(view, legal, limit)
        if match.seat == seat and len(legal) > 1:
            took.append(time.perf_counter() - start)
        match.play(action)
    return Played(*outcome(match.ranking(), match.scores(), seat), took)


def outcome(ranking: list[list[int]], scores: list[int], seat: int) -> tuple[float, int]:
    first = ranking[0]
    best = max(score for other, score in enumerate(scores) if other != seat)
    return (1 / len(first) if seat in first else 0.0), scores[seat] - best


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's, which stays right near 0 and 1."""
    weight = SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * math.sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return round(middle - half, 4), round(middle + half, 4)


def summary(table: Table, games: list[Played], limit: bots.Limit) -> dict[str, object]:
    share, margins = statistics.fmean(game.won for game in games), [game.margin for game in games]
    took = [seconds for game in games for seconds in game.seconds]
    low, high = interval(share, len(games))
    return {
        "game": table.game,
        "seats": table.seats,
        "bot": table.bot,
        "against": table.against,
        "games": len(games),
        "share": round(share, 4),
        "low": low,
        "high": high,
        "margin": round(statistics.fmean(margins), 2),
        "margin_error": round(statistics.stdev(margins) / math.sqrt(len(games)), 2)
        if len(games) > 1
        else None,
        "limit": limit.seconds,
        "threads": limit.threads,
        "options": dict(table.options),
        "seconds": round(statistics.fmean(took), 4),
        "slowest": round(max(took), 3),
    }


def finished(running: Iterable[Future[T]], end: float) -> Iterator[T]:
    """The games as they end; those that have not begun when time is up are left out."""
    for game in as_completed(running):
        if not game.cancelled():
            yield game.result()
        if time.monotonic() > end:
            for other in running:
                other.cancel()


def measure(
    pool: ProcessPoolExecutor, table: Table, asked: argparse.Namespace
) -> dict[str, object]:
    limit = bots.Limit(asked.seconds, asked.threads)
    deals = range(asked.seed, asked.seed + -(-asked.games // table.seats))
    places = itertools.product(deals, range(table.seats))
    running = [pool.submit(play, table, seat, deal, limit) for deal, seat in places]
    return summary(table, list(finished(running, time.monotonic() + asked.within)), limit)


def table_of(words: list[str], options: Options) -> Table:
    if not words[1].isdigit():
        raise EkibenError(f"a table is GAME SEATS BOT AGAINST; {words[1]!r} is no number of seats")
    game, seats = ekiben.load(words[0], **dict(options)), int(words[1])
    game.new(seats=seats, seed=0)
    for spec in words[2:]:
        bots.make(spec, game=game)
    return Table(words[0], seats, words[2], words[3], options)


def ladder(names: Iterable[str]) -> list[Table]:
    """Every level against the one below it, for two."""
    specs = {name: [level.spec for level in levels(ekiben.load(name)).values()] for name in names}
    return [
        Table(name, 2, above, below)
        for name, row in specs.items()
        for below, above in itertools.pairwise(row)
    ]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--table", nargs=4, action="append", default=[], metavar=("GAME", "SEATS", "BOT", "AGAINST")
    )
    parser.add_argument(
        "--ladder", nargs="*", metavar="GAME", help="all levels of these games, or of all"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=option,
        metavar="OPTION=VALUE",
        dest="options",
        help="an option of the rules, for every --table",
    )
    parser.add_argument("--games", type=int, default=400, help="for each table")
    parser.add_argument("--seconds", type=float, default=0.2, help="a choice may take")
    parser.add_argument("--threads", type=int, default=1, help="a choice may take")
    parser.add_argument("--seed", type=int, default=5_000_000, help="of the first deal")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes")
    parser.add_argument(
        "--within",
        type=float,
        default=math.inf,
        help="seconds for each table; then what has been played counts",
    )
    return parser.parse_args()


def main() -> None:
    asked = parsed()
    try:
        tables = [table_of(words, tuple(asked.options)) for words in asked.table]
        tables += ladder(asked.ladder or ekiben.games()) if asked.ladder is not None else []
    except EkibenError as wrong:
        sys.exit(f"strength: {wrong}")
    if not tables:
        sys.exit("strength: name a table (--table GAME SEATS BOT AGAINST), or --ladder")
    for name, options in dict.fromkeys((table.game, table.options) for table in tables):
        loaded(name, options)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for table in tables:
            print(json.dumps(measure(pool, table, asked)), flush=True)


if __name__ == "__main__":
    main()
