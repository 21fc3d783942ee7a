"""RT-4: claiming a route."""

import pytest
from arranging import arranged, conserved
from table import (
    discards_of,
    game,
    hand_of,
    legal,
    pieces_of,
    play,
    refused,
    route,
    routes_of,
    started,
    told,
)

import ekiben

PAIRS = {
    "america": "boston-new-york",
    "europe": "frankfurt-paris",
    "great-lakes": "montreal-ottawa",
    "london": "piccadilly-circus-trafalgar-square",
}
PLAIN = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]


def table(seats=2, **places):
    """America, with named hands."""
    return arranged(started(seats=seats), **places)


# ---- RT-4.1
def test_rt_4_1_as_many_cards_of_the_colour_as_spaces_and_a_piece_on_each():
    """RT-4.1: Denver–Omaha is four purple."""
    match = table(hand={0: {"purple": 5, "red": 1}})
    events = play(match, "claim denver-omaha")
    assert (match.seat, match.asked, legal(match)) == (0, "payment", ["pay 4 purple"])
    events += play(match, "pay 4 purple")
    assert [event["kind"] for event in events] == ["chose-route", "paid", "claimed"]
    assert told(events, "paid")[0]["cards"] == {"purple": 4}
    assert hand_of(match, 0) == {"purple": 1, "red": 1}
    assert discards_of(match) == {"purple": 4}
    assert routes_of(match, 0) == ["denver-omaha"]
    assert pieces_of(match, 0) == {"train": 41}
    assert match.seat == 1 and conserved(match)


def test_rt_4_1_too_few_cards_of_the_colour():
    """RT-4.1: three are not four, and other colours do not help."""
    match = table(hand={0: {"purple": 3, "red": 4}})
    refusal = refused(match, "claim denver-omaha", "RT-4.1", "too-few-cards")
    assert (refusal.need, refusal.colour) == (4, "purple")


@pytest.mark.parametrize(
    ("payment", "reason"),
    [
        ("pay 4 red", "wrong-colour"),
        ("pay 3 purple", "wrong-number"),
        ("pay 5 purple", "wrong-number"),
        ("pay 4 blue", "cards-not-held"),
    ],
)
def test_rt_4_1_no_other_payment_will_do(payment, reason):
    """RT-4.1: neither another colour, nor fewer or more cards, nor cards not in hand."""
    match = table(hand={0: {"purple": 5, "red": 4}})
    play(match, "claim denver-omaha")
    refused(match, payment, "RT-4.1", reason)


def test_rt_4_1_one_route_a_turn():
    """RT-4.1"""
    match = table(hand={0: {"purple": 12}})
    play(match, "claim denver-omaha", "pay 4 purple")
    assert match.seat == 1
    assert "claim helena-salt-lake-city" not in legal(match)


# ---- RT-4.2
def test_rt_4_2_a_grey_route_takes_any_one_colour():
    """RT-4.2: Calgary–Vancouver is three grey."""
    match = table(hand={0: {"red": 3, "blue": 4, "green": 2}})
    play(match, "claim calgary-vancouver")
    assert legal(match) == ["pay 3 blue", "pay 3 red"]
    play(match, "pay 3 red")
    assert discards_of(match) == {"red": 3} and routes_of(match, 0) == ["calgary-vancouver"]


def test_rt_4_2_all_cards_the_same_colour():
    """RT-4.2: six cards of three colours do not pay three spaces."""
    match = table(hand={0: {"red": 2, "blue": 2, "green": 2}})
    refused(match, "claim calgary-vancouver", "RT-4.2", "too-few-cards")
    match = table(hand={0: {"red": 3, "blue": 2}})
    play(match, "claim calgary-vancouver")
    before = match.digest()
    with pytest.raises(ekiben.EkibenError):
        match.play("pay 1 red 2 blue")
    assert match.digest() == before
    assert all(
        len(set(action.cards) - {"wild"}) <= 1
        for action in game().actions.all
        if action.verb == "pay"
    )


@pytest.mark.parametrize("colour", PLAIN)
def test_rt_4_2_every_colour_will_do(colour):
    """RT-4.2"""
    match = table(hand={0: {colour: 3}})
    play(match, "claim calgary-vancouver", f"pay 3 {colour}")
    assert discards_of(match) == {colour: 3}


