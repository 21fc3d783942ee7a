"""Why to claim a route."""

from __future__ import annotations

from ekiben.coach.reason import Reason, Values
from ekiben.coach.routes.outlook import Outlook, ids, points
from ekiben.coach.routes.rivals import contest, lost_key, separates
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Route, Ticket
from ekiben.games.routes.claim import in_set, mark
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.network import join, longest_route
from ekiben.games.routes.state import EMPTY, State
from ekiben.games.routes.stations import claimed_routes

LONG = 5  # spaces from which a route is worth its points alone


def explain_claim(outlook: Outlook, action: Action) -> Reason:
    route = outlook.route(action.route)
    return (
        ticket_reason(outlook, route)
        or end_reason(outlook, route)
        or block_reason(outlook, route)
        or network_reason(outlook, route)
        or points_reason(outlook, route)
    )


# ---- tickets
def ticket_reason(outlook: Outlook, route: Route) -> Reason | None:
    """What the route does for the seat's tickets, if anything."""
    done = outlook.completed_by(route)
    if done:
        return tickets_reason(outlook, "claim-completes", route, done)
    served = outlook.served(route)
    if outlook.is_last_turn or not served:
        return None if outlook.is_last_turn else plan_reason(outlook, route)
    contested = contested_reason(outlook, route)
    if contested is not None:
        return contested
    lost = [ticket for ticket in served if outlook.detour(ticket, route) is None]
    if lost:
        return tickets_reason(outlook, lost_key(outlook, "claim-only-way", lost), route, lost)
    if is_last_of_twins(outlook, route):
        return tickets_reason(outlook, "claim-last-twin", route, served)
    return way_reason(outlook, route, served)


def contested_reason(outlook: Outlook, route: Route) -> Reason | None:
    found = contest(outlook, route)
    if found is None:
        return None
    about: Values = {"route": route.id, "who": found.rival, "tickets": ids(found.tickets)}
    if found.detour is None:
        return outlook.reason(lost_key(outlook, "claim-before-lost", found.tickets), **about)
    return outlook.reason("claim-before-detour", **about, spaces=found.detour)


def way_reason(outlook: Outlook, route: Route, served: list[Ticket]) -> Reason:
    detour = max(outlook.detour(ticket, route) or 0 for ticket in served)
    if detour == 0:
        return tickets_reason(outlook, "claim-way", route, served)
    return outlook.reason(
        "claim-way-detour",
        route=route.id,
        tickets=ids(served),
        count=len(served),
        spaces=detour,
    )


def plan_reason(outlook: Outlook, route: Route) -> Reason | None:
    """On no shortest way, but on one that serves several tickets with fewer pieces in all."""
    plan = outlook.plan
    if route.number not in plan.routes and route.twin not in plan.routes:
        return None
    return tickets_reason(outlook, "claim-plan", route, list(plan.tickets))


def tickets_reason(outlook: Outlook, key: str, route: Route, tickets: list[Ticket]) -> Reason:
    return outlook.reason(
        key,
        route=route.id,
        tickets=ids(tickets),
        count=len(tickets),
        points=points(tickets),
    )


def is_last_of_twins(outlook: Outlook, route: Route) -> bool:
    """Whether another player already has the twin, and this one is still open."""
    s, twin = outlook.s, route.twin
    return twin != EMPTY and in_set([claimed_routes(s, 0), claimed_routes(s, 1)], twin)


# ---- the end, others, the seat's network
def end_reason(outlook: Outlook, route: Route) -> Reason | None:
    """That nothing comes after it, or that it brings the last round."""
    s, gained = outlook.s, outlook.points(route)
    if outlook.is_last_turn:
        return outlook.reason("claim-last-turn", route=route.id, points=gained)
    left = int(s.pieces[s.seat].sum()) - route.length
    if s.last_turns == 0 and left <= outlook.b.end_limit:
        return outlook.reason("claim-end", route=route.id, points=gained, left=left)
    return None


def block_reason(outlook: Outlook, route: Route) -> Reason | None:
    rival = separates(outlook, route)
    if rival is None:
        return None
    return outlook.reason("claim-block", route=route.id, who=rival, points=outlook.points(route))


def network_reason(outlook: Outlook, route: Route) -> Reason | None:
    """That it completes a district, or makes the seat's the longest route."""
    return district_reason(outlook, route) or longest_reason(outlook, route)


def with_route(outlook: Outlook, route: Route) -> State:
    """The state in which the seat has the route, its networks joined."""
    s = outlook.s.copy()
    mark(s.owned[s.seat], route.number)
    join(outlook.b, s, s.seat)
    return s


def district_reason(outlook: Outlook, route: Route) -> Reason | None:
    b, now, then = outlook.b, outlook.s, with_route(outlook, route)
    join(b, now, now.seat)
    for district, number in enumerate(outlook.game.board.figures.districts):
        if joins_district(b, then, district) and not joins_district(b, now, district):
            worth = int(b.district_points[district])
            return outlook.reason(
                "claim-district", route=route.id, district=int(number), points=worth
            )
    return None


def longest_reason(outlook: Outlook, route: Route) -> Reason | None:
    """US-5.1, EU-6.2: whether nobody has a longer one than the seat would have."""
    b, s = outlook.b, outlook.s
    if b.longest_bonus == 0:
        return None
    then = int(longest_route(b, with_route(outlook, route), s.seat))
    lengths = [chain(outlook, seat) for seat in range(s.seats)]
    others = max(length for seat, length in enumerate(lengths) if seat != s.seat)
    if then <= lengths[s.seat] or then < others or others == 0:
        return None
    return outlook.reason("claim-longest", route=route.id, spaces=then, points=int(b.longest_bonus))


def chain(outlook: Outlook, seat: int) -> int:
    join(outlook.b, outlook.s, seat)
    return int(longest_route(outlook.b, outlook.s, seat))


def points_reason(outlook: Outlook, route: Route) -> Reason:
    key = "claim-long" if route.length >= LONG else "claim-points"
    return outlook.reason(key, route=route.id, spaces=route.length, points=outlook.points(route))
