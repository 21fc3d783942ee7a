"""Every column of every block is wired to what its name says.

Each case changes one thing in a blank position and names all columns that this must change, and the
rows of the column it is about; no other column may change. Every feature has a case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import pytest

from ekiben.envs.observation import OBSERVATION, encoding, scratch
from ekiben.games.routes import state as routes
from ekiben.games.routes.sizes import COLOURS
from ekiben.games.routes.turn import QUESTIONS as ROUTE_QUESTIONS
from ekiben.games.tokyo import state as tokyo
from ekiben.games.tokyo.turn import QUESTIONS as TOKYO_QUESTIONS

from .positions import load

Change = Callable[..., None]  # of a board and a state


def nothing(b, s) -> None:
    """Leave the position as it is."""


@dataclass(frozen=True)
class Case:
    """A change, the column it is about ("block feature") with its rows, and those that go along."""

    column: str
    rows: tuple[int, ...]
    change: Change
    along: tuple[str, ...] = ()
    before: Change = nothing
    game: str = "america"

    def __str__(self) -> str:
        return f"{self.game} {self.column}"


def observe(game, b, s):
    out = np.full(encoding(game).size, 99, np.uint8)
    OBSERVATION.of(game).observe(b, s, 0, out, scratch(game))
    return out


def changed_columns(case: Case) -> dict[str, list[int]]:
    """The rows that change, by "block feature"."""
    game = load(case.game)
    b, s = blank_position(game)
    case.before(b, s)
    before = observe(game, b, s)
    case.change(b, s)
    after = observe(game, b, s)
    found: dict[str, list[int]] = {}
    for block in encoding(game).blocks.values():
        for row, place in np.argwhere(block.of(before) != block.of(after)).tolist():
            found.setdefault(f"{block.name} {block.features[place].name}", []).append(row)
    return found


def blank_position(game):
    s = game.new(game.seats[1], 1).position.state.copy()
    if game.name == "tokyo":
        blank_tokyo(s)
    else:
        blank_routes(s)
    return deepcopy(game.plain_board), s


def put(name: str, value: int, *place: int) -> Change:
    """Write a field of the state, or one item of it."""

    def change(b, s):
        if place:
            getattr(s, name)[place] = value
        else:
            setattr(s, name, value)

    return change


def together(*changes: Change) -> Change:
    def change(b, s):
        for each in changes:
            each(b, s)

    return change


# ---- route games
NEXT = 1  # the seat after the one that looks
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


# ---- Tokyo Railways
POST = 60  # in the middle of nowhere
JOB = 2


def blank_tokyo(s) -> None:
    """A turn of seat 0 of nine, before any track, train, job or money."""
    for name in ("on_map", "outside", "money", "loans"):
        getattr(s, name)[:] = 0
    s.asked = 0
    s.seat = 0
    s.in_turn = 0


def tokyo_table_cases() -> Iterator[Case]:
    names = TOKYO_QUESTIONS.names[:-1]
    for asked, name in enumerate(names):
        other = 1 if asked == 0 else 0
        along = (f"table asked {names[other]}",)
        yield Case(f"table asked {name}", (0,), put("asked", asked), along, put("asked", other))
    for seat in range(9):
        other = 1 if seat == 0 else 0
        for field, name in (("seat", "to act"), ("in_turn", "in turn")):
            along = (f"table {name} {other}", f"seats {name}")
            yield Case(f"table {name} {seat}", (0,), put(field, seat), along, put(field, other))
    for name in ("turns", "left", "still", "spent", "upgraded", "losing", "last_round"):
        yield Case(f"table {name.replace('_', ' ')}", (0,), put(name, 1), before=put(name, 0))
    yield Case("table cup a", (0,), put("cup_size", 3, 0))
    yield Case("table cup b", (0,), put("cup_size", 3, 1))
    for kind, name in enumerate(tokyo.KINDS):
        yield Case(f"table force {name}", (0,), put("kinds", 1 << kind), before=put("kinds", 0))
    empty = together(put("speed", 0, 8), put("load", 0, 8))
    yield Case("table seats", (0,), put("seats", 8), ("seats present",), empty)
    yield Case("seats present", (8,), put("seats", 8), ("table seats",), empty)


def tokyo_seat_cases() -> Iterator[Case]:
    changes = {
        "aboard": put("aboard", 1, NEXT),
        "speed": put("speed", 50, NEXT),
        "load": put("load", 5, NEXT),
        "carried": put("carried", 1 << JOB, NEXT, 0),
        "tens": put("money", 40, NEXT),
        "units": put("money", 4, NEXT),
        "loans": put("loans", 2, NEXT),
        "joined": put("joined", 3, NEXT),
        "paid": put("paid", 1 << NEXT),
        "force": put("force", 7, NEXT),
        "ready": put("since", 1, NEXT),
    }
    along = {"carried": ("jobs theirs",)}
    for name, change in changes.items():
        yield Case(f"seats {name}", (NEXT,), change, along.get(name, ()))
    acting = ("table to act 0", f"table to act {NEXT}")
    yield Case("seats to act", (0, NEXT), put("seat", NEXT), acting)
    turning = ("table in turn 0", f"table in turn {NEXT}")
    yield Case("seats in turn", (0, NEXT), put("in_turn", NEXT), turning)
    columns = int(load("tokyo").plain_board.columns)
    yield Case("seats placed", (NEXT,), put("train", 0, NEXT))
    at_corner = put("train", 0, NEXT)
    yield Case("seats row", (NEXT,), put("train", 2 * columns, NEXT), (), at_corner)
    yield Case("seats column", (NEXT,), put("train", 2, NEXT), (), at_corner)


def tokyo_map_cases() -> Iterator[Case]:
    for name in ("outside", "delivered", "loaded", "put_back"):
        yield Case(f"jobs {name.replace('_', ' ')}", (JOB,), put(name, 1 << JOB, 0))
    b = load("tokyo").plain_board
    origin, goal = int(b.origin[JOB]), int(b.goal[JOB])
    waiting, carrying = put("on_map", 1 << JOB, 0), put("carried", 1 << JOB, 0, 0)
    yield Case("jobs on map", (JOB,), waiting, ("cities jobs",))
    yield Case("cities jobs", (origin,), waiting, ("jobs on map",))
    yield Case("jobs mine", (JOB,), carrying, ("cities wanted", "seats carried"))
    yield Case("cities wanted", (goal,), carrying, ("jobs mine", "seats carried"))
    yield Case("jobs theirs", (JOB,), put("carried", 1 << JOB, NEXT, 0), ("seats carried",))
    yield Case("cities away", tuple(range(int(b.cities))), place_train, ALONG_TRAIN)
    for direction, name in enumerate(("e", "se", "s", "sw")):
        change = put("track", 1, POST * 4 + direction)
        yield Case(f"posts track {name}", (POST,), change)


ALONG_TRAIN = ("seats placed", "seats row", "seats column")


def place_train(b, s) -> None:
    """Seat 0's train goes to a post where no city is, so that every city is some links away."""
    s.train[0] = next(
        p for p in range(b.columns * 2, b.posts) if b.city_at[p] < 0 and p % b.columns > 0
    )


