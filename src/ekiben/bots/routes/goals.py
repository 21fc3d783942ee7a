"""Goals: the routes that a bot wants to claim next, and what it does for them in a turn."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.buildings import gain_of_building
from ekiben.bots.routes.card_needs import add_goal, fill_purse, lack, no_goal, shortages
from ekiben.bots.routes.draws import draw
from ekiben.bots.routes.features import fits, next_of, touches
from ekiben.bots.routes.policy_state import UNKNOWN
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.claim import find_claims, in_set
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TRAIN, TUNNEL, TURN
from ekiben.games.routes.turn import options, pick


# ---- which routes
@compiled
def aim_at_plan(b: Any, a: Any, m: Any) -> None:
    """The planned routes, or their twins where those are nearer to be paid."""
    fill_purse(b, a, m)
    no_goal(m)
    for n in range(m.planned_size):
        route, twin = int(m.planned[n]), int(b.twin[m.planned[n]])
        nearer = twin != EMPTY and in_set(m.open, twin) and lack(b, m, twin) < lack(b, m, route)
        add_goal(m, twin if nearer else route)


@compiled
def aim_at_points(b: Any, a: Any, m: Any) -> None:
    """The route that brings the most points a turn."""
    fill_purse(b, a, m)
    no_goal(m)
    best, goal, route = 0.0, EMPTY, next_of(m.open, 0)
    while route < b.routes:
        gain = points_a_turn(b, a, m, route) if fits(b, m, route) else 0.0
        if gain > best:
            best, goal = gain, route
        route = next_of(m.open, route + 1)
    if goal != EMPTY:
        add_goal(m, goal)


@compiled
def points_a_turn(b: Any, a: Any, m: Any, route: int) -> float:
    """Points that a route brings for each turn it takes; none when the turns left are too few."""
    swapped = max(0, int(b.length[route]) - int(m.pieces[b.way[route]]))
    turns = turns_for(b, m, route)
    return float(
        (a.points[route] + a.bonus[route] - swapped) / turns if turns <= m.turns_left else 0.0
    )


@compiled
def turns_for(b: Any, m: Any, route: int) -> int:
    """Turns until the route is claimed: for cards, for pieces, for the claim itself."""
    return 1 + (lack(b, m, route) + 1) // 2 + int(b.length[route] > m.pieces[b.way[route]])


@compiled
def aim_at_ticket(b: Any, a: Any, m: Any, ticket: int) -> None:
    """All routes to claim that a served ticket still needs."""
    fill_purse(b, a, m)
    no_goal(m)
    for n in range(m.planned_size):
        if in_set(m.needs[ticket], m.planned[n]):
            add_goal(m, m.planned[n])


@compiled
def turns_for_ticket(b: Any, a: Any, m: Any, ticket: int) -> int:
    """Turns until a served ticket is complete: for cards, two a turn, and for the claims."""
    aim_at_ticket(b, a, m, ticket)
    return int(m.goal_size + (max(0, shortages(b, a, m) - m.hand[b.wild]) + 1) // 2)


@compiled
def aim_at_longest(b: Any, a: Any, s: Any, m: Any, among: int) -> None:
    """Of the longest routes still open, those that are nearest to be paid, rather such as hang on
    the network: so many. While another is being paid for, all of them: what is paid with should be
    missed by none.
    """
    fill_purse(b, a, m)
    no_goal(m)
    length, route = longest_open(b, m), next_of(m.open, 0)
    while route < b.routes:
        if b.length[route] == length and fits(b, m, route):
            insert_goal(m, route, 2 * lack(b, m, route) + int(not touches(b, m, route)))
        route = next_of(m.open, route + 1)
    if s.asked != PAYMENT and s.asked != TUNNEL:
        m.goal_size = min(among, int(m.goal_size))


@compiled
def insert_goal(m: Any, route: int, rank: int) -> None:
    """Adds a route to the goal, lower ranks first; `short_missing` keeps the ranks."""
    place = int(m.goal_size)
    while place > 0 and m.short_missing[place - 1] > rank:
        m.short_missing[place] = m.short_missing[place - 1]
        m.goal[place] = m.goal[place - 1]
        place -= 1
    m.short_missing[place] = rank
    m.goal[place] = route
    m.goal_size += 1


@compiled
def longest_open(b: Any, m: Any) -> int:
    """The length of the longest open route that there are pieces for."""
    longest, route = 0, next_of(m.open, 0)
    while route < b.routes:
        if fits(b, m, route):
            longest = max(longest, int(b.length[route]))
        route = next_of(m.open, route + 1)
    return longest


@compiled
def aim_at_shortest(b: Any, a: Any, m: Any, without: int) -> None:
    """Of the shortest routes still open, the one that is nearest to be paid; not one that is being
    paid for.
    """
    fill_purse(b, a, m)
    no_goal(m)
    best, goal, route = 0, EMPTY, next_of(m.open, 0)
    while route < b.routes:
        rank = UNKNOWN * int(b.length[route]) + lack(b, m, route)
        if fits(b, m, route) and route != without and (goal == EMPTY or rank < best):
            best, goal = rank, route
        route = next_of(m.open, route + 1)
    if goal != EMPTY:
        add_goal(m, goal)


@compiled
def aim_at_worthiest(b: Any, a: Any, s: Any, m: Any) -> None:
    """The planned route, or its twin, that counts most by its points and the tickets that need it:
    of those that can be claimed, else of all.
    """
    aim_at_plan(b, a, m)
    find_claims(b, s)
    best, most = EMPTY, EMPTY
    for n in range(m.goal_size):
        route = int(m.goal[n])
        ready = in_set(s.claims, route) and lack(b, m, route) == 0 and s.asked == TURN
        gain = (
            int(a.points[route])
            + 2 * tickets_needing(b, m, int(m.planned[n]))
            + UNKNOWN * int(ready)
        )
        if gain > most and route != s.route:
            best, most = route, gain
    no_goal(m)
    if best != EMPTY:
        add_goal(m, best)


@compiled
def tickets_needing(b: Any, m: Any, route: int) -> int:
    """Points of the served tickets that need a route."""
    points, todo = 0, int(m.served)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        points += int(b.ticket_points[ticket]) if in_set(m.needs[ticket], route) else 0
    return points


@compiled
def all_but(b: Any, m: Any, route: int) -> None:
    """Leaves out of the goal a route, and its twin: they are being paid for."""
    kept = 0
    for n in range(m.goal_size):
        if route == EMPTY or (m.goal[n] != route and m.goal[n] != b.twin[route]):
            m.goal[kept] = m.goal[n]
            kept += 1
    m.goal_size = kept


# ---- what to do for them
@compiled
def pursue(b: Any, a: Any, s: Any, m: Any) -> int:
    """Claims the longest route of the goal that can be paid, or exchanges pieces or draws for it;
    EMPTY without a goal.
    """
    ready = longest_ready(b, a, s, m)
    if ready != EMPTY:
        return int(b.claim + ready)
    swap = exchange_for(b, m, s)
    return swap if swap != EMPTY or m.goal_size == 0 else draw(b, a, s, m)


@compiled
def longest_ready(b: Any, a: Any, s: Any, m: Any) -> int:
    """The longest route of the goal that can be claimed, with the reserve that a tunnel asks for."""
    fill_purse(b, a, m)
    find_claims(b, s)
    best = EMPTY
    for n in range(m.goal_size):
        route = int(m.goal[n])
        if (
            in_set(s.claims, route)
            and lack(b, m, route) == 0
            and (best == EMPTY or b.length[route] > b.length[best])
        ):
            best = route
    return best


@compiled
def exchange_for(b: Any, m: Any, s: Any) -> int:
    """Pieces for a route of the goal that only lacks those, and for the others of its kind; EMPTY
    when there is none.
    """
    for n in range(m.goal_size if b.in_play > 0 else 0):
        route = int(m.goal[n])
        way = b.way[route]
        most = exchangeable(b, s, 1 - way)
        if b.length[route] > m.pieces[way] and most > 0 and lack(b, m, route) == 0:
            start = b.exchange_ships if way == TRAIN else b.exchange
            return int(start + min(short_of_pieces(b, m, way), most) - 1)
    return EMPTY


@compiled
def short_of_pieces(b: Any, m: Any, way: int) -> int:
    """Pieces of a kind that the goal takes, less those that there are."""
    short = -int(m.pieces[way])
    for n in range(m.goal_size):
        if b.way[m.goal[n]] == way:
            short += int(b.length[m.goal[n]])
    return short


# ---- when nothing comes after
@compiled
def at_once(b: Any, a: Any, s: Any, m: Any) -> int:
    """What scores most if nothing comes after it; else a card, else as little harm as can be."""
    best, gain = best_claim(b, a, s, m)
    todo = sites(b, s)
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        if gain_of_building(b, m, city) > gain:
            best, gain = int(b.build + city), float(gain_of_building(b, m, city))
    if best == EMPTY:
        no_goal(m)
        best = draw(b, a, s, m)
    return best if best != EMPTY else idle(b, s)


@compiled
def best_claim(b: Any, a: Any, s: Any, m: Any) -> tuple[int, float]:
    """The claim that scores most by itself, and what; EMPTY when none scores."""
    find_claims(b, s)
    best, most, route = EMPTY, 0.0, next_of(s.claims, 0)
    while route < b.routes:
        gain = claim_gain(b, a, m, route)
        if gain > most:
            best, most = int(b.claim + route), gain
        route = next_of(s.claims, route + 1)
    return best, most


@compiled
def claim_gain(b: Any, a: Any, m: Any, route: int) -> float:
    """A route's points, and the tickets that lack nothing else."""
    gain, todo = float(a.points[route] + a.bonus[route]), int(m.served)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if lacks_only(b, m, ticket, route):
            gain += 2.0 * float(b.ticket_points[ticket])
    return gain


@compiled
def lacks_only(b: Any, m: Any, ticket: int, route: int) -> bool:
    """Whether a ticket needs one route more, this or its twin."""
    first = next_of(m.needs[ticket], 0)
    alone = first < b.routes and next_of(m.needs[ticket], first + 1) >= b.routes
    return bool(alone and (first == route or first == b.twin[route]))


@compiled
def idle(b: Any, s: Any) -> int:
    """When nothing is of use: one piece exchanged, or the last thing there is."""
    if exchangeable(b, s, TRAIN) > 0:
        return int(b.exchange)
    if exchangeable(b, s, SHIP) > 0:
        return int(b.exchange_ships)
    return int(pick(b, s, options(b, s) - 1))
