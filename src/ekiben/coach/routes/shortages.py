"""Which cards routes still take, and how many turns it is to them; counted as the bots count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ekiben.bots.routes.card_needs import add_goal, clear_goal, find_shortages, missing_with_wilds
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.policy_tables import board_tables
from ekiben.coach.routes.outlook import Outlook
from ekiben.games.routes.board_file import Route
from ekiben.games.routes.claim import in_set, payable
from ekiben.games.routes.sizes import KINDS

CARDS_A_TURN = 2


@dataclass(frozen=True)
class Shortage:
    """Spaces of a route that the hand does not pay in its colour, and wilds it needs in any case.

    `card` is the kind that pays one of those spaces.
    """

    route: Route
    card: str
    missing: int
    wilds: int


@dataclass(frozen=True)
class Bill:
    """What several routes take beyond the hand when no card pays two of them."""

    shortages: list[Shortage]
    cards: int  # missing in all, the wilds at hand filling up

    @property
    def turns(self) -> int:
        """About how many turns: cards two at a time, and a turn for each route."""
        return -(-self.cards // CARDS_A_TURN) + len(self.shortages)

    def by_kind(self) -> dict[str, int]:
        """The missing cards, kind by kind; wilds at hand are not set against them."""
        found: dict[str, int] = {}
        for short in self.shortages:
            if short.missing:
                found[short.card] = found.get(short.card, 0) + short.missing
        return found


def bill(outlook: Outlook, routes: Iterable[int], extra: str | None = None) -> Bill:
    """What routes take; `extra` is a card that comes to the hand."""
    b, p = outlook.b, policy_state(outlook, extra)
    clear_goal(p)
    for route in routes:
        add_goal(p, route)
    lacking = find_shortages(b, board_tables(outlook.game), p)
    found = [shortage(outlook, p, n) for n in range(p.goal_size)]
    wilds = sum(short.wilds for short in found)
    return Bill(found, int(missing_with_wilds(lacking, wilds, int(p.hand[b.wild]))))


def policy_state(outlook: Outlook, extra: str | None) -> PolicyState:
    p = PolicyState()
    p.hand[:KINDS] = outlook.s.hand[outlook.s.seat]
    if extra is not None:
        p.hand[outlook.game.board.kinds.index(extra)] += 1
    return p


def shortage(outlook: Outlook, p: PolicyState, n: int) -> Shortage:
    b, route = outlook.b, outlook.game.board.routes[int(p.shortage_route[n])]
    kind = int(b.first_kind[b.way[route.number]]) + int(p.shortage_colour[n])
    return Shortage(route, outlook.game.board.kinds[kind], int(p.shortage[n]), route.ferry)


def payable_with(outlook: Outlook, extra: str | None = None) -> set[int]:
    """The routes that the hand pays for, with one card more."""
    s = outlook.s.copy()
    if extra is not None:
        s.hand[s.seat, outlook.game.board.kinds.index(extra)] += 1
    words = payable(outlook.b, s)
    return {route.number for route in outlook.game.board.routes if in_set(words, route.number)}
