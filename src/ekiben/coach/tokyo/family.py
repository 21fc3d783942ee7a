"""The coach of Tokyo Railways, as the registry of families finds it."""

from __future__ import annotations

from ekiben.coach.family import Coach
from ekiben.coach.reason import Reason
from ekiben.coach.tokyo.outlook import Outlook
from ekiben.coach.tokyo.reasons import explain_action
from ekiben.coach.tokyo.remarks import remarks_on
from ekiben.coach.tokyo.suggestions import suggest
from ekiben.coach.tokyo.wording import value
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.layout import View


def explain(game: Game, view: View, action: Action) -> Reason:
    return explain_action(Outlook(game, view), action)


def remarks(game: Game, view: View) -> list[Reason]:
    return remarks_on(Outlook(game, view))


COACH = Coach(texts="tokyo", explain=explain, remarks=remarks, value=value, suggest=suggest)
