"""A Tokyo map or a game on it as one SVG picture."""

from __future__ import annotations

import hashlib

from ekiben.draw.curves import Point
from ekiben.draw.frame import SIGN, frame, sign, titles
from ekiben.draw.heading import HEADING, MARGIN, WRAPPING, heading, wrapping
from ekiben.draw.ornaments import WAGON, compass, train
from ekiben.draw.pieces import badge, piece
from ekiben.draw.style import PAPER, document, escape_text, group, rect, tag
from ekiben.draw.tokyo.cities import cities, ferries, lettered_names, names
from ekiben.draw.tokyo.contours import PITCH, size
from ekiben.draw.tokyo.panels import (
    STRIP,
    costs_card,
    costs_size,
    footer,
    footer_height,
    forces,
    free_sea,
)
from ekiben.draw.tokyo.position import Situation
from ekiben.draw.tokyo.terrain import base_of, hatching, terrain
from ekiben.draw.tokyo.track import arrows, definitions, strokes, tags, trains
from ekiben.games.tokyo.board_file import BoardFile
from ekiben.texts import say
from ekiben.texts import words as known_words


def svg(
    board: BoardFile,
    state: Situation | None = None,
    language: str = "en",
    title: str | None = None,
    prefix: str | None = None,
) -> str:
    """The picture as SVG text: the empty board without a situation, a wrapping paper at the end."""
    known_words(language)  # an unknown one is refused before anything is drawn
    state = state or Situation()
    prefix = (
        prefix
        or "e"
        + hashlib.sha256(repr((board.digest, state, language, title)).encode()).hexdigest()[:6]
    )
    (wide, high), spot = size(board), place(board, language)
    head = head_height(state, spot)
    whole = wide + 2 * MARGIN, high + 2 * MARGIN + head + footer_height(state, wide)
    parts = [
        tag("title", escape_text(" · ".join(titles(board, language, title)))),
        tag("desc", escape_text(described(board, state, language))),
        defined(board, state, prefix),
        rect(0, 0, *whole, fill=PAPER),
        header(board, state, spot, language, title, prefix),
        group(
            the_map(board, state, spot, language, title, prefix),
            transform=f"translate({MARGIN:g} {MARGIN + head:g})",
        ),
        group(
            footer(board, state, wide, language, prefix),
            transform=f"translate({MARGIN:g} {MARGIN + head + high + 14:g})",
        )
        if state.players
        else "",
    ]
    return document(parts, whole, language)


def described(board: BoardFile, state: Situation, language: str) -> str:
    """The picture in words."""
    name = board.names[language]
    if not state.players:
        return say(
            "cli.tokyo.board",
            language,
            board=name,
            cities=len(board.cities),
            jobs=len(board.jobs),
        )
    rows = [
        say("picture.score", language, name=player.name, score=player.money).strip()
        for player in state.players
    ]
    return say("picture.game", language, board=name, scores=", ".join(rows))


def defined(board: BoardFile, state: Situation, prefix: str) -> str:
    pieces = [
        piece(prefix, "train", player.seat) + badge(prefix, player.seat) for player in state.players
    ]
    clip = tag("clipPath", rect(0, 0, *size(board)), id_=f"{prefix}-sheet")
    return tag("defs", hatching(prefix), clip, definitions(state, prefix), *pieces)


# ---- above the map
def head_height(state: Situation, spot: Point | None) -> float:
    top = WRAPPING if state.over else HEADING if spot is None else 0.0
    return top + (STRIP if state.events else 0.0)


def header(
    board: BoardFile,
    state: Situation,
    spot: Point | None,
    language: str,
    title: str | None,
    prefix: str,
) -> str:
    (large, small), wide = titles(board, language, title), size(board)[0] + 2 * MARGIN
    down = head_height(state, spot) - STRIP + MARGIN - 10
    strip = (
        group(forces(board, state, language), transform=f"translate({MARGIN:g} {down:g})")
        if state.events
        else ""
    )
    if state.over:
        return wrapping(large, small, None, wide, language) + parade(state, wide, prefix) + strip
    return (heading(large, small, wide) if spot is None else "") + strip


def parade(state: Situation, wide: float, prefix: str) -> str:
    """The winner's wagon first, on the line that frames the map."""
    seats = list(state.ranking)
    return train(
        (wide - 74 - WAGON * len(seats)) / 2, MARGIN + WRAPPING - 6.5, seats, "train", prefix
    )


# ---- the map
def the_map(
    board: BoardFile,
    state: Situation,
    spot: Point | None,
    language: str,
    title: str | None,
    prefix: str,
) -> str:
    """Ground, ferries, track, cities, names, jobs, trains, frame, and cards on the sea."""
    return "\n".join(
        filter(
            None,
            [
                group(terrain(board, prefix), clip_path=f"url(#{prefix}-sheet)"),
                ferries(board),
                arrows(board, state) if state.players else "",
                strokes(board, state, prefix),
                cities(board, language),
                lettered_names(board, language),
                tags(board, state, language),
                trains(board, state, prefix),
                frame(*size(board)),
                cards(board, state, spot, language, title),
            ],
        )
    )


def place(board: BoardFile, language: str) -> Point | None:
    """The middle of a free piece of sea for the title and the costs, both in one column."""
    taken = {
        (int((one.box.y + down) // PITCH), int((one.box.x + across) // PITCH))
        for one in names(board, language)
        for across in (-one.box.width / 2, 0, one.box.width / 2)
        for down in (-one.box.height / 2, one.box.height / 2)
    }
    least = SIGN[0] + 14, SIGN[1] + costs_size(board)[1] + 22
    found = free_sea(tuple(base_of(board)), taken, least)
    return None if found is None else (found[0] + found[2] / 2, found[1] + found[3] / 2)


def cards(
    board: BoardFile, state: Situation, spot: Point | None, language: str, title: str | None
) -> str:
    """The title as a station sign, at the end a compass; below it what track costs."""
    if spot is None:
        return ""
    high = costs_size(board)[1]
    top = spot[0], spot[1] - (high + 16) / 2
    counted = say("cli.tokyo.counted", language, count=len(board.cities))
    upper = compass(*top) if state.over else sign(board, top, language, title, counted)
    return upper + costs_card(board, (spot[0], spot[1] + (SIGN[1] + 16) / 2), language)
