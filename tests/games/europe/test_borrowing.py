"""EU-5.3, EU-5.4: what stations borrow at the end, and EU-6.2: what that does not count for."""

import pytest
from arranging import arranged
from table import routes_of, started

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
