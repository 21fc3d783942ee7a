"""`ekiben verify`: records played again, their results compared, their seals opened."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from rich.text import Text

from ekiben.cli.records import game_name
from ekiben.cli.styling import QUIET, WARNING, Screen
from ekiben.cli.words import Words, printable
from ekiben.core.errors import EkibenError, RecordError
from ekiben.records import Checker, Entry, read


def run(args: Namespace) -> int:
    """1 where a record is not true; every one is told."""
    screen, checker, faulty, some = Screen(Words.of(args)), Checker(args.board), False, False
    for entry in read(args.file):
        some = True
        try:
            for line, style in verify_record(screen.words, checker, entry, args):
                screen.show(Text(line, style), unbroken=True)
        except RecordError as error:
            faulty = True
            screen.show(Text(printable(str(error)), WARNING), unbroken=True)
    if not some:
        raise RecordError(screen.words("errors.no-records", file=args.file))
    return int(faulty)


def verify_record(
    words: Words, checker: Checker, entry: Entry, args: Namespace
) -> Iterator[tuple[str, str]]:
    found = checker.verify(entry, args.commit, args.part)
    yield (
        words.say(
            "records.verified",
            file=found.file,
            number=found.number,
            game=game_name(words, found.game),
            actions=found.actions,
            digest=found.digest,
        ),
        "",
    )
    yield (
        words.say("records.sealed", commit=found.commit)
        if found.commit
        else words.say("records.unsealed"),
        QUIET,
    )
    if found.parts is not None:
        yield words.say("records.mixed", seats=mixed_seats(words, found.parts)), QUIET
    for seen in read(args.seen) if args.seen else ():
        if seen.is_full:
            raise EkibenError(
                f"{seen.file}, line {seen.number}: --seen takes what viewers knew, not full records"
            )
        checker.compare(entry, seen)
        yield words.say("records.agrees", file=seen.file, number=seen.number), ""


def mixed_seats(words: Words, parts: Sequence[str | None]) -> str:
    """The seats that added a part, counted from 1."""
    seats = [str(seat + 1) for seat, part in enumerate(parts) if part is not None]
    return ", ".join(seats) or words.say("records.nobody")
