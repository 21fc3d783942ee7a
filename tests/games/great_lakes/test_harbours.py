"""GL-5: harbours."""

import pytest
from arranging import arranged
from table import discards_of, game, hand_of, legal, play, refused, started, told

from .lakes import final, lakes, viewers

CARDS = {"yellow-harbour": 2, "yellow-ship": 2}
PAY = "pay 2 yellow-harbour 2 yellow-ship"


def coast(hand=CARDS, **places):
    """Seat 0 with cards for a harbour and a route from Chicago to Muskegon."""
    return lakes(**{"hand": {0: hand}, "routes": {0: ["chicago~muskegon"]}, **places})


# ---- GL-5.1
def test_gl_5_1_in_a_port_city_that_a_route_reaches():
    """GL-5.1: everybody hears where, and what was paid; it ends the turn and scores nothing yet."""
    match = coast()
    assert legal(match, "harbour") == ["harbour muskegon", "harbour chicago"]
    events = play(match, "harbour chicago", PAY)
    assert [event["kind"] for event in events] == ["chose-city", "paid", "built"]
    assert (events[1]["cards"], events[2]["city"], events[2]["number"]) == (CARDS, "chicago", 1)
    for viewer in viewers(match):
        assert match.view(viewer).built.tolist() == [1, 0]
        assert [event["city"] for event in told(match.events(viewer), "built")] == ["chicago"]
    assert (match.seat, match.asked, match.scores(), hand_of(match, 0)) == (1, "turn", [4, 0], {})


@pytest.mark.parametrize(
    "routes", [["chicago-madison"], ["chicago~muskegon"], ["chicago-south-bend/2"]]
)
def test_gl_5_1_a_train_or_a_ship_route_will_do(routes):
    """GL-5.1"""
    assert "harbour chicago" in legal(coast(routes={0: routes}))


def test_gl_5_1_not_where_no_own_route_ends():
    """GL-5.1: a route of another player does not help, nor an own one elsewhere."""
    match = coast(routes={0: ["chicago~muskegon"], 1: ["milwaukee-wausau"]})
    refused(match, "harbour milwaukee", "GL-5.1", "no-route-there")
    refused(match, "harbour montreal", "GL-5.1", "no-route-there")
    match = coast(routes={})
    assert legal(match, "harbour") == []
    refused(match, "harbour chicago", "GL-5.1", "no-route-there")


@pytest.mark.parametrize(
    ("route", "city"),
    [
        ("chicago-madison", "madison"),
        ("chicago-south-bend", "south-bend"),
        ("perry-sound-sudbury", "sudbury"),
        ("lake-huron~port-elgin", "lake-huron"),
    ],
)
def test_gl_5_1_only_in_ports(route, city):
    """GL-5.1"""
    match = coast(routes={0: [route]})
    refused(match, f"harbour {city}", "GL-5.1", "not-a-port")
    assert len(legal(match, "harbour")) == 1


def test_gl_5_1_the_ports_of_the_board():
    """GL-5.1: every city but ten inland ones and the two junctions can have one."""
    inland = {
        "timmins",
        "rouyn-noranda",
        "sudbury",
        "ottawa",
        "wausau",
        "eau-claire",
        "madison",
        "cedar-rapids",
        "scranton",
        "south-bend",
        "lake-superior",
        "lake-huron",
    }
    assert {city.id for city in game("great-lakes").board.cities if not city.port} == inland


# ---- GL-5.2
def test_gl_5_2_two_train_and_two_ship_cards_with_the_symbol():
    """GL-5.2: never more of either than two; other cards stay in the hand."""
    match = coast({"yellow": 3, "yellow-harbour": 3, "yellow-ship": 4, "yellow-double": 2})
    play(match, "harbour chicago")
    assert legal(match) == [PAY]
    play(match, PAY)
    assert hand_of(match, 0) == {
        "yellow": 3,
        "yellow-harbour": 1,
        "yellow-ship": 2,
        "yellow-double": 2,
    }
    assert discards_of(match) == CARDS and match.view().discarded.tolist() == [2, 2]


