"""What matters to a seat now: what its tickets need, what is contested, how long it takes."""

from __future__ import annotations

from collections.abc import Iterator

from ekiben.bots.routes.features import turns_until_end
from ekiben.coach.reason import Reason, Values
from ekiben.coach.routes.outlook import Outlook, ids, points
from ekiben.coach.routes.rivals import Contest, contests, lost_key
from ekiben.coach.routes.shortages import bill, payable_with
from ekiben.games.routes.board_file import Ticket
from ekiben.games.routes.cheapest_paths import Way
from ekiben.games.routes.state import OVER, TICKETS_ASKED

SOON = 2.0  # turns until an opponent may bring the end near


def list_remarks(outlook: Outlook) -> list[Reason]:
    if outlook.s.asked == OVER:
        return []
    if outlook.s.asked == TICKETS_ASKED and outlook.offered:
        return list(offer_remarks(outlook))
    return [
        *end_remarks(outlook),
        *map(lambda one: contest_remark(outlook, one), contests(outlook)[:1]),
        *need_remarks(outlook),
        *turns_remarks(outlook),
        *lost_remarks(outlook),
    ]


# ---- tickets on offer
def offer_remarks(outlook: Outlook) -> Iterator[Reason]:
    """Each ticket for itself, and all together."""
    plan = outlook.plan_for([*outlook.plan.tickets, *outlook.offered])
    if len(outlook.offered) > 1 and not plan.left_out:
        added = plan.spaces - outlook.plan.spaces
        yield outlook.reason(
            "offer-together",
            count=len(outlook.offered),
            spaces=added,
            pieces=outlook.means.in_all,
        )
    for ticket in outlook.offered:
        yield offer_remark(outlook, ticket)


def offer_remark(outlook: Outlook, ticket: Ticket) -> Reason:
    about: Values = {"ticket": ticket.id, "points": ticket.points}
    if outlook.is_done(ticket):
        return outlook.reason("offer-done", **about)
    way = outlook.way(ticket)
    if way is None:
        return outlook.reason("offer-lost", **about)
    return outlook.reason("offer-needs", **about, spaces=way.spaces, count=len(way.claims))


# ---- the end
def end_remarks(outlook: Outlook) -> Iterator[Reason]:
    s = outlook.s
    if outlook.is_last_turn and outlook.acts:
        yield outlook.reason("last-turn")
    elif s.last_turns > 0:
        yield outlook.reason("last-round", count=outlook.turns_left)
    elif not s.setting_up and turns_until_end(outlook.b, s) <= SOON:
        yield outlook.reason("end-near")


# ---- routes and cards
def contest_remark(outlook: Outlook, one: Contest) -> Reason:
    about: Values = {"route": one.route.id, "who": one.rival, "tickets": ids(one.tickets)}
    if one.detour is None:
        return outlook.reason(lost_key(outlook, "contested-lost", one.tickets), **about)
    return outlook.reason("contested-detour", **about, spaces=one.detour)


def need_remarks(outlook: Outlook) -> Iterator[Reason]:
    """The ticket that is nearest, and what it takes."""
    if outlook.needs:
        yield need_remark(outlook, *outlook.needs[0])
    elif outlook.tickets and not outlook.lost and not outlook.s.setting_up:
        yield outlook.reason("all-done", count=len(outlook.tickets))


def need_remark(outlook: Outlook, ticket: Ticket, way: Way) -> Reason:
    if not way.claims:
        return outlook.reason("needs-station", ticket=ticket.id)
    about: Values = {
        "ticket": ticket.id,
        "spaces": way.spaces,
        "count": len(way.claims),
        "routes": [route.id for route in outlook.routes(way.claims)],
    }
    found = bill(outlook, way.claims)
    cards = found.by_kind()
    if found.cards == 0:
        return outlook.reason("needs-paid", **about)
    if not cards:
        return outlook.reason("needs-wilds", **about, need=found.cards)
    return outlook.reason("needs-cards", **about, cards=cards)


def turns_remarks(outlook: Outlook) -> Iterator[Reason]:
    """What all tickets together cost in turns, or which route can be paid for now."""
    plan = outlook.plan
    if not plan.routes:
        return
    ready = [route for route in plan.routes if route in payable_with(outlook)]
    if ready and outlook.acts and outlook.question == "turn":
        yield outlook.reason("can-claim", route=outlook.routes(ready)[0].id)
    found = bill(outlook, plan.routes)
    yield outlook.reason(
        "turns",
        count=len(plan.tickets),
        turns=found.turns,
        cards_missing=found.cards,
        routes_left=len(plan.routes),
    )


def lost_remarks(outlook: Outlook) -> Iterator[Reason]:
    if outlook.lost:
        yield outlook.reason(
            "lost", tickets=ids(outlook.lost), count=len(outlook.lost), points=points(outlook.lost)
        )
