"""How tickets stand in the hints, against the scoring and against everything that could still
happen on small boards.
"""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from arranging import arranged
from table import new, started, tickets_of

from ekiben.games.routes.score_sheet import members
from ekiben.games.routes.scoring import finish


def positions(name, seed, seats=3, **options):
    match, luck = new(name, seats, seed, **options), random.Random(seed)
    while not match.over:
        yield match
        match.play(luck.choice(match.legal()))
    yield match


def tickets(match, seat):
    """Hints of the tickets a seat holds, by the ticket's number; on these boards no two have the
    same name.
    """
    number = {ticket.id: ticket.number for ticket in match.game.board.tickets}
    kept = tickets_of(match, seat)
    return {
        number[one["ticket"]]: one for one in match.hints(seat)["tickets"] if one["ticket"] in kept
    }


# ---- done: what scoring would say
@pytest.mark.parametrize(
    ("name", "seed"),
    [("alps", 1), ("alps", 2), ("alps", 3), ("bay", 1), ("europe", 4), ("london", 5)],
)
def test_done_is_what_would_score_now(name, seed):
    borrowed = 0
    for match in positions(name, seed):
        if match.asked != "turn":
            continue
        s = match.position.state.copy()
        finish(match.game.plain_board, s)
        for seat in range(match.seats):
            lines = [line for line in match.game.sheet(s, seat) if line.reason == "ticket-done"]
            done = [one for one in tickets(match, seat).values() if one["state"] == "done"]
            assert [(one["ticket"], one["borrowed"]) for one in done] == [
                (line.details["ticket"], line.details.get("borrowed", [])) for line in lines
            ]
            borrowed += sum(bool(one["borrowed"]) for one in done)
    assert name != "alps" or borrowed


# ---- lost: nothing that may still happen completes it
@pytest.mark.parametrize("name", ["alps", "bay", "europe", "great-lakes"])
def test_a_lost_ticket_is_never_completed(name):
    told = set()
    for seed in range(8 if name in ("alps", "bay") else 1):
        lost = [set() for _ in range(3)]
        for match in positions(name, seed):
            for seat in range(3):
                found = tickets(match, seat)
                done = {ticket for ticket, one in found.items() if one["state"] == "done"}
                assert not (match.over and done & lost[seat]), f"seed {seed}: seat {seat}"
                lost[seat] |= {ticket for ticket, one in found.items() if one["state"] == "lost"}
                told |= {one["state"] for one in found.values()}
    assert told >= {"reachable", "lost"} and (name == "great-lakes" or "done" in told)


# ---- reachable, and with what: against everything that could happen
def joined(board, routes, ticket):
    """Whether these routes join the ends of a ticket."""
    found, more = {board.tickets[ticket].a}, True
    while more:
        ends = {
            city
            for n in routes
            for city in (board.routes[n].a, board.routes[n].z)
            if {board.routes[n].a, board.routes[n].z} & found
        }
        more = not ends <= found
        found |= ends
    return board.tickets[ticket].z in found


def subsets(routes, most=99):
    return (
        set(some)
        for size in range(min(len(routes), most) + 1)
        for some in combinations(sorted(routes), size)
    )


def serves(match, seat, routes):
    """EU-5.1, EU-5.3: whether every one of these routes can have a station of its own at one of its
    ends.
    """
    view, board = match.view(seat), match.game.board
    mine = view.building[seat, : view.built[seat]].tolist()
    free = [city.number for city in board.cities if not int(view.built_up) >> city.number & 1]
    left = match.game.plain_board.stations - len(mine)
    for cities in permutations([*mine, *free], len(routes)):
        fits = all(
            city in (board.routes[n].a, board.routes[n].z)
            for city, n in zip(cities, routes, strict=True)
        )
        if fits and sum(city not in mine for city in cities) <= left:
            return True
    return False


