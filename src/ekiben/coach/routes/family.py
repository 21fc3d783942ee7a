"""The coach of the route games, as the registry of families finds it."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.coach.family import Coach
from ekiben.coach.reason import Reason
from ekiben.coach.routes.buildings import (
    explain_exchange,
    explain_harbour,
    explain_pass,
    explain_station,
    explain_take,
)
from ekiben.coach.routes.claims import explain_claim
from ekiben.coach.routes.draws import explain_draw, explain_refill
from ekiben.coach.routes.outlook import Outlook
from ekiben.coach.routes.payments import explain_pay, explain_withdraw
from ekiben.coach.routes.remarks import list_remarks
from ekiben.coach.routes.tickets import explain_keep, explain_tickets
from ekiben.coach.routes.wording import value
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.layout import View

EXPLAINED: dict[str, Callable[[Outlook, Action], Reason]] = {
    "claim": explain_claim,
    "draw": explain_draw,
    "exchange": explain_exchange,
    "harbour": explain_harbour,
    "keep": explain_keep,
    "pass": explain_pass,
    "pay": explain_pay,
    "refill": explain_refill,
    "station": explain_station,
    "take": explain_take,
    "tickets": explain_tickets,
    "withdraw": explain_withdraw,
}


def explain(game: Game, view: View, action: Action) -> Reason:
    return EXPLAINED[action.verb](Outlook(game, view), action)


def remarks(game: Game, view: View) -> list[Reason]:
    return list_remarks(Outlook(game, view))


COACH = Coach(texts="routes", explain=explain, remarks=remarks, value=value)
