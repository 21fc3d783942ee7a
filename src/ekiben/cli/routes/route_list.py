"""The routes of a board, all or at one city: length, colour, whose they are, what one could pay."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ekiben.cli.routes.menu import special_marks
from ekiben.cli.styling import QUIET, STRONG, colour_text, make_table, payment
from ekiben.cli.words import Words
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.games.routes.board_file import Route
from ekiben.games.routes.claim import in_set
from ekiben.texts.wording import symbol

WIDE = 110


def routes_at(words: Words, wanted: str) -> list[Route]:
    """Routes that end in a city so called, in either language; all when nothing is asked for."""
    asked = wanted.strip().lower().replace(" ", "-")
    cities = {
        city.number
        for city in words.board.cities
        if asked in city.id
        or any(wanted.strip().lower() in name.lower() for name in city.names.values())
    }
    exact = {city.number for city in words.board.cities if asked == city.id}
    return [
        route
        for route in words.board.routes
        if {route.a, route.z} & (exact or cities) or asked == route.id
    ]


def route_table(
    match: Match, words: Words, seat: int | None, routes: list[Route], width: int
) -> Table:
    view, prices = match.view(seat), match.hints(seat).get("payments", {})
    table = make_table(
        *(
            words(f"columns.{name}")
            for name in ("route", "length", "colour", "points", "state", "pay")
        ),
        right=[1, 3],
    )
    for route in routes:
        price = match.game.parse(prices[route.id]).cards if route.id in prices else {}
        table.add_row(
            route_cell(words, route, width),
            str(route.length),
            colour_cell(words, route),
            str(match.game.board.figures.routes.points[route.length - 1]),
            owner_cell(match, words, view, route),
            payment(words, price),
        )
    return table


def route_cell(words: Words, route: Route, width: int) -> Text:
    """As one types it; where that is not the reader's language, the cities too."""
    text = Text(route.id)
    if words.language != "en":
        text.append(" " if width >= WIDE else "\n").append(words.between(route))
    return text


def colour_cell(words: Words, route: Route) -> Text:
    text = colour_text(
        route.colour, f" {symbol(route.colour)} {words.say('colours.' + route.colour)} "
    )
    return text.append(special_marks(words, route), QUIET)


def owner_cell(match: Match, words: Words, view: View, route: Route) -> Text:
    """Whose it is, open, or closed."""
    owner = next(
        (seat for seat in range(match.seats) if in_set(view.owned[seat], route.number)), None
    )
    if owner is not None:
        return Text(words.seat(owner), STRONG)
    blocked = view.viewer is not None and in_set(view.blocked[view.viewer], route.number)
    return (
        Text(words("closed"), QUIET)
        if blocked or not in_set(view.free, route.number)
        else Text(words("open"))
    )
