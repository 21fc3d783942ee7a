"""`ekiben arena luck`: win shares with part of the luck taken out."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

import ekiben
from ekiben.analysis.luck import (
    Job,
    LineupGames,
    LuckTable,
    by_lineup,
    find_gains,
    read_games,
    take_luck_out,
)
from ekiben.arena.executors import run_jobs
from ekiben.arena.ratings_page import estimate_text
from ekiben.arena.report import FEW
from ekiben.arena.summary import about
from ekiben.cli.arena_games import progress
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen, make_table
from ekiben.cli.words import Words
from ekiben.texts import UnknownText

COLUMNS = ("bot", "seats-taken", "share", "corrected", "width")


def show_luck(args: Namespace, words: Words) -> int:
    groups = by_lineup(read_games(Path(args.file)))
    for name in dict.fromkeys(group.first.game for group in groups):
        find_gains(ekiben.load(args.board or name))
    found = work_out(args, words, groups)
    tables = [LuckTable.of(group, found) for group in groups if group.deals]
    if args.json:
        print(json.dumps([table.to_json() for table in tables], ensure_ascii=False))
        return 0
    screen = Screen(words)
    for table in tables:
        screen.show(*table_lines(words, table), Text())
    screen.show(Text(words.say("arena.luck.about"), QUIET))
    return 0


def work_out(
    args: Namespace, words: Words, groups: Sequence[LineupGames]
) -> dict[str, tuple[float, ...]]:
    """Results without luck, by the place of the game in the file, with a bar on the terminal."""
    jobs = [Job(one, args.playouts, args.board) for group in groups for one in group.games]
    found = {}
    with progress() as bar:
        line = bar.add_task(words.say("arena.luck.working"), total=len(jobs))
        for result in run_jobs(jobs, take_luck_out, processes=args.jobs):
            found[result.place] = result.shares
            bar.advance(line)
    return found


def table_lines(words: Words, table: LuckTable) -> Iterator[RenderableType]:
    games, first = table.games, table.games.first
    heading = words.say("arena.heading", game=game_name(words, first.game), seats=first.seats)
    yield Text(f"{heading}: {words.listed(list(first.seated))}", STRONG)
    yield Text(words.say("arena.played", **about([one.game for one in games.games])), QUIET)
    yield share_table(words, table)
    parts = [f"{part:.0%}" for part in dict.fromkeys(table.parts)]
    yield Text(words.say("arena.luck.parts", parts=words.listed(parts)), QUIET)
    if games.left_out:
        yield Text(words.say("arena.luck.left-out", deals=games.left_out), WARNING)
    if len(games.deals) < FEW:
        yield Text(words.say("arena.few", deals=len(games.deals)), WARNING)


def share_table(words: Words, table: LuckTable) -> RenderableType:
    made = make_table(*(words.say(f"arena.columns.{name}") for name in COLUMNS), right=range(1, 5))
    for row in table.rows:
        made.add_row(
            row.bot,
            str(row.games),
            estimate_text(row.plain, ".1%"),
            estimate_text(row.corrected, ".1%"),
            "–" if row.width is None else f"{row.width:.2f}",
        )
    return made


def game_name(words: Words, name: str) -> str:
    """The game's name; a board that is not in the box has only the one in its file."""
    try:
        return words.say(f"games.{name}")
    except UnknownText:
        return name
