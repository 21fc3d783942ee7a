"""EU-5.3, EU-5.4: what stations borrow at the end, and EU-6.2: what that does not count for."""

import random
from itertools import product

import pytest
from table import arranged, game, has, routes_of, started, tickets_of

from .positions import borrowed, done, final, missed, points


# ---- EU-5.3
@pytest.mark.parametrize("city", ["rostov", "sochi"])
def test_eu_5_3_a_station_lets_its_player_use_a_route_of_another(city):
    """EU-5.3: Rostov–Sochi, at either of its ends, completes Kyiv–Sochi."""
    match = final(
        tickets={0: ["kyiv-sochi"]},
        buildings={0: [city]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["rostov-sochi"]},
    )
    assert borrowed(match, 0) == ["rostov-sochi"]
    assert [tuple(line) for line in match.sheet(0)] == [
        ("EU-6.1", "routes", 2),
        ("EU-6.1", "routes", 7),
        ("RT-7.1", "ticket-done", 8),
        ("EU-5.5", "stations-left", 8),
        ("EU-6.2", "longest-route", 10),
    ]
    assert match.scores() == [2 + 7 + 8 + 8 + 10, 2 + 12]
    assert match.view().completed.tolist() == [1, 0]


def test_eu_5_3_nothing_is_borrowed_without_a_station():
    """EU-5.3"""
    match = final(
        tickets={0: ["kyiv-sochi"]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["rostov-sochi"]},
    )
    assert missed(match, 0) == {"kyiv-sochi": -8} and borrowed(match, 0) == []


@pytest.mark.parametrize(
    ("city", "other"),
    [
        ("kyiv", "rostov-sochi"),  # it does not touch the city
        ("rostov", "rostov-sevastopol"),  # it touches the city but leads elsewhere
        ("sochi", None),  # the route is nobody's
    ],
)
def test_eu_5_3_only_a_route_of_another_player_that_touches_the_city(city, other):
    """EU-5.3"""
    match = final(
        tickets={0: ["kyiv-sochi"]},
        buildings={0: [city]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: [other] if other else []},
    )
    assert borrowed(match, 0) == [None] and missed(match, 0) == {"kyiv-sochi": -8}


def test_eu_5_3_one_route_only():
    """EU-5.3: two routes at Kyiv would each complete a ticket; the station borrows the one that is
    worth more.
    """
    places = {
        "tickets": {0: ["kyiv-petrograd", "kyiv-sochi"]},
        "routes": {
            0: ["petrograd-wilno", "kharkov-rostov", "rostov-sochi"],
            1: ["kyiv-wilno", "kharkov-kyiv"],
        },
    }
    match = final(buildings={0: ["kyiv"]}, **places)
    assert borrowed(match, 0) == ["kharkov-kyiv"]
    assert (done(match, 0), missed(match, 0)) == ({"kyiv-sochi": 8}, {"kyiv-petrograd": -6})
    match = final(buildings={0: ["kyiv", "wilno"]}, **places)
    assert borrowed(match, 0) == ["kharkov-kyiv", "kyiv-wilno"]
    assert done(match, 0) == {"kyiv-petrograd": 6, "kyiv-sochi": 8}


