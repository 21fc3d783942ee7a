"""What claiming a route is worth to the planner: points for each turn it takes.

A route counts by itself or as a part of a ticket's path.
"""

from __future__ import annotations

from ekiben.bots.routes.card_needs import (
    add_goal,
    clear_goal,
    count_payable,
    find_shortages,
    missing_with_wilds,
)
from ekiben.bots.routes.cheapest_paths import find_cheapest_path
from ekiben.bots.routes.features import (
    SPACES_PER_CLAIM,
    has_pieces_for,
    next_route,
    turns_until_end,
)
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
    weight,
)
from ekiben.bots.routes.plans import add_path, clear_plan, record_needs, station_price
from ekiben.bots.routes.policy_state import SPACE, UNKNOWN, PolicyState, PolicyTables
from ekiben.core.compiled import bit, compiled, count, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import in_set, mark
from ekiben.games.routes.network import other_end
from ekiben.games.routes.sizes import LONGEST, WORD, WORDS
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State

LOWEST_COST = 0.05  # points that a route on a path costs at least
USUAL_TICKET = 4.0  # points that another's ticket brings, as a rule


# ---- time and pieces
@compiled
def expected_turns(b: Board, t: PolicyTables, s: State, p: PolicyState) -> float:
    """About how many turns the seat still has, this one included."""
    if p.turns_left < UNKNOWN:
        return float(p.turns_left)
    return float(turns_until_end(b, s) + b.further + weight(t, s, SLACK))


@compiled
def piece_price(b: Board, t: PolicyTables, s: State, p: PolicyState, turns: float) -> float:
    """What a piece is worth.

    Less when the turns left cannot use them all, when only short routes are left for them, or when
    the seat had better run out of them.
    """
    price = min(weight(t, s, PIECE), weight(t, s, LAST) * best_yield(b, p))
    usable = 2.0 * turns * SPACES_PER_CLAIM / (SPACES_PER_CLAIM + 2.0) + cards_held(s) * 0.5
    share = min(1.0, usable / max(1.0, float(p.total_pieces)))
    price *= max(0.0, 1.0 - weight(t, s, PLENTY) * (1.0 - share))
    if 3 * p.total_pieces < t.supply and not s.setting_up:
        price *= 1.0 - weight(t, s, TEMPO) * max(
            -1.0, min(1.0, score_lead(b, s, p, USUAL_TICKET) / 30.0)
        )
    return price


@compiled
def best_yield(b: Board, p: PolicyState) -> float:
    """Points that a piece brings at best, on routes that the pieces left are enough for."""
    best = 0.0
    for length in range(1, min(int(p.total_pieces), LONGEST) + 1):
        best = max(best, float(b.points[length]) / length)
    return best


@compiled
def score_lead(b: Board, s: State, p: PolicyState, a_ticket: float) -> float:
    """Points ahead of the best opponent, whose tickets count `a_ticket` each.

    Own tickets count as they stand.
    """
    others, tickets, own = -1000.0, int(s.tickets[s.seat]), float(s.score[s.seat])
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        points = float(b.ticket_points[ticket])
        own += (
            points
            if is_connected(b, p, int(b.ticket_a[ticket]), int(b.ticket_z[ticket]))
            else -points
        )
    for seat in range(s.seats):
        if seat != s.seat:
            others = max(others, float(s.score[seat]) + a_ticket * s.ticket_count[seat])
    return own - others


@compiled
def is_connected(b: Board, p: PolicyState, start: int, goal: int) -> bool:
    """Whether the seat's own routes connect two cities."""
    return bool(network_at(b, p, start) & bit(goal) != 0)


@compiled
def network_at(b: Board, p: PolicyState, start: int) -> int:
    """The set of cities that the seat's own routes connect to a city, itself included."""
    reached = todo = bit(start)
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        for word in range(WORDS):
            routes = b.at_city[city, word] & p.owned[word]
            while routes:
                there = bit(other_end(b, word * WORD + lowest(routes), city))
                routes &= routes - 1
                todo |= there & ~reached
                reached |= there
    return reached


@compiled
def cards_held(s: State) -> int:
    return int(s.hand_size[s.seat, TRAIN]) + int(s.hand_size[s.seat, SHIP])


# ---- one route
@compiled
def find_richest_colours(b: Board, p: PolicyState) -> None:
    """Set `richest_colour`: by way, the colour of which the hand pays most spaces."""
    for way in range(b.decks):
        best = 0
        for colour in range(b.colours):
            if p.payable[way, colour] > p.payable[way, best]:
                best = colour
        p.richest_colour[way] = best