# ---- RT-4.3
def test_rt_4_3_a_wild_stands_for_any_colour():
    """RT-4.3: every payment that wastes no card is offered."""
    match = table(hand={0: {"purple": 3, "wild": 4, "red": 4}})
    play(match, "claim denver-omaha")
    assert sorted(legal(match)) == [
        "pay 1 purple 3 wild",
        "pay 2 purple 2 wild",
        "pay 3 purple 1 wild",
        "pay 4 wild",
    ]
    play(match, "pay 2 purple 2 wild")
    assert hand_of(match, 0) == {"purple": 1, "wild": 2, "red": 4}
    assert discards_of(match) == {"purple": 2, "wild": 2}


@pytest.mark.parametrize("name", ["denver-omaha", "calgary-helena"])
def test_rt_4_3_wilds_alone_will_do(name):
    """RT-4.3: for a route of a colour and for a grey one."""
    match = table(hand={0: {"wild": 4}})
    play(match, f"claim {name}")
    assert legal(match) == ["pay 4 wild"]
    play(match, "pay 4 wild")
    assert routes_of(match, 0) == [name] and discards_of(match) == {"wild": 4}


def test_rt_4_3_wilds_and_cards_must_be_enough():
    """RT-4.3"""
    match = table(hand={0: {"purple": 2, "wild": 1}})
    refused(match, "claim denver-omaha", "RT-4.1", "too-few-cards")
    match = table(hand={0: {"purple": 1, "red": 1, "wild": 2}})
    refused(match, "claim calgary-seattle", "RT-4.2", "too-few-cards")


def test_rt_4_3_on_a_grey_route_wilds_go_with_each_colour():
    """RT-4.3, RT-4.2"""
    match = table(hand={0: {"red": 1, "blue": 2, "wild": 1}})
    play(match, "claim denver-santa-fe")
    assert sorted(legal(match)) == ["pay 1 blue 1 wild", "pay 1 red 1 wild", "pay 2 blue"]


# ---- RT-4.4
def test_rt_4_4_a_route_need_not_touch_the_players_others():
    """RT-4.4"""
    match = table(hand={0: {"red": 2}}, routes={0: ["denver-omaha"]})
    play(match, "claim boston-new-york", "pay 2 red")
    assert routes_of(match, 0) == ["boston-new-york", "denver-omaha"]


def test_rt_4_4_every_unclaimed_route_can_be_claimed():
    """RT-4.4: with cards enough, all hundred of the board."""
    match = table(hand={0: dict.fromkeys(PLAIN, 6)})
    assert legal(match, "claim") == [f"claim {one.id}" for one in game().board.routes]


def test_rt_4_4_a_claimed_route_cannot_be_claimed_by_anybody():
    """RT-4.4"""
    match = table(seats=4, hand={0: {"purple": 4}, 1: {"purple": 4}}, routes={1: ["denver-omaha"]})
    assert refused(match, "claim denver-omaha", "RT-4.4", "claimed-already").owner == 1
    match = arranged(match, seat=1)
    assert refused(match, "claim denver-omaha", "RT-4.4", "claimed-already").owner == 1


# ---- RT-4.5
def test_rt_4_5_points_are_scored_at_once():
    """RT-4.5"""
    match = table(hand={0: {"purple": 4}, 1: {"red": 2}})
    assert told(play(match, "claim denver-omaha", "pay 4 purple"), "claimed")[0]["points"] == 7
    assert match.scores() == [7, 0]
    play(match, "claim boston-new-york", "pay 2 red")
    assert match.scores() == [7, 2]
    assert [tuple(line) for line in match.sheet(0)] == [("US-4.1", "routes", 7)]


# ---- RT-4.6
@pytest.mark.parametrize(
    ("name", "length"),
    [("denver-omaha", 4), ("portland-san-francisco/2", 5), ("dallas-houston", 1)],
)
def test_rt_4_6_with_fewer_pieces_than_spaces_it_cannot_be_claimed(name, length):
    """RT-4.6: with three trains no route of four, with four it can be."""
    match = table(hand={0: {"purple": 5}}, pieces={0: {"train": length - 1}})
    refusal = refused(match, f"claim {name}", "RT-4.6", "too-few-pieces")
    assert (refusal.need, refusal.have) == (length, length - 1)
    assert {
        route(match, claim.removeprefix("claim ")).length for claim in legal(match, "claim")
    } == set(range(1, length))
    match = arranged(match, pieces={0: {"train": length}})
    play(match, f"claim {name}", f"pay {length} purple")
    assert pieces_of(match, 0) == {"train": 0}


