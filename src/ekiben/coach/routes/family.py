"""The coach of the route games, as the registry of families finds it."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.coach.family import Coach
from ekiben.coach.reason import Reason
from ekiben.coach.routes.claims import explain_claim
from ekiben.coach.routes.outlook import Outlook
from ekiben.coach.routes.wording import value
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.layout import View

EXPLAINED: dict[str, Callable[[Outlook, Action], Reason]] = {"claim": explain_claim}


def explain(game: Game, view: View, action: Action) -> Reason:
    outlook = Outlook(game, view)
    if action.verb in EXPLAINED:
        return EXPLAINED[action.verb](outlook, action)
    return Reason("other", {"action": str(action)}, game.board)


def remarks(game: Game, view: View) -> list[Reason]:
    return []


COACH = Coach(texts="routes", explain=explain, remarks=remarks, value=value)
