"""What a hand of cards is worth for routes: what is missing, what is wanted, what can be spared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ekiben.bots.atlas import Atlas
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN


@dataclass
class Shortage:
    """Cards of a colour that a route still misses, wilds not counted."""

    route: int
    colour: int
    missing: int


class Purse:
    """Cards by way of paying and colour, in spaces that they pay for."""

    def __init__(self, atlas: Atlas, hand: Sequence[int]) -> None:
        self.atlas, self.wilds = atlas, hand[atlas.b.wild]
        self.spare = [self.spaces(hand, way) for way in (TRAIN, SHIP)[:atlas.b.decks]]

    def spaces(self, hand: Sequence[int], way: int) -> list[int]:
        """RT-4.1, GL-4.1, GL-4.4: a double ship pays for two spaces."""
        first, second, weight = self.atlas.first[way], self.atlas.second[way], 2 if way == SHIP else 1
        colours = range(self.atlas.b.colours)
        if second == EMPTY:
            return list(hand[first:first + len(colours)])
        return [hand[first + colour] + weight * hand[second + colour] for colour in colours]

    def shortage(self, route: int, reserve: int = 0) -> Shortage:
        """Of the colour that has most of it."""
        atlas = self.atlas
        spare, colour = self.spare[atlas.way[route]], atlas.colour[route]
        if colour == EMPTY:
            colour = max(range(len(spare)), key=spare.__getitem__)
        return Shortage(route, colour, max(0, atlas.length[route] + reserve - atlas.ferry[route] - spare[colour]))

    def set_aside(self, found: Shortage) -> None:
        atlas = self.atlas
        spare = self.spare[atlas.way[found.route]]
        spare[found.colour] = max(0, spare[found.colour] - atlas.length[found.route] + atlas.ferry[found.route])


def shortages(atlas: Atlas, hand: Sequence[int], routes: Sequence[int]) -> list[Shortage]:
    """What each route misses when every card is set aside for one of them: colours that are asked for first, grey last."""
    purse = Purse(atlas, hand)
    found = []
    for grey in (False, True):
        for route in sorted((route for route in routes if (atlas.colour[route] == EMPTY) == grey),
                            key=lambda route: purse.shortage(route).missing):
            found.append(purse.shortage(route, reserve=atlas.tunnel[route]))
            purse.set_aside(found[-1])
    return found


def wants(atlas: Atlas, hand: Sequence[int], routes: Sequence[int]) -> list[float]:
    """How much each kind of card is wanted: the nearer it brings a route, the more."""
    wanted = [0.0] * len(hand)
    for found in shortages(atlas, hand, routes):
        if found.missing:
            worth = atlas.length[found.route] / found.missing
            way = atlas.way[found.route]
            wanted[atlas.first[way] + found.colour] += worth
            if atlas.second[way] != EMPTY:
                wanted[atlas.second[way] + found.colour] += worth * (2 if way == SHIP and found.missing > 1 else 1.01)
    return wanted