def reach(seat: int, city: int) -> Change:
    """Let the seat's track touch a city, and nothing else."""

    def change(b, s):
        row, column = divmod(posts_of(city)[0], int(b.columns))
        s.touched[seat, row] |= 1 << column

    return change


def posts_of(city: int) -> tuple[int, ...]:
    return load("tokyo").board.cities[city].posts


def tokyo_reach_cases() -> Iterator[Case]:
    b, cities = load("tokyo").plain_board, load("tokyo").board.cities
    big = next(city.number for city in cities if city.big)  # a foothold already: no steps change
    jobs = range(int(b.jobs))
    origins = tuple(job for job in jobs if b.origin[job] == big)
    goals = tuple(job for job in jobs if b.goal[job] == big)
    mine = {"cities mine": (big,), "jobs origin": origins, "jobs goal": goals}
    for name, rows in mine.items():
        yield Case(name, rows, reach(0, big), tuple(set(mine) - {name}))
    yield Case("cities theirs", (big,), reach(3, big))
    small = next(city.number for city in cities if not city.big)
    yield Case("cities steps", steps_changed(small), reach(0, small), steps_along(small))


def steps_along(city: int) -> tuple[str, ...]:
    b = load("tokyo").plain_board
    jobs = range(int(b.jobs))
    along = ["cities mine"]
    along += ["jobs origin"] if any(b.origin[job] == city for job in jobs) else []
    along += ["jobs goal"] if any(b.goal[job] == city for job in jobs) else []
    return tuple(along)


def steps_changed(city: int) -> tuple[int, ...]:
    """Cities nearer to this one's first post than to any big city."""
    board = load("tokyo").board
    new = divmod(posts_of(city)[0], board.columns)
    footholds = [
        divmod(post, board.columns) for each in board.cities if each.big for post in each.posts
    ]

    def far(place, others):
        return min(max(abs(place[0] - y), abs(place[1] - x)) for y, x in others)

    return tuple(
        each.number
        for each in board.cities
        if min(far(divmod(post, board.columns), [new]) for post in each.posts)
        < min(far(divmod(post, board.columns), footholds) for post in each.posts)
    )


def cases() -> list[Case]:
    found = [
        *question_cases(),
        *figure_cases(),
        *debt_cases(),
        *card_cases(),
        *seat_cases(),
        *route_cases(),
        *ticket_cases(),
    ]
    of_tokyo = (tokyo_table_cases, tokyo_seat_cases, tokyo_map_cases, tokyo_reach_cases)
    for make in of_tokyo:
        found += [
            Case(case.column, case.rows, case.change, case.along, case.before, "tokyo")
            for case in make()
        ]
    return found


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_change_shows_in_its_column_and_in_no_other(case):
    changed = changed_columns(case)
    assert set(changed) == {case.column, *case.along}
    assert changed[case.column] == list(case.rows)


@pytest.mark.parametrize("name", ["america", "tokyo"])
def test_every_feature_has_a_case(name):
    tested = {case.column for case in CASES if (case.game == "tokyo") == (name == "tokyo")}
    features = {
        f"{block.name} {feature.name}"
        for block in encoding(load(name)).blocks.values()
        for feature in block.features
    }
    assert tested == features
