"""A route board as tables: cities, routes and tickets."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ekiben.cli.routes.route_list import colour_cell
from ekiben.cli.styling import STRONG, make_table
from ekiben.cli.words import Words
from ekiben.games.routes.board_file import BoardFile, City


def board_summary(words: Words, board: BoardFile) -> str:
    return words("fine", **sizes(board))


def sizes(board: BoardFile) -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
    }


def board_tables(words: Words, board: BoardFile) -> Iterator[RenderableType]:
    least, most = board.seats
    heading = words("board", game=words.game(), least=least, most=most, **sizes(board))
    yield Text(heading, STRONG)
    yield Text()
    yield cities(words, board)
    yield Text()
    yield routes(words, board)
    yield Text()
    yield tickets(words, board)


def cities(words: Words, board: BoardFile) -> RenderableType:
    table = make_table(
        *(words(f"columns.{name}") for name in ("id", "city", "routes", "remarks")), right=[2]
    )
    for city in board.cities:
        ends = sum(city.number in (route.a, route.z) for route in board.routes)
        table.add_row(city.id, words.city(city.id), str(ends), words.listed(remarks(words, city)))
    return table


def remarks(words: Words, city: City) -> list[str]:
    found = [words(f"marks.{name}") for name in ("port", "junction") if getattr(city, name)]
    return [*found, words("marks.district", district=city.district)] if city.district else found


def routes(words: Words, board: BoardFile) -> RenderableType:
    table = make_table(
        *(words(f"columns.{name}") for name in ("route", "length", "colour", "points")),
        right=[1, 3],
    )
    for route in board.routes:
        table.add_row(
            route.id,
            str(route.length),
            colour_cell(words, route),
            str(board.figures.routes.points[route.length - 1]),
        )
    return table


def tickets(words: Words, board: BoardFile) -> RenderableType:
    table = make_table(
        *(words(f"columns.{name}") for name in ("ticket", "points", "remarks")), right=[1]
    )
    for ticket in board.tickets:
        table.add_row(
            words.between(ticket), str(ticket.points), words("marks.long") if ticket.long else ""
        )
    return table
