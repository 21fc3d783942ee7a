"""`ekiben db`: the games of a server checked, written out, taken in."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ekiben.cli.words import by_locale
from ekiben.core.errors import RecordError
from ekiben.texts import say

if TYPE_CHECKING:
    from ekiben.server.store import AdminStore

FAULTY = 1


def run(args: Namespace) -> int:
    from ekiben.server.archive import with_store
    from ekiben.server.run import data_folder

    work = {"check": check, "export": export, "import": import_games}[args.what]
    args.data = data = Path(args.data).expanduser().absolute() if args.data else data_folder()
    args.language = args.language or by_locale()
    return with_store(
        data,
        args.database or os.environ.get("EKIBEN_DATABASE") or None,
        lambda store: work(store, args),
    )


async def check(store: AdminStore, args: Namespace) -> int:
    from ekiben.server.archive import check_tables

    if args.repair:
        return await repair(store, args)
    found = [fault async for _, fault in check_tables(store)]
    return report(args, "checked", len(found), [fault for fault in found if fault])


async def repair(store: AdminStore, args: Namespace) -> int:
    """Cut every log that does not replay; those that cannot be repaired remain as faults."""
    from ekiben.server import repair as repairs

    wrong: list[str] = []
    tables = await store.ids()
    for table in tables:
        try:
            if (done := await repairs.repair(store, table, args.data)) is not None:
                print(say("cli.db.repaired", args.language, **done._asdict()), file=sys.stderr)
        except RecordError as error:
            wrong.append(str(error))
    return report(args, "checked", len(tables), wrong)


async def export(store: AdminStore, args: Namespace) -> int:
    from ekiben.server.archive import export_deals, export_lines

    wrong: list[str] = []
    count = 0
    with open_output(args.out) as file:
        async for line in export_deals(store):
            print(line, file=file)
        async for line, fault in export_lines(store, args.chat):
            print(line, file=file)
            count += 1
            wrong += [fault] if fault else []
    return report(args, "exported", count, wrong)


async def import_games(store: AdminStore, args: Namespace) -> int:
    from ekiben.server.archive import (
        import_deal,
        import_table,
        is_page_line,
        parse_deal,
        parse_line,
    )

    wrong: list[str] = []
    new = known = 0
    with open(args.file, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or is_page_line(line):
                continue
            try:
                if (deal := parse_deal(line)) is not None:
                    await import_deal(store, deal)
                    continue
                fresh = await import_table(store, parse_line(line))
                new, known = new + fresh, known + (not fresh)
            except RecordError as error:
                wrong.append(f"{args.file}, line {number}: {error}")
    return report(args, "imported", new, wrong, known=known)


def report(args: Namespace, what: str, count: int, wrong: list[str], **values: int) -> int:
    """How many, and every fault; the exit code."""
    print(
        say(f"cli.db.{what}", args.language, count=count, faults=len(wrong), **values),
        file=sys.stderr,
    )
    for fault in wrong:
        print(f"ekiben: {fault}", file=sys.stderr)
    return FAULTY if wrong else 0


@contextmanager
def open_output(file: str | None) -> Iterator[TextIO]:
    """The file is for its owner's eyes: it holds the luck of games that are still played."""
    if file is None:
        yield sys.stdout
        return
    from ekiben.server.private_files import open_private

    with open_private(Path(file)) as opened:
        yield opened
