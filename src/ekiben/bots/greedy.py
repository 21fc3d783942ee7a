"""The greedy bot: the cheapest way for every ticket, whatever the others do."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.atlas import Atlas, Sight
from ekiben.bots.bot import Bot, Limit
from ekiben.bots.plans import Plan, planned
from ekiben.bots.purse import Purse, shortages, wants
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame


class Greedy(Bot):
    """Parker"""

    def __init__(self, seed: int = 0, enough: float = 0.3, price: float = 0.5) -> None:
        super().__init__(seed)
        self.enough, self.price = enough, price

    def sit(self, game: Game, seat: int) -> None:
        if not isinstance(game, RouteGame):
            raise EkibenError(f"greedy plays the route games, not {game.name}")
        self.game, self.atlas = game, Atlas(game)
        self.known: tuple[object, Plan] = (None, Plan())

    def plan(self, sight: Sight) -> Plan:
        key = sight.key()
        if self.known[0] != key:
            self.known = (key, planned(self.atlas, sight, sight.tickets))
        return self.known[1]

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if len(legal) == 1:
            return legal[0]
        sight = Sight(self.atlas, view)
        asked = self.game.asked_names[view.asked]
        if asked in ("turn",):
            return self.turn(sight, view, legal)
        if asked == "second-card":
            return self.draw(sight, self.goal(sight, view), legal)
        if asked == "payment":
            return self.payment(sight, view, legal)
        if asked == "tickets":
            return self.keep(sight, view, legal)
        return legal[0]

    def choices(self, sight, routes):
        found = []
        for r in routes:
            found.append(r)
            t = self.atlas.twin[r]
            if t >= 0 and sight.is_open(t): found.append(t)
        return found

    def best_twins(self, sight, routes):
        """for each route the twin with smaller shortage"""
        purse = Purse(self.atlas, sight.hand)
        found = []
        for r in routes:
            t = self.atlas.twin[r]
            if t >= 0 and sight.is_open(t) and purse.shortage(t).missing < purse.shortage(r).missing: r = t
            found.append(r)
        return found

    def goal(self, sight, view):
        plan = self.plan(sight)
        return self.best_twins(sight, plan.routes) if plan.routes else self.race(sight, view)

    def turn(self, sight, view, legal):
        plan = self.plan(sight)
        claims = {a.id - self.atlas.b.claim: a for a in legal if a.verb == "claim"}
        L = self.atlas.length
        if sight.last:
            return self.final(sight, plan, claims, legal)
        if plan.routes:
            mine = [r for r in self.best_twins(sight, plan.routes) if r in claims]
            if mine:
                return claims[max(mine, key=lambda r: L[r])]
            return self.draw(sight, self.best_twins(sight, plan.routes), legal)
        if sight.total >= self.enough * self.atlas.supply:
            for a in legal:
                if a.verb == "tickets": return a
        goal = self.race(sight, view)
        for r in goal:
            if r in claims: return claims[r]
        return self.draw(sight, goal, legal)

    def final(self, sight, plan, claims, legal):
        finishing = [w[0] for w in plan.ways.values() if len(w) == 1]
        for r in self.best_twins(sight, finishing):
            if r in claims: return claims[r]
        if claims:
            return claims[max(claims, key=lambda r: self.atlas.points[r])]
        return self.draw(sight, [], legal)

    def race(self, sight, view):
        purse = Purse(self.atlas, sight.hand)
        best, found = -1, []
        for r in self.atlas.routes:
            if sight.is_open(r) and self.atlas.length[r] <= sight.pieces[self.atlas.way[r]]:
                m = max(0, purse.shortage(r).missing - purse.wilds)
                v = (self.atlas.points[r] + self.atlas.bonus[r]) / (1 + (m + 1) // 2)
                if v > best: best, found = v, [r]
        return found

    def draw(self, sight, goal, legal):
        wanted = wants(self.atlas, sight.hand, goal)
        b = self.atlas.b
        market = [a for a in legal if a.verb == "draw" and a.id < b.blind]
        blind = [a for a in legal if a.verb == "draw" and a.id >= b.blind]
        purse = Purse(self.atlas, sight.hand)
        useful = [a for a in market if wanted[a.id - b.draw] > 0]
        if useful:
            return max(useful, key=lambda a: wanted[a.id - b.draw])
        short = [s.missing - purse.wilds for s in shortages(self.atlas, sight.hand, goal)]
        for a in market:
            if a.id - b.draw == b.wild and short and min(short) == 1: return a
        if blind: return blind[0]
        if market: return market[0]
        return legal[0]

    def payment(self, sight, view, legal):
        rest = [r for r in self.plan(sight).routes if r != view.route]
        def key(a):
            cards = a.cards
            hand = list(sight.hand)
            for kind, n in cards.items(): hand[self.game.board.kinds.index(kind)] -= n
            lack = sum(s.missing for s in shortages(self.atlas, hand, rest))
            return (cards.get("wild", 0), lack, sum(cards.values()), a.id)
        return min(legal, key=key)

    def keep(self, sight, view, legal):
        offer = view.offer[view.viewer].tolist()
        def value(a):
            tickets = [offer[place - 1] for place in a.tickets]
            plan = planned(self.atlas, sight, sight.tickets + tickets)
            P = self.atlas.ticket_points
            return sum(P[t] for t in plan.ways) - sum(P[t] for t in plan.lost) - self.price * plan.total
        return max(legal, key=value)