def test_eu_5_3_the_same_route_for_all_tickets():
    """EU-5.3: Rostov–Sochi completes two of them."""
    match = final(
        tickets={0: ["kyiv-sochi", "erzurum-rostov"]},
        buildings={0: ["sochi"]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov", "erzurum-sochi"], 1: ["rostov-sochi"]},
    )
    assert borrowed(match, 0) == ["rostov-sochi"]
    assert done(match, 0) == {"kyiv-sochi": 8, "erzurum-rostov": 5}


def test_eu_5_3_of_whichever_player():
    """EU-5.3: two stations, routes of two others."""
    match = final(
        seats=4,
        tickets={0: ["kyiv-petrograd"]},
        buildings={0: ["kyiv", "petrograd"]},
        routes={1: ["kyiv-wilno"], 2: ["petrograd-wilno"]},
    )
    assert borrowed(match, 0) == ["kyiv-wilno", "petrograd-wilno"] and done(match, 0) == {
        "kyiv-petrograd": 6
    }


def test_eu_5_3_two_players_may_borrow_the_same_route():
    """EU-5.3: a station at either end."""
    match = final(
        seats=3,
        tickets={0: ["kyiv-sochi"], 1: ["erzurum-rostov"]},
        buildings={0: ["rostov"], 1: ["sochi"]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["erzurum-sochi"], 2: ["rostov-sochi"]},
    )
    assert (borrowed(match, 0), borrowed(match, 1)) == (["rostov-sochi"], ["rostov-sochi"])
    assert (done(match, 0), done(match, 1)) == ({"kyiv-sochi": 8}, {"erzurum-rostov": 5})


def test_eu_5_3_a_borrowed_route_stays_its_owners():
    """EU-5.3: it goes on counting for its owner, and scores the borrower nothing itself."""
    match = final(
        tickets={0: ["kyiv-petrograd"], 1: ["essen-kyiv"]},
        buildings={0: ["wilno"]},
        routes={
            0: ["petrograd-wilno"],
            1: ["kyiv-wilno", "warszawa-wilno", "berlin-warszawa", "berlin-essen"],
        },
    )
    assert (done(match, 0), done(match, 1)) == ({"kyiv-petrograd": 6}, {"essen-kyiv": 10})
    assert points(match, 0, "routes") == [7] and points(match, 1, "routes") == [2 + 2, 4, 7]
    assert routes_of(match, 0) == ["petrograd-wilno"] and "kyiv-wilno" in routes_of(match, 1)


# ---- EU-5.4
def test_eu_5_4_the_borrowed_routes_are_shown_at_the_end_only():
    """EU-5.4: in the view and on the sheet."""
    places = {
        "buildings": {0: ["paris", "sochi"]},
        "routes": {0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["rostov-sochi", "paris-zurich"]},
    }
    assert arranged(started("europe"), **places).view(0).borrowed.tolist() == [[-1, -1, -1]] * 2
    match = final(tickets={0: ["kyiv-sochi", "berlin-roma"]}, **places)
    number = next(route.number for route in match.game.board.routes if route.id == "rostov-sochi")
    for viewer in (0, 1, None):
        assert match.view(viewer).borrowed.tolist() == [[-1, number, -1], [-1, -1, -1]]
    lines = {line.details.get("ticket"): line.details for line in match.sheet(0)}
    assert lines["kyiv-sochi"] == {"ticket": "kyiv-sochi", "borrowed": ["rostov-sochi"]}
    assert lines["berlin-roma"] == {"ticket": "berlin-roma"}
    assert [line.details for line in match.sheet(0) if line.reason == "stations-left"] == [
        {"count": 1}
    ]


def test_eu_5_4_a_ticket_complete_without_it_is_not_said_to_borrow():
    """EU-5.4: Budapest–Zürich runs on own routes, Kyiv–Sochi does not."""
    match = final(
        tickets={0: ["kyiv-sochi", "budapest-zurich"]},
        buildings={0: ["sochi"]},
        routes={
            0: [
                "kharkov-kyiv",
                "kharkov-rostov",
                "budapest-wien",
                "munchen-wien",
                "munchen-zurich",
            ],
            1: ["rostov-sochi"],
        },
    )
    lines = {
        line.details["ticket"]: line.details
        for line in match.sheet(0)
        if line.reason == "ticket-done"
    }
    assert lines["kyiv-sochi"].get("borrowed") == ["rostov-sochi"]
    assert "borrowed" not in lines["budapest-zurich"]


@pytest.mark.parametrize(
    "stations",
    [["kyiv", "petrograd"], ["kyiv", "wilno"], ["wilno", "petrograd"], ["petrograd", "wilno"]],
)
def test_eu_5_4_borrowed_routes_may_join_each_other(stations):
    """EU-5.4: Kyiv–Petrograd with no route of one's own."""
    places = {"tickets": {0: ["kyiv-petrograd"]}, "routes": {1: ["kyiv-wilno", "petrograd-wilno"]}}
    match = final(buildings={0: stations}, **places)
    assert sorted(borrowed(match, 0)) == ["kyiv-wilno", "petrograd-wilno"]
    assert match.scores()[0] == 6 + 4
    for city in stations:
        match = final(buildings={0: [city]}, **places)
        assert borrowed(match, 0) == [None] and match.scores()[0] == -6 + 8


def test_eu_5_4_three_of_them_in_a_row():
    """EU-5.4: Edinburgh–Paris."""
    match = final(
        seats=4,
        tickets={0: ["edinburgh-paris"]},
        buildings={0: ["paris", "london", "edinburgh"]},
        routes={
            1: ["edinburgh-london"],
            2: ["dieppe-london"],
            3: ["dieppe-paris", "edinburgh-london/2"],
        },
    )
    assert borrowed(match, 0) == ["dieppe-paris", "dieppe-london", "edinburgh-london"]
    assert match.scores()[0] == 7


def test_eu_5_4_what_gives_the_most_points():
    """EU-5.4: one ticket of ten (Sarajevo and Constantinople) before one of five, whichever route
    has the lower number.
    """
    places = {
        "routes": {
            0: ["sarajevo-zagrab", "venezia-zagrab", "sarajevo-sofia"],
            1: ["athina-sofia", "constantinople-sofia"],
        }
    }
    match = final(buildings={0: ["sofia"]}, tickets={0: ["constantinople-venezia"]}, **places)
    assert borrowed(match, 0) == ["constantinople-sofia"]
    own = [*places["routes"][0], "athina-smyrna"]
    match = final(
        buildings={0: ["sofia"]},
        tickets={0: ["constantinople-venezia", "smyrna-sofia"]},
        routes={0: own, 1: places["routes"][1]},
    )
    assert borrowed(match, 0) == ["constantinople-sofia"]
    assert (done(match, 0), missed(match, 0)) == (
        {"constantinople-venezia": 10},
        {"smyrna-sofia": -5},
    )


def test_eu_5_4_among_equals_what_completes_more_tickets():
    """EU-5.4: eight points with one ticket by the lower route, or with two by the higher one."""
    match = final(
        "alps",
        tickets={0: ["geneva-zurich", "lugano-zurich", "brig-zurich"]},
        buildings={0: ["zurich"]},
        routes={0: ["bern-geneva", "brig-lugano"], 1: ["bern-zurich", "lugano-zurich"]},
    )
    assert borrowed(match, 0) == ["lugano-zurich"]
    assert (done(match, 0), missed(match, 0)) == (
        {"lugano-zurich": 4, "brig-zurich": 4},
        {"geneva-zurich": -8},
    )


def test_eu_5_4_then_the_lowest_route_number():
    """EU-5.4: Bern–Zürich comes before Lugano–Zürich in the list; with it out of reach the other
    will do.
    """
    places = {"tickets": {0: ["bern-zurich"]}, "buildings": {0: ["zurich"]}}
    match = final(
        "alps",
        **places,
        routes={0: ["bern-brig", "brig-lugano"], 1: ["bern-zurich", "lugano-zurich"]},
    )
    assert borrowed(match, 0) == ["bern-zurich"]
    match = final("alps", **places, routes={0: ["bern-brig", "brig-lugano"], 1: ["lugano-zurich"]})
    assert borrowed(match, 0) == ["lugano-zurich"]


def test_eu_5_4_of_twins_the_first():
    """EU-5.4: four players, both halves of Dieppe–London are taken."""
    match = final(
        seats=4,
        tickets={0: ["edinburgh-paris"]},
        buildings={0: ["london"]},
        routes={
            0: ["edinburgh-london", "dieppe-paris"],
            1: ["dieppe-london/2"],
            2: ["dieppe-london"],
        },
    )
    assert borrowed(match, 0) == ["dieppe-london"]


@pytest.mark.parametrize(
    ("stations", "chosen"),
    [
        (["kyiv", "petrograd"], ["kharkov-kyiv", "petrograd-wilno"]),  # 60 and 87 before 66 and 85
        (["petrograd", "kyiv"], ["petrograd-riga", "kyiv-warszawa"]),  # 85 and 66 before 87 and 60
    ],
)
def test_eu_5_4_in_the_order_the_stations_were_built(stations, chosen):
    """EU-5.4: two ways to Kyiv–Petrograd; the first station has the lowest number it can."""
    own = ["kharkov-moskva", "moskva-smolensk", "smolensk-wilno", "danzig-riga", "danzig-warszawa"]
    match = final(
        tickets={0: ["kyiv-petrograd"]},
        buildings={0: stations},
        routes={0: own, 1: ["kharkov-kyiv", "petrograd-wilno", "kyiv-warszawa", "petrograd-riga"]},
    )
    assert borrowed(match, 0) == chosen


@pytest.mark.parametrize("stations", [["rostov", "sochi"], ["sochi", "rostov"]])
def test_eu_5_4_a_second_station_at_the_same_route_borrows_none(stations):
    """EU-5.4: the one built first has it."""
    match = final(
        tickets={0: ["kyiv-sochi"]},
        buildings={0: stations},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["rostov-sochi"]},
    )
    assert borrowed(match, 0) == ["rostov-sochi", None]


