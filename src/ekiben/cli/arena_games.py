"""Tournaments at the terminal: play the games that are missing, with a bar."""

from __future__ import annotations

from argparse import Namespace

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from ekiben.arena import Summary, Tournament, summaries
from ekiben.arena.results import ResultsFile
from ekiben.cli.files import validate_path
from ekiben.cli.styling import QUIET, console
from ekiben.cli.words import Words


def new_tournament(args: Namespace) -> Tournament:
    return Tournament(validate_path(args.out) if args.out else None, args.seed, args.thinking)


def run_games(args: Namespace, words: Words, made: Tournament) -> list[Summary]:
    """Plays what is left to play, with a bar on the terminal."""
    deals, file = range(args.deals), open_results(args, words, made)
    with progress() as bar:
        line = bar.add_task(words.say("arena.playing"), total=len(file.unplayed(made.jobs(deals))))
        for _ in made.play(file, deals, args.jobs, args.ray):
            bar.advance(line)
    return summaries(made.games(file, deals))


def open_results(args: Namespace, words: Words, made: Tournament) -> ResultsFile:
    screen = console(stderr=True)
    with screen.status(words.say("arena.probing")):
        file = made.open(args.deals)
    if file.games:
        left = len(file.unplayed(made.jobs(range(args.deals))))
        screen.print(
            words.say("arena.continued", path=file.path, games=len(file.games), left=left),
            style=QUIET,
            soft_wrap=True,
        )
    return file


def progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    )