def affordable(match, seat):
    """Every set of routes that the seat could still claim, however it exchanges pieces first
    (GL-6.1).
    """
    view, b = match.view(seat), match.game.plain_board
    stock = (*view.pieces[seat].tolist(), 0)[:2] + (*view.box[seat].tolist(), 0)[:2]
    open_to_it = set(members(view.free & ~view.blocked[seat]))
    todo, found = [(frozenset(), stock)], {(frozenset(), stock)}
    while todo:
        claimed, (trains, ships, train_box, ship_box) = todo.pop()
        after = [
            (claimed, (trains - 1, ships + 1, train_box + 1, ship_box - 1)),
            (claimed, (trains + 1, ships - 1, train_box - 1, ship_box + 1)),
        ]
        for n in open_to_it - claimed - {int(b.twin[n]) for n in claimed}:
            spent = (0, int(b.length[n])) if b.way[n] else (int(b.length[n]), 0)
            after.append(
                (claimed | {n}, (trains - spent[0], ships - spent[1], train_box, ship_box))
            )
        fresh = {one for one in after if min(one[1]) >= 0} - found
        found |= fresh
        todo += fresh
    return {claimed for claimed, _ in found}


def possible(match, seat):
    """The tickets that any claims of the seat and of the others, and any stations, complete."""
    view, board = match.view(seat), match.game.board
    own = set(members(view.owned[seat]))
    others = {
        n for other in range(match.seats) if other != seat for n in members(view.owned[other])
    } | set(members(view.free))
    stations = match.game.plain_board.stations
    lent = (
        [some for some in subsets(others - own, stations) if serves(match, seat, sorted(some))]
        if stations
        else [set()]
    )
    ends = [
        own | claimed | some
        for claimed in affordable(match, seat)
        for some in lent
        if not some & claimed
    ]
    return {
        ticket
        for ticket in tickets(match, seat)
        if any(joined(board, routes, ticket) for routes in ends)
    }


@pytest.mark.parametrize("name", ["alps", "bay"])
def test_tickets_stand_as_everything_that_could_happen_says(name):
    """RT-4.6, EU-5.1, EU-5.3, GL-6.1"""
    told = Counter()
    for number, match in (
        (number, match) for seed in range(6) for number, match in enumerate(positions(name, seed))
    ):
        if match.asked != "turn" or len(list(members(match.view().free))) > 7 or number % 2:
            continue
        for seat in range(3):
            found = possible(match, seat)
            for ticket, one in tickets(match, seat).items():
                assert one["state"] == "done" or (one["state"] == "reachable") == (
                    ticket in found
                ), (number, seat, one)
                told[one["state"]] += 1
    assert told["reachable"] > 50 and told["lost"] > 3


