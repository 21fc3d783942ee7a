"""What a program is told of a board once, and of a position in names rather than numbers.

Everything comes from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from ekiben.bots.family import BOT_FAMILY
from ekiben.core.game import Game
from ekiben.core.layout import NOBODY, SCRATCH, View

ENDS = {"a", "z", "origin", "goal"}  # numbers of cities, told as their ids


def board(game: Game) -> dict[str, object]:
    """The board's things and numbers, in the order of the view's numbers."""
    return BOT_FAMILY.of(game).board_message(game)


def known(game: Game, view: View) -> dict[str, object]:
    """A position by name; lists are by seat."""
    return BOT_FAMILY.of(game).position_message(game, view)


def things(game: Game, parts: Iterable[str]) -> dict[str, list[dict[str, object]]]:
    """All things of some parts of a board."""
    return {part: [thing(game, part, one) for one in getattr(game.board, part)] for part in parts}


def thing(game: Game, part: str, one: Any) -> dict[str, object]:
    """Without what only a picture needs; posts of ferries stay posts."""
    told = {name: value for name, value in asdict(one).items() if name not in ("picture", "number")}
    if part != "ferries":
        told |= {name: game.board.cities[told[name]].id for name in ENDS & set(told)}
    return told


def fields(game: Game) -> dict[str, list[str]]:
    """The fields of a view, each with what its axes go over."""
    return {
        field.name: [str(axis) for axis in field.axes]
        for field in game.rule_set.state.fields
        if field.seen_by not in (SCRATCH, NOBODY)
    }
