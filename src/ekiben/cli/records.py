"""`ekiben records`: filter, check, count and convert files of records, in one pass."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from rich.console import RenderableType
from rich.text import Text

from ekiben.cli.files import open_replacing, validate_path
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen, console, make_table
from ekiben.cli.words import Words, printable
from ekiben.core.errors import RecordError
from ekiben.records import Checker, Choice, Entry, Statistics, read
from ekiben.records.arrays import Arrays
from ekiben.records.statistics import Figure, Group
from ekiben.texts import UnknownText

Use = Callable[[Entry], None]


def run(args: Namespace) -> int:
    words, counted = Words.of(args), Statistics()
    sieve = Sieve(words, args)
    with contextlib.ExitStack() as stack:
        uses = [use(stack) for use in requested_uses(args)]
        for entry in sieve.sound(read(*args.files)):
            for use in uses:
                use(entry)
            counted.add(entry.values)
    if args.json:
        print(json.dumps(counted.to_json(), ensure_ascii=False))
    else:
        Screen(words).show(*tables(words, counted))
    for line in report(args, words, counted, sieve):
        print(line, file=sys.stderr if args.json else sys.stdout)
    return int(bool(sieve.faulty))


class Sieve:
    """The chosen records; `--check` reports faulty ones, else the first stops everything."""

    def __init__(self, words: Words, args: Namespace) -> None:
        self.words = words
        self.checking = args.check
        self.checker = Checker(args.board)
        self.choice = record_filter(args)
        self.screen = Screen(words)
        self.records = 0
        self.faulty = 0
        self.screen.console = console(stderr=args.json)

    def sound(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        for entry in entries:
            if self.is_chosen(entry) and self.is_sound(entry):
                yield entry

    def is_chosen(self, entry: Entry) -> bool:
        """What is no record at all could be any: it is left to the check."""
        try:
            return self.choice.takes(entry.values)
        except RecordError:
            if not self.checking:
                raise
            return True

    def is_sound(self, entry: Entry) -> bool:
        self.records += 1
        fault = self.checker.check(entry) if self.checking else None
        if fault is not None:
            self.faulty += 1
            text = self.words.say(
                "records.fault", file=fault.file, number=fault.number, text=printable(fault.text)
            )
            self.screen.show(Text(text, WARNING), unbroken=True)
        return fault is None


def record_filter(args: Namespace) -> Choice:
    return Choice(
        tuple(args.game),
        tuple(args.seats),
        tuple(args.player),
        tuple(args.winner),
        args.state,
        args.fewest,
        args.most,
        dict(args.options),
    )


# ---- what is made of them
def requested_uses(args: Namespace) -> Iterator[Callable[[contextlib.ExitStack], Use]]:
    if args.out:
        place = validate_path(args.out)
        yield lambda stack: copy_to(stack.enter_context(open_output(place)))
    if args.arrays:
        place_of_arrays = validate_path(args.arrays)
        yield lambda stack: stack.enter_context(Arrays(place_of_arrays, args.mask, args.board)).add


def copy_to(file: TextIO) -> Use:
    return lambda entry: print(entry.line, file=file)


@contextlib.contextmanager
def open_output(place: Path) -> Iterator[TextIO]:
    """A file for records, packed where its name ends in .gz."""
    with open_replacing(place) as file:
        if place.suffix != ".gz":
            yield file
            return
        with (
            gzip.GzipFile(filename="", fileobj=file.buffer, mode="wb", mtime=0) as packed,
            open_text(packed) as text,
        ):
            yield text


@contextlib.contextmanager
def open_text(packed: gzip.GzipFile) -> Iterator[TextIO]:
    text = io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
    yield text
    text.flush()
    text.detach()


# ---- what is told
def report(args: Namespace, words: Words, counted: Statistics, sieve: Sieve) -> Iterator[str]:
    """What was done, a line each."""
    for path in filter(None, (args.out, args.arrays)):
        yield words.say("records.written", count=counted.records, path=validate_path(path))
    if args.check:
        yield words.say("records.checked", records=sieve.records, faulty=sieve.faulty)


def tables(words: Words, counted: Statistics) -> Iterator[RenderableType]:
    if not counted.groups:
        yield Text(words.say("records.none"))
    for group in counted.groups.values():
        yield from group_tables(words, group)
        yield Text()


def group_tables(words: Words, group: Group) -> Iterator[RenderableType]:
    yield Text(
        words.say(
            "records.heading",
            game=game_name(words, group.game),
            seats=group.seats,
            count=group.records,
        ),
        STRONG,
    )
    yield Text(words.say("records.counts", **group.states), QUIET)
    figures = make_table(
        *(
            words.say(f"records.columns.{name}")
            for name in ("what", "mean", "spread", "least", "most")
        ),
        right=range(1, 5),
    )
    for name in ("actions", "scores", "lead"):
        figure: Figure = getattr(group, name)
        if figure.count:
            figures.add_row(
                words.say(f"records.columns.{name}"),
                f"{figure.mean:.1f}",
                f"{figure.spread():.1f}",
                f"{figure.least:g}",
                f"{figure.most:g}",
            )
    for seat, wins in enumerate(group.wins):
        figures.add_row(words.say("records.columns.seat", seat=seat), f"{wins:g}", "", "", "")
    yield figures
    yield Text()
    yield players(words, group)


def players(words: Words, group: Group) -> RenderableType:
    names = ("player", "games", "wins", "share", "score")
    made = make_table(*(words.say(f"records.columns.{name}") for name in names), right=range(1, 5))
    for name, player in sorted(
        group.players.items(), key=lambda row: (-row[1].wins / row[1].games, row[0])
    ):
        share, score = player.wins / player.games, player.scores.mean
        made.add_row(
            printable(name), str(player.games), f"{player.wins:g}", f"{share:.1%}", f"{score:.1f}"
        )
    return made


def game_name(words: Words, game: str) -> str:
    try:
        return words.say(f"games.{game}")
    except UnknownText:
        return printable(game)
