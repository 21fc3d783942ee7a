"""EU-6: the score table, the longest route, ties, double routes."""

import pytest
from arranging import arranged
from table import game, legal, play, refused, route, routes_of, started

import ekiben

from .positions import borrowed, final, points

# routes of one, three, four and six spaces that touch none of the others
FOURS = ["athina-sarajevo", "kharkov-moskva", "berlin-danzig", "barcelona-marseille"]
ONE, THREE, SIX, OTHER_SIX = "dieppe-paris", "angora-erzurum", "palermo-smyrna", "budapest-kyiv"
TICKET, DONE = (
    "kyiv-petrograd",
    ["kyiv-wilno", "petrograd-wilno"],
)  # six points; two and four spaces


# ---- EU-6.1
@pytest.mark.parametrize(
    ("name", "length", "value"),
    [
        ("dieppe-paris", 1, 1),
        ("rostov-sochi", 2, 2),
        ("angora-erzurum", 3, 4),
        ("kyiv-warszawa", 4, 7),
        ("palermo-smyrna", 6, 15),
        ("petrograd-stockholm", 8, 21),
    ],
)
def test_eu_6_1_the_score_table(name, length, value):
    """EU-6.1"""
    match = arranged(started("europe"), hand={0: {"wild": 8}}, deck=["red", "red", "red"])
    assert route(match, name).length == length
    play(match, f"claim {name}", f"pay {length} wild")
    assert match.scores() == [value, 0]
    assert [tuple(line) for line in match.sheet(0)] == [("EU-6.1", "routes", value)]


def test_eu_6_1_there_is_no_other_length():
    """EU-6.1"""
    assert {one.length for one in game("europe").board.routes} == {1, 2, 3, 4, 6, 8}


# ---- EU-6.2
def test_eu_6_2_the_longest_route_scores_ten():
    """EU-6.2, RT-7.2: six spaces in a row against four."""
    match = final(routes={0: DONE, 1: FOURS[:2]})
    assert match.view().longest.tolist() == [6, 4]
    assert match.scores() == [2 + 7 + 12 + 10, 7 + 7 + 12]
    assert [tuple(line) for line in match.sheet(0)][-1] == ("EU-6.2", "longest-route", 10)
    assert points(match, 1, "longest-route") == []


def test_eu_6_2_all_who_tie_score_it():
    """EU-6.2"""
    match = final(seats=3, routes={0: DONE, 1: [SIX], 2: FOURS})
    assert [points(match, seat, "longest-route") for seat in range(3)] == [[10], [10], []]


# ---- EU-6.3
@pytest.mark.parametrize("tiebreak", ["more", "fewer"])
def test_eu_6_3_first_more_completed_tickets(tiebreak):
    """EU-6.3: though the stations speak for the other one."""
    builder = 1 if tiebreak == "more" else 0
    routes = {0: list(DONE), 1: [SIX]}
    routes[builder].append(THREE)
    match = final(
        options={"station_tiebreak": tiebreak},
        tickets={0: [TICKET]},
        routes=routes,
        buildings={builder: ["roma"]},
    )
    assert match.scores() == [15 + 12 + 10] * 2
    assert (match.view().completed.tolist(), match.view().built[builder]) == ([1, 0], 1)
    assert match.ranking() == [[0], [1]]


def test_eu_6_3_a_ticket_completed_by_a_borrowed_route_counts():
    """EU-6.3, EU-5.3"""
    match = final(
        tickets={0: [TICKET]},
        buildings={0: ["wilno"], 1: ["roma"]},
        routes={0: ["petrograd-wilno"], 1: ["kyiv-wilno", FOURS[2], THREE]},
    )
    assert borrowed(match, 0) == ["kyiv-wilno"] and match.view().completed.tolist() == [1, 0]
    assert match.scores() == [7 + 6 + 8 + 10, 2 + 7 + 4 + 8 + 10]
    assert match.ranking() == [[0], [1]]


def test_eu_6_3_completed_tickets_not_tickets_held():
    """EU-6.3: two tickets missed are no tickets."""
    match = final(
        tickets={0: [TICKET, "erzurum-rostov"]},
        routes={0: [SIX, FOURS[0], "bruxelles-paris", "rostov-sochi"], 1: [OTHER_SIX]},
    )
    assert match.scores() == [15 + 7 + 2 + 2 - 11 + 12 + 10, 15 + 12 + 10]
    assert match.view().completed.tolist() == [0, 0] and match.ranking() == [[0, 1]]


