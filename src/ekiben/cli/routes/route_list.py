"""The routes of a board, all or at one city: length, colour, whose they are, what one could pay."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ekiben.cli.routes.menu import special
from ekiben.cli.styling import QUIET, STRONG, coloured, payment, tabular
from ekiben.cli.words import Words
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.games.routes.board_file import Route
from ekiben.games.routes.claim import in_set
from ekiben.texts.wording import symbol

WIDE = 110


def chosen(words: Words, wanted: str) -> list[Route]:
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


def listing(match: Match, words: Words, seat: int | None, routes: list[Route], width: int) -> Table:
    view, prices = match.view(seat), match.hints(seat).get("payments", {})
    table = tabular(
        *(
            words(f"columns.{name}")
            for name in ("route", "length", "colour", "points", "state", "pay")
        ),
        right=[1, 3],
    )
    for route in routes:
        price = match.game.parse(prices[route.id]).cards if route.id in prices else {}
        table.add_row(
            named(words, route, width),
            str(route.length),
            tint(words, route),
            str(match.game.board.figures.routes.points[route.length - 1]),
            standing(match, words, view, route),
            payment(words, price),
        )
    return table


def named(words: Words, route: Route, width: int) -> Text:
    """As one types it; where that is not the reader's language, the cities too."""
    text = Text(route.id)
    if words.language != "en":
        text.append(" " if width >= WIDE else "\n").append(words.between(route))
    return text


def tint(words: Words, route: Route) -> Text:
    text = coloured(
        route.colour, f" {symbol(route.colour)} {words.say('colours.' + route.colour)} "
    )
    return text.append(special(words, route), QUIET)


def standing(match: Match, words: Words, view: View, route: Route) -> Text:
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
