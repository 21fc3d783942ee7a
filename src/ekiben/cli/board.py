"""`ekiben board`: the faults of a board file, and a board as tables or as a picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

import ekiben
from ekiben.cli.files import written
from ekiben.cli.routes.route_list import tint
from ekiben.cli.styling import STRONG, WARNING, Screen, tabular
from ekiben.cli.tokyo import table_view
from ekiben.cli.words import Words
from ekiben.core.errors import BoardError
from ekiben.games import read_board
from ekiben.texts.wording import is_lattice


def run(args: Namespace) -> int:
    return check(args) if args.what == "check" else show(args)


def check(args: Namespace) -> int:
    """Every fault of every file; the exit code tells whether there is any."""
    screen = Screen(Words.of(args))
    faulty = False
    for file in args.files:
        try:
            board = read_board(Path(file).expanduser())
            screen.show(Text(f"{board.file}: {counts(screen.words, board)}"), unbroken=True)
        except BoardError as error:
            faulty = True
            screen.show(Text(str(error)), style=WARNING, unbroken=True)
    return int(faulty)


def counts(words: Words, board: Any) -> str:
    if not hasattr(board, "routes"):
        return words("fine-lattice", cities=len(board.cities), jobs=len(board.jobs))
    return words(
        "fine", cities=len(board.cities), routes=len(board.routes), tickets=len(board.tickets)
    )


def show(args: Namespace) -> int:
    board = ekiben.load(args.game).board
    screen = Screen(Words.of(args, board))
    if args.svg:
        from ekiben.draw import board_svg

        screen.say("saved", path=written(args.svg, board_svg(board, screen.words.language)))
    else:
        screen.show(*tables(screen.words, board))
    return 0


def tables(words: Words, board: Any) -> Iterator[RenderableType]:
    """Cities, routes and tickets; on a lattice cities and jobs."""
    if is_lattice(board):
        yield from table_view.board(words, board)
        return
    least, most = board.seats
    yield Text(
        words(
            "board",
            game=words.game(),
            least=least,
            most=most,
            cities=len(board.cities),
            routes=len(board.routes),
            tickets=len(board.tickets),
        ),
        STRONG,
    )
    yield Text()
    yield cities(words, board)
    yield Text()
    yield routes(words, board)
    yield Text()
    yield tickets(words, board)


def cities(words: Words, board: Any) -> RenderableType:
    table = tabular(
        *(words(f"columns.{name}") for name in ("id", "city", "routes", "remarks")), right=[2]
    )
    for city in board.cities:
        ends = sum(city.number in (route.a, route.z) for route in board.routes)
        table.add_row(city.id, words.city(city.id), str(ends), words.listed(remarks(words, city)))
    return table


def remarks(words: Words, city: Any) -> list[str]:
    found = [words(f"marks.{name}") for name in ("port", "junction") if getattr(city, name)]
    return [*found, words("marks.district", district=city.district)] if city.district else found


def routes(words: Words, board: Any) -> RenderableType:
    table = tabular(
        *(words(f"columns.{name}") for name in ("route", "length", "colour", "points")),
        right=[1, 3],
    )
    for route in board.routes:
        table.add_row(
            route.id,
            str(route.length),
            tint(words, route),
            str(board.numbers["routes"]["points"][route.length - 1]),
        )
    return table


def tickets(words: Words, board: Any) -> RenderableType:
    table = tabular(
        *(words(f"columns.{name}") for name in ("ticket", "points", "remarks")), right=[1]
    )
    for ticket in board.tickets:
        table.add_row(
            words.between(ticket), str(ticket.points), words("marks.long") if ticket.long else ""
        )
    return table
