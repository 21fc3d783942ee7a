"""Why to build a station or a harbour, exchange pieces, choose a mix of them, or pass."""

from __future__ import annotations

from dataclasses import replace

from ekiben.coach.reason import Reason
from ekiben.coach.routes.outlook import Outlook, ids, points
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Ticket
from ekiben.games.routes.harbours import tickets_naming
from ekiben.games.routes.network import join
from ekiben.games.routes.state import SHIP, TRAIN

KINDS = {"trains": TRAIN, "ships": SHIP}


# ---- stations
def explain_station(outlook: Outlook, action: Action) -> Reason:
    city = outlook.city(action.city)
    given = replace(
        outlook.means,
        stations=(*outlook.means.stations, city),
        left=outlook.means.left - 1,
        sites=outlook.means.sites & ~(1 << city),
        hoped=0,
    )
    done, nearer = [], []
    for ticket in outlook.undone:
        now, then = outlook.way(ticket), outlook.way(ticket, given)
        if then is not None and not then.claims and not then.sites:
            done.append(ticket)
        elif then is not None and (now is None or city in now.sites or then.spaces < now.spaces):
            nearer.append(ticket)
    return station_reason(outlook, action.city, done, nearer)


def station_reason(outlook: Outlook, city: str, done: list[Ticket], nearer: list[Ticket]) -> Reason:
    if done:
        return outlook.reason(
            "station-completes", city=city, tickets=ids(done), points=points(done)
        )
    if nearer:
        return outlook.reason("station-nearer", city=city, tickets=ids(nearer))
    return outlook.reason("station-unused", city=city, points=int(outlook.b.unbuilt))


# ---- harbours
def explain_harbour(outlook: Outlook, action: Action) -> Reason:
    """GL-5.4: how many tickets that name the city are complete, or may still be."""
    b, s, city = outlook.b, outlook.s, outlook.city(action.city)
    join(b, s, s.seat)
    done = int(tickets_naming(b, s, s.seat, city))
    named = [ticket for ticket, _ in outlook.needs if city in (ticket.a, ticket.z)]
    if done + len(named) == 0:
        return outlook.reason("harbour-unnamed", city=action.city, points=-int(b.unbuilt))
    worth = int(b.harbour_scores[min(3, done + len(named)) - 1])
    return outlook.reason("harbour-named", city=action.city, count=done + len(named), points=worth)


# ---- pieces
def spaces_by_kind(outlook: Outlook) -> tuple[int, int]:
    """The train and ship spaces that the seat's ways still take."""
    found = [0, 0]
    for route in outlook.routes(outlook.plan.routes):
        found[int(outlook.b.way[route.number])] += route.length
    return found[TRAIN], found[SHIP]


def explain_exchange(outlook: Outlook, action: Action) -> Reason:
    """GL-6.1: whether the ways take more pieces of the other kind than the seat holds."""
    s, given = outlook.s, KINDS[action.pieces]
    wanted = spaces_by_kind(outlook)[1 - given]
    missing = wanted - int(s.pieces[s.seat, 1 - given])
    about = {"count": int(action.count), "got": "ships" if given == TRAIN else "trains"}
    if missing <= 0:
        return outlook.reason("exchange-unneeded", **about)
    key = "exchange-needed" if action.count <= missing else "exchange-too-many"
    return outlook.reason(key, **about, need=missing)


def explain_take(outlook: Outlook, action: Action) -> Reason:
    """GL-1.2: whether the mix is enough for the ways of the tickets."""
    trains, ships = spaces_by_kind(outlook)
    count = int(action.count)
    rest = int(outlook.b.in_play) - count
    enough = count >= trains and rest >= ships
    return outlook.reason(
        "take-enough" if enough else "take-short",
        count=count,
        rest=rest,
        trains=trains,
        ships=ships,
    )


def explain_pass(outlook: Outlook, action: Action) -> Reason:
    return outlook.reason("pass")
