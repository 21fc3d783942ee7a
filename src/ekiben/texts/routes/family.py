"""Events, values and results of the route games in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ekiben.texts.family import Result, Wording
from ekiben.texts.routes.actions import action_name
from ekiben.texts.routes.moves import JOINED, join_moves, tell
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game
    from ekiben.core.layout import GameState

OWN = {
    "drew-blind": "card",
    "offered": "tickets",
    "kept": "tickets",
}  # kinds that say more to the seat itself
TABLES = {
    "colour": "colours",
    "asked": "cli.questions",
    "deck": "cli.decks",
    "pieces": "cli.pieces",
    "kind": "cli.pieces",
}
TIE_BREAKS = {"US": "US-5.2", "EU": "EU-6.3", "GL": "GL-7.3", "LD": "LD-6.1"}


# ---- events
def sentence(words: Words, event: Event) -> str:
    if event["kind"] == JOINED:
        return tell(words, event["events"])
    count = event.get("count")
    values = {
        name: value_in_words(words, name, value, count)
        for name, value in event.items()
        if name != "kind"
    }
    who = words.seat(event["seat"]) if event.get("seat") is not None else ""
    return words.say(f"events.{key_of(event)}", who=who, **values)


def key_of(event: Event) -> str:
    """The text of an event: another for the seat that sees more, and for a secret action."""
    kind = str(event["kind"])
    if kind == "exchanged":
        return f"exchanged-{event['pieces']}"
    if OWN.get(kind) in event:
        return f"{kind}-own"
    return "undone-secret" if kind == "undone" and "action" not in event else kind


def value(words: Words, name: str, value: object, count: int | None) -> object:
    if isinstance(value, dict):
        return words.cards(value)
    if isinstance(value, list):
        return words.listed([words.ticket(str(one)) for one in value])
    if not isinstance(value, str):
        return value
    if name in TABLES:
        return words.say(f"{TABLES[name]}.{value}", count=count)
    names: dict[str, Callable[[str], str]] = {
        "action": lambda notation: action_name(words, notation),
        "card": words.card,
        "route": words.route,
        "city": words.city,
        "ticket": words.ticket,
    }
    return names[name](value) if name in names else value


# ---- the end
def verdict(game: Game, s: GameState, words: Words, result: Result) -> str:
    """Who has won, and by which tie-break."""
    names, score = result.names, result.score
    if len(result.first) > 1:
        return words("won-together", names=names, score=score, clause=tie_clause(game))
    if len(result.best) > 1:
        reason = words(f"ties.{tie_break(game, s, result.best)}")
        return words("won-tie", name=names, score=score, reason=reason, clause=tie_clause(game))
    return words("won", name=names, score=score)


def tie_break(game: Game, s: GameState, tied: list[int]) -> str:
    """The first tie-break in which the tied seats differ."""
    standings = zip(*(game.standing(s, seat)[1:] for seat in tied), strict=True)
    return next(
        str(name)
        for name, values in zip(game.board.ties, standings, strict=True)
        if len(set(values)) > 1
    )


def tie_clause(game: Game) -> str:
    return TIE_BREAKS.get(game.board.clauses, "RT-7.3")


WORDING = Wording(sentence=sentence, value=value, join_moves=join_moves, verdict=verdict)
