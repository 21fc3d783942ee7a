"""Where a station or a harbour is worth building."""

from __future__ import annotations

from collections.abc import Iterable

from ekiben.bots.atlas import Atlas, Sight
from ekiben.bots.plans import Plan
from ekiben.games.routes.state import EMPTY


# ---- stations
def station_place(atlas: Atlas, plan: Plan, sites: Iterable[int]) -> int:
    """A city from which a route can be borrowed that the tickets need, once nothing else is left to claim for them."""
    ends = [city for route in plan.unserved for city in atlas.ends(route)] if not plan.routes else []
    return next((city for city in ends if city in sites), EMPTY)


def station_gain(atlas: Atlas, plan: Plan, city: int) -> int:
    """Points that a station brings at once: tickets that lack nothing but one route to borrow there."""
    gain = -int(atlas.b.unbuilt)
    for ticket, needs in plan.needs.items():
        lacking = [route for route in needs if route in plan.routes or route in plan.unserved]
        if len(lacking) == 1 and lacking[0] in plan.unserved and city in atlas.ends(lacking[0]):
            gain += 2 * atlas.value[ticket]
    return gain


# ---- harbours
def harbour_score(atlas: Atlas, plan: Plan, city: int, only_done: bool = False) -> int:
    """What a harbour there scores with the tickets that are complete, and those planned."""
    named = sum(city in atlas.tickets[ticket] and not (needs and only_done) for ticket, needs in plan.needs.items())
    scores = atlas.b.harbour_scores.tolist()
    return int(scores[min(named, len(scores)) - 1]) if named else 0


def good_ports(atlas: Atlas, sight: Sight, plan: Plan) -> list[int]:
    """The best ports for the harbours left, by what they would score."""
    ports = {city for ticket in plan.needs for city in atlas.tickets[ticket] if atlas.b.ports & ~sight.built_up & 1 << city}
    left = atlas.b.harbours - len(sight.buildings)
    return sorted(ports, key=lambda city: (-harbour_score(atlas, plan, city), city))[:left]


def harbour_place(atlas: Atlas, sight: Sight, plan: Plan, sites: Iterable[int]) -> int:
    return next((city for city in good_ports(atlas, sight, plan) if city in sites), EMPTY)


def harbour_gain(atlas: Atlas, plan: Plan, city: int) -> int:
    """Points that a harbour brings at once."""
    return harbour_score(atlas, plan, city, only_done=True) - int(atlas.b.unbuilt)
