"""`ekiben simulate`: bots play many games, and what came of them is counted."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ekiben
from ekiben.arena import GameResult, iter_games
from ekiben.arena.family import BEHAVIOUR
from ekiben.arena.games import WORTH_COMPILING
from ekiben.bots import Limit
from ekiben.cli import players
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.files import open_replacing, validate_path
from ekiben.cli.styling import Screen, console
from ekiben.cli.tallies import Tally, tables
from ekiben.cli.words import Words
from ekiben.core.game import Game


def run(args: Namespace) -> int:
    game = ekiben.load(args.game, **dict(args.options))
    words = Words.of(args, game.board)
    specs = players.only_bots(words, game, args.players)
    tally = Tally(specs, ["scores", *BEHAVIOUR.of(game).count_names(game)])
    start = time.perf_counter()
    with (
        announce_compiling(words),
        open_replacing(validate_path(args.out)) if args.out else nullcontext() as out,
    ):
        for result in show_progress(words, args.games, results(args, words, game, specs)):
            tally.add(result)
            if out is not None:
                out.write(f"{result.record}\n")
    report(args, words, game, tally, time.perf_counter() - start)
    return 0


def results(args: Namespace, words: Words, game: Game, specs: list[str]) -> Iterator[GameResult]:
    """The results of all games, in order; several processes get machine code made before them."""
    if args.jobs > 1 and args.games >= WORTH_COMPILING:
        with console(stderr=True).status(words("preparing")):
            game.builds.fastest()
    return iter_games(
        args.game,
        specs,
        games=args.games,
        seed=args.seed,
        limit=Limit(args.seconds),
        processes=args.jobs,
        records=args.out is not None,
        options=dict(args.options),
    )


def report(args: Namespace, words: Words, game: Game, tally: Tally, elapsed: float) -> None:
    speed = {"seconds": round(elapsed, 3), "games_per_second": round(tally.games / elapsed, 2)}
    if args.json:
        heading = {
            "game": game.name,
            "options": game.options,
            "seed": args.seed,
            "seats": len(tally.players),
        }
        print(json.dumps({**heading, **tally.to_json(), "speed": speed}, ensure_ascii=False))
        return
    screen = Screen(words)
    screen.show(*tables(words, tally, speed["games_per_second"]))
    if args.out:
        screen.say("saved", path=validate_path(args.out))


def show_progress(words: Words, count: int, results: Iterator[GameResult]) -> Iterator[GameResult]:
    """The results, with a bar on the terminal's error stream, apart from the figures."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        line = bar.add_task(words("playing"), total=count)
        for result in results:
            bar.advance(line)
            yield result
