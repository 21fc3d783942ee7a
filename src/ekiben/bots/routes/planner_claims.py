"""What claiming a route is worth to the planner: points for each turn it takes, alone or as a part
of a ticket's way.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.card_needs import add_goal, fill_purse, no_goal, shortages, with_wilds
from ekiben.bots.routes.cheapest_paths import cheapest
from ekiben.bots.routes.features import A_CLAIM, fits, next_of, turns_to_end
from ekiben.bots.routes.planner_weights import (
    COLOUR,
    GREY,
    JOIN,
    LAST,
    PIECE,
    PLENTY,
    RIVAL,
    RUSH,
    SLACK,
    TEMPO,
    TICKET,
    TURN_PRICE,
    WILD,
    knob,
)
from ekiben.bots.routes.plans import add_way, begin_plan, note_needs, station_price
from ekiben.bots.routes.policy_state import SPACE, UNKNOWN
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.claim import in_set, mark
from ekiben.games.routes.network import other_end
from ekiben.games.routes.sizes import LONGEST, WORD, WORDS
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN

LEAST = 0.05  # points that a route on a way costs at least
OTHERS_TICKET = 4.0  # points that another's ticket brings, as a rule


# ---- time and pieces
@compiled
def horizon(b: Any, a: Any, s: Any, m: Any) -> float:
    """About how many turns the seat still has, this one included."""
    if m.turns_left < UNKNOWN:
        return float(m.turns_left)
    return float(turns_to_end(b, s) + b.further + knob(a, s, SLACK))


@compiled
def piece_price(b: Any, a: Any, s: Any, m: Any, turns: float) -> float:
    """What a piece is worth: less when there are more than the turns left can use, when only short
    routes are left for it, or when the seat had better be done with them.
    """
    price = min(knob(a, s, PIECE), knob(a, s, LAST) * best_yield(b, m))
    usable = 2.0 * turns * A_CLAIM / (A_CLAIM + 2.0) + cards_held(s) * 0.5
    share = min(1.0, usable / max(1.0, float(m.total)))
    price *= max(0.0, 1.0 - knob(a, s, PLENTY) * (1.0 - share))
    if 3 * m.total < a.supply and not s.setting_up:
        price *= 1.0 - knob(a, s, TEMPO) * max(-1.0, min(1.0, lead(b, s, m, OTHERS_TICKET) / 30.0))
    return price


@compiled
def best_yield(b: Any, m: Any) -> float:
    """Points that a piece brings at best, on routes that the pieces left are enough for."""
    best = 0.0
    for length in range(1, min(int(m.total), LONGEST) + 1):
        best = max(best, float(b.points[length]) / length)
    return best


@compiled
def lead(b: Any, s: Any, m: Any, a_ticket: float) -> float:
    """Points that the seat is ahead of the best opponent, or behind: routes, own tickets as they
    stand, and others' at so much each.
    """
    others, tickets, own = -1000.0, int(s.tickets[s.seat]), float(s.score[s.seat])
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        points = float(b.ticket_points[ticket])
        own += (
            points if is_joined(b, m, int(b.ticket_a[ticket]), int(b.ticket_z[ticket])) else -points
        )
    for seat in range(s.seats):
        if seat != s.seat:
            others = max(others, float(s.score[seat]) + a_ticket * s.ticket_count[seat])
    return own - others


@compiled
def is_joined(b: Any, m: Any, start: int, goal: int) -> bool:
    """Whether the seat's own routes join two cities."""
    return bool(network_at(b, m, start) & bit(goal) != 0)


@compiled
def network_at(b: Any, m: Any, start: int) -> int:
    """The set of cities that the seat's own routes join to a city, itself included."""
    reached = todo = bit(start)
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        for word in range(WORDS):
            routes = b.at_city[city, word] & m.mine[word]
            while routes:
                there = bit(other_end(b, word * WORD + lowest(routes), city))
                routes &= routes - 1
                todo |= there & ~reached
                reached |= there
    return reached


@compiled
def cards_held(s: Any) -> int:
    return int(s.hand_size[s.seat, TRAIN]) + int(s.hand_size[s.seat, SHIP])


# ---- one route
@compiled
def richest_colours(b: Any, m: Any) -> None:
    """Leaves in `best_of` the colour that the hand has most spaces of, by way."""
    for way in range(b.decks):
        best = 0
        for colour in range(b.colours):
            if m.spare[way, colour] > m.spare[way, best]:
                best = colour
        m.best_of[way] = best


