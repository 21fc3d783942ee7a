"""Which tickets the planner keeps, and when it asks for more; `price` must be set."""

from __future__ import annotations

from ekiben.bots.routes.cheapest_paths import find_cheapest_path, find_nearest
from ekiben.bots.routes.features import next_route
from ekiben.bots.routes.planner_claims import is_connected, network_at
from ekiben.bots.routes.planner_weights import ENOUGH, FURTHER, GAIN, KEEP, TURN_PRICE, weight
from ekiben.bots.routes.plans import (
    add_path,
    clear_plan,
    most_valuable_ticket,
    record_needs,
    unfinished_tickets,
)
from ekiben.bots.routes.policy_state import SPACE, PolicyState, PolicyTables
from ekiben.bots.routes.ticket_choice import chosen_tickets
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.state import State
from ekiben.games.routes.tickets import keepable

HOPE = 0.8  # points that a ticket's point counts before it is drawn, if there is a path for it


@compiled
def choose_tickets(b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float) -> int:
    """The subset of the offer that is worth most together with the tickets held."""
    best, most = 0, 0.0
    clear_plan(p)
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            kept = chosen_tickets(s, choice)
            gain = tickets_value(b, t, s, p, s.tickets[s.seat] | kept, turns_left)
            gain -= weight(t, s, FURTHER) * max(0, count(unconnected_tickets(b, p, kept)) - s.least)
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def unconnected_tickets(b: Board, p: PolicyState, tickets: int) -> int:
    """Those of some tickets that the seat's own routes do not complete."""
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if not is_connected(b, p, b.ticket_a[ticket], b.ticket_z[ticket]):
            found |= bit(ticket)
    return found


@compiled
def tickets_value(
    b: Board, t: PolicyTables, s: State, p: PolicyState, tickets: int, turns_left: float
) -> float:
    """Points of the tickets worth their path, less those of the others, less what paths cost."""
    reset_plan(p)
    total = 0.0
    while tickets:
        ticket = most_valuable_ticket(b, tickets)
        tickets &= ~bit(ticket)
        points = float(b.ticket_points[ticket])
        total += max(-points, ticket_value(b, t, s, p, ticket, points, turns_left))
    return total


@compiled
def ticket_value(
    b: Board,
    t: PolicyTables,
    s: State,
    p: PolicyState,
    ticket: int,
    points: float,
    turns_left: float,
) -> float:
    """What the ticket brings if its path joins the plan, as it does when it is worth it.

    Otherwise its loss.
    """
    if not find_cheapest_path(b, p, b.ticket_a[ticket], b.ticket_z[ticket]):
        return -points
    cost = float(p.distance[b.ticket_z[ticket]]) / SPACE
    gain = points * (2.0 * weight(t, s, KEEP) - 1.0) - cost
    if gain <= -points or takes_too_long(t, s, cost, turns_left) or not add_path(b, s, p):
        return -points
    p.planned_tickets |= bit(ticket)
    record_needs(p, ticket)
    return gain


@compiled
def takes_too_long(t: PolicyTables, s: State, cost: float, turns_left: float) -> bool:
    """Whether a path of this cost takes more turns than are left after this one."""
    return bool(cost > weight(t, s, TURN_PRICE) * (turns_left - 1.0))


@compiled
def reset_plan(p: PolicyState) -> None:
    """Empty the plan, and give its routes their prices again."""
    for n in range(p.planned_size):
        p.price[p.planned[n]] = p.list_price[p.planned[n]]
    for n in range(p.borrowed_size):
        p.price[p.borrowed[n]] = p.list_price[p.borrowed[n]]
    clear_plan(p)


# ---- asking for more
@compiled
def wants_more_tickets(
    b: Board,
    t: PolicyTables,
    s: State,
    p: PolicyState,
    turns_left: float,
    instead: float,
    hopeless: bool,
) -> bool:
    """Whether to draw tickets: none is left to work on, and they promise more than the turn.

    Without hope of winning, when even the best of all tickets does.
    """
    if s.ticket_left == 0 or unfinished_tickets(p) != 0:
        return False
    promised = expected_best_offer(b, t, s, p, turns_left)
    return bool(promised > instead + weight(t, s, GAIN) or (hopeless and p.promise[0] > instead))


@compiled
def expected_best_offer(
    b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float
) -> float:
    """What the best ticket of an offer promises on average, of those the seat does not hold."""
    find_nearest(b, p, largest_network(b, p), 0)
    size = 0
    for ticket in range(b.regular):
        if not s.tickets[s.seat] & bit(ticket):
            insert_promise(p, size, ticket_promise(b, t, s, p, ticket, turns_left))
            size += 1
    return mean_of_best(p, size, min(int(b.offer), int(s.ticket_left)))


@compiled
def largest_network(b: Board, p: PolicyState) -> int:
    """The cities of the seat's network that has the most."""
    found, best, route = 0, 0, next_route(p.owned, 0)
    while route < b.routes:
        if not found & bit(b.a[route]):
            cities = network_at(b, p, int(b.a[route]))
            found |= cities
            if count(cities) > count(best):
                best = cities
        route = next_route(p.owned, route + 1)
    return best


@compiled
def ticket_promise(
    b: Board, t: PolicyTables, s: State, p: PolicyState, ticket: int, turns_left: float
) -> float:
    """A ticket's points less the cost of connecting both its cities to the network.

    Its points are lost when pieces or turns are too few for that.
    """
    points = float(b.ticket_points[ticket])
    spaces = int(p.distance[b.ticket_a[ticket]]) + int(p.distance[b.ticket_z[ticket]])
    cost, enough = float(spaces) / SPACE, weight(t, s, ENOUGH) * t.supply
    if spaces > 0 and (p.total_pieces < enough or takes_too_long(t, s, cost, turns_left)):
        return -points
    return max(-points, points * (HOPE if spaces > 0 else 1.0) - cost)


@compiled
def insert_promise(p: PolicyState, size: int, worth: float) -> None:
    place = size
    while place > 0 and p.promise[place - 1] < worth:
        p.promise[place] = p.promise[place - 1]
        place -= 1
    p.promise[place] = worth


@compiled
def mean_of_best(p: PolicyState, size: int, drawn: int) -> float:
    """The mean of the best of so many drawn, of all that are sorted."""
    total, chance = 0.0, drawn / max(1, size)
    for place in range(size - drawn + 1):
        total += chance * float(p.promise[place])
        chance = chance * (size - place - drawn) / max(1, size - place - 1)
    return total
