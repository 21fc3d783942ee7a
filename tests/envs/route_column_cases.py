"""Cases of the columns of route games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ekiben.games.routes import state as routes
from ekiben.games.routes.sizes import COLOURS
from ekiben.games.routes.turn import QUESTIONS as ROUTE_QUESTIONS

from .column_cases import NEXT, Case, Change, put, together
from .positions import load

ROUTE = 1  # Atlanta to Miami
TICKET = 0


def blank_routes(s) -> None:
    """A turn of seat 0 of five; nobody has tickets, cards, routes or buildings."""
    for name in ("tickets", "hand", "seen", "hand_size", "offered", "ticket_count", "box"):
        getattr(s, name)[:] = 0
    s.choice[:] = routes.EMPTY
    s.pieces[:, 0] = 40
    s.pieces[:, 1] = 0
    s.asked = routes.TURN
    s.seat = 0
    s.draws = 0
    s.setting_up = 0
    s.last_seat = routes.EMPTY


def own(seat: int, *numbers: int) -> Change:
    """Give a seat routes, which are no longer free."""

    def change(b, s):
        for number in numbers:
            word, member = divmod(number, 56)
            s.owned[seat, word] |= 1 << member
            s.free[word] &= ~(1 << member)

    return change


def cities_of(*numbers: int) -> tuple[int, ...]:
    b = load("america").plain_board
    return tuple(sorted({int(city) for n in numbers for city in (b.a[n], b.z[n])}))


def routes_where(holds: Callable[[object, int], bool]) -> tuple[int, ...]:
    b = load("america").plain_board
    return tuple(n for n in range(int(b.routes)) if holds(b, n))


def question_cases() -> Iterator[Case]:
    names = ROUTE_QUESTIONS.names[:-1]
    partners = {routes.PAYMENT: routes.TUNNEL, routes.TUNNEL: routes.PAYMENT}  # both show a debt
    for asked, name in enumerate(names):
        other = partners.get(asked, routes.SECOND_CARD if asked == routes.TURN else routes.TURN)
        along = (f"table asked {names[other]}",)
        yield Case(f"table asked {name}", (0,), put("asked", asked), along, put("asked", other))
    for seat in range(5):
        other = 1 if seat == 0 else 0
        along = (f"table to act {other}", "seats to act")
        yield Case(f"table to act {seat}", (0,), put("seat", seat), along, put("seat", other))


def figure_cases() -> Iterator[Case]:
    for name in ("turns", "last_turns", "drawn", "least", "gaps", "idle"):
        yield Case(f"table {name.replace('_', ' ')}", (0,), put(name, 3))
    yield Case("table setting up", (0,), put("setting_up", 1))
    yield Case("table tickets left", (0,), put("ticket_left", 3))
    for deck in (0, 1):
        yield Case(f"table deck {deck + 1}", (0,), put("deck_size", 7, deck))
        yield Case(f"table discards {deck + 1}", (0,), put("discarded", 7, deck))
    fewer, without_pieces = put("seats", 4), put("pieces", 0, 4, 0)
    yield Case("table seats", (0,), fewer, ("seats present", "seats points"), without_pieces)
    yield Case("seats present", (4,), fewer, ("table seats", "seats points"), without_pieces)


def debt_cases() -> Iterator[Case]:
    asked = put("asked", routes.PAYMENT)
    yield Case("table owed", (0,), put("owed", 4), before=asked)
    yield Case("table owed wilds", (0,), put("owed_wilds", 2), before=asked)
    ways = {routes.TRAIN: "trains", routes.SHIP: "ships", routes.HARBOUR: "harbour"}
    for way, name in ways.items():
        other = routes.SHIP if way == routes.TRAIN else routes.TRAIN
        before, along = together(asked, put("owed_way", other)), (f"table owed {ways[other]}",)
        yield Case(f"table owed {name}", (0,), put("owed_way", way), along, before)
    colours = {colour: f"colour {colour}" for colour in range(COLOURS)}
    colours |= {COLOURS: "wild", routes.EMPTY: "any"}
    for colour, name in colours.items():
        other = 0 if colour == routes.EMPTY else routes.EMPTY
        before, along = (
            together(asked, put("owed_colour", other)),
            (f"table owed {colours[other]}",),
        )
        yield Case(f"table owed {name}", (0,), put("owed_colour", colour), along, before)


def card_cases() -> Iterator[Case]:
    kind = 3

    def one_more_copy(b, s):
        b.copies[kind] += 1

    def no_route_takes_it(b, s):
        b.colour[:] = kind + 1
        b.payable[:] = 0

    unseen = ("cards unseen",)
    yield Case("cards hand", (kind,), put("hand", 1, 0, kind), unseen, no_route_takes_it)
    yield Case("cards market", (kind,), put("up", 1, kind), unseen, put("up", 0, kind))
    yield Case("cards discards", (kind,), put("discards", 1, kind), unseen)
    turned, none = put("turned", kind, 0), put("turned", routes.EMPTY, 0)
    yield Case("cards turned", (kind,), turned, unseen, none, game="europe")
    yield Case("cards unseen", (kind,), one_more_copy)
    known, holding = put("seen", 1, NEXT, kind), put("hand_size", 3, NEXT, 0)
    row = NEXT * int(load("america").plain_board.kinds) + kind
    yield Case("known cards", (row,), known, ("seats unknown", "cards unseen"), holding)


def seat_cases() -> Iterator[Case]:
    changes = {
        "trains": put("pieces", 30, NEXT, 0),
        "ships": put("pieces", 30, NEXT, 1),
        "box trains": put("box", 3, NEXT, 0),
        "box ships": put("box", 3, NEXT, 1),
        "points": put("score", 20, NEXT),
        "tickets": put("ticket_count", 4, NEXT),
        "exchanged": put("exchanged", 2, NEXT),
        "ending": put("last_seat", NEXT),
    }
    for name, change in changes.items():
        yield Case(f"seats {name}", (NEXT,), change)
    acting = ("table to act 0", f"table to act {NEXT}")
    yield Case("seats to act", (0, NEXT), put("seat", NEXT), acting)
    for deck in (0, 1):
        change = put("hand_size", 3, NEXT, deck)
        yield Case(f"seats cards {deck + 1}", (NEXT,), change, ("seats unknown",))
    change, holding = put("seen", 1, NEXT, 2), put("hand_size", 3, NEXT, 0)
    yield Case("seats unknown", (NEXT,), change, ("known cards", "cards unseen"), holding)
    built, along = put("built", 1, NEXT), (f"cities built {NEXT}",)
    yield Case("seats built", (NEXT,), built, along, put("building", 0, NEXT, 0), "europe")
    along = ("routes theirs 1", "routes open", "cities theirs")
    yield Case("seats network", (NEXT,), own(NEXT, ROUTE), along)


def route_cases() -> Iterator[Case]:
    touching = routes_where(lambda b, n: {b.a[n], b.z[n]} & set(cities_of(ROUTE)))
    claimed = {
        "routes mine": (ROUTE,),
        "routes open": (ROUTE,),
        "routes touches": touching,
        "routes loop": (ROUTE,),
        "seats network": (0,),
        "cities mine": cities_of(ROUTE),
    }
    for name in ("routes mine", "routes touches", "routes loop", "cities mine"):
        yield Case(name, claimed[name], own(0, ROUTE), tuple(set(claimed) - {name}))
    along = ("routes open", "seats network", "cities theirs")
    for seat in range(1, 5):
        yield Case(f"routes theirs {seat}", (ROUTE,), own(seat, ROUTE), along)
    along = ("routes open", "seats network", "routes theirs 2")
    yield Case("cities theirs", cities_of(ROUTE), own(2, ROUTE), along)
    closing = put("blocked", 1 << ROUTE, 0, 0)
    yield Case("routes closed", (ROUTE,), closing, ("routes open",))
    yield Case("routes open", (ROUTE,), closing, ("routes closed",))
    yield Case("routes named", (ROUTE,), put("route", ROUTE))
    longer = routes_where(lambda b, n: b.length[n] > 3)
    yield Case("routes fits", longer, put("pieces", 3, 0, 0), ("seats trains",))
    wild = int(load("america").plain_board.wild)
    paying, shortest = put("hand", 1, 0, wild), routes_where(lambda b, n: b.length[n] == 1)
    along = ("cards hand", "cards unseen")
    yield Case("routes payable", shortest, paying, ("routes short", *along))
    yield Case("routes short", routes_where(lambda b, n: True), paying, ("routes payable", *along))
    for seat in range(5):
        built, city = put("built", 1, seat), put("building", 2, seat, 0)
        yield Case(f"cities built {seat}", (2,), built, ("seats built",), city, "europe")
    yield Case("cities named", (3,), put("city", 3), (), put("asked", routes.PAYMENT), "europe")


def ticket_cases() -> Iterator[Case]:
    b = load("america").plain_board
    ends = tuple(sorted((int(b.ticket_a[TICKET]), int(b.ticket_z[TICKET]))))
    holding = put("tickets", 1 << TICKET, 0)
    open_ticket = ("tickets spaces", "routes ways", "cities ends")
    yield Case("tickets held", (TICKET,), holding, open_ticket)
    yield Case("tickets spaces", (TICKET,), holding, ("tickets held", *open_ticket[1:]))
    yield Case("cities ends", ends, holding, ("tickets held", *open_ticket[:2]))
    one_route = next(iter(routes_where(lambda b, n: {int(b.a[n]), int(b.z[n])} == {0, 10})), ROUTE)
    b_ends = cities_of(one_route)

    def name_its_ends(b, s):
        b.ticket_a[TICKET], b.ticket_z[TICKET] = b_ends

    direct = together(name_its_ends, holding)
    along = ("tickets held", "tickets spaces", "cities ends")
    yield Case("routes ways", (one_route,), holding, along, name_its_ends)
    gone = ("routes open", "routes mine", "routes touches", "routes loop", "routes ways")
    along = (
        *gone,
        "tickets spaces",
        "tickets touched",
        "cities ends",
        "cities mine",
        "seats network",
    )
    yield Case("tickets done", (TICKET,), own(0, one_route), along, direct)
    along = ("seats trains", "routes fits")
    yield Case("tickets lost", (TICKET,), put("pieces", 1, 0, 0), along, holding)
    yield from touched_cases(direct)
    yield from offer_cases(open_ticket)


def touched_cases(direct: Change) -> Iterator[Case]:
    """A route from one end of the ticket to elsewhere, not on its way."""
    city = cities_of(ROUTE)[0]
    elsewhere = routes_where(lambda b, n: city in (b.a[n], b.z[n]) and b.twin[n] < 0 and n > 1)[0]
    along = ("routes open", "routes mine", "routes touches", "routes loop", "cities mine")
    yield Case("tickets touched", (TICKET,), own(0, elsewhere), (*along, "seats network"), direct)


def offer_cases(open_ticket: tuple[str, ...]) -> Iterator[Case]:
    """The ticket is already held, so that only its place in the offer is new."""
    holding = put("tickets", 1 << TICKET, 0)
    for place in range(5):
        offer = together(holding, *(put("offer", TICKET, 0, each) for each in range(place + 1)))
        before = together(offer, put("offered", place, 0))
        change = put("offered", place + 1, 0)
        yield Case(f"tickets place {place + 1}", (TICKET,), change, ("table offered",), before)
    offer = together(holding, put("offer", TICKET, 0, 0))
    yield Case("table offered", (0,), put("offered", 1, 0), ("tickets place 1",), offer)
    answered = together(
        put("draw_seat", 0, 0),
        put("draw_size", 1, 0),
        put("draw_choice", 0, 0),
        put("draw_offer", 4, 0, 0),
    )
    yield Case("tickets returned", (4,), put("draws", 1), before=answered)


def cases() -> Iterator[Case]:
    yield from question_cases()
    yield from figure_cases()
    yield from debt_cases()
    yield from card_cases()
    yield from seat_cases()
    yield from route_cases()
    yield from ticket_cases()
