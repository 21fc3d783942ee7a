"""Which tickets the planner keeps, and when it asks for more. The prices of routes are in the
memory.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.cheapest_paths import cheapest, spread
from ekiben.bots.routes.features import next_of
from ekiben.bots.routes.planner_claims import is_joined, network_at
from ekiben.bots.routes.planner_weights import ENOUGH, FURTHER, GAIN, KEEP, TURN_PRICE, knob
from ekiben.bots.routes.plans import add_way, begin_plan, most_valuable, note_needs, open_tickets
from ekiben.bots.routes.policy_state import SPACE
from ekiben.bots.routes.ticket_choice import offered
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.tickets import keepable

HOPE = 0.8  # points that a ticket's point counts before it is drawn, if there is a way for it


@compiled
def keep_best(b: Any, a: Any, s: Any, m: Any, turns_left: float) -> int:
    """The subset of the offer that is worth most together with the tickets held."""
    best, most = 0, 0.0
    begin_plan(m)
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            kept = offered(s, choice)
            gain = worth_of(b, a, s, m, s.tickets[s.seat] | kept, turns_left)
            gain -= knob(a, s, FURTHER) * max(0, count(not_joined(b, m, kept)) - s.least)
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def not_joined(b: Any, m: Any, tickets: int) -> int:
    """Those of some tickets that the seat's own routes do not complete."""
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if not is_joined(b, m, b.ticket_a[ticket], b.ticket_z[ticket]):
            found |= bit(ticket)
    return found


@compiled
def worth_of(b: Any, a: Any, s: Any, m: Any, tickets: int, turns_left: float) -> float:
    """Points of the tickets whose ways are worth their price, less those of the others, less what
    the ways cost.
    """
    forget_plan(m)
    total = 0.0
    while tickets:
        ticket = most_valuable(b, tickets)
        tickets &= ~bit(ticket)
        points = float(b.ticket_points[ticket])
        total += max(-points, served_worth(b, a, s, m, ticket, points, turns_left))
    return total


@compiled
def served_worth(
    b: Any, a: Any, s: Any, m: Any, ticket: int, points: float, turns_left: float
) -> float:
    """What the ticket brings if its way is taken into the plan, as it is when that is worth it;
    else its loss.
    """
    if not cheapest(b, m, b.ticket_a[ticket], b.ticket_z[ticket]):
        return -points
    cost = float(m.spent[b.ticket_z[ticket]]) / SPACE
    gain = points * (2.0 * knob(a, s, KEEP) - 1.0) - cost
    if gain <= -points or is_late(a, s, cost, turns_left) or not add_way(b, s, m):
        return -points
    m.served |= bit(ticket)
    note_needs(m, ticket)
    return gain


@compiled
def is_late(a: Any, s: Any, cost: float, turns_left: float) -> bool:
    """Whether a way of this price takes more turns than are left after this one."""
    return bool(cost > knob(a, s, TURN_PRICE) * (turns_left - 1.0))


@compiled
def forget_plan(m: Any) -> None:
    """Empties the plan; what it had taken in has its price again."""
    for n in range(m.planned_size):
        m.price[m.planned[n]] = m.list_price[m.planned[n]]
    for n in range(m.borrowed_size):
        m.price[m.borrowed[n]] = m.list_price[m.borrowed[n]]
    begin_plan(m)


# ---- asking for more
@compiled
def wants_more(
    b: Any, a: Any, s: Any, m: Any, turns_left: float, instead: float, hopeless: bool
) -> bool:
    """With no ticket to work on, when the best of an offer promises more than the turn brings
    otherwise; without hope of winning, when the best of all tickets does.
    """
    if s.ticket_left == 0 or open_tickets(m) != 0:
        return False
    promised = best_of_offer(b, a, s, m, turns_left)
    return bool(promised > instead + knob(a, s, GAIN) or (hopeless and m.promise[0] > instead))


@compiled
def best_of_offer(b: Any, a: Any, s: Any, m: Any, turns_left: float) -> float:
    """What the best ticket of an offer promises on average, of those that the seat does not hold."""
    spread(b, m, largest_network(b, m), 0)
    size = 0
    for ticket in range(b.regular):
        if not s.tickets[s.seat] & bit(ticket):
            insert_promise(m, size, promise_of(b, a, s, m, ticket, turns_left))
            size += 1
    return mean_best(m, size, min(int(b.offer), int(s.ticket_left)))


@compiled
def largest_network(b: Any, m: Any) -> int:
    """The cities of the seat's network that has the most."""
    found, best, route = 0, 0, next_of(m.mine, 0)
    while route < b.routes:
        if not found & bit(b.a[route]):
            cities = network_at(b, m, int(b.a[route]))
            found |= cities
            if count(cities) > count(best):
                best = cities
        route = next_of(m.mine, route + 1)
    return best


@compiled
def promise_of(b: Any, a: Any, s: Any, m: Any, ticket: int, turns_left: float) -> float:
    """Points of a ticket less what it costs to bring both of its cities to the network; its points
    are lost when pieces or turns are too few for that.
    """
    points, spaces = (
        float(b.ticket_points[ticket]),
        int(m.spent[b.ticket_a[ticket]]) + int(m.spent[b.ticket_z[ticket]]),
    )
    cost, enough = float(spaces) / SPACE, knob(a, s, ENOUGH) * a.supply
    if spaces > 0 and (m.total < enough or is_late(a, s, cost, turns_left)):
        return -points
    return max(-points, points * (HOPE if spaces > 0 else 1.0) - cost)


@compiled
def insert_promise(m: Any, size: int, worth: float) -> None:
    place = size
    while place > 0 and m.promise[place - 1] < worth:
        m.promise[place] = m.promise[place - 1]
        place -= 1
    m.promise[place] = worth


@compiled
def mean_best(m: Any, size: int, drawn: int) -> float:
    """The mean of the best of so many drawn, of all that are sorted."""
    total, chance = 0.0, drawn / max(1, size)
    for place in range(size - drawn + 1):
        total += chance * float(m.promise[place])
        chance = chance * (size - place - drawn) / max(1, size - place - 1)
    return total