@compiled
def missing_cards(b: Board, p: PolicyState, route: int, wilds: int) -> int:
    """Cards that the route still takes, so many wilds helping."""
    way = int(b.way[route])
    colour = int(b.colour[route])
    if colour == EMPTY:
        colour = int(p.richest_colour[way])
    needed = (
        int(b.length[route])
        - int(b.ferry[route])
        + int(b.tunnel[route])
        - int(p.payable[way, colour])
    )
    return missing_with_wilds(max(0, needed), int(b.ferry[route]), wilds)


@compiled
def turns_to_claim(b: Board, t: PolicyTables, s: State, p: PolicyState, route: int) -> float:
    """Turns until the route is claimed; wilds that are spent count too."""
    wilds = int(p.hand[b.wild])
    lacking, bare = missing_cards(b, p, route, wilds), missing_cards(b, p, route, 0)
    p.missing[route] = lacking
    a_card = weight(t, s, GREY) if b.colour[route] == EMPTY else weight(t, s, COLOUR)
    swap = 1.0 if b.length[route] > p.pieces[b.way[route]] else 0.0
    return 1.0 + swap + 0.5 * (a_card * lacking + weight(t, s, WILD) * (bare - lacking))


@compiled
def claim_points(b: Board, t: PolicyTables, s: State, p: PolicyState, route: int) -> float:
    """Points that a route scores or helps to score."""
    points = float(t.points[route]) + float(t.bonus[route])
    if b.longest_bonus > 0:
        points += weight(t, s, JOIN) * (
            chain_end_value(b, p, b.a[route]) + chain_end_value(b, p, b.z[route])
        )
    if weight(t, s, RIVAL) > 0.0 and touches_others(b, s, route):
        points += weight(t, s, RIVAL)
    return points


@compiled
def chain_end_value(b: Board, p: PolicyState, city: int) -> float:
    """How well a route continues a chain at a city: best at an end, less along the way."""
    routes = 0
    for word in range(WORDS):
        routes += count(b.at_city[city, word] & p.owned[word])
    return 1.0 if routes == 1 else 0.5 * min(1, routes)


@compiled
def touches_others(b: Board, s: State, route: int) -> bool:
    found = 0
    for seat in range(s.seats):
        if seat != s.seat:
            for word in range(WORDS):
                found |= (b.at_city[b.a[route], word] | b.at_city[b.z[route], word]) & s.owned[
                    seat, word
                ]
    return bool(found != 0)


@compiled
def end_bonus(b: Board, t: PolicyTables, s: State, p: PolicyState) -> float:
    """Points for a claim that brings the end near: good for a seat ahead, bad for one behind."""
    if s.setting_up or p.turns_left < UNKNOWN or p.total_pieces > LONGEST + b.end_limit:
        return 0.0
    return weight(t, s, RUSH) * max(-2.0, min(2.0, score_lead(b, s, p, USUAL_TICKET) / 10.0))


@compiled
def value_claims(
    b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float, price: float
) -> None:
    """Set the value of every open route by itself, and in `price` its cost on a ticket's path."""
    count_payable(b, t, p)
    find_richest_colours(b, p)
    a_turn, ending = weight(t, s, TURN_PRICE), end_bonus(b, t, s, p)
    for word in range(WORDS):
        p.usable[word] = p.owned[word]
    for route in range(b.routes):
        p.claim_value[route] = 0.0
        p.price[route] = 0
    route = next_route(p.open, 0)
    while route < b.routes:
        if has_pieces_for(b, p, route):
            turns = turns_to_claim(b, t, s, p, route)
            points = claim_points(b, t, s, p, route)
            pieces = price * b.length[route]
            if p.total_pieces - b.length[route] <= b.end_limit:
                points += ending
            p.claim_value[route] = (points - pieces) / turns if turns <= turns_left else 0.0
            p.price[route] = int(SPACE * max(LOWEST_COST, a_turn * turns + pieces - points))
            p.list_price[route] = p.price[route]
            mark(p.usable, route)
        route = next_route(p.open, route + 1)


