"""A route board, a view of it and the legal actions as plain ints and lists, which is what planning works on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from ekiben.core.action import Action
from ekiben.core.compiled import bit
from ekiben.core.layout import View
from ekiben.games.routes.claim import open_routes
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.payment import rest_after
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import SHIP, TRAIN
from ekiben.games.routes.stations import taken

SPACE = 64                      # the price of a space; what is smaller only decides between ways of equal length
TUNNEL_EXTRA = 0.6              # cards that a tunnel costs on top, as a rule
WILD_EXTRA = 1                  # how much dearer a wild is than another card
UNKNOWN = 1_000                 # turns, while the end is not near
BLIND, GIVE_TRAINS, GIVE_SHIPS, BUILD = "blind", "give-trains", "give-ships", "build"      # verbs of their own, for bots


class Atlas:
    """What does not change in a game."""

    def __init__(self, game: RouteGame) -> None:
        b: Any = game.plain_board
        self.b, self.routes = b, range(b.routes)
        self.a, self.z, self.length, self.colour, self.way, self.twin, self.ferry, self.tunnel = (
            table[:b.routes].tolist() for table in (b.a, b.z, b.length, b.colour, b.way, b.twin, b.ferry, b.tunnel))
        self.points: list[int] = b.points[self.length].tolist()
        self.at = [[(route.number, route.a + route.z - city) for route in routes] for city, routes in enumerate(game.routes_at)]
        self.tickets: list[tuple[int, int]] = [(ticket.a, ticket.z) for ticket in game.board.tickets]
        self.value: list[int] = [ticket.points for ticket in game.board.tickets]
        self.supply = int(b.in_play or b.pieces[TRAIN])
        self.advised = int(game.board.numbers["pieces"].get("advised", 0))
        self.first, self.second = b.first_kind.tolist(), b.second_kind.tolist()
        self.second_pays = [-rest_after(SimpleNamespace(owed=0, owed_way=way), 1) for way in (TRAIN, SHIP)]
        self.bonus = [self.district_bonus(route) for route in self.routes]
        self.price = [self.priced(route) for route in self.routes]
        self.meaning = [self.meant(game.action(id)) for id in range(game.action_count)]
        kinds = {name: kind for kind, name in enumerate(game.board.kinds)}
        self.cards = {id: [(kinds[name], count) for name, count in game.action(id).cards.items()]
                      for id in range(game.action_count) if game.action(id).verb == "pay"}

    def district_bonus(self, route: int) -> float:
        """The route's share in what its district scores."""
        ends, bonus = bit(self.a[route]) | bit(self.z[route]), 0.0
        for cities, points in zip(self.b.district.tolist(), self.b.district_points.tolist(), strict=True):
            if cities & ends == ends:
                bonus += points / (cities.bit_count() - 1)
        return bonus

    def priced(self, route: int) -> int:
        """In SPACEs; of ways of equal length the one that scores more is cheaper."""
        extra = TUNNEL_EXTRA * self.tunnel[route] + WILD_EXTRA * self.ferry[route]
        return int(SPACE * (self.length[route] + extra) - self.points[route] - 2 * self.bonus[route])

    def meant(self, action: Action) -> tuple[str, int]:
        """A verb, and the number of what the action is about: a kind, deck, route, city, count of pieces."""
        b, id = self.b, action.id
        starts = {"draw": b.draw, "claim": b.claim, "station": b.build, "harbour": b.build, "refill": b.refill}
        if action.verb == "draw" and id >= b.blind:
            return BLIND, id - b.blind
        if action.verb == "exchange":
            return (GIVE_TRAINS if action.pieces == "trains" else GIVE_SHIPS), action.count
        if action.verb == "take":
            return "take", action.count
        return BUILD if action.verb in ("station", "harbour") else action.verb, id - starts.get(action.verb, 0)

    def ends(self, route: int) -> tuple[int, int]:
        return self.a[route], self.z[route]


@lru_cache(maxsize=16)
def atlas_of(game: RouteGame) -> Atlas:
    return Atlas(game)


class Sight:
    """What a choice needs of the view of the seat to act."""

    def __init__(self, atlas: Atlas, view: View) -> None:
        b, seat = atlas.b, int(view.seat)
        self.open = as_set(open_routes(b, view, word) for word in range(WORDS))
        self.owned = as_set(view.owned[seat])
        self.others = as_set(taken(view, word) for word in range(WORDS)) & ~self.owned if b.stations else 0
        self.hand: list[int] = view.hand[seat].tolist()
        self.tickets = [ticket for ticket in range(b.tickets) if int(view.tickets[seat]) >> ticket & 1]
        self.buildings: list[int] = view.building[seat, :view.built[seat]].tolist()
        self.built_up = int(view.built_up)
        self.pieces: list[int] = b.pieces.tolist() if view.setting_up else [*view.pieces[seat].tolist(), 0][:2]
        self.total = atlas.supply if view.setting_up else sum(self.pieces)
        self.reach = [self.pieces[kind] + self.from_box(b, view, kind) for kind in (TRAIN, SHIP)]
        self.turns_left = (int(view.last_turns) - 1) // int(view.seats) + 1 if view.last_turns else UNKNOWN

    @staticmethod
    def from_box(b: Any, view: View, kind: int) -> int:
        """Pieces of a kind that an exchange can bring."""
        return 0 if view.setting_up else int(exchangeable(b, view, 1 - kind))

    def key(self) -> tuple[object, ...]:
        """All that a plan depends on."""
        return self.open, self.owned, self.others, self.tickets, self.buildings, self.built_up, self.total, self.reach


def as_set(words: Iterable[Any]) -> int:
    """A set of routes in one int."""
    return sum(int(word) << WORD * place for place, word in enumerate(words))


class Choices:
    """The legal actions by verb, and by the number of what they are about."""

    def __init__(self, atlas: Atlas, legal: Sequence[Action]) -> None:
        self.legal = legal
        self.by_verb: dict[str, dict[int, Action]] = {}
        for action in legal:
            verb, number = atlas.meaning[action.id]
            self.by_verb.setdefault(verb, {})[number] = action

    def __getitem__(self, verb: str) -> dict[int, Action]:
        return self.by_verb.get(verb, {})
