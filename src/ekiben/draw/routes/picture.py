"""A board, a running game or a finished one as one SVG picture."""

from __future__ import annotations

import hashlib

from ekiben.draw.frame import frame, sign, titles
from ekiben.draw.heading import HEADING, MARGIN, WRAPPING, heading, wrapping
from ekiben.draw.ornaments import WAGON, compass, train
from ekiben.draw.routes import scores
from ekiben.draw.routes.cards import districts_card, points_card
from ekiben.draw.routes.cities import cities
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.scenery import scenery
from ekiben.draw.routes.schematic import Schematic, schematic
from ekiben.draw.routes.symbols import defined, looks
from ekiben.draw.routes.tracks import journeys, tracks
from ekiben.draw.style import PAPER, document, escape_text, group, rect, tag
from ekiben.games.routes.board_file import BoardFile
from ekiben.texts import say, words


def svg(
    board: BoardFile,
    position: Position | None = None,
    language: str = "en",
    title: str | None = None,
    prefix: str | None = None,
) -> str:
    """The picture as SVG text: the empty board without a position, a wrapping paper at the end."""
    words(language)  # an unknown one is refused before anything is drawn
    shown, plan = position or Position(), schematic(board)
    prefix = (
        prefix
        or "e"
        + hashlib.sha256(repr((board.digest, shown, language, title)).encode()).hexdigest()[:6]
    )
    head, foot = heights(plan, shown)
    wide, high = plan.size[0] + 2 * MARGIN, plan.size[1] + 2 * MARGIN + head + foot
    parts = [
        tag("title", escape_text(" · ".join(titles(board, language, title)))),
        tag("desc", escape_text(described(board, shown, language))),
        definitions(board, plan, shown, prefix),
        rect(0, 0, wide, high, fill=PAPER),
        header(board, plan, shown, language, title, prefix),
        group(
            the_map(board, plan, shown, language, title, prefix),
            transform=f"translate({MARGIN:g} {MARGIN + head:g})",
        ),
        group(
            footer(board, shown, plan.size[0], language, prefix),
            transform=f"translate({MARGIN:g} {high - 14 - foot:g})",
        ),
    ]
    return document(parts, (wide, high), language)


def heights(plan: Schematic, position: Position) -> tuple[float, float]:
    """How much stands above and below the map."""
    if position.over:
        return WRAPPING, scores.LABELS
    return 0.0 if "title" in plan.spots else HEADING, scores.STRIP if position.seats else 0.0


def described(board: BoardFile, position: Position, language: str) -> str:
    """The picture in words."""
    name = board.names[language]
    if not position.seats:
        return say(
            "picture.board",
            language,
            board=name,
            cities=len(board.cities),
            routes=len(board.routes),
        )
    rows = [
        say(
            "picture.score", language, name=position.name(seat), score=scores.score(position, seat)
        ).strip()
        for seat in range(position.seats)
    ]
    return say("picture.game", language, board=name, scores=", ".join(rows))


def definitions(board: BoardFile, plan: Schematic, position: Position, prefix: str) -> str:
    colours = sorted(
        {
            look
            for colour, look in looks(board).items()
            if colour in {route.colour for route in board.routes}
        }
    )
    ferries = any(route.ferry for route in board.routes)
    clip = tag("clipPath", rect(0, 0, *plan.size), id_=f"{prefix}-sheet")
    return defined(prefix, colours, list(board.pieces), position.seats, ferries) + clip


def the_map(
    board: BoardFile,
    plan: Schematic,
    position: Position,
    language: str,
    title: str | None,
    prefix: str,
) -> str:
    """Ground, routes, cities, frame, and the cards that lie on it."""
    return "\n".join(
        [
            group(scenery(board, plan, language, prefix), clip_path=f"url(#{prefix}-sheet)"),
            journeys(plan, position),
            tracks(board, plan, position, language, prefix),
            cities(board, plan, position, language, prefix),
            frame(*plan.size),
            *(
                card(board, plan, name, position, language, title, prefix)
                for name in sorted(plan.spots)
            ),
        ]
    )


def card(
    board: BoardFile,
    plan: Schematic,
    name: str,
    position: Position,
    language: str,
    title: str | None,
    prefix: str,
) -> str:
    """What lies at a free spot of the map; at the end, a compass where the title was."""
    at = plan.spots[name]
    if name == "points":
        return points_card(board, at, language)
    if name == "districts":
        return districts_card(board, at, position, language, prefix)
    if position.over:
        return compass(*at)
    return sign(
        board, at, language, title, say("picture.routes", language, count=len(board.routes))
    )


def header(
    board: BoardFile,
    plan: Schematic,
    position: Position,
    language: str,
    title: str | None,
    prefix: str,
) -> str:
    (large, small), wide = titles(board, language, title), plan.size[0] + 2 * MARGIN
    if position.over:
        return wrapping(large, small, position.date, wide, language) + parade(
            board, position, wide, prefix
        )
    if "title" in plan.spots:
        return ""
    return heading(large, small, wide)


def parade(board: BoardFile, position: Position, wide: float, prefix: str) -> str:
    """The winner's wagon first, on the line that frames the map."""
    seats = position.ranking()
    return train(
        (wide - 74 - WAGON * len(seats)) / 2,
        MARGIN + WRAPPING - 6.5,
        seats,
        board.pieces[0],
        prefix,
    )


def footer(board: BoardFile, position: Position, wide: float, language: str, prefix: str) -> str:
    if position.over:
        return scores.labels(board, position, wide, language, prefix)
    return scores.strip(board, position, wide, prefix) if position.seats else ""