@compiled
def price_borrowable(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Set the prices of others' routes: the points of a station and the turn it takes."""
    route = next_route(p.borrowable, 0)
    while route < b.routes:
        cost = station_price(b, s, route)
        if cost > 1:
            cost = int(
                SPACE
                * (
                    float(b.unbuilt)
                    + weight(t, s, TURN_PRICE) * (1.0 + 0.5 * b.station_cost[s.built[s.seat]])
                )
            )
        if cost > 0:
            p.price[route] = cost
            p.list_price[route] = cost
            mark(p.usable, route)
        route = next_route(p.borrowable, route + 1)


# ---- tickets
@compiled
def value_ticket_paths(
    b: Board, t: PolicyTables, s: State, p: PolicyState, turns_left: float, price: float
) -> None:
    """Plan the tickets' paths, the best first, and raise their routes to the value of the plan."""
    if b.stations > 0:
        price_borrowable(b, t, s, p)
    clear_plan(p)
    todo = incomplete_tickets(b, p, int(s.tickets[s.seat]))
    while todo:
        best, most = EMPTY, 0.0
        left = todo
        while left:
            ticket = lowest(left)
            left &= left - 1
            rate = rate_with_ticket(b, t, s, p, ticket, turns_left, price)
            if rate > most:
                best, most = ticket, rate
        if best == EMPTY:
            p.lost_tickets |= todo
            return
        plan_ticket(b, s, p, best)
        raise_claim_values(b, p, most)
        todo &= ~bit(best)


@compiled
def incomplete_tickets(b: Board, p: PolicyState, tickets: int) -> int:
    """The tickets that the seat's own routes do not complete; the others need nothing more."""
    found = 0
    while tickets:
        ticket = lowest(tickets)
        tickets &= tickets - 1
        if find_cheapest_path(b, p, b.ticket_a[ticket], b.ticket_z[ticket]) and is_path_free(p):
            p.planned_tickets |= bit(ticket)
            record_needs(p, ticket)
        else:
            found |= bit(ticket)
    return found


@compiled
def is_path_free(p: PolicyState) -> bool:
    for n in range(p.path_size):
        if p.price[p.path[n]] > 0:
            return False
    return True


@compiled
def rate_with_ticket(
    b: Board,
    t: PolicyTables,
    s: State,
    p: PolicyState,
    ticket: int,
    turns_left: float,
    price: float,
) -> float:
    """Points a turn of the plan with this ticket's path; 0 when pieces or turns are too few."""
    if not find_cheapest_path(b, p, b.ticket_a[ticket], b.ticket_z[ticket]):
        return 0.0
    aim_at_plan_and_path(p)
    pieces, points, stations = 0, 2.0 * weight(t, s, TICKET) * ticket_points_with(b, p, ticket), 0
    for n in range(p.goal_size):
        pieces += int(b.length[p.goal[n]])
        points += claim_points(b, t, s, p, int(p.goal[n]))
    for n in range(p.path_size):
        stations += int(p.price[p.path[n]] > 0 and in_set(p.borrowable, p.path[n]))
    missing = max(0, find_shortages(b, t, p) - int(p.hand[b.wild]))
    turns = p.goal_size + stations + 0.5 * weight(t, s, COLOUR) * missing
    if pieces > p.total_pieces or turns > turns_left or turns <= 0:
        return 0.0
    return (points - b.unbuilt * stations - price * pieces) / turns


@compiled
def ticket_points_with(b: Board, p: PolicyState, ticket: int) -> float:
    """Points of this ticket and of those planned already."""
    points, todo = float(b.ticket_points[ticket]), int(p.planned_tickets)
    while todo:
        other = lowest(todo)
        todo &= todo - 1
        if p.needs[other, 0] | p.needs[other, 1] != 0:
            points += float(b.ticket_points[other])
    return points


@compiled
def aim_at_plan_and_path(p: PolicyState) -> None:
    """Aim at what is planned, and at the path."""
    clear_goal(p)
    for n in range(p.planned_size):
        add_goal(p, p.planned[n])
    for n in range(p.path_size):
        if p.price[p.path[n]] > 0 and not in_set(p.borrowable, p.path[n]):
            add_goal(p, p.path[n])


@compiled
def plan_ticket(b: Board, s: State, p: PolicyState, ticket: int) -> None:
    """Add a ticket's path to the plan."""
    if find_cheapest_path(b, p, b.ticket_a[ticket], b.ticket_z[ticket]) and add_path(b, s, p):
        p.planned_tickets |= bit(ticket)
        record_needs(p, ticket)
    else:
        p.lost_tickets |= bit(ticket)


@compiled
def raise_claim_values(b: Board, p: PolicyState, rate: float) -> None:
    """Raise planned routes, or their twins if nearer to be paid, to the plan's rate."""
    for n in range(p.planned_size):
        route, twin = int(p.planned[n]), int(b.twin[p.planned[n]])
        if twin != EMPTY and in_set(p.open, twin) and p.missing[twin] < p.missing[route]:
            route = twin
        p.claim_value[route] = max(p.claim_value[route], rate)
