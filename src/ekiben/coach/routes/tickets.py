"""Why to draw tickets, and which to keep."""

from __future__ import annotations

from ekiben.bots.routes.features import turns_until_end
from ekiben.coach.reason import Reason, Values
from ekiben.coach.routes.outlook import Outlook, ids, points
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Ticket

SOON = 4.0  # turns before the end in which a new ticket is hardly completed
SHARED = 2  # spaces saved that are worth a word


def explain_tickets(outlook: Outlook, action: Action) -> Reason:
    """New tickets, early, in time or too late."""
    s = outlook.s
    if s.last_turns > 0 or turns_until_end(outlook.b, s) < SOON:
        return outlook.reason("tickets-late")
    if outlook.needs:
        return outlook.reason("tickets-early", count=len(outlook.needs))
    return outlook.reason("tickets-more", pieces=outlook.means.in_all)


# ---- keeping
def explain_keep(outlook: Outlook, action: Action) -> Reason:
    kept = [outlook.offered[place - 1] for place in action.tickets]
    undone = [ticket for ticket in kept if not outlook.is_done(ticket)]
    if not undone:
        return tickets_reason(outlook, "keep-done", kept)
    lost = [ticket for ticket in undone if outlook.way(ticket) is None]
    return tickets_reason(outlook, "keep-lost", lost) if lost else way_reason(outlook, undone)


def tickets_reason(outlook: Outlook, key: str, tickets: list[Ticket]) -> Reason:
    return outlook.reason(key, tickets=ids(tickets), count=len(tickets), points=points(tickets))


def way_reason(outlook: Outlook, chosen: list[Ticket]) -> Reason:
    """What the tickets take beside those that the seat has."""
    before = outlook.plan
    after = outlook.plan_for([*before.tickets, *chosen])
    about: Values = {"tickets": ids(chosen), "count": len(chosen), "points": points(chosen)}
    if after.left_out:
        return outlook.reason("keep-too-far", **about, pieces=outlook.means.in_all)
    added, alone = after.spaces - before.spaces, spaces_alone(outlook, chosen)
    about |= {"spaces": added, "pieces": outlook.means.in_all}
    if alone - added >= SHARED:
        key = "keep-shared" if len(chosen) > 1 else "keep-joined"
        return outlook.reason(key, **about, alone=alone)
    return outlook.reason("keep-worth", **about)


def spaces_alone(outlook: Outlook, tickets: list[Ticket]) -> int:
    """The spaces of the tickets' ways, each for itself."""
    ways = [outlook.way(ticket) for ticket in tickets]
    return sum(way.spaces for way in ways if way is not None)
