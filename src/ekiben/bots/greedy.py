"""The greedy bot for the route games: the cheapest way for every ticket, whatever the others do.

After W. Parker, "Racing to the End" (2026): it claims what it can pay of those ways, the longest route first, and else draws
what they need; with its tickets done it draws new ones while it has pieces enough, and at last it races for long routes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ekiben.bots.atlas import BLIND, BUILD, GIVE_SHIPS, GIVE_TRAINS, UNKNOWN, Atlas, Choices, Sight, atlas_of
from ekiben.bots.bot import Bot, Limit
from ekiben.bots.buildings import good_ports, harbour_gain, harbour_place, station_gain, station_place
from ekiben.bots.plans import Plan, planned
from ekiben.bots.purse import Purse, cheapest_payment, shortages, wants
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN

Answer = Callable[[Sight, View, Choices], Action]


class Greedy(Bot):
    """`enough`: with this part of its pieces left it draws new tickets. `price`: points a space must bring in a new ticket."""

    atlas: Atlas

    def __init__(self, seed: int = 0, enough: float = 0.25, price: float = 0.5) -> None:
        super().__init__(seed)
        self.enough, self.price = enough, price
        self.known: tuple[object, Plan] = (None, Plan())
        self.answers: dict[str, Answer] = {
            "turn": self.turn, "second-card": self.second_card, "refill": self.refill, "payment": self.payment,
            "tunnel": self.payment, "tickets": self.keep, "pieces": self.mix}

    def sit(self, game: Game, seat: int | None = None) -> None:
        if not isinstance(game, RouteGame):
            raise EkibenError(f"greedy plays the route games, not {game.name}")
        self.atlas, self.asked_names = atlas_of(game), game.asked_names
        self.known = (None, Plan())

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if not hasattr(self, "atlas"):
            raise EkibenError("greedy must sit down before it chooses: bot.sit(game, seat)")
        if len(legal) == 1:
            return legal[0]
        return self.answers[self.asked_names[view.asked]](Sight(self.atlas, view), view, Choices(self.atlas, legal))

    def plan(self, sight: Sight) -> Plan:
        """The plan of the latest choice, if nothing that it depends on has changed."""
        key = sight.key()
        if self.known[0] != key:
            self.known = (key, planned(self.atlas, sight, sight.tickets))
        return self.known[1]

    # ---- a turn
    def turn(self, sight: Sight, view: View, choices: Choices) -> Action:
        plan = self.plan(sight)
        if sight.turns_left == 1:
            return self.at_once(sight, plan, choices)
        return (self.build(sight, plan, choices) or self.pursue(sight, choices, self.twins(sight, plan.routes))
                or self.new_tickets(sight, choices, plan) or self.pursue(sight, choices, self.race(sight))
                or self.at_once(sight, plan, choices))

    def build(self, sight: Sight, plan: Plan, choices: Choices) -> Action | None:
        """A harbour as soon as there is a good place; a station when nothing else is left to do for the tickets."""
        sites = choices[BUILD]
        if self.atlas.b.stations:
            place = station_place(self.atlas, plan, sites)
        else:
            place = harbour_place(self.atlas, sight, plan, sites) if sites else EMPTY
        return sites.get(place)

    def new_tickets(self, sight: Sight, choices: Choices, plan: Plan) -> Action | None:
        enough = sight.total >= self.enough * self.atlas.supply and sight.turns_left == UNKNOWN
        return next(iter(choices["tickets"].values()), None) if enough and not plan.routes else None

    def pursue(self, sight: Sight, choices: Choices, goal: list[int]) -> Action | None:
        """Claims of these routes the longest that can be paid, or draws for them."""
        purse, claims = Purse(self.atlas, sight.hand), choices["claim"]
        paid = [route for route in goal if purse.lack(route) == 0]
        ready = [route for route in paid if route in claims]
        if ready:
            return claims[max(ready, key=self.atlas.length.__getitem__)]
        return self.exchange(sight, choices, goal, paid) or (self.draw(sight, choices, goal) if goal else None)

    def at_once(self, sight: Sight, plan: Plan, choices: Choices) -> Action:
        """What scores most if nothing comes after it."""
        gains = {action: self.claim_gain(plan, route) for route, action in choices["claim"].items()}
        for city, action in choices[BUILD].items():
            gains[action] = station_gain(self.atlas, plan, city) if self.atlas.b.stations else harbour_gain(self.atlas, plan, city)
        best = max(gains, key=gains.__getitem__, default=None)
        if best is not None and gains[best] > 0:
            return best
        return self.draw(sight, choices, []) or idle(choices)

    def claim_gain(self, plan: Plan, route: int) -> float:
        same = (route, self.atlas.twin[route])
        tickets = [ticket for ticket, needs in plan.needs.items() if len(needs) == 1 and needs[0] in same]
        return self.atlas.points[route] + self.atlas.bonus[route] + 2 * sum(self.atlas.value[ticket] for ticket in tickets)

    def twins(self, sight: Sight, routes: Sequence[int]) -> list[int]:
        """The same routes, or their twins where those are nearer to be paid."""
        purse, found = Purse(self.atlas, sight.hand), []
        for route in routes:
            twin = self.atlas.twin[route]
            nearer = twin != EMPTY and sight.open >> twin & 1 and purse.lack(twin) < purse.lack(route)
            found.append(twin if nearer else route)
        return found

    def race(self, sight: Sight) -> list[int]:
        """The route that brings the most points a turn."""
        purse, best, goal = Purse(self.atlas, sight.hand), 0.0, []
        for route in self.atlas.routes:
            if sight.open >> route & 1 and self.atlas.length[route] <= sight.reach[self.atlas.way[route]]:
                gain = self.per_turn(sight, purse, route)
                if gain > best:
                    best, goal = gain, [route]
        return goal

    def per_turn(self, sight: Sight, purse: Purse, route: int) -> float:
        """Points that a route brings for each turn it takes; none when the turns left are too few."""
        swapped = max(0, self.atlas.length[route] - sight.pieces[self.atlas.way[route]])
        turns = 1 + (purse.lack(route) + 1) // 2 + (swapped > 0)
        return (self.atlas.points[route] + self.atlas.bonus[route] - swapped) / turns if turns <= sight.turns_left else 0

    def exchange(self, sight: Sight, choices: Choices, goal: list[int], paid: list[int]) -> Action | None:
        """Pieces for a route that only lacks those, and for the others of its kind."""
        for route in paid:
            way = self.atlas.way[route]
            short = sum(self.atlas.length[one] for one in goal if self.atlas.way[one] == way) - sight.pieces[way]
            given = choices[GIVE_SHIPS if way == TRAIN else GIVE_TRAINS]
            if self.atlas.length[route] > sight.pieces[way] and given:
                return given[min(short, max(given))]
        return None

    # ---- cards
    def goal(self, sight: Sight) -> list[int]:
        return self.twins(sight, self.plan(sight).routes) or self.race(sight)

    def wanted(self, sight: Sight, goal: list[int]) -> list[float]:
        for_harbour = bool(self.atlas.b.harbours and good_ports(self.atlas, sight, self.plan(sight)))
        return wants(self.atlas, sight.hand, shortages(self.atlas, sight.hand, goal), for_harbour)

    def draw(self, sight: Sight, choices: Choices, goal: list[int]) -> Action | None:
        """A card that is wanted, a wild that is all that is missing, or a blind one."""
        market, decks, wanted = choices["draw"], choices[BLIND], self.wanted(sight, goal)
        useful = max((kind for kind in market if wanted[kind]), key=wanted.__getitem__, default=EMPTY)
        if useful != EMPTY:
            return market[useful]
        if self.atlas.b.wild in market and self.waits_for_wild(sight, goal):
            return market[self.atlas.b.wild]
        return decks.get(self.richer_deck(wanted)) or next(iter([*decks.values(), *market.values()]), None)

    def waits_for_wild(self, sight: Sight, goal: list[int]) -> bool:
        """Whether a wild would be the last card for a route, or is one that no other card can stand for."""
        wilds = sight.hand[self.atlas.b.wild]
        missed = shortages(self.atlas, sight.hand, goal)
        return any(found.after(wilds) == 1 or (found.missing == 0 and found.wilds > wilds) for found in missed)

    def richer_deck(self, wanted: list[float]) -> int:
        """The deck that has more of what is wanted."""
        by_deck = [0.0, 0.0]
        for kind, worth in enumerate(wanted):
            by_deck[self.atlas.b.deck_of[kind]] += worth
        return SHIP if by_deck[SHIP] > by_deck[TRAIN] else TRAIN

    def second_card(self, sight: Sight, view: View, choices: Choices) -> Action:
        return self.draw(sight, choices, self.goal(sight)) or choices.legal[0]

    def refill(self, sight: Sight, view: View, choices: Choices) -> Action:
        return choices["refill"][self.richer_deck(self.wanted(sight, self.goal(sight)))]

    def payment(self, sight: Sight, view: View, choices: Choices) -> Action:
        """A tunnel's extra is always paid if it can be."""
        rest = [route for route in self.plan(sight).routes if view.route not in (route, self.atlas.twin[route])]
        symbols = self.atlas.b.harbours > len(sight.buildings)
        return cheapest_payment(self.atlas, sight.hand, list(choices["pay"].values()), rest, symbols)

    # ---- tickets and pieces
    def keep(self, sight: Sight, view: View, choices: Choices) -> Action:
        offer = view.offer[view.seat].tolist()
        return max(choices.legal, key=lambda action: self.worth(sight, [offer[place - 1] for place in action.tickets]))

    def worth(self, sight: Sight, tickets: list[int]) -> float:
        """Points of what can be done with these tickets too, less those of what cannot and the price of the spaces."""
        plan, value = planned(self.atlas, sight, sight.tickets + tickets), self.atlas.value
        done, lost = sum(value[ticket] for ticket in plan.needs), sum(value[ticket] for ticket in plan.lost)
        return done - lost - self.price * sum(plan.spaces)

    def mix(self, sight: Sight, view: View, choices: Choices) -> Action:
        """Pieces for the plan, and the rest of them as is advised."""
        spaces = self.plan(sight).spaces
        trains = spaces[TRAIN] + (self.atlas.supply - sum(spaces)) * self.atlas.advised / self.atlas.supply
        return min(choices.legal, key=lambda action: abs(action.count - trains))


def idle(choices: Choices) -> Action:
    """When nothing is of use: as little harm as can be."""
    return choices[GIVE_TRAINS].get(1) or choices[GIVE_SHIPS].get(1) or choices.legal[-1]
