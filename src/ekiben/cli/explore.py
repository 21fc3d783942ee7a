"""`ekiben explore`: which tickets, routes and first moves win, from many games."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ekiben
from ekiben.analysis import explorer
from ekiben.analysis.explorer import Exploration
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.explore_view import report
from ekiben.cli.files import open_replacing, validate_path
from ekiben.cli.players import player_specs
from ekiben.cli.styling import Screen, console
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games import NAMES
from ekiben.records import read


def run(args: Namespace) -> int:
    words = Words.of(args)
    found = [play(args, words)] if args.play else explorations(args, words)
    if args.save:
        save(args, words, found)
    if args.json:
        print(json.dumps([json.loads(explorer.to_json(one)) for one in found], ensure_ascii=False))
        return 0
    screen = Screen(words)
    for one in found:
        words.board = board_of(args, one)
        screen.show(*report(words, one, args))
    return 0


def board_of(args: Namespace, found: Exploration) -> object:
    return ekiben.load(str(args.board) if args.board else found.game).board


def save(args: Namespace, words: Words, found: list[Exploration]) -> None:
    if len(found) != 1:
        raise EkibenError(words("explore.one-game", games=", ".join(one.game for one in found)))
    place = validate_path(args.save)
    with open_replacing(place) as file:
        file.write(explorer.to_json(found[0]))
    print(words("saved", path=place), file=sys.stderr)


# ---- what there is
def explorations(args: Namespace, words: Words) -> list[Exploration]:
    """Those of all sources, added up by game."""
    found: dict[str, Exploration] = {}
    records = [source for source in args.sources if not is_counted(source)]
    if records:
        found = explorer.explore(read(*records), by=args.by, board=args.board)
    for source in args.sources:
        if is_counted(source):
            add(found, explorer.shipped(source) if is_game(source) else explorer.read(source))
    if not found:
        raise EkibenError(words("explore.no-games", files=", ".join(records)))
    return list(found.values())


def is_game(source: str) -> bool:
    return source in NAMES and not Path(source).exists()


def is_counted(source: str) -> bool:
    """Whether a source is a game's shipped statistics, or a file of statistics."""
    return is_game(source) or Path(source).suffix == ".json"


def add(found: dict[str, Exploration], one: Exploration) -> None:
    known = found.get(one.game)
    found[one.game] = one if known is None else explorer.merge(known, one)


# ---- new games
def play(args: Namespace, words: Words) -> Exploration:
    """Let every bot play tables of its own kind, of every number of seats."""
    if len(args.sources) != 1:
        raise EkibenError(words("explore.one-game", games=", ".join(args.sources)))
    game = ekiben.load(args.sources[0])
    specs, sizes = player_specs(args.bots), args.seats or seat_counts(game)
    with announce_compiling(words), progress_bar() as bar:
        found = [
            play_table(args, words, bar, game, spec, seats, games)
            for spec in specs
            for seats, games in zip(sizes, parts(args.play, len(sizes)), strict=True)
        ]
    return explorer.merge(*found)


def seat_counts(game: Game) -> list[int]:
    return list(range(game.seats[0], game.seats[1] + 1))


def parts(whole: int, count: int) -> list[int]:
    """Nearly equal parts of a number."""
    return [whole * (n + 1) // count - whole * n // count for n in range(count)]


def play_table(
    args: Namespace,
    words: Words,
    bar: Progress,
    game: Game,
    spec: str,
    seats: int,
    games: int,
) -> Exploration:
    line = bar.add_task(words("explore.playing", bot=spec, seats=seats), total=games)
    for found in explorer.play(
        game,
        spec,
        seats=seats,
        games=games,
        seed=args.seed,
        jobs=args.jobs,
        seconds=args.seconds,
    ):
        bar.update(line, completed=found.games)
    return found


def progress_bar() -> Progress:
    """On the terminal's error stream, apart from the figures."""
    columns: Iterator[TextColumn | BarColumn | MofNCompleteColumn | TimeRemainingColumn] = iter(
        (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
    )
    return Progress(*columns, console=console(stderr=True), transient=True)
