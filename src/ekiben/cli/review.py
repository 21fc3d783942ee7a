"""`ekiben review`: chances, mistakes and luck of recorded games; shown, as JSON or as tables."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import ekiben
from ekiben import analysis
from ekiben.analysis.review import Review
from ekiben.analysis.tables import ParquetFolder
from ekiben.arena.executors import run_jobs
from ekiben.cli.words import Words, printable
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.match import Match
from ekiben.records import Entry, read

RECORD_KEY = 16  # hexadecimal digits that name a record in tables


@dataclass(frozen=True)
class Job:
    """A record to be reviewed: the number it is told by, and its line."""

    number: int
    entry: Entry


@dataclass(frozen=True)
class Effort:
    """How records are reviewed, the same for all."""

    seats: tuple[int, ...] | None
    seconds: float
    passes: int | None
    threads: int
    board: str | None


@dataclass(frozen=True)
class Reviewed:
    """What came of a job: a review, or what is wrong with the record."""

    number: int
    entry: Entry
    review: Review | None = None
    fault: str = ""


Use = Callable[[Reviewed, Review], None]


def run(args: Namespace) -> int:
    """Exit code 1 if a record cannot be reviewed; the others are."""
    words, faulty, done = Words.of(args), 0, 0
    jobs = jobs_of(words, args)
    with contextlib.ExitStack() as stack:
        use = use_of(args, words, stack)
        for found in in_order(run_jobs_of(args, jobs)):
            if found.review is None:
                faulty += 1
                tell_fault(words, found)
            else:
                done += 1
                use(found, found.review)
    if args.parquet:
        print(words("review.written", count=done, path=Path(args.parquet).absolute()))
    return int(bool(faulty))


def jobs_of(words: Words, args: Namespace) -> list[Job]:
    jobs = [Job(number, entry) for number, entry in enumerate(read(*args.files))]
    if not jobs:
        raise EkibenError(words("errors.no-records", file=", ".join(args.files)))
    if args.game is None:
        return jobs
    if args.game > len(jobs):
        raise EkibenError(
            words("errors.no-such-record", file=args.files[0], records=len(jobs), number=args.game)
        )
    return [dataclasses.replace(jobs[args.game - 1], number=0)]


def run_jobs_of(args: Namespace, jobs: Sequence[Job]) -> Iterator[Reviewed]:
    effort = Effort(
        seats=tuple(args.seats) if args.seats else None,
        seconds=args.seconds,
        passes=args.passes,
        threads=cores() if args.processes == 1 and args.ray is None else 1,
        board=args.board,
    )
    work = functools.partial(review_one, effort)
    return run_jobs(jobs, work, processes=args.processes, ray=args.ray)


def review_one(effort: Effort, job: Job) -> Reviewed:
    """Review one record, wherever this runs."""
    try:
        review = analysis.review(
            replay(job.entry, effort.board),
            seats=effort.seats,
            seconds=effort.seconds,
            passes=effort.passes,
            threads=effort.threads,
        )
    except EkibenError as error:
        fault = str(error).removeprefix(str(job.entry.error("")))  # the place is told apart
        return Reviewed(job.number, job.entry, fault=fault)
    return Reviewed(job.number, job.entry, review)


def replay(entry: Entry, board: str | None) -> Match:
    if not entry.is_full:
        raise RecordError("the record has no seed: only a full record can be reviewed")
    return ekiben.replay(entry.line, board)


def in_order(results: Iterator[Reviewed]) -> Iterator[Reviewed]:
    """Results by number; those that come early wait."""
    waiting: dict[int, Reviewed] = {}
    due = 0
    for result in results:
        waiting[result.number] = result
        while due in waiting:
            yield waiting.pop(due)
            due += 1


# ---- what is made of a review
def use_of(args: Namespace, words: Words, stack: contextlib.ExitStack) -> Use:
    if args.parquet:
        folder = stack.enter_context(ParquetFolder(Path(args.parquet).expanduser()))
        return lambda found, review: folder.add(review, record_key(found.entry.line))
    return print_json if args.json else functools.partial(show, args, words)


def record_key(line: str) -> str:
    """What a record is called in tables: it depends on its line alone."""
    return hashlib.sha256(line.encode()).hexdigest()[:RECORD_KEY]


def print_json(found: Reviewed, review: Review) -> None:
    entry = found.entry
    head = {"file": entry.file, "line": entry.number, "record": record_key(entry.line)}
    print(json.dumps({**head, **dataclasses.asdict(review)}, ensure_ascii=False), flush=True)


def show(args: Namespace, words: Words, found: Reviewed, review: Review) -> None:
    from ekiben.cli.review_view import review_lines
    from ekiben.cli.styling import Screen

    match = replay(found.entry, args.board)
    words.board = match.game.board
    words.names = [printable(name) for name in match.names]
    screen = Screen(words)
    screen.show(*review_lines(review, match, words, screen.width, everything=args.all))


def tell_fault(words: Words, found: Reviewed) -> None:
    entry = found.entry
    text = words.say(
        "records.fault", file=entry.file, number=entry.number, text=printable(found.fault)
    )
    print(f"ekiben: {text}", file=sys.stderr)