def test_gl_5_2_a_harbour_at_perry_sound():
    """GL-5.2: the rulebook's example: a wild, a yellow ship and two yellow trains."""
    match = coast(
        {"wild": 1, "yellow-ship": 1, "yellow-harbour": 2}, routes={0: ["perry-sound~port-elgin"]}
    )
    play(match, "harbour perry-sound")
    assert legal(match) == ["pay 2 yellow-harbour 1 yellow-ship 1 wild"]
    play(match, "pay 1 wild 1 yellow-ship 2 yellow-harbour")
    assert hand_of(match, 0) == {} and match.view().built.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ({"wild": 4}, ["4 wild"]),
        ({"yellow-harbour": 2, "wild": 2}, ["2 yellow-harbour 2 wild"]),
        ({"yellow-ship": 2, "wild": 2}, ["2 yellow-ship 2 wild"]),
        ({"yellow-ship": 1, "wild": 3}, ["1 yellow-ship 3 wild"]),
        ({"yellow-harbour": 4, "wild": 2}, ["2 yellow-harbour 2 wild"]),
        (
            {"yellow-harbour": 1, "yellow-ship": 1, "wild": 3},
            [
                "1 yellow-harbour 1 yellow-ship 2 wild",
                "1 yellow-harbour 3 wild",
                "1 yellow-ship 3 wild",
            ],
        ),
        (
            {**CARDS, "wild": 1},
            [
                "1 yellow-harbour 2 yellow-ship 1 wild",
                "2 yellow-harbour 1 yellow-ship 1 wild",
                "2 yellow-harbour 2 yellow-ship",
            ],
        ),
        (
            {**CARDS, "red-harbour": 2, "red-ship": 2},
            ["2 red-harbour 2 red-ship", "2 yellow-harbour 2 yellow-ship"],
        ),
    ],
)
def test_gl_5_2_a_wild_stands_for_any_of_them(hand, paid):
    """GL-5.2: four wilds will do; in any one colour."""
    match = coast(hand)
    play(match, "harbour chicago")
    assert sorted(legal(match)) == [f"pay {cards}" for cards in sorted(paid)]


@pytest.mark.parametrize(
    "hand",
    [
        {"yellow": 2, "yellow-ship": 2},
        {"yellow-harbour": 2, "yellow-double": 2},
        {"yellow-harbour": 4},
        {"yellow-ship": 4},
        {"yellow-harbour": 2, "red-ship": 2},
        {"yellow-harbour": 1, "red-harbour": 1, "yellow-ship": 2},
        {"wild": 3},
        {"yellow-harbour": 3, "yellow-ship": 1},
        {"yellow-harbour": 2, "yellow-ship": 1},
        {"yellow-harbour": 3, "wild": 1},
        {"yellow": 3, "wild": 3},
    ],
)
def test_gl_5_2_nothing_else(hand):
    """GL-5.2: no symbol, too many of one kind, two colours, or too few."""
    refused(coast(hand), "harbour chicago", "GL-5.2", "too-few-cards-harbour")


def test_gl_5_2_wrong_cards_are_refused_when_right_ones_are_there():
    """GL-5.2"""
    match = coast({**CARDS, "yellow": 4, "wild": 5, "yellow-double": 3})
    play(match, "harbour chicago")
    for wrong in (
        "pay 4 yellow",
        "pay 2 yellow 2 yellow-harbour",
        "pay 2 yellow-ship 1 yellow-double",
        "pay 2 yellow-double",
        "pay 5 wild",
        "pay 2 yellow-harbour 1 wild",
    ):
        assert wrong not in legal(match) and match.why_not(wrong).clause == "GL-5.2"


# ---- GL-5.3
def test_gl_5_3_a_city_holds_one_harbour():
    """GL-5.3: whoever built it."""
    for owner in (0, 1):
        match = coast(
            buildings={owner: ["chicago"]}, routes={0: ["chicago~muskegon"], 1: ["chicago-madison"]}
        )
        refused(match, "harbour chicago", "GL-5.3", "harbour-there")
        assert legal(match, "harbour") == ["harbour muskegon"]


def test_gl_5_3_a_player_builds_at_most_three():
    """GL-5.3: with two built a third, with three no more; the other still may."""
    own = ["chicago~muskegon", "kingston~toronto"]
    match = coast(
        routes={0: own, 1: ["milwaukee~muskegon"]}, buildings={0: ["muskegon", "kingston"]}
    )
    assert legal(match, "harbour") == ["harbour toronto", "harbour chicago"]
    assert told(play(match, "harbour chicago", PAY), "built")[0]["number"] == 3
    match = arranged(match, hand={0: CARDS}, seat=0)
    assert legal(match, "harbour") == []
    assert refused(match, "harbour toronto", "GL-5.3", "no-harbours-left").each == 3
    match = arranged(match, hand={1: CARDS}, seat=1)
    assert legal(match, "harbour") == ["harbour milwaukee"]


# ---- GL-5.4
RED = [
    "chicago~muskegon",
    "muskegon~traverse-city",
    "sault-ste-marie~traverse-city",
    "sault-ste-marie~south-baymouth",
    "south-baymouth-sudbury",
    "sudbury-timmins",
    "ottawa-sudbury",
    "montreal-ottawa",
    "albany-montreal",
    "albany~new-york",
]