def test_eu_5_4_a_station_whose_route_completes_nothing_more_borrows_none():
    """EU-5.4: the ticket is complete already; there is no ticket; or the route does not help."""
    routes = {0: ["kyiv-wilno", "petrograd-wilno"], 1: ["kyiv-smolensk", "moskva-smolensk"]}
    for tickets in (["kyiv-petrograd"], [], ["kyiv-petrograd", "berlin-roma"]):
        match = final(tickets={0: tickets}, buildings={0: ["kyiv", "moskva"]}, routes=routes)
        assert borrowed(match, 0) == [None, None]
    match = final(
        tickets={0: ["rostov-smolensk", "kyiv-petrograd"]},
        buildings={0: ["kyiv", "moskva"]},
        routes={0: [*routes[0], "kharkov-rostov", "kharkov-kyiv"], 1: routes[1]},
    )
    assert borrowed(match, 0) == ["kyiv-smolensk", None]


# ---- EU-6.2
def test_eu_6_2_borrowed_routes_do_not_count_for_the_longest_route():
    """EU-6.2: six spaces of one's own and two borrowed are six."""
    match = final(
        tickets={0: ["kyiv-sochi"]},
        buildings={0: ["sochi"]},
        routes={
            0: ["kharkov-kyiv", "kharkov-rostov"],
            1: ["rostov-sochi", "erzurum-sochi", "angora-erzurum"],
        },
    )
    assert borrowed(match, 0) == ["rostov-sochi"]
    assert match.view().longest.tolist() == [6, 8]
    assert (points(match, 0, "longest-route"), points(match, 1, "longest-route")) == ([], [10])


