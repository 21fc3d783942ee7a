"""The options of the route games and their values."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben.core.game import Option
from ekiben.games.routes.board_file import BoardFile


@dataclass(frozen=True)
class Options:
    """The options of one game, by name."""

    first_seat: str | int = 0  # 0 or "drawn"
    empty_deck: str = "none"  # "none" or "market"
    station_tiebreak: str = "more"  # "more" or "fewer"; of boards that break ties by stations
    sweep_wilds: int = 3


def options_of(board: BoardFile) -> list[Option]:
    """List the options that concern a board, each with its values; the first is the default."""
    known = [
        Option("first_seat", (0, "drawn"), "RT-1.6"),
        Option("empty_deck", ("none", "market"), "RT-3.10"),
    ]
    if "stations" in board.ties:
        known.append(Option("station_tiebreak", ("more", "fewer"), "EU-6.3"))
    if board.decks > 1:
        known.append(Option("sweep_wilds", (board.figures.cards.sweep_wilds, 3), "GL-3.3"))
    return known
