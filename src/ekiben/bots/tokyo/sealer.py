"""The sealer: closes two big cities to its opponents first, then plays on. A reference opponent,
not a level for people.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.features import Choices, Sight
from ekiben.bots.tokyo.lockout import flood, is_exit, is_reached, price_of_exits
from ekiben.core.action import Action


class Sealer(Dispatcher):
    """Takes every way into `cities` big cities that an opponent is not joined to yet, the cheapest
    first, on up to `loans` loans in its first `turns` turns; then plays on as the dispatcher, and
    closes a city only where that is done at once. The author of the rules asks people not to do
    this; it is here to measure that it does not pay.
    """

    def __init__(self, seed: int = 0, cities: int = 2, loans: int = 6, turns: int = 8) -> None:
        super().__init__(seed)
        self.cities, self.loans, self.turns = cities, loans, turns

    def is_fair(self, sight: Sight, action: Action) -> bool:
        return True

    def build(self, sight: Sight, choices: Choices) -> Action:
        return self.seal(sight, choices) or super().build(sight, choices)

    def seal(self, sight: Sight, choices: Choices) -> Action | None:
        """A link that is still open to an opponent, on credit; the end of building when none can be
        built in this turn.
        """
        links = self.open_links(sight)
        if not links or sight.s.upgraded:
            return None
        found = next(
            (action for link in links if (action := choices.build(link)) is not None), None
        )
        return (
            found
            or self.credit(sight, choices, links)
            or (choices["done"][0] if sight.s.spent else None)
        )

    def credit(self, sight: Sight, choices: Choices, links: list[int]) -> Action | None:
        """A loan, where one more link could be built with it."""
        cheapest = min(int(self.atlas.b.cost[link]) for link in links)
        wanted = (
            sight.money < cheapest <= self.atlas.b.each_turn - sight.s.spent
            and sight.loans < self.loans
        )
        return choices.first("borrow") if wanted else None

    def open_links(self, sight: Sight) -> list[int]:
        """The links to close a city to an opponent, of the city that costs least; none when enough
        are closed to everybody.
        """
        b, s = self.atlas.b, sight.s
        for other in range(s.seats):
            prices = [price_of_exits(b, s, other, big) for big in range(b.bigs)]
            if (
                other != sight.seat
                and prices.count(0) < self.cities
                and s.joined[other] < b.connections
            ):
                price, big = min((price, big) for big, price in enumerate(prices) if price)
                at_once = price <= min(b.each_turn - s.spent, sight.money)
                return (
                    exits(b, s, other, big) if at_once or sight.turn < self.turns * s.seats else []
                )
        return []


def exits(b: Any, s: Any, seat: int, big: int) -> list[int]:
    """The free links out of a seat's network at a big city, the cheapest first."""
    flood(b, s, seat, big)
    links = {
        int(b.link_at[post, direction])
        for post in range(b.posts)
        if is_reached(b, s, post)
        for direction in range(8)
        if is_exit(b, s, post, direction)
    }
    return sorted(links, key=lambda link: (int(b.cost[link]), link))
