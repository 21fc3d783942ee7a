"""Answers to puzzles of the route games: tickets by their cities, everything else as written."""

from __future__ import annotations

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.puzzles import Choice, Trip
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


def trip(words: Words, trip: Trip) -> str:
    raise NotImplementedError("route games have no trips")


def way(game: Game, view: View, choice: Choice) -> Way:
    raise NotImplementedError("route games have no trips")


ANSWERS = Answers(text=text, trip=trip, way=way, unit="worth")
