"""Goals: the routes that a bot wants to claim next, and how it works for them."""

from __future__ import annotations

from ekiben.bots.routes.buildings import building_gain
from ekiben.bots.routes.card_needs import (
    add_goal,
    clear_goal,
    count_payable,
    find_shortages,
    missing_cards,
)
from ekiben.bots.routes.draws import choose_draw
from ekiben.bots.routes.features import has_pieces_for, next_route, touches_own_network
from ekiben.bots.routes.policy_state import UNKNOWN, PolicyState, PolicyTables
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.buildings import sites
from ekiben.games.routes.claim import find_claims, in_set
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.state import EMPTY, PAYMENT, SHIP, TRAIN, TUNNEL, TURN, State
from ekiben.games.routes.turn import options, pick


# ---- which routes
@compiled
def aim_at_plan(b: Board, t: PolicyTables, p: PolicyState) -> None:
    """Aim at the planned routes, or their twins where those are nearer to be paid."""
    count_payable(b, t, p)
    clear_goal(p)
    for n in range(p.planned_size):
        route, twin = int(p.planned[n]), int(b.twin[p.planned[n]])
        nearer = (
            twin != EMPTY
            and in_set(p.open, twin)
            and missing_cards(b, p, twin) < missing_cards(b, p, route)
        )
        add_goal(p, twin if nearer else route)


@compiled
def aim_at_points(b: Board, t: PolicyTables, p: PolicyState) -> None:
    """Aim at the route that brings the most points a turn."""
    count_payable(b, t, p)
    clear_goal(p)
    best, goal, route = 0.0, EMPTY, next_route(p.open, 0)
    while route < b.routes:
        gain = points_per_turn(b, t, p, route) if has_pieces_for(b, p, route) else 0.0
        if gain > best:
            best, goal = gain, route
        route = next_route(p.open, route + 1)
    if goal != EMPTY:
        add_goal(p, goal)


@compiled
def points_per_turn(b: Board, t: PolicyTables, p: PolicyState, route: int) -> float:
    """Points that a route brings for each turn it takes; 0 when too few turns are left."""
    swapped = max(0, int(b.length[route]) - int(p.pieces[b.way[route]]))
    turns = turns_to_claim(b, p, route)
    return float(
        (t.points[route] + t.bonus[route] - swapped) / turns if turns <= p.turns_left else 0.0
    )


@compiled
def turns_to_claim(b: Board, p: PolicyState, route: int) -> int:
    """Turns until the route is claimed: for cards, for pieces, for the claim itself."""
    return 1 + (missing_cards(b, p, route) + 1) // 2 + int(b.length[route] > p.pieces[b.way[route]])


@compiled
def aim_at_ticket(b: Board, t: PolicyTables, p: PolicyState, ticket: int) -> None:
    """Aim at all routes to claim that a planned ticket still needs."""
    count_payable(b, t, p)
    clear_goal(p)
    for n in range(p.planned_size):
        if in_set(p.needs[ticket], p.planned[n]):
            add_goal(p, p.planned[n])


