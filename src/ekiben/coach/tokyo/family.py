"""The coach of Tokyo Railways, as the registry of families finds it."""

from __future__ import annotations

from ekiben.coach.family import Coach
from ekiben.coach.reason import Reason, Value
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def explain(game: Game, view: View, action: Action) -> Reason:
    if action.verb == "unload":
        job = next(job for job in game.board.jobs if job.id == action.job)
        return Reason("unload", {"job": job.id, "reward": job.reward}, game.board)
    return Reason("other", {"action": str(action)}, game.board)


def remarks(game: Game, view: View) -> list[Reason]:
    return []


def value(words: Words, name: str, value: Value) -> object:
    return value_in_words(words, name, value)


COACH = Coach(texts="tokyo", explain=explain, remarks=remarks, value=value)
