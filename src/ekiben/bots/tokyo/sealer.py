"""The sealer: closes two big cities to its opponents first, then plays on.

A reference opponent, not a level for people.
"""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.lockout import flood, is_exit, is_reached, price_of_exits
from ekiben.core.action import Action
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.state import BUILD, State


class Sealer(Dispatcher):
    """Closes `cities` big cities on up to `loans` loans in its first `turns` turns.

    It takes every way into a city that an opponent is not joined to yet, the cheapest first. Then
    it plays on as the dispatcher, and closes a city only where that is done at once. The author of
    the rules asks people not to do this; the sealer is here to measure that it does not pay.
    """

    name = "sealer"

    def __init__(self, seed: int = 0, cities: int = 2, loans: int = 6, turns: int = 8) -> None:
        super().__init__(seed)
        self.cities = cities
        self.loans = loans
        self.turns = turns

    def act(self, s: State, legal: Sequence[Action]) -> Action:
        wanted = self.seal(s, {action.id for action in legal}) if s.asked == BUILD else None
        if wanted is None:
            return super().act(s, legal)
        return next(action for action in legal if action.id == wanted)

    def seal(self, s: State, legal: set[int]) -> int | None:
        """Build a link that an opponent could use, on credit; end building when there is none."""
        links = self.open_links(s)
        if not links or s.upgraded:
            return None
        b = self.game.plain_board
        builds = [b.build + link for link in links if b.build + link in legal]
        if builds:
            return builds[0]
        if self.wants_loan(s, links) and b.borrow in legal:
            return b.borrow
        return b.done if s.spent else None

    def wants_loan(self, s: State, links: list[int]) -> bool:
        """Whether one more link could be built with a loan."""
        b = self.game.plain_board
        cheapest = min(int(b.cost[link]) for link in links)
        is_short = s.money[s.seat] < cheapest <= b.each_turn - s.spent
        return bool(is_short and s.loans[s.seat] < self.loans)

    def open_links(self, s: State) -> list[int]:
        """The links that close the cheapest city to an opponent; none when enough are closed."""
        b = self.game.plain_board
        for other in range(s.seats):
            prices = [price_of_exits(b, s, other, big) for big in range(b.bigs)]
            if (
                other != s.seat
                and prices.count(0) < self.cities
                and s.joined[other] < b.connections
            ):
                price, big = min((price, big) for big, price in enumerate(prices) if price)
                at_once = price <= min(b.each_turn - s.spent, s.money[s.seat])
                if at_once or s.turns < self.turns * s.seats:
                    return exits(b, s, other, big)
                return []
        return []


def exits(b: Board, s: State, seat: int, big: int) -> list[int]:
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
