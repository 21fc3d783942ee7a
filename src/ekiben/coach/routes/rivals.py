"""Who else may want a route: from pieces, networks and cards that everybody can count."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben.bots.routes.planner_danger import payable_spaces
from ekiben.coach.routes.outlook import Outlook, points
from ekiben.games.routes.board_file import Route, Ticket
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.network import join, reaches, root
from ekiben.games.routes.state import EMPTY

SHORT_OF = 1.0  # spaces by which an opponent who may soon pay is short


@dataclass(frozen=True)
class Contest:
    """A route of the seat's ways that another may take, and what that would cost."""

    route: Route
    rival: int
    tickets: list[Ticket]
    detour: int | None  # spaces more; None: the tickets would be lost


def rivals(outlook: Outlook, route: Route) -> list[int]:
    """Opponents whose network ends at the route and who seem able to claim it soon."""
    return [
        seat
        for seat in range(outlook.s.seats)
        if seat != outlook.s.seat
        and touches(outlook, seat, route)
        and can_pay(outlook, seat, route)
    ]


def touches(outlook: Outlook, seat: int, route: Route) -> bool:
    return any(reaches(outlook.b, outlook.s, seat, city) for city in (route.a, route.z))


def can_pay(outlook: Outlook, seat: int, route: Route) -> bool:
    """Whether pieces are enough, and cards as far as one can count them."""
    b, s = outlook.b, outlook.s
    return bool(
        s.pieces[seat, b.way[route.number]] >= route.length
        and payable_spaces(b, s, seat, route.number) >= route.length - SHORT_OF
    )


def contest(outlook: Outlook, route: Route) -> Contest | None:
    """What losing a wanted route to another would cost, if somebody may take it and it matters."""
    found, served = rivals(outlook, route), outlook.served(route)
    if not found or not served:
        return None
    detours = {ticket.id: outlook.detour(ticket, route) for ticket in served}
    lost = [ticket for ticket in served if detours[ticket.id] is None]
    if lost:
        return Contest(route, found[0], lost, None)
    longest = max(detour or 0 for detour in detours.values())
    late = [ticket for ticket in served if detours[ticket.id]]
    return Contest(route, found[0], late, longest) if late else None


def contests(outlook: Outlook) -> list[Contest]:
    """The contested routes of the seat's plan, those that would cost most first."""
    found = [contest(outlook, route) for route in outlook.routes(outlook.plan.routes)]
    return sorted(
        (one for one in found if one is not None),
        key=lambda one: (one.detour is not None, -points(one.tickets), -(one.detour or 0)),
    )


def lost_key(outlook: Outlook, key: str, tickets: list[Ticket]) -> str:
    """The text for tickets to which no other way is left: another one where stations could help."""
    return f"{key}-station" if all(map(outlook.station_helps, tickets)) else key


def separates(outlook: Outlook, route: Route) -> int | None:
    """The opponent of whom the route would join two networks, and who may claim it; or None."""
    b, s = outlook.b, outlook.s
    for seat in rivals(outlook, route):
        join(b, s, seat)
        both = all(reaches(b, s, seat, city) for city in (route.a, route.z))
        if both and root(s, route.a) != root(s, route.z) and not has_twin(outlook, seat, route):
            return seat
    return None


def has_twin(outlook: Outlook, seat: int, route: Route) -> bool:
    """RT-4.7, RT-4.8: whether an opponent may still take the route's twin once it is claimed."""
    s, twin = outlook.s, route.twin
    closes = s.seats <= outlook.b.closing
    return (
        twin != EMPTY and not closes and in_set(s.free, twin) and not in_set(s.blocked[seat], twin)
    )
