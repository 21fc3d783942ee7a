"""Why to claim a route."""

from __future__ import annotations

from ekiben.coach.reason import Reason
from ekiben.coach.routes.outlook import Outlook
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Route, Ticket


def explain_claim(outlook: Outlook, action: Action) -> Reason:
    route = outlook.route(action.route)
    return ticket_reason(outlook, route) or outlook.reason(
        "claim-points", route=route.id, points=points(outlook, route)
    )


def points(outlook: Outlook, route: Route) -> int:
    return int(outlook.b.points[route.length])


def ticket_reason(outlook: Outlook, route: Route) -> Reason | None:
    """What it does for the seat's tickets, if anything."""
    done, served = outlook.completes(route), outlook.serves(route)
    if done:
        return tickets_reason(outlook, "claim-completes", route, done)
    if not served:
        return None
    lost = [ticket for ticket in served if outlook.detour(ticket, route) is None]
    if lost:
        return tickets_reason(outlook, "claim-only-way", route, lost)
    return tickets_reason(outlook, "claim-way", route, served)


def tickets_reason(outlook: Outlook, key: str, route: Route, tickets: list[Ticket]) -> Reason:
    return outlook.reason(
        key,
        route=route.id,
        tickets=[ticket.id for ticket in tickets],
        count=len(tickets),
        points=sum(ticket.points for ticket in tickets),
    )
