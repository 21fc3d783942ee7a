"""Lines of a score sheet and who has won, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.texts.family import WORDING, Result
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Game, Line
    from ekiben.core.layout import GameState


def reason(words: Words, line: Line) -> str:
    """What a line of a score sheet is for."""
    details = {
        name: value_in_words(words, name, value)
        for name, value in line.details.items()
        if name != "borrowed"
    }
    said = words.say(f"sheet.{line.reason}", **details)
    borrowed = [words.route(route) for route in line.details.get("borrowed", [])]
    return said + words("borrowed", routes=words.listed(borrowed)) if borrowed else said


def ranking(game: Game, s: GameState) -> list[list[int]]:
    """Seats of a plain state, best first, those that share a place together."""
    standing = [game.standing(s, seat) for seat in range(s.seats)]
    return [
        [seat for seat in range(s.seats) if standing[seat] == place]
        for place in sorted(set(standing), reverse=True)
    ]


def verdict(game: Game, s: GameState, words: Words) -> str:
    """Who has won, and why."""
    first = ranking(game, s)[0]
    scores = [int(score) for score in s.score[: s.seats]]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    names = words.listed([words.seat(seat) for seat in first])
    return WORDING.of(game).verdict(game, s, words, Result(first, best, names, scores[first[0]]))
