"""Lines of a score sheet and who has won, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ekiben.texts.sentences import told
from ekiben.texts.wording import Words, is_lattice

if TYPE_CHECKING:
    from ekiben.core.game import Game, Line

TIE_BREAKS = {"US": "US-5.2", "EU": "EU-6.3", "GL": "GL-7.3", "LD": "LD-6.1"}


def reason(words: Words, line: Line) -> str:
    """What a line of a score sheet is for."""
    details = {
        name: told(words, name, value) for name, value in line.details.items() if name != "borrowed"
    }
    said = words.say(f"sheet.{line.reason}", **details)
    borrowed = [words.route(route) for route in line.details.get("borrowed", [])]
    return said + words("borrowed", routes=words.listed(borrowed)) if borrowed else said


def ranking(game: Game, s: Any) -> list[list[int]]:
    """Seats of a plain state, best first, those that share a place together."""
    standing = [game.standing(s, seat) for seat in range(s.seats)]
    return [
        [seat for seat in range(s.seats) if standing[seat] == place]
        for place in sorted(set(standing), reverse=True)
    ]


def verdict(game: Game, s: Any, words: Words) -> str:
    """Who has won, and by which tie-break."""
    first, scores = ranking(game, s)[0], [int(score) for score in s.score[: s.seats]]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    names, score = words.listed([words.seat(seat) for seat in first]), scores[first[0]]
    if is_lattice(game):
        key = "lattice.won-together" if len(first) > 1 else "lattice.won"
        return words(key, name=names, names=names, joined=int(s.joined[first[0]]), score=score)
    if len(first) > 1:
        return words("won-together", names=names, score=score, clause=tie_clause(game))
    if len(best) > 1:
        return words(
            "won-tie",
            name=names,
            score=score,
            reason=words(f"ties.{tie_break(game, s, best)}"),
            clause=tie_clause(game),
        )
    return words("won", name=names, score=score)


def tie_break(game: Game, s: Any, tied: list[int]) -> str:
    """The first tie-break in which the tied seats differ."""
    standings = zip(*(game.standing(s, seat)[1:] for seat in tied), strict=True)
    return next(
        str(name)
        for name, values in zip(game.board.ties, standings, strict=True)
        if len(set(values)) > 1
    )


def tie_clause(game: Game) -> str:
    return TIE_BREAKS.get(game.board.clauses, "RT-7.3")