@compiled
def turns_to_complete(b: Board, t: PolicyTables, p: PolicyState, ticket: int) -> int:
    """Turns until a planned ticket is complete: for cards, two a turn, and for the claims."""
    aim_at_ticket(b, t, p, ticket)
    return int(p.goal_size + (max(0, find_shortages(b, t, p) - p.hand[b.wild]) + 1) // 2)


@compiled
def aim_at_longest(b: Board, t: PolicyTables, s: State, p: PolicyState, among: int) -> None:
    """Aim at the longest open routes, so many, the nearest to be paid first.

    Routes that touch the network come first among equals. While another route is being paid for,
    all of them count, so that the payment takes cards that none of them misses.
    """
    count_payable(b, t, p)
    clear_goal(p)
    length, route = longest_open_length(b, p), next_route(p.open, 0)
    while route < b.routes:
        if b.length[route] == length and has_pieces_for(b, p, route):
            insert_goal(
                p, route, 2 * missing_cards(b, p, route) + int(not touches_own_network(b, p, route))
            )
        route = next_route(p.open, route + 1)
    if s.asked != PAYMENT and s.asked != TUNNEL:
        p.goal_size = min(among, int(p.goal_size))


@compiled
def insert_goal(p: PolicyState, route: int, rank: int) -> None:
    """Add a route to the goal, lower ranks first; `shortage` keeps the ranks."""
    place = int(p.goal_size)
    while place > 0 and p.shortage[place - 1] > rank:
        p.shortage[place] = p.shortage[place - 1]
        p.goal[place] = p.goal[place - 1]
        place -= 1
    p.shortage[place] = rank
    p.goal[place] = route
    p.goal_size += 1


@compiled
def longest_open_length(b: Board, p: PolicyState) -> int:
    """The length of the longest open route that there are pieces for."""
    longest, route = 0, next_route(p.open, 0)
    while route < b.routes:
        if has_pieces_for(b, p, route):
            longest = max(longest, int(b.length[route]))
        route = next_route(p.open, route + 1)
    return longest


@compiled
def aim_at_shortest(b: Board, t: PolicyTables, p: PolicyState, without: int) -> None:
    """Aim at the shortest open route that is nearest to be paid, without the one being paid for."""
    count_payable(b, t, p)
    clear_goal(p)
    best, goal, route = 0, EMPTY, next_route(p.open, 0)
    while route < b.routes:
        rank = UNKNOWN * int(b.length[route]) + missing_cards(b, p, route)
        if has_pieces_for(b, p, route) and route != without and (goal == EMPTY or rank < best):
            best, goal = rank, route
        route = next_route(p.open, route + 1)
    if goal != EMPTY:
        add_goal(p, goal)


@compiled
def aim_at_most_useful(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Aim at the planned route, or its twin, that counts most by its points and its tickets.

    Of those that can be claimed, if there are any; else of all.
    """
    aim_at_plan(b, t, p)
    find_claims(b, s)
    best, most = EMPTY, EMPTY
    for n in range(p.goal_size):
        route = int(p.goal[n])
        ready = in_set(s.claims, route) and missing_cards(b, p, route) == 0 and s.asked == TURN
        gain = (
            int(t.points[route])
            + 2 * points_needing(b, p, int(p.planned[n]))
            + UNKNOWN * int(ready)
        )
        if gain > most and route != s.route:
            best, most = route, gain
    clear_goal(p)
    if best != EMPTY:
        add_goal(p, best)


@compiled
def points_needing(b: Board, p: PolicyState, route: int) -> int:
    """Points of the planned tickets that need a route."""
    points, todo = 0, int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        points += int(b.ticket_points[ticket]) if in_set(p.needs[ticket], route) else 0
    return points


@compiled
def exclude_from_goal(b: Board, p: PolicyState, route: int) -> None:
    """Drop a route and its twin from the goal: they are being paid for."""
    kept = 0
    for n in range(p.goal_size):
        if route == EMPTY or (p.goal[n] != route and p.goal[n] != b.twin[route]):
            p.goal[kept] = p.goal[n]
            kept += 1
    p.goal_size = kept


# ---- what to do for them
@compiled
def pursue_goal(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Claim the longest payable route of the goal, or exchange or draw for it; else EMPTY."""
    ready = longest_claimable(b, t, s, p)
    if ready != EMPTY:
        return int(b.claim + ready)
    swap = exchange_for_goal(b, p, s)
    return swap if swap != EMPTY or p.goal_size == 0 else choose_draw(b, t, s, p)


@compiled
def longest_claimable(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """The longest route of the goal that can be claimed, a tunnel's reserve included."""
    count_payable(b, t, p)
    find_claims(b, s)
    best = EMPTY
    for n in range(p.goal_size):
        route = int(p.goal[n])
        if (
            in_set(s.claims, route)
            and missing_cards(b, p, route) == 0
            and (best == EMPTY or b.length[route] > b.length[best])
        ):
            best = route
    return best


@compiled
def exchange_for_goal(b: Board, p: PolicyState, s: State) -> int:
    """Exchange pieces for goal routes of a kind, if one of them lacks nothing else; else EMPTY."""
    for n in range(p.goal_size if b.in_play > 0 else 0):
        route = int(p.goal[n])
        way = b.way[route]
        most = exchangeable(b, s, 1 - way)
        if b.length[route] > p.pieces[way] and most > 0 and missing_cards(b, p, route) == 0:
            start = b.exchange_ships if way == TRAIN else b.exchange
            return int(start + min(missing_pieces(b, p, way), most) - 1)
    return EMPTY


@compiled
def missing_pieces(b: Board, p: PolicyState, way: int) -> int:
    """Pieces of a kind that the goal takes, less those that there are."""
    short = -int(p.pieces[way])
    for n in range(p.goal_size):
        if b.way[p.goal[n]] == way:
            short += int(b.length[p.goal[n]])
    return short


# ---- when nothing comes after
@compiled
def best_immediate_action(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """What scores most if nothing comes after it; else a card, else the least harm."""
    best, gain = best_claim(b, t, s, p)
    todo = sites(b, s)
    while todo:
        city = lowest(todo)
        todo &= todo - 1
        if building_gain(b, p, city) > gain:
            best, gain = int(b.build + city), float(building_gain(b, p, city))
    if best == EMPTY:
        clear_goal(p)
        best = choose_draw(b, t, s, p)
    return best if best != EMPTY else least_harmful_action(b, s)


@compiled
def best_claim(b: Board, t: PolicyTables, s: State, p: PolicyState) -> tuple[int, float]:
    """The claim that scores most by itself, and how much; EMPTY when none scores."""
    find_claims(b, s)
    best, most, route = EMPTY, 0.0, next_route(s.claims, 0)
    while route < b.routes:
        gain = claim_gain(b, t, p, route)
        if gain > most:
            best, most = int(b.claim + route), gain
        route = next_route(s.claims, route + 1)
    return best, most


@compiled
def claim_gain(b: Board, t: PolicyTables, p: PolicyState, route: int) -> float:
    """A route's points, and those of the tickets that lack nothing else."""
    gain, todo = float(t.points[route] + t.bonus[route]), int(p.planned_tickets)
    while todo:
        ticket = lowest(todo)
        todo &= todo - 1
        if needs_only(b, p, ticket, route):
            gain += 2.0 * float(b.ticket_points[ticket])
    return gain


@compiled
def needs_only(b: Board, p: PolicyState, ticket: int, route: int) -> bool:
    """Whether a ticket needs one route more, this one or its twin."""
    first = next_route(p.needs[ticket], 0)
    alone = first < b.routes and next_route(p.needs[ticket], first + 1) >= b.routes
    return bool(alone and (first == route or first == b.twin[route]))


@compiled
def least_harmful_action(b: Board, s: State) -> int:
    """When nothing is of use: exchange one piece, or take the last legal action."""
    if exchangeable(b, s, TRAIN) > 0:
        return int(b.exchange)
    if exchangeable(b, s, SHIP) > 0:
        return int(b.exchange_ships)
    return int(pick(b, s, options(b, s) - 1))