@compiled
def lack_of(b: Any, m: Any, route: int, wilds: int) -> int:
    """Cards that the route still takes, so many wilds helping."""
    way = int(b.way[route])
    colour = int(b.colour[route])
    if colour == EMPTY:
        colour = int(m.best_of[way])
    needed = (
        int(b.length[route])
        - int(b.ferry[route])
        + int(b.tunnel[route])
        - int(m.spare[way, colour])
    )
    return with_wilds(max(0, needed), int(b.ferry[route]), wilds)


@compiled
def turns_of(b: Any, a: Any, s: Any, m: Any, route: int) -> float:
    """Turns until the route is claimed; wilds that are spent count too."""
    wilds = int(m.hand[b.wild])
    lacking, bare = lack_of(b, m, route, wilds), lack_of(b, m, route, 0)
    m.lacks[route] = lacking
    a_card = knob(a, s, GREY) if b.colour[route] == EMPTY else knob(a, s, COLOUR)
    swap = 1.0 if b.length[route] > m.pieces[b.way[route]] else 0.0
    return 1.0 + swap + 0.5 * (a_card * lacking + knob(a, s, WILD) * (bare - lacking))


@compiled
def points_of(b: Any, a: Any, s: Any, m: Any, route: int) -> float:
    """Points that a route scores or helps to score."""
    points = float(a.points[route]) + float(a.bonus[route])
    if b.longest_bonus > 0:
        points += knob(a, s, JOIN) * (end_worth(b, m, b.a[route]) + end_worth(b, m, b.z[route]))
    if knob(a, s, RIVAL) > 0.0 and touches_others(b, s, route):
        points += knob(a, s, RIVAL)
    return points


@compiled
def end_worth(b: Any, m: Any, city: int) -> float:
    """A chain grows at its ends; where it passes through already, less."""
    routes = 0
    for word in range(WORDS):
        routes += count(b.at_city[city, word] & m.mine[word])
    return 1.0 if routes == 1 else 0.5 * min(1, routes)


@compiled
def touches_others(b: Any, s: Any, route: int) -> bool:
    found = 0
    for seat in range(s.seats):
        if seat != s.seat:
            for word in range(WORDS):
                found |= (b.at_city[b.a[route], word] | b.at_city[b.z[route], word]) & s.owned[
                    seat, word
                ]
    return bool(found != 0)


@compiled
def end_bonus(b: Any, a: Any, s: Any, m: Any) -> float:
    """Points for a claim that brings the end near: good for a seat that is ahead, bad for one
    behind.
    """
    if s.setting_up or m.turns_left < UNKNOWN or m.total > LONGEST + b.end_limit:
        return 0.0
    return knob(a, s, RUSH) * max(-2.0, min(2.0, lead(b, s, m, OTHERS_TICKET) / 10.0))


@compiled
def urge_routes(b: Any, a: Any, s: Any, m: Any, turns_left: float, price: float) -> None:
    """Every open route by itself; what the ways of tickets will cost with it in `price`."""
    fill_purse(b, a, m)
    richest_colours(b, m)
    a_turn, ending = knob(a, s, TURN_PRICE), end_bonus(b, a, s, m)
    for word in range(WORDS):
        m.usable[word] = m.mine[word]
    for route in range(b.routes):
        m.urge[route] = 0.0
        m.price[route] = 0
    route = next_of(m.open, 0)
    while route < b.routes:
        if fits(b, m, route):
            turns, points, pieces = (
                turns_of(b, a, s, m, route),
                points_of(b, a, s, m, route),
                price * b.length[route],
            )
            if m.total - b.length[route] <= b.end_limit:
                points += ending
            m.urge[route] = (points - pieces) / turns if turns <= turns_left else 0.0
            m.price[route] = int(SPACE * max(LEAST, a_turn * turns + pieces - points))
            m.list_price[route] = m.price[route]
            mark(m.usable, route)
        route = next_of(m.open, route + 1)


@compiled
def price_others(b: Any, a: Any, s: Any, m: Any) -> None:
    """Others' routes can be borrowed, for the points of a station and the turn it takes."""
    route = next_of(m.others, 0)
    while route < b.routes:
        cost = station_price(b, s, route)
        if cost > 1:
            cost = int(
                SPACE
                * (
                    float(b.unbuilt)
                    + knob(a, s, TURN_PRICE) * (1.0 + 0.5 * b.station_cost[s.built[s.seat]])
                )
            )
        if cost > 0:
            m.price[route] = cost
            m.list_price[route] = cost
            mark(m.usable, route)
        route = next_of(m.others, route + 1)


