"""Which tickets to keep, and how many pieces of each kind to take."""

from __future__ import annotations

from ekiben.bots.routes.plans import make_plan, ticket_points
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.board import Board
from ekiben.games.routes.pieces import fewest_trains, most_trains
from ekiben.games.routes.state import SHIP, TRAIN, State
from ekiben.games.routes.tickets import keepable


@compiled
def chosen_tickets(s: State, choice: int) -> int:
    """The set of tickets that a choice of the offer keeps."""
    tickets = 0
    for place in range(s.offered[s.seat]):
        if choice & bit(place):
            tickets |= bit(s.offer[s.seat, place])
    return tickets


@compiled
def keep_all(b: Board, s: State) -> int:
    return int(b.keep_tickets + bit(s.offered[s.seat]) - 1)


@compiled
def keep_cheapest(b: Board, s: State) -> int:
    """Keep as few tickets as allowed, those that lose the fewest points."""
    best, least = 0, 1 << 20
    for choice in range(1, bit(s.offered[s.seat])):
        value = ticket_points(b, chosen_tickets(s, choice))
        if keepable(s, choice) and count(choice) == max(1, s.least) and value < least:
            best, least = choice, value
    return int(b.keep_tickets + best)


@compiled
def keep_highest(b: Board, s: State) -> int:
    """Keep as few tickets as allowed, those that promise the most points."""
    best, most = 0, -1
    for choice in range(1, bit(s.offered[s.seat])):
        value = ticket_points(b, chosen_tickets(s, choice))
        if keepable(s, choice) and count(choice) == max(1, s.least) and value > most:
            best, most = choice, value
    return int(b.keep_tickets + best)


@compiled
def keep_most_valuable(
    b: Board, t: PolicyTables, s: State, p: PolicyState, measure: int, price: float
) -> int:
    """Keep the subset that is worth most together with the tickets held."""
    best, most = 0, 0.0
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            make_plan(b, t, s, p, s.tickets[s.seat] | chosen_tickets(s, choice), measure)
            gain = plan_value(b, p, price)
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def plan_value(b: Board, p: PolicyState, price: float) -> float:
    """Points of the planned tickets, less those of the others and the price of the spaces."""
    return float(
        ticket_points(b, p.planned_tickets)
        - ticket_points(b, p.lost_tickets)
        - price * (p.plan_spaces[TRAIN] + p.plan_spaces[SHIP])
    )


@compiled
def keep_best_yield(b: Board, t: PolicyTables, s: State, p: PolicyState, measure: int) -> int:
    """Keep the subset whose tickets and routes bring most for each space they take."""
    best, most = 0, 0.0
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            make_plan(b, t, s, p, s.tickets[s.seat] | chosen_tickets(s, choice), measure)
            gain = (planned_points(t, p) + plan_value(b, p, 0.0)) / max(
                1, p.plan_spaces[TRAIN] + p.plan_spaces[SHIP]
            )
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def planned_points(t: PolicyTables, p: PolicyState) -> int:
    points = 0
    for n in range(p.planned_size):
        points += int(t.points[p.planned[n]])
    return points


@compiled
def choose_pieces(b: Board, t: PolicyTables, p: PolicyState) -> int:
    """Take pieces for the plan, and the rest of them as advised."""
    spaces = int(p.plan_spaces[TRAIN] + p.plan_spaces[SHIP])
    trains = p.plan_spaces[TRAIN] + (t.supply - spaces) * t.advised / t.supply
    best = fewest_trains(b)
    for n in range(fewest_trains(b), most_trains(b) + 1):
        if abs(n - trains) < abs(best - trains):
            best = n
    return int(b.take + best - fewest_trains(b))
