"""How strong a bot is: it plays against copies of another one, from every seat, on all cores.

    python bench/strength.py --table america 2 expert racer --games 400 --seconds 0.2
    python bench/strength.py --table europe 4 expert:rollouts=400 greedy --games 400
    python bench/strength.py --table tokyo 2 sealer dispatcher --set no_lockout=true --seconds 1
    python bench/strength.py --ladder --games 400

A table is a game, a number of seats, the bot that is measured and the one in all other seats;
`--ladder` stands for every level of every game against the one below. Every deal is played once
from every seat. One JSON line for each table: the share of games won (shared wins in parts) with
its 95 % interval, the margin to the best opponent with its standard error, and the seconds that a
choice takes.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import math
import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import ekiben
from ekiben import arena, bots
from ekiben.arena.one_game import builds_for
from ekiben.bots.levels import levels
from ekiben.cli.parsers.values import option
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

SURE = 1.96  # standard errors of a 95 % interval
Options = tuple[tuple[str, object], ...]  # of the rules, by name


@dataclass(frozen=True)
class Table:
    """A game, a number of seats, the bot that is measured, and the one in all other seats."""

    game: str
    seats: int
    bot: str
    against: str
    options: Options = ()


@dataclass(frozen=True)
class Measured:
    """One game: the bot's share of the win, its margin, and what its choices took."""

    share: float
    margin: int
    choices: int
    seconds: float
    slowest: float


def bot_seed(deal: int, player: int, seat: int, seats: int) -> int:
    return seats * deal + seat


def measured(result: arena.GameResult) -> Measured:
    """What a game says of the bot, which is player 0."""
    assert result.clock is not None
    seat = result.seated.index(0)
    clock = result.clock.seats[seat]
    best = max(score for other, score in enumerate(result.scores) if other != seat)
    return Measured(
        share=result.win_share(seat),
        margin=result.scores[seat] - best,
        choices=clock.choices,
        seconds=clock.choice_seconds,
        slowest=clock.slowest,
    )


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's, which stays right near 0 and 1."""
    weight = SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = SURE * math.sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return round(middle - half, 4), round(middle + half, 4)


def summary(table: Table, games: list[Measured], limit: bots.Limit) -> dict[str, object]:
    share, margins = statistics.fmean(game.share for game in games), [game.margin for game in games]
    choices, seconds = sum(game.choices for game in games), sum(game.seconds for game in games)
    low, high = interval(share, len(games))
    error = statistics.stdev(margins) / math.sqrt(len(games)) if len(games) > 1 else None
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
        "margin_error": None if error is None else round(error, 2),
        "limit": limit.seconds,
        "threads": limit.threads,
        "options": dict(table.options),
        "seconds": round(seconds / choices, 4),
        "slowest": round(max(game.slowest for game in games), 3),
    }


def measure(table: Table, asked: argparse.Namespace) -> dict[str, object]:
    """Play a table: every deal once with the bot in every seat."""
    limit = bots.Limit(asked.seconds, asked.threads)
    results = arena.play_games(
        table.game,
        [table.bot, *[table.against] * (table.seats - 1)],
        games=-(-asked.games // table.seats) * table.seats,
        seed=asked.seed,
        seating="every",
        limit=limit,
        processes=asked.jobs,
        timed=True,
        within=asked.within,
        options=dict(table.options),
        bot_seed=functools.partial(bot_seed, seats=table.seats),
    )
    return summary(table, [measured(result) for result in results], limit)


@functools.cache
def load_compiled(name: str, options: Options = ()) -> Game:
    """Load a game with its machine code, so that other processes find it in the cache."""
    game = ekiben.load(name, **dict(options))
    for builds in builds_for(game):
        builds.fastest()
    return game


def make_table(words: list[str], options: Options) -> Table:
    if not words[1].isdigit():
        raise EkibenError(f"a table is GAME SEATS BOT AGAINST; {words[1]!r} is no number of seats")
    game, seats = ekiben.load(words[0], **dict(options)), int(words[1])
    game.new(seats=seats, seed=0)
    for spec in words[2:]:
        bots.make(spec, game=game)
    return Table(words[0], seats, words[2], words[3], options)


def ladder(names: Iterable[str]) -> list[Table]:
    """Every level against the one below it, for two."""
    known = {name: levels(ekiben.load(name), 2).values() for name in names}
    specs = {name: [level.spec for level in row] for name, row in known.items()}
    return [
        Table(name, 2, above, below)
        for name, row in specs.items()
        for below, above in itertools.pairwise(row)
    ]


def read_arguments() -> argparse.Namespace:
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
    asked = read_arguments()
    try:
        tables = [make_table(words, tuple(asked.options)) for words in asked.table]
        tables += ladder(asked.ladder or ekiben.games()) if asked.ladder is not None else []
    except EkibenError as wrong:
        sys.exit(f"strength: {wrong}")
    if not tables:
        sys.exit("strength: name a table (--table GAME SEATS BOT AGAINST), or --ladder")
    for table in tables:
        load_compiled(table.game, table.options)
    for table in tables:
        print(json.dumps(measure(table, asked)), flush=True)


if __name__ == "__main__":
    main()