# ---- tickets
@compiled
def urge_tickets(b: Any, a: Any, s: Any, m: Any, turns_left: float, price: float) -> None:
    """The ways of the tickets, one by one and then together, the best first: their routes are worth
    what the way is.
    """
    if b.stations > 0:
        price_others(b, a, s, m)
    begin_plan(m)
    todo = open_of(b, m, int(s.tickets[s.seat]))
    while todo:
        best, most = EMPTY, 0.0
        left = todo
        while left:
            ticket = lowest(left)
            left &= left - 1
            rate = rate_with(b, a, s, m, ticket, turns_left, price)
            if rate > most:
                best, most = ticket, rate
        if best == EMPTY:
            m.lost |= todo
            return
        take_in(b, s, m, best)
        raise_urges(b, m, most)
        todo &= ~bit(best)


@compiled
def open_of(b: Any, m: Any, tickets: int) -> int:
    """The tickets that the seat's own routes do not complete; the others are served, and need
    nothing.
    """
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if cheapest(b, m, b.ticket_a[ticket], b.ticket_z[ticket]) and is_free(m):
            m.served |= bit(ticket)
            note_needs(m, ticket)
        else:
            found |= bit(ticket)
    return found


@compiled
def is_free(m: Any) -> bool:
    for n in range(m.way_size):
        if m.price[m.way[n]] > 0:
            return False
    return True


@compiled
def rate_with(
    b: Any, a: Any, s: Any, m: Any, ticket: int, turns_left: float, price: float
) -> float:
    """Points a turn of the plan with this ticket's way added; 0 when pieces or turns are too few."""
    if not cheapest(b, m, b.ticket_a[ticket], b.ticket_z[ticket]):
        return 0.0
    aim_with_way(m)
    pieces, points, stations = 0, 2.0 * knob(a, s, TICKET) * points_with(b, m, ticket), 0
    for n in range(m.goal_size):
        pieces += int(b.length[m.goal[n]])
        points += points_of(b, a, s, m, int(m.goal[n]))
    for n in range(m.way_size):
        stations += int(m.price[m.way[n]] > 0 and in_set(m.others, m.way[n]))
    missing = max(0, shortages(b, a, m) - int(m.hand[b.wild]))
    turns = m.goal_size + stations + 0.5 * knob(a, s, COLOUR) * missing
    if pieces > m.total or turns > turns_left or turns <= 0:
        return 0.0
    return (points - b.unbuilt * stations - price * pieces) / turns


@compiled
def points_with(b: Any, m: Any, ticket: int) -> float:
    """Points of this ticket and of those planned already."""
    points, todo = float(b.ticket_points[ticket]), int(m.served)
    while todo:
        other = lowest(todo)
        todo &= todo - 1
        if m.needs[other, 0] | m.needs[other, 1] != 0:
            points += float(b.ticket_points[other])
    return points


@compiled
def aim_with_way(m: Any) -> None:
    """At what is planned, and at the way."""
    no_goal(m)
    for n in range(m.planned_size):
        add_goal(m, m.planned[n])
    for n in range(m.way_size):
        if m.price[m.way[n]] > 0 and not in_set(m.others, m.way[n]):
            add_goal(m, m.way[n])


@compiled
def take_in(b: Any, s: Any, m: Any, ticket: int) -> None:
    """Adds a ticket's way to the plan."""
    if cheapest(b, m, b.ticket_a[ticket], b.ticket_z[ticket]) and add_way(b, s, m):
        m.served |= bit(ticket)
        note_needs(m, ticket)
    else:
        m.lost |= bit(ticket)


@compiled
def raise_urges(b: Any, m: Any, rate: float) -> None:
    """All planned routes, and their twins where those are nearer to be paid, are worth the plan's
    rate at least.
    """
    for n in range(m.planned_size):
        route, twin = int(m.planned[n]), int(b.twin[m.planned[n]])
        if twin != EMPTY and in_set(m.open, twin) and m.lacks[twin] < m.lacks[route]:
            route = twin
        m.urge[route] = max(m.urge[route], rate)
