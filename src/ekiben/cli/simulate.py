"""`ekiben simulate`: bots play many games; the figures are the same however many processes play
them.
"""

from __future__ import annotations

import functools
import json
import signal
import time
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ekiben
from ekiben.bots import Bot, Forfeit, Limit
from ekiben.bots.match_bots import ask, forfeited, ranking, seated
from ekiben.cli import players
from ekiben.cli.compiling import announced
from ekiben.cli.family import TERMINAL
from ekiben.cli.files import checked_place, writing
from ekiben.cli.styling import Screen, console
from ekiben.cli.tallies import Tally, tables
from ekiben.cli.words import Words
from ekiben.core.game import Game
from ekiben.core.match import Match

CHUNK = 8  # games a process plays at a time
WORTHWHILE = 64  # games from which compiled code is worth making


@dataclass(frozen=True)
class Task:
    """What a process has to know to play any of the games."""

    game: str
    options: tuple[tuple[str, Any], ...]
    specs: tuple[str, ...]
    seed: int
    seconds: float
    records: bool
    compiled: bool


@dataclass(frozen=True)
class Result:
    """What is counted of a game; lists are by seat, and `seated` says which player sat there."""

    seated: list[int]
    scores: list[int]
    first: list[int]
    turns: int
    record: str | None
    forfeit: Forfeit | None
    kept: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    longest: list[int] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)


def run(args: Namespace) -> int:
    game = ekiben.load(args.game, **dict(args.options))
    words = Words.of(args, game.board)
    specs = players.only_bots(words, game, args.players)
    task = Task(
        args.game,
        tuple(args.options),
        tuple(specs),
        args.seed,
        args.seconds,
        args.out is not None,
        args.games >= WORTHWHILE,
    )
    began, tally = time.perf_counter(), Tally(specs, TERMINAL.of(game).counted(game))
    with announced(words), writing(checked_place(args.out)) if args.out else nullcontext() as out:
        for result in watched(words, args.games, results(words, task, game, args.games, args.jobs)):
            tally.add(result)
            if out is not None:
                out.write(f"{result.record}\n")
    report(args, words, game, tally, time.perf_counter() - began)
    return 0


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
        screen.say("saved", path=checked_place(args.out))


def watched(words: Words, count: int, results: Iterator[Result]) -> Iterator[Result]:
    """With a bar on the terminal, which is not where the figures go."""
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


# ---- playing
def results(words: Words, task: Task, game: Game, count: int, jobs: int) -> Iterator[Result]:
    """The results of all games, in order."""
    if jobs == 1:
        return (played(task, number) for number in range(count))
    if task.compiled:
        with console(stderr=True).status(words("preparing")):
            game.builds.fastest()
    return shared(task, count, jobs)


def shared(task: Task, count: int, jobs: int) -> Iterator[Result]:
    """By several processes, a few games at a time."""
    chunks = [range(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK)]
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), get_context("spawn"), deaf)
    try:
        for done in pool.map(functools.partial(several, task), chunks):
            yield from done
    finally:
        pool.shutdown(cancel_futures=True)


def deaf() -> None:
    """Who is interrupted at the keyboard is the process that began it all; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def several(task: Task, numbers: range) -> list[Result]:
    return [played(task, number) for number in numbers]


@functools.cache
def loaded(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return ekiben.load(name, **dict(options))


def played(task: Task, number: int) -> Result:
    """Game `number` has its own seed, and its players sit one seat further on than in the game
    before.
    """
    game, seats = loaded(task.game, task.options), len(task.specs)
    order, seed = [(seat + number) % seats for seat in range(seats)], task.seed + number
    bots = [
        players.bot(game, seat, task.specs[player], players.own_seed(seed, player))
        for seat, player in enumerate(order)
    ]
    match = game.new(seats, seed, [task.specs[player] for player in order])
    if task.compiled:
        game.builds.compile_in_background()
    forfeit = to_the_end(match, bots, Limit(task.seconds))
    record = match.record() if forfeit is None else forfeited(match, forfeit)
    return counted(match, order, str(record) if task.records else None, forfeit)


def to_the_end(match: Match, bots: list[Bot], limit: Limit) -> Forfeit | None:
    """Plays the match; a bot that cannot go on ends it."""
    try:
        with seated(match, bots):
            while match.seat is not None:
                match.play(ask(match, bots[match.seat], limit))
    except Forfeit as forfeit:
        return forfeit
    return None


def counted(
    match: Match, order: list[int], record: str | None, forfeit: Forfeit | None = None
) -> Result:
    view, first = match.view(), (match.ranking() if forfeit is None else ranking(match, forfeit))[0]
    return Result(
        seated=order,
        scores=match.scores(),
        first=first,
        turns=int(view.turns),
        record=record,
        forfeit=forfeit,
        **TERMINAL.of(match.game).counts(view),
    )