@pytest.mark.parametrize(("tiebreak", "ranking"), [("more", [[0], [1]]), ("fewer", [[1], [0]])])
def test_eu_6_3_then_more_stations_built_or_fewer_as_the_option_says(tiebreak, ranking):
    """EU-6.3: seat 0 has built one, and has a route of four points more; both have the longest
    route.
    """
    match = final(
        options={"station_tiebreak": tiebreak},
        buildings={0: ["roma"]},
        routes={0: [SIX, THREE], 1: [OTHER_SIX]},
    )
    assert match.scores() == [15 + 4 + 8 + 10, 15 + 12 + 10]
    assert match.view().built.tolist() == [1, 0]
    assert match.ranking() == ranking


@pytest.mark.parametrize(("tiebreak", "ranking"), [("more", [[0], [1]]), ("fewer", [[1], [0]])])
def test_eu_6_3_stations_come_before_the_longest_route(tiebreak, ranking):
    """EU-6.3: seat 1 has the bonus; with more, it does not help."""
    match = final(
        options={"station_tiebreak": tiebreak},
        buildings={0: ["roma"]},
        routes={0: [*FOURS, ONE], 1: [SIX]},
    )
    assert match.scores() == [28 + 1 + 8, 15 + 12 + 10]
    assert match.ranking() == ranking


@pytest.mark.parametrize("tiebreak", ["more", "fewer"])
def test_eu_6_3_then_the_longest_route_bonus(tiebreak):
    """EU-6.3: as many tickets and stations."""
    match = final(options={"station_tiebreak": tiebreak}, routes={0: [*FOURS[:3], THREE], 1: [SIX]})
    assert match.scores() == [21 + 4 + 12, 15 + 10 + 12]
    assert match.ranking() == [[1], [0]]


@pytest.mark.parametrize("tiebreak", ["more", "fewer"])
def test_eu_6_3_then_shared(tiebreak):
    """EU-6.3: all is equal; and with a third one who has won."""
    match = final(options={"station_tiebreak": tiebreak}, routes={0: [SIX], 1: [OTHER_SIX]})
    assert match.scores() == [37, 37] and match.ranking() == [[0, 1]]
    match = final(
        seats=3,
        options={"station_tiebreak": tiebreak},
        routes={0: FOURS[:1], 1: [SIX], 2: FOURS[1:2]},
    )
    assert match.scores() == [19, 37, 19] and match.ranking() == [[1], [0, 2]]


def test_eu_6_3_the_highest_total_wins_whatever_breaks_ties():
    """EU-6.3: more tickets and stations do not make up for a point."""
    match = final(
        tickets={0: [TICKET]},
        buildings={0: ["roma"]},
        routes={0: [*DONE, "rostov-sochi", ONE], 1: [SIX]},
    )
    assert match.scores() == [15 + 3 + 8 + 10, 15 + 12 + 10]
    assert match.ranking() == [[1], [0]]


def test_eu_6_3_the_option():
    """EU-6.3: more is the default; another value is an error that lists both."""
    assert game("europe").options["station_tiebreak"] == "more"
    with pytest.raises(ekiben.EkibenError, match=r"station_tiebreak.*'more', 'fewer'"):
        ekiben.load("europe", station_tiebreak="most")
    with pytest.raises(ekiben.EkibenError, match="station_tiebreak"):
        ekiben.load("america", station_tiebreak="more")


# ---- EU-6.4
@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, True), (4, False), (5, False)])
def test_eu_6_4_double_routes_close_in_games_of_two_or_three(seats, closes):
    """EU-6.4: every double route of the board, tunnels and ferries too."""
    doubles = [one for one in game("europe").board.routes if one.twin > one.number]
    assert len(doubles) == 11
    for one in doubles:
        match = arranged(
            started("europe", seats),
            hand={0: {"wild": 4}, 1: {"wild": 4}},
            deck=["red", "red", "red"],
        )
        play(match, f"claim {one.id}", f"pay {one.length} wild")
        assert routes_of(match, 0) == [one.id]
        if closes:
            refused(match, f"claim {one.id}/2", "RT-4.8", "twin-closed")
        else:
            assert f"claim {one.id}/2" in legal(match)