# ---- EU-5.4 against every way tried
def joined(pairs):
    """Sets of cities that hang together."""
    groups = []
    for a, z in pairs:
        touching = [group for group in groups if a in group or z in group]
        groups = [group for group in groups if group not in touching] + [{a, z}.union(*touching)]
    return groups


def worth(networks, extra, tickets):
    """Points and number of the tickets that are complete with these routes added."""
    names = {city: n for n, group in enumerate(networks) for city in group}
    links = joined(
        [(names.get(route.a, -1 - route.a), names.get(route.z, -1 - route.z)) for route in extra]
    )
    complete = [
        ticket
        for ticket in tickets
        if is_joined(names.get(ticket.a, -1 - ticket.a), names.get(ticket.z, -1 - ticket.z), links)
    ]
    return sum(ticket.points for ticket in complete), len(complete)


def is_joined(a, z, links):
    return a == z or any(a in group and z in group for group in links)


def best_borrowing(own, others, tickets, stations):
    """EU-5.3, EU-5.4 by trying everything: the worth, and by station a route's number or -1."""
    networks = joined([(route.a, route.z) for route in own])
    choices = [
        [*(route for route in others if city in (route.a, route.z)), None] for city in stations
    ]
    values = {}
    for choice in product(*choices):
        numbers = tuple(-1 if route is None else route.number for route in choice)
        values[numbers] = worth(networks, [route for route in choice if route is not None], tickets)
    best = max(values.values())
    lean = [
        numbers
        for numbers in values
        if values[numbers] == best
        and not any(
            number >= 0 and values[(*numbers[:n], -1, *numbers[n + 1 :])] == best
            for n, number in enumerate(numbers)
        )
    ]
    return best, min(
        lean, key=lambda numbers: [999 if number < 0 else number for number in numbers]
    )