def test_rt_4_6_pieces_of_the_routes_own_kind():
    """RT-4.6: in Great Lakes trains do not make up for ships, nor ships for trains."""
    cards = {"yellow-ship": 4, "black": 5}
    match = arranged(started("great-lakes"), hand={0: cards}, pieces={0: {"train": 20, "ship": 3}})
    refusal = refused(match, "claim duluth~thunder-bay", "RT-4.6", "too-few-pieces")
    assert (refusal.need, refusal.have) == (4, 3)
    assert "claim duluth-thunder-bay" in legal(match)
    match = arranged(match, pieces={0: {"train": 4, "ship": 20}})
    refusal = refused(match, "claim duluth-thunder-bay", "RT-4.6", "too-few-pieces")
    assert (refusal.need, refusal.have) == (5, 4)
    play(match, "claim duluth~thunder-bay", "pay 4 yellow-ship")
    assert pieces_of(match, 0) == {"train": 4, "ship": 16}


# ---- RT-4.7
@pytest.mark.parametrize(
    ("own", "other"),
    [("boston-new-york", "boston-new-york/2"), ("boston-new-york/2", "boston-new-york")],
)
def test_rt_4_7_no_player_can_own_both_of_a_double_route(own, other):
    """RT-4.7: of four players another one can have the second."""
    match = table(seats=4, hand={0: {"wild": 4}, 1: {"wild": 4}})
    play(match, f"claim {own}", "pay 2 wild")
    assert f"claim {other}" in legal(match)
    refused(arranged(match, seat=0), f"claim {other}", "RT-4.7", "own-twin")
    play(match, f"claim {other}", "pay 2 wild")
    assert (routes_of(match, 0), routes_of(match, 1)) == ([own], [other])


def test_rt_4_7_for_good():
    """RT-4.7: later in the game too, and in a game of five."""
    match = table(seats=5, hand={0: {"wild": 4}})
    play(match, "claim boston-new-york", "pay 2 wild", *["draw deck"] * 8)
    refused(match, "claim boston-new-york/2", "RT-4.7", "own-twin")


# ---- RT-4.8
@pytest.mark.parametrize(
    ("name", "seats", "closes"),
    [
        ("america", 2, True),
        ("america", 3, True),
        ("america", 4, False),
        ("america", 5, False),
        ("europe", 2, True),
        ("europe", 3, True),
        ("europe", 4, False),
        ("great-lakes", 2, True),
        ("great-lakes", 3, True),
        ("great-lakes", 4, False),
        ("london", 2, True),
        ("london", 3, False),
        ("london", 4, False),
    ],
)
def test_rt_4_8_in_small_games_the_second_is_closed_to_everybody(name, seats, closes):
    """RT-4.8: as soon as one is claimed."""
    first = PAIRS[name]
    match = arranged(started(name, seats), hand={0: {"wild": 3}, 1: {"wild": 3}})
    length = route(match, first).length
    assert {f"claim {first}", f"claim {first}/2"} <= set(legal(match))
    play(match, f"claim {first}/2", f"pay {length} wild")
    if closes:
        for seat in range(1, seats):
            closed = arranged(match, hand={seat: {"wild": 3}}, seat=seat)
            refused(closed, f"claim {first}", "RT-4.8", "twin-closed")
        refused(
            arranged(match, hand={0: {"wild": 3}}, seat=0), f"claim {first}", "RT-4.7", "own-twin"
        )
    else:
        play(match, f"claim {first}", f"pay {length} wild")
        assert routes_of(match, 1) == [first]


# ---- RT-4.9
def test_rt_4_9_routes_side_by_side_between_different_cities_are_not_double():
    """RT-4.9: Denver–Omaha leaves Denver beside Denver–Kansas City; the same player can have both
    in a game of two.
    """
    match = table(hand={0: {"wild": 10}, 1: {}})
    play(match, "claim denver-omaha", "pay 4 wild", "draw deck", "draw deck")
    assert {"claim denver-kansas-city", "claim kansas-city-omaha", "claim denver-helena"} <= set(
        legal(match)
    )
    play(match, "claim denver-kansas-city", "pay 4 wild")
    assert routes_of(match, 0) == ["denver-kansas-city", "denver-omaha"]


@pytest.mark.parametrize("name", ["america", "europe", "great-lakes", "london"])
def test_rt_4_9_twins_join_the_same_two_cities_at_the_same_length(name):
    """RT-4.9, RT-4.7: on every board, and each is the other's twin."""
    routes = game(name).board.routes
    pairs = [(one, routes[one.twin]) for one in routes if one.twin >= 0]
    assert pairs
    for one, other in pairs:
        assert (
            {one.a, one.z} == {other.a, other.z}
            and one.length == other.length
            and one.kind == other.kind
        )
        assert other.twin == one.number and one.number != other.number
    ends = [(min(one.a, one.z), max(one.a, one.z), one.kind) for one in routes if one.twin < 0]
    assert len(ends) == len(set(ends))
