"""Answers to puzzles of the route games: tickets by their cities, everything else as written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.puzzles import Choice, Puzzle, Trip
from ekiben.server.scenes.family import Answers, Way
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def text(words: Words, view: View, notation: str) -> str:
    """An action in words; tickets to keep are those of the viewer's offer."""
    verb, _, places = notation.partition(" ")
    if verb != "keep":
        return str(value_in_words(words, "action", notation))
    offer = view.offer[view.viewer]
    tickets = [words.board.tickets[int(offer[int(place) - 1])] for place in places.split()]
    return words.say(
        "actions.keep-tickets", tickets=words.listed([words.between(one) for one in tickets])
    )


def turn(words: Words, view: View, actions: Sequence[str]) -> str:
    return words.listed([text(words, view, action) for action in actions])


def trip(words: Words, trip: Trip) -> str:
    raise NotImplementedError("route games have no trips")


def way(game: Game, view: View, choice: Choice) -> Way:
    raise NotImplementedError("route games have no trips")


def reason(words: Words, puzzle: Puzzle, coach: Callable[[], str]) -> str:
    """What the coach says, and what only the search can tell: that waiting or saving is worse."""
    verb, _, rest = puzzle.best.actions[0].partition(" ")
    if verb == "exchange":
        return words.say("server.puzzles.exchange-reason", count=int(rest.split()[0]))
    if puzzle.kind == "block" and verb == "claim":
        return f"{coach()} {words.say('server.puzzles.block-reason')}"
    return coach()


ANSWERS = Answers(
    text=text,
    turn=turn,
    chooses_turns=False,
    trip=trip,
    way=way,
    reason=reason,
    unit="worth",
)
