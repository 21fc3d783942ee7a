"""What a hand of cards is worth for routes: what is missing, what is wanted, what can be spared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ekiben.bots.atlas import Atlas
from ekiben.core.action import Action
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN

TUNNEL_RESERVE = 1                  # cards kept ready for a tunnel's extra


@dataclass(frozen=True)
class Shortage:
    """Cards of a colour that a route misses, in spaces, wilds not counted; and the wilds that it needs in any case."""

    route: int
    colour: int
    missing: int
    wilds: int

    def after(self, wilds: int) -> int:
        """What is missing when so many wilds help."""
        return max(0, self.wilds - wilds) + max(0, self.missing - max(0, wilds - self.wilds))


class Purse:
    """A hand, by way of paying and colour, in the spaces it pays for."""

    def __init__(self, atlas: Atlas, hand: Sequence[int]) -> None:
        self.atlas, self.wilds = atlas, hand[atlas.b.wild]
        self.spare = [self.spaces(hand, way) for way in (TRAIN, SHIP)[:atlas.b.decks]]

    def spaces(self, hand: Sequence[int], way: int) -> list[int]:
        first, second, pays = self.atlas.first[way], self.atlas.second[way], self.atlas.second_pays[way]
        colours = self.atlas.b.colours
        if second == EMPTY:
            return list(hand[first:first + colours])
        return [hand[first + colour] + pays * hand[second + colour] for colour in range(colours)]

    def shortage(self, route: int) -> Shortage:
        """For a grey route, in the colour of which there is most; for a tunnel, with a reserve for its extra."""
        atlas = self.atlas
        spare, colour, wilds = self.spare[atlas.way[route]], atlas.colour[route], atlas.ferry[route]
        if colour == EMPTY:
            colour = spare.index(max(spare))
        needed = atlas.length[route] - wilds + TUNNEL_RESERVE * atlas.tunnel[route]
        return Shortage(route, colour, max(0, needed - spare[colour]), wilds)

    def lack(self, route: int) -> int:
        """How many cards the route still takes, wilds helping."""
        return self.shortage(route).after(self.wilds)

    def set_aside(self, found: Shortage) -> None:
        spare = self.spare[self.atlas.way[found.route]]
        spare[found.colour] = max(0, spare[found.colour] - self.atlas.length[found.route] + found.wilds)


def shortages(atlas: Atlas, hand: Sequence[int], routes: Sequence[int]) -> list[Shortage]:
    """What each route misses when no card serves two: routes with a colour choose first, of those the nearest to be paid."""
    purse, found = Purse(atlas, hand), []
    for route in sorted(routes, key=lambda route: (atlas.colour[route] == EMPTY, purse.shortage(route).missing)):
        found.append(purse.shortage(route))
        purse.set_aside(found[-1])
    return found


def wants(atlas: Atlas, hand: Sequence[int], missed: Sequence[Shortage], for_harbour: bool) -> list[float]:
    """How much each kind of card is wanted: more for long routes, and the nearer they are to be paid."""
    wanted = [0.0] * len(hand)
    for found in missed:
        if found.missing:
            way, worth = atlas.way[found.route], atlas.length[found.route] / found.missing
            wanted[atlas.first[way] + found.colour] += worth
            if atlas.second[way] != EMPTY:
                wanted[atlas.second[way] + found.colour] += worth * min(atlas.second_pays[way], found.missing)
    if for_harbour:
        want_symbols(atlas, hand, wanted)
    return wanted


def want_symbols(atlas: Atlas, hand: Sequence[int], wanted: list[float]) -> None:
    """A harbour's cards, in the colour that has most of them."""
    each, kinds = atlas.b.harbour_cost, (atlas.first[HARBOUR], atlas.second[HARBOUR])
    missing = [sum(max(0, each - hand[kind + colour]) for kind in kinds) for colour in range(atlas.b.colours)]
    colour = missing.index(min(missing))
    for kind in kinds:
        if hand[kind + colour] < each:
            wanted[kind + colour] += 2 * each / missing[colour]


# ---- paying
def cheapest_payment(atlas: Atlas, hand: Sequence[int], payments: Sequence[Action], rest: Sequence[int], symbols: bool) -> Action:
    """The fewest wilds, then what the rest of the plan misses least, then the fewest cards with a symbol, if those are of use."""
    wilds = [wilds_in(atlas, payment) for payment in payments]
    fewest = [payment for payment, count in zip(payments, wilds, strict=True) if count == min(wilds)]
    return min(fewest, key=lambda payment: (
        missing_after(atlas, hand, payment, rest), symbols_in(atlas, payment) if symbols else 0, cards_in(atlas, payment), payment.id))


def wilds_in(atlas: Atlas, payment: Action) -> int:
    return sum(count for kind, count in atlas.cards[payment.id] if kind == atlas.b.wild)


def cards_in(atlas: Atlas, payment: Action) -> int:
    return sum(count for _, count in atlas.cards[payment.id])


def symbols_in(atlas: Atlas, payment: Action) -> int:
    colours = atlas.b.colours
    return sum(count for kind, count in atlas.cards[payment.id]
               if any(0 <= kind - first < colours for first in (atlas.first[HARBOUR], atlas.second[HARBOUR])))


def missing_after(atlas: Atlas, hand: Sequence[int], payment: Action, rest: Sequence[int]) -> int:
    """What the rest of the plan misses when this is paid."""
    left = list(hand)
    for kind, count in atlas.cards[payment.id]:
        left[kind] -= count
    return sum(found.missing for found in shortages(atlas, left, rest))
