"""The end of a game in words: score sheets, who came where, and why."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ekiben.core.game import Game
from ekiben.core.layout import GameState
from ekiben.server.scenes.sentences import MarkedWords
from ekiben.texts.results import ranking, reason, verdict


class SheetLine(msgspec.Struct):
    """A line of a score sheet; `text` has the markup of sentences."""

    clause: str
    text: str
    points: int


class Ending(msgspec.Struct):
    """What is added to a scene when the game is over."""

    sheet: list[list[SheetLine]]  # per seat
    ranking: list[list[int]]  # seats, best first, those that share a place together
    verdict: str  # who has won and by which tie-break, with the markup of sentences


def ending(game: Game, s: GameState, names: Sequence[str], language: str) -> Ending:
    """From a plain state that is over."""
    words = MarkedWords(language, game.board, names)
    sheets = [
        [
            SheetLine(line.clause, reason(words, line), int(line.points))
            for line in game.sheet(s, seat)
        ]
        for seat in range(s.seats)
    ]
    return Ending(sheets, ranking(game, s), verdict(game, s, words))
