"""Why to pay with these cards, for a tunnel too."""

from __future__ import annotations

from ekiben.coach.reason import Reason
from ekiben.coach.routes.outlook import Outlook
from ekiben.coach.routes.shortages import bill
from ekiben.core.action import Action
from ekiben.games.routes.state import EMPTY, TUNNEL

WILD = "wild"


def explain_pay(outlook: Outlook, action: Action) -> Reason:
    """The fewest wilds, and nothing that the seat's ways need."""
    others = [other for other in payments(outlook) if other != action]
    cards: dict[str, int] = action.cards
    if outlook.s.asked == TUNNEL:
        return outlook.reason("pay-tunnel", cards=cards, count=sum(cards.values()))
    if not others:
        return outlook.reason("pay-only", cards=cards)
    wilds, fewest = cards.get(WILD, 0), min(other.cards.get(WILD, 0) for other in others)
    if wilds > fewest:
        return outlook.reason("pay-wilds", cards=cards, count=wilds - fewest)
    needed = needed_cards(outlook)
    kept = kept_card(cards, others, needed)
    if kept is not None:
        return outlook.reason("pay-keeps", cards=cards, card=kept, route=needed[kept])
    wasted = next((card for card in cards if card in needed), None)
    if wasted is not None:
        return outlook.reason("pay-needed", cards=cards, card=wasted, route=needed[wasted])
    most = max(other.cards.get(WILD, 0) for other in others)
    return outlook.reason("pay-fewest-wilds" if most > wilds else "pay-any", cards=cards)


def payments(outlook: Outlook) -> list[Action]:
    """All ways to pay what is owed."""
    legal = [outlook.game.action(id) for id in outlook.game.legal_ids(outlook.s)]
    return [action for action in legal if action.verb == "pay"]


def needed_cards(outlook: Outlook) -> dict[str, str]:
    """The kinds of card that further routes of the seat's ways take, each with such a route."""
    further = [route for route in outlook.plan.routes if route != outlook.s.route]
    return {
        short.card: short.route.id
        for short in reversed(bill(outlook, further).shortages)
        if short.route.length > short.route.ferry
    }


def kept_card(cards: dict[str, int], others: list[Action], needed: dict[str, str]) -> str | None:
    """A card that the seat needs, and that this payment leaves in the hand but another takes."""
    if any(card in needed for card in cards):
        return None
    spent = (card for other in others for card in other.cards if card in needed)
    return next(spent, None)


def explain_withdraw(outlook: Outlook, action: Action) -> Reason:
    """Whether the extra could be paid at all."""
    route = "" if outlook.s.route == EMPTY else outlook.game.board.routes[outlook.s.route].id
    key = "withdraw" if payments(outlook) else "withdraw-must"
    return outlook.reason(key, route=route, count=int(outlook.s.owed))
