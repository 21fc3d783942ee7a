"""The follow-up questions of a turn, the same for all bots once plan and goal are set."""

from __future__ import annotations

from ekiben.bots.routes.card_needs import choose_payment
from ekiben.bots.routes.draws import choose_draw, choose_refill
from ekiben.bots.routes.goals import exclude_from_goal, least_harmful_action
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import choose_pieces
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.state import EMPTY, PIECES, REFILL, SECOND_CARD, State


@compiled
def answer(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Answer for the second card, the deck to refill from, the pieces to take, or a payment."""
    if s.asked == SECOND_CARD:
        card = choose_draw(b, t, s, p)
        return card if card != EMPTY else least_harmful_action(b, s)
    if s.asked == REFILL:
        return choose_refill(b, t, s, p)
    if s.asked == PIECES:
        return choose_pieces(b, t, p)
    exclude_from_goal(b, p, s.route)
    return choose_payment(b, t, s, p)