def carried_out(match, seat, one):
    """The position after what the hint names has been done: routes claimed, stations built, others'
    routes there to borrow.
    """
    number = {route.id: route.number for route in match.game.board.routes}
    view, board = match.view(), match.game.board
    other = (seat + 1) % match.seats
    hoped = [
        name
        for name in one["borrowed"]
        if int(view.free[number[name] // 56]) >> number[name] % 56 & 1
    ]
    routes = {who: [board.routes[n].id for n in members(view.owned[who])] for who in (seat, other)}
    built = [board.cities[city].id for city in view.building[seat, : view.built[seat]].tolist()]
    return arranged(
        match,
        routes={seat: routes[seat] + one["missing"], other: routes[other] + hoped},
        buildings={seat: built + one["stations"]},
        tickets={seat: [one["ticket"]]},
    )


@pytest.mark.parametrize(("name", "seed"), [("alps", 3), ("alps", 4), ("europe", 1)])
def test_what_is_missing_completes_the_ticket(name, seed):
    """EU-5.3: and the spaces told are those of the routes."""
    ways = set()
    for number, match in enumerate(positions(name, seed)):
        if match.asked != "turn" or number % 7:
            continue
        length = {route.id: route.length for route in match.game.board.routes}
        for seat in range(match.seats):
            for ticket, one in tickets(match, seat).items():
                if one["state"] != "reachable" or min(match.view().pieces[(seat + 1) % 3]) < sum(
                    length[name] for name in one["borrowed"]
                ):
                    continue
                assert (
                    one["spaces"]
                    == sum(length[name] for name in one["missing"])
                    <= match.view().pieces[seat].sum()
                )
                assert tickets(carried_out(match, seat, one), seat)[ticket]["state"] == "done", one
                ways.add((bool(one["missing"]), bool(one["borrowed"]), bool(one["stations"])))
    assert (True, False, False) in ways and (name != "alps" or len(ways) > 1)


# ---- kinds of pieces
def bay(routes, pieces, ticket):
    """How a ticket of seat 0 stands in a small game with 7 trains and 6 ships each."""
    match = arranged(started("bay", 4), routes=routes, pieces={0: pieces}, tickets={0: [ticket]})
    return match.hints(0)["tickets"][0]


def test_pieces_of_the_other_kind_do_not_count():
    """GL-4.1: five ships are missing and there is one, in the box; all seven trains do not help."""
    taken = {
        0: ["open-water~port-a", "port-a~port-b"],
        1: ["open-water~port-c"],
        2: ["open-water~port-c/2"],
    }
    assert bay(taken, {"train": 7}, "port-b-port-c")["state"] == "lost"
    assert bay({0: taken[0]}, {"train": 7}, "port-b-port-c")["missing"] == ["open-water~port-c"]


def test_what_can_be_had_by_exchanging_counts():
    """GL-6.1: two trains are missing; a ship can be given for one of the box."""
    own = {0: ["port-b~port-c"]}
    one = bay(own, {"train": 1, "ship": 1}, "port-a-port-c")
    assert (one["state"], one["spaces"], one["missing"]) == ("reachable", 2, ["port-a-port-b"])
    assert bay(own, {"train": 1}, "port-a-port-c")["state"] == "lost"


def test_before_the_mix_is_chosen_every_mix_counts():
    """GL-1.2"""
    match = new("bay", 2)
    assert {one["state"] for one in match.hints(0)["tickets"]} == {"reachable"}


# ---- stations
KYIV = {
    "tickets": {0: ["kyiv-sochi"]},
    "routes": {0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["rostov-sochi"]},
}


def europe(buildings=(), **places):
    match = arranged(started("europe"), **{**KYIV, "buildings": {0: list(buildings)}, **places})
    return match.hints(0)["tickets"][0]


@pytest.mark.parametrize("city", ["rostov", "sochi"])
def test_a_ticket_is_done_by_a_station_that_stands(city):
    """EU-5.3"""
    one = europe([city])
    assert (one["state"], one["spaces"], one["borrowed"], one["stations"]) == (
        "done",
        0,
        ["rostov-sochi"],
        [],
    )


def test_a_ticket_is_reachable_by_a_station_that_is_left():
    """EU-5.1: no other way to Sochi can be paid with no trains."""
    one = europe(pieces={0: {}})
    assert (one["state"], one["missing"], one["borrowed"], one["stations"]) == (
        "reachable",
        [],
        ["rostov-sochi"],
        ["rostov"],
    )


def test_a_ticket_is_lost_when_all_stations_stand_elsewhere():
    """EU-5.3: three are all there are."""
    one = europe(["paris", "london", "roma"], pieces={0: {}})
    assert (one["state"], one["borrowed"], one["stations"]) == ("lost", [], [])


def test_claiming_comes_before_stations():
    """With trains enough the shortest way of one's own is told."""
    one = europe()
    assert one["state"] == "reachable" and one["missing"] and not one["borrowed"]


def test_a_station_borrows_for_the_ticket_that_scores_more():
    """EU-5.4: one station, two tickets; the other is reachable yet, with another station or with
    trains.
    """
    match = arranged(
        started("europe"),
        tickets={0: ["kyiv-petrograd", "kyiv-sochi"]},
        buildings={0: ["kyiv"]},
        routes={
            0: ["petrograd-wilno", "kharkov-rostov", "rostov-sochi"],
            1: ["kyiv-wilno", "kharkov-kyiv"],
        },
    )
    assert {
        one["ticket"]: (one["state"], one["borrowed"]) for one in match.hints(0)["tickets"]
    } == {"kyiv-petrograd": ("reachable", ["kyiv-wilno"]), "kyiv-sochi": ("done", ["kharkov-kyiv"])}
