"""Why to draw a card, and from which deck to refill the market."""

from __future__ import annotations

from ekiben.coach.reason import Reason
from ekiben.coach.routes.outlook import Outlook
from ekiben.coach.routes.shortages import Bill, bill, payable_with
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Route
from ekiben.games.routes.draw import market_kinds
from ekiben.games.routes.state import SHIP, TRAIN

WILD = "wild"
DECKS = {"deck": TRAIN, "trains": TRAIN, "ships": SHIP}


def explain_draw(outlook: Outlook, action: Action) -> Reason:
    if "deck" in action.fields:
        return deck_reason(outlook, str(action.deck))
    card = str(action.card)
    return wild_reason(outlook) if card == WILD else card_reason(outlook, card)


# ---- a card of the market
def card_reason(outlook: Outlook, card: str) -> Reason:
    paid = newly_paid(outlook, card)
    if paid is not None:
        return outlook.reason("draw-pays", card=card, route=paid.id)
    before, after = bill(outlook, outlook.plan.routes), bill(outlook, outlook.plan.routes, card)
    route = helped_route(before, after)
    if route is not None:
        left = next(short.missing for short in after.shortages if short.route == route)
        return outlook.reason("draw-needed", card=card, route=route.id, left=left)
    return spare_reason(outlook, card)


def newly_paid(outlook: Outlook, card: str) -> Route | None:
    """A route of the seat's ways that the hand pays for once it has the card."""
    new = payable_with(outlook, card) - payable_with(outlook)
    return next(
        (route for route in outlook.routes(outlook.plan.routes) if route.number in new), None
    )


def helped_route(before: Bill, after: Bill) -> Route | None:
    """The route that misses less with the card."""
    missing = {short.route.number: short.missing for short in before.shortages}
    fewer = [short for short in after.shortages if short.missing < missing[short.route.number]]
    return min(fewer, key=lambda short: short.missing).route if fewer else None


def spare_reason(outlook: Outlook, card: str) -> Reason:
    """No route of the seat's ways needs it: what it is good for otherwise."""
    kind = outlook.game.board.kinds.index(card)
    held = int(outlook.s.hand[outlook.s.seat, kind]) + 1
    key = "draw-spare" if outlook.plan.routes else "draw-colour"
    return outlook.reason(key, card=card, held=held)


def wild_reason(outlook: Outlook) -> Reason:
    paid = newly_paid(outlook, WILD)
    if paid is not None:
        return outlook.reason("draw-wild-pays", route=paid.id)
    wilds = int(outlook.s.hand[outlook.s.seat, outlook.b.wild])
    ferry = next(
        (route for route in outlook.routes(outlook.plan.routes) if route.ferry > wilds), None
    )
    if ferry is not None:
        return outlook.reason("draw-wild-ferry", route=ferry.id, need=ferry.ferry)
    return outlook.reason("draw-wild")


# ---- a deck
def deck_reason(outlook: Outlook, deck: str) -> Reason:
    useful = useful_card(outlook, DECKS[deck])
    if outlook.b.decks > 1:
        return two_decks_reason(outlook, "draw-deck", deck)
    if useful is not None:
        return outlook.reason("draw-deck-open", deck=deck, card=useful)
    return outlook.reason("draw-deck" if outlook.plan.routes else "draw-deck-free", deck=deck)


def useful_card(outlook: Outlook, deck: int) -> str | None:
    """A card of the market that the seat's ways need."""
    b, kinds = outlook.b, outlook.game.board.kinds
    up, before = market_kinds(b, outlook.s), bill(outlook, outlook.plan.routes)
    for kind in range(b.kinds):
        if up >> kind & 1 and kind != b.wild and b.deck_of[kind] == deck:
            after = bill(outlook, outlook.plan.routes, kinds[kind])
            if helped_route(before, after) is not None:
                return kinds[kind]
    return None


def two_decks_reason(outlook: Outlook, verb: str, deck: str) -> Reason:
    """GL-3.2: how many cards of each deck the seat's ways still need."""
    need = missing_of_deck(outlook, DECKS[deck])
    other = missing_of_deck(outlook, 1 - DECKS[deck])
    key = "needed" if need >= other and need else "other" if other else "free"
    return outlook.reason(f"{verb}-{key}", deck=deck, need=need)


def missing_of_deck(outlook: Outlook, deck: int) -> int:
    found = bill(outlook, outlook.plan.routes)
    return sum(
        short.missing for short in found.shortages if outlook.b.way[short.route.number] == deck
    )


def explain_refill(outlook: Outlook, action: Action) -> Reason:
    return two_decks_reason(outlook, "refill", str(action.deck))
