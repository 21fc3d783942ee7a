"""The end of a game in words: score sheets, who came where, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ekiben.core.game import Game, Line
from ekiben.core.layout import GameState
from ekiben.server.scenes.sentences import MarkedWords
from ekiben.texts.results import ranking, reason, verdict


class SheetLine(msgspec.Struct, omit_defaults=True):
    """A line of a score sheet; `text` has the markup of sentences.

    `late` lines are scored only when the game is over. `ticket` and `routes` are what the line
    speaks of on the board: a complete ticket has the routes that join its cities.
    """

    clause: str
    text: str
    points: int
    late: bool = False
    ticket: int = -1
    routes: list[int] = []


class Ending(msgspec.Struct):
    """What is added to a scene when the game is over."""

    sheet: list[list[SheetLine]]  # per seat
    ranking: list[list[int]]  # seats, best first, those that share a place together
    verdict: str  # who has won and by which tie-break, with the markup of sentences
    margin: str  # by how many points, and ahead of whom; empty if points did not decide


Refine = Callable[[SheetLine, Line, int], None]  # adds what a seat's line speaks of on the board


def ending(
    game: Game,
    s: GameState,
    names: Sequence[str],
    language: str,
    *,
    ahead: str,
    refine: Refine = lambda made, line, seat: None,
) -> Ending:
    """From a plain state that is over; `ahead` is the text that tells the winner's margin."""
    words = MarkedWords(language, game.board, names)

    def sheet_line(line: Line, seat: int) -> SheetLine:
        made = SheetLine(line.clause, reason(words, line), int(line.points))
        refine(made, line, seat)
        return made

    sheets = [[sheet_line(line, seat) for line in game.sheet(s, seat)] for seat in range(s.seats)]
    places = ranking(game, s)
    return Ending(sheets, places, verdict(game, s, words), margin(s, places, words, ahead))


def margin(s: GameState, places: list[list[int]], words: MarkedWords, text: str) -> str:
    """By how much the winner is ahead; empty if several won, or one with no more points."""
    if len(places) < 2 or len(places[0]) > 1:
        return ""
    scores = [int(score) for score in s.score[: s.seats]]
    ahead = scores[places[0][0]] - max(scores[seat] for seat in places[1])
    if ahead <= 0:
        return ""
    others = words.listed([words.seat(seat) for seat in places[1]])
    return words.say(text, count=ahead, others=others)
