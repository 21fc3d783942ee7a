"""Which tickets to keep, and which mix of pieces to take."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.plans import plan, value_of
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.pieces import fewest_trains, most_trains
from ekiben.games.routes.state import SHIP, TRAIN
from ekiben.games.routes.tickets import keepable


@compiled
def offered(s: Any, choice: int) -> int:
    """The set of tickets that a choice of the offer keeps."""
    tickets = 0
    for place in range(s.offered[s.seat]):
        if choice & bit(place):
            tickets |= bit(s.offer[s.seat, place])
    return tickets


@compiled
def keep_all(b: Any, s: Any) -> int:
    return int(b.keep_tickets + bit(s.offered[s.seat]) - 1)


@compiled
def keep_cheapest(b: Any, s: Any) -> int:
    """As few as may be, those that lose the fewest points."""
    best, least = 0, 1 << 20
    for choice in range(1, bit(s.offered[s.seat])):
        value = value_of(b, offered(s, choice))
        if keepable(s, choice) and count(choice) == max(1, s.least) and value < least:
            best, least = choice, value
    return int(b.keep_tickets + best)


@compiled
def keep_by_worth(b: Any, a: Any, s: Any, m: Any, measure: int, price: float) -> int:
    """The subset that is worth most together with the tickets held."""
    best, most = 0, 0.0
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            plan(b, a, s, m, s.tickets[s.seat] | offered(s, choice), measure)
            gain = worth(b, m, price)
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def worth(b: Any, m: Any, price: float) -> float:
    """Points of the tickets that the plan completes, less those of the others and the price of the
    spaces.
    """
    return float(
        value_of(b, m.served) - value_of(b, m.lost) - price * (m.spaces[TRAIN] + m.spaces[SHIP])
    )


@compiled
def keep_by_yield(b: Any, a: Any, s: Any, m: Any, measure: int) -> int:
    """The subset whose tickets and routes bring most for each space they take."""
    best, most = 0, 0.0
    for choice in range(1, bit(s.offered[s.seat])):
        if keepable(s, choice):
            plan(b, a, s, m, s.tickets[s.seat] | offered(s, choice), measure)
            gain = (planned_points(a, m) + worth(b, m, 0.0)) / max(
                1, m.spaces[TRAIN] + m.spaces[SHIP]
            )
            if best == 0 or gain > most:
                best, most = choice, gain
    return int(b.keep_tickets + best)


@compiled
def planned_points(a: Any, m: Any) -> int:
    points = 0
    for n in range(m.planned_size):
        points += int(a.points[m.planned[n]])
    return points


@compiled
def take_mix(b: Any, a: Any, m: Any) -> int:
    """Pieces for the plan, and the rest of them as is advised."""
    spaces = int(m.spaces[TRAIN] + m.spaces[SHIP])
    trains = m.spaces[TRAIN] + (a.supply - spaces) * a.advised / a.supply
    best = fewest_trains(b)
    for n in range(fewest_trains(b), most_trains(b) + 1):
        if abs(n - trains) < abs(best - trains):
            best = n
    return int(b.take + best - fewest_trains(b))
