"""The small questions, the same for all bots once they know their plan and goal."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.card_needs import pay
from ekiben.bots.routes.draws import draw, refill
from ekiben.bots.routes.goals import all_but, idle
from ekiben.bots.routes.ticket_choice import take_mix
from ekiben.core.compiled import compiled
from ekiben.games.routes.state import EMPTY, PIECES, REFILL, SECOND_CARD


@compiled
def answer(b: Any, a: Any, s: Any, m: Any) -> int:
    """The second card, the deck that refills the market, the mix of pieces, a payment."""
    if s.asked == SECOND_CARD:
        card = draw(b, a, s, m)
        return card if card != EMPTY else idle(b, s)
    if s.asked == REFILL:
        return refill(b, a, s, m)
    if s.asked == PIECES:
        return take_mix(b, a, m)
    all_but(b, m, s.route)
    return pay(b, a, s, m)