def test_gl_5_4_the_red_players_harbours():
    """GL-5.4: the rulebook's example: Chicago and Montreal are named on two complete tickets each,
    so twenty points each.
    """
    match = final(
        routes={0: RED},
        buildings={0: ["chicago", "montreal"]},
        tickets={0: ["chicago-timmins", "chicago-montreal", "montreal-new-york"]},
    )
    harbours = [
        (line.details["city"], line.points) for line in match.sheet(0) if line.clause == "GL-5.4"
    ]
    assert harbours == [("chicago", 20), ("montreal", 20)]
    routes = 5 * 4 + 2 + 7 + 18 + 1 + 10
    assert match.scores() == [routes + 15 + 16 + 9 + 20 + 20 - 4, -12]


NAMING = ["chicago-detroit", "chicago-toronto", "chicago-green-bay", "chicago-duluth"]
REACHING = {
    "chicago-detroit": ["chicago-south-bend", "detroit-south-bend"],
    "chicago-toronto": ["detroit-toronto"],
    "chicago-green-bay": ["chicago~milwaukee", "green-bay~milwaukee"],
    "chicago-duluth": ["green-bay-wausau", "duluth-wausau"],
}


@pytest.mark.parametrize(("done", "points"), [(0, 0), (1, 10), (2, 20), (3, 30), (4, 30)])
def test_gl_5_4_ten_twenty_thirty(done, points):
    """GL-5.4: by complete tickets that name the city; those that are not complete do not count."""
    routes = ["chicago~muskegon", *(route for name in NAMING[:done] for route in REACHING[name])]
    match = final(routes={0: routes}, buildings={0: ["chicago"]}, tickets={0: NAMING})
    assert match.view().completed[0] == done
    assert [line.points for line in match.sheet(0) if line.clause == "GL-5.4"] == [points]


def test_gl_5_4_a_ticket_with_a_harbour_at_both_ends_counts_for_both():
    """GL-5.4"""
    match = final(
        routes={0: ["chicago~milwaukee", "green-bay~milwaukee"]},
        buildings={0: ["chicago", "green-bay"]},
        tickets={0: ["chicago-green-bay"]},
    )
    assert [line.points for line in match.sheet(0)] == [1, 4, 5, 10, 10, -4]
    assert match.scores()[0] == 26


def test_gl_5_4_a_city_on_the_way_is_not_named():
    """GL-5.4: Milwaukee lies on the chain, but on no ticket."""
    match = final(
        routes={0: ["chicago~milwaukee", "green-bay~milwaukee"]},
        buildings={0: ["milwaukee"]},
        tickets={0: ["chicago-green-bay"]},
    )
    assert [tuple(line) for line in match.sheet(0)] == [
        ("GL-7.4", "routes", 1),
        ("GL-7.4", "routes", 4),
        ("RT-7.1", "ticket-done", 5),
        ("GL-5.4", "harbour", 0),
        ("GL-5.5", "harbours-left", -8),
    ]


def test_gl_5_4_the_owners_tickets_only():
    """GL-5.4: seat 1 has the harbour, seat 0 the tickets: neither scores for it."""
    chain = ["chicago~milwaukee", "green-bay~milwaukee"]
    match = final(
        routes={0: chain, 1: ["chicago-madison"]},
        buildings={1: ["chicago"]},
        tickets={0: ["chicago-green-bay"]},
    )
    assert match.scores() == [1 + 4 + 5 - 12, 4 - 8]


def test_gl_5_4_nothing_before_the_end():
    """GL-5.4: complete or not is a secret until then."""
    match = lakes(
        routes={0: ["chicago~milwaukee", "green-bay~milwaukee"]},
        buildings={0: ["chicago"]},
        tickets={0: ["chicago-green-bay"]},
    )
    assert match.scores() == [5, 0] and [line.clause for line in match.sheet(0)] == [
        "GL-7.4",
        "GL-7.4",
    ]


# ---- GL-5.5
@pytest.mark.parametrize(
    ("cities", "points"),
    [
        ([], -12),
        (["chicago"], -8),
        (["chicago", "muskegon"], -4),
        (["chicago", "muskegon", "milwaukee"], 0),
    ],
)
def test_gl_5_5_every_harbour_not_built_costs_four(cities, points):
    """GL-5.5: with all built the line is gone."""
    match = final(routes={0: ["chicago~muskegon", "milwaukee~muskegon"]}, buildings={0: cities})
    assert sum(line.points for line in match.sheet(0) if line.clause == "GL-5.5") == points
    assert len([line for line in match.sheet(0) if line.clause == "GL-5.5"]) == (len(cities) < 3)
    assert match.scores() == [4 + 2 + points, -12]


def test_gl_5_5_in_play_nothing_is_taken_off():
    """GL-5.5: at the end only."""
    assert started("great-lakes").scores() == [0, 0]