def random_owners(board, luck, seats):
    """Networks that grow side by side, mostly from where they are: route by route, whose it is."""
    limit, closing = board.figures.pieces.train, board.figures.routes.twins_close_up_to
    limits = [limit, limit * 2 // 3] + [limit] * (seats - 2)  # seat 1 gets some of seat 0's later
    owner, spaces, reached = (
        {},
        [0] * seats,
        [{luck.randrange(len(board.cities))} for _ in range(seats)],
    )
    for turn in range(int(len(board.routes) * luck.uniform(0.4, 1.2))):
        seat = turn % seats
        left = [
            route
            for route in board.routes
            if route.number not in owner
            and spaces[seat] + route.length <= limits[seat]
            and owner.get(route.twin) != seat
            and (route.twin not in owner or seats > closing)
        ]
        near = (
            [route for route in left if {route.a, route.z} & reached[seat]]
            if luck.random() < 0.9
            else []
        )
        if left:
            route = luck.choice(near or left)
            owner[route.number] = seat
            spaces[seat] += route.length
            reached[seat] |= {route.a, route.z}
    return owner


def random_places(board, luck, seats, most_tickets):
    """Routes, stations and tickets. Seat 0 has most of the tickets and stations; a few of its
    routes are seat 1's after all, and stations stand mostly where such a route ends.
    """
    owner, trains = random_owners(board, luck, seats), board.figures.pieces.train
    lost = [board.routes[n] for n in owner if owner[n] == 0 and board.routes[n].twin not in owner]
    lost = luck.sample(lost, min(3, len(lost) // 2))
    for route in lost:
        if route.length + sum(board.routes[n].length for n in owner if owner[n] == 1) <= trains:
            owner[route.number] = 1
    cities = [luck.choice([route.a, route.z]) for route in lost if luck.random() < 0.8]
    cities += luck.sample(range(len(board.cities)), len(board.cities))
    names = [board.cities[city].id for city in dict.fromkeys(cities)]
    built = [luck.choice([1, 2, 3, 3])] + [luck.choice([0, 0, 1]) for _ in range(seats - 1)]
    tickets = [
        ticket.id
        for ticket in luck.sample(
            board.tickets, luck.randint(most_tickets // 2, most_tickets) + seats
        )
    ]
    return {
        "routes": {
            seat: [board.routes[n].id for n in owner if owner[n] == seat] for seat in range(seats)
        },
        "buildings": {
            seat: names[sum(built[:seat]) : sum(built[: seat + 1])] for seat in range(seats)
        },
        "tickets": {
            0: tickets[seats:],
            **{seat: tickets[seat : seat + 1] for seat in range(1, seats)},
        },
    }


def agrees(match, seat):
    """The engine borrows, completes and scores what trying everything finds. Gives how many routes
    were borrowed.
    """
    board, view = match.game.board, match.view()
    own = [route for route in board.routes if has(view.owned[seat], route.number)]
    others = [
        route
        for route in board.routes
        if route not in own and any(has(row, route.number) for row in view.owned)
    ]
    held = [ticket for ticket in board.tickets if ticket.id in tickets_of(match, seat)]
    stations = [int(city) for city in view.building[seat] if city >= 0]
    (value, count), numbers = best_borrowing(own, others, held, stations)
    assert sum(done(match, seat).values()) == value and view.completed[seat] == count == len(
        done(match, seat)
    )
    assert view.borrowed[seat].tolist() == [*numbers, *[-1] * (3 - len(numbers))]
    at_the_end = 2 * value - sum(ticket.points for ticket in held) + 4 * (3 - len(stations))
    table = board.figures.routes.points
    in_play = sum(table[route.length - 1] for route in own) + sum(
        points(match, seat, "longest-route")
    )
    assert match.scores()[seat] == in_play + at_the_end
    return sum(number >= 0 for number in numbers)


@pytest.mark.parametrize(
    ("name", "seats", "positions", "most_tickets", "least"),
    [
        ("europe", 2, 100, 40, 50),
        ("europe", 3, 100, 40, 50),
        ("europe", 5, 80, 40, 40),
        ("alps", 2, 100, 8, 30),
        ("alps", 3, 150, 8, 50),
    ],
)
def test_eu_5_4_as_every_way_tried(name, seats, positions, most_tickets, least):
    """EU-5.3, EU-5.4: random positions; points, tickets and the very routes are those of a plain
    search.
    """
    luck, board, counts = random.Random(f"{name} {seats}"), game(name).board, []
    for _ in range(positions):
        match = final(name, seats, **random_places(board, luck, seats, most_tickets))
        counts += [agrees(match, seat) for seat in range(seats)]
    assert sum(count >= 1 for count in counts) >= least, counts
    assert sum(count >= 2 for count in counts) >= least // 6, counts


# ---- the score sheet
def test_eu_5_4_a_ticket_names_the_routes_that_it_needs():
    """EU-5.4: two stations borrow, and two tickets need one of the routes each."""
    match = final(
        seats=3,
        buildings={0: ["kyiv", "rostov"]},
        tickets={0: ["kyiv-petrograd", "erzurum-rostov", "kyiv-sochi"]},
        routes={0: ["petrograd-wilno", "erzurum-sochi"], 1: ["kyiv-wilno", "rostov-sochi"], 2: []},
    )
    assert borrowed(match, 0) == ["kyiv-wilno", "rostov-sochi"]
    named = {
        line.details["ticket"]: line.details.get("borrowed")
        for line in match.sheet(0)
        if "ticket" in line.details
    }
    assert named == {
        "kyiv-petrograd": ["kyiv-wilno"],
        "erzurum-rostov": ["rostov-sochi"],
        "kyiv-sochi": None,
    }


def test_eu_5_4_a_ticket_done_by_own_routes_names_none():
    """EU-5.4: while another needs both routes borrowed."""
    match = final(
        seats=4,
        tickets={0: ["kyiv-petrograd", "erzurum-rostov"]},
        buildings={0: ["kyiv", "petrograd"]},
        routes={0: ["erzurum-sochi", "rostov-sochi"], 1: ["kyiv-wilno"], 2: ["petrograd-wilno"]},
    )
    named = {
        line.details["ticket"]: line.details.get("borrowed")
        for line in match.sheet(0)
        if "ticket" in line.details
    }
    assert named == {"kyiv-petrograd": ["kyiv-wilno", "petrograd-wilno"], "erzurum-rostov": None}
