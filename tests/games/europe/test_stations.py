"""EU-5.1, EU-5.2 and EU-5.5: building stations, and what those not built score."""

import pytest
from arranging import arranged, conserved
from table import discards_of, game, hand_of, legal, pieces_of, play, refused, routes_of, started

from .positions import final, kinds

CITIES = [city.id for city in game("europe").board.cities]
SITES = ["kyiv", "madrid", "paris"]


def table(hand, built=(), seats=3, **places):
    """Seat 0 to act, with this hand and these stations."""
    return arranged(
        started("europe", seats),
        hand={0: hand},
        buildings={0: list(built)} if built else None,
        **places,
    )


# ---- EU-5.1
def test_eu_5_1_a_station_is_built_in_any_city_that_has_none_yet():
    """EU-5.1: all forty-seven at first, with no route anywhere."""
    match = table({"red": 1})
    assert legal(match, "station") == [f"station {city}" for city in CITIES] and len(CITIES) == 47
    events = play(match, "station kyiv")
    assert (match.seat, match.asked) == (0, "payment") and match.view().built.tolist() == [0, 0, 0]
    events += play(match, "pay 1 red")
    assert kinds(events) == ["chose-city", "paid", "built"]
    assert (events[-1]["seat"], events[-1]["city"], events[-1]["number"]) == (0, "kyiv", 1)
    for viewer in (0, 1, 2, None):
        assert match.view(viewer).built.tolist() == [1, 0, 0]
        assert match.view(viewer).building[0].tolist() == [CITIES.index("kyiv"), -1, -1]
    assert match.scores() == [0, 0, 0] and pieces_of(match, 0) == {"train": 45} and conserved(match)


def test_eu_5_1_whether_or_not_a_route_of_the_players_reaches_it():
    """EU-5.1: own routes, those of others, or none."""
    match = table({"red": 1}, routes={0: ["kyiv-wilno"], 1: ["madrid-pamplona"]})
    assert {"station kyiv", "station madrid", "station palermo"} <= set(legal(match))


def test_eu_5_1_one_station_to_a_city():
    """EU-5.1: neither another player's nor a second one of one's own."""
    match = table({"red": 4})
    play(match, "station kyiv", "pay 1 red")
    match = arranged(match, hand={1: {"red": 4}, 2: {"red": 4}})
    assert legal(match, "station") == [f"station {city}" for city in CITIES if city != "kyiv"]
    for seat in (0, 1, 2):
        assert (
            refused(arranged(match, seat=seat), "station kyiv", "EU-5.1", "station-there").city
            == "kyiv"
        )


def test_eu_5_1_one_station_a_turn():
    """EU-5.1: the turn passes on."""
    match = table({"red": 6})
    play(match, "station kyiv", "pay 1 red")
    assert (match.seat, match.asked) == (1, "turn")
    play(match, *["draw deck"] * 4, "station madrid", "pay 2 red")
    assert match.seat == 1 and match.view().built.tolist() == [2, 0, 0]


def test_eu_5_1_three_a_game():
    """EU-5.1: whatever the hand; the others have their own three."""
    match = table({"red": 6, "wild": 6}, SITES)
    assert legal(match, "station") == []
    assert refused(match, "station roma", "EU-5.1", "no-stations-left").each == 3
    refused(match, "station kyiv", "EU-5.1", "station-there")
    assert len(legal(arranged(match, hand={1: {"red": 1}}, seat=1), "station")) == 44


def test_eu_5_1_in_the_order_they_were_built():
    """EU-5.1"""
    match = table({"red": 6}, seats=2)
    for city, cost in (("paris", 1), ("kyiv", 2), ("madrid", 3)):
        play(match, f"station {city}", f"pay {cost} red", "draw deck", "draw deck")
    assert match.view().building[0].tolist() == [
        CITIES.index(city) for city in ("paris", "kyiv", "madrid")
    ]
    assert hand_of(match, 0) == {} and discards_of(match) == {"red": 6}


def test_eu_5_1_no_train_is_needed():
    """EU-5.1"""
    assert len(legal(table({"red": 1}, pieces={0: {"train": 0}}), "station")) == 47


# ---- EU-5.2
@pytest.mark.parametrize(
    ("built", "hand", "payments"),
    [
        (0, {"red": 1}, ["pay 1 red"]),
        (0, {"wild": 1}, ["pay 1 wild"]),
        (0, {"red": 3, "blue": 1, "wild": 2}, ["pay 1 blue", "pay 1 red", "pay 1 wild"]),
        (1, {"red": 2}, ["pay 2 red"]),
        (1, {"red": 1, "wild": 1}, ["pay 1 red 1 wild"]),
        (
            1,
            {"red": 2, "blue": 1, "wild": 1},
            ["pay 1 blue 1 wild", "pay 1 red 1 wild", "pay 2 red"],
        ),
        (1, {"wild": 2}, ["pay 2 wild"]),
        (2, {"red": 4, "blue": 2}, ["pay 3 red"]),
        (2, {"red": 2, "blue": 2, "wild": 1}, ["pay 2 blue 1 wild", "pay 2 red 1 wild"]),
        (
            2,
            {"red": 3, "wild": 3},
            ["pay 1 red 2 wild", "pay 2 red 1 wild", "pay 3 red", "pay 3 wild"],
        ),
    ],
)
def test_eu_5_2_one_card_then_two_then_three_of_one_colour(built, hand, payments):
    """EU-5.2: locomotives may stand in; the cards are discarded."""
    for payment in payments:
        match = table(hand, SITES[:built])
        play(match, "station roma")
        assert sorted(legal(match)) == payments
        paid = match.action(payment).cards
        play(match, payment)
        assert discards_of(match) == paid
        assert sum(hand_of(match, 0).values()) == sum(hand.values()) - (built + 1)
        assert match.view().built[0] == built + 1


@pytest.mark.parametrize(
    ("built", "hand", "have"),
    [
        (0, {}, 0),
        (1, {"red": 1}, 1),
        (1, {"red": 1, "blue": 1, "green": 1}, 1),
        (1, {"wild": 1}, 1),
        (2, {"red": 2, "blue": 2}, 2),
        (2, {"red": 1, "blue": 1, "wild": 1}, 2),
        (2, {"wild": 2}, 2),
    ],
)
def test_eu_5_2_too_few_cards_of_one_colour(built, hand, have):
    """EU-5.2: cards of different colours do not add up."""
    match = table(hand, SITES[:built])
    assert legal(match, "station") == []
    refusal = refused(match, "station roma", "EU-5.2", "too-few-cards-station")
    assert (refusal.need, refusal.have) == (built + 1, have)


@pytest.mark.parametrize(
    ("built", "payment", "clause", "reason"),
    [
        (0, "pay 2 red", "EU-5.2", "wrong-number"),
        (1, "pay 1 red", "EU-5.2", "wrong-number"),
        (1, "pay 3 red", "EU-5.2", "wrong-number"),
        (2, "pay 2 red", "EU-5.2", "wrong-number"),
        (2, "pay 3 blue", "RT-4.1", "cards-not-held"),
        (1, "withdraw", "RT-2.1", "not-asked"),
    ],
)
def test_eu_5_2_no_other_payment_will_do(built, payment, clause, reason):
    """EU-5.2"""
    match = table({"red": 3, "blue": 2}, SITES[:built])
    play(match, "station roma")
    refused(match, payment, clause, reason)


def test_eu_5_2_each_player_counts_its_own():
    """EU-5.2: the first station of seat 1 costs one card, whatever seat 0 has built."""
    match = arranged(table({}, SITES), hand={1: {"red": 3}}, seat=1)
    play(match, "station roma")
    assert legal(match) == ["pay 1 red"]


def test_eu_5_2_a_station_is_no_route():
    """EU-5.2: no points in play, no train on it."""
    match = table({"red": 1})
    play(match, "station kyiv", "pay 1 red")
    assert routes_of(match, 0) == [] and match.scores() == [0, 0, 0] and match.sheet(0) == []


# ---- EU-5.5
@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_eu_5_5_every_station_not_built_scores_four(built):
    """EU-5.5: at the end only."""
    places = {"buildings": {0: SITES[:built]}}
    assert arranged(started("europe"), **places).scores() == [0, 0]
    match = final(**places)
    assert match.scores() == [12 - 4 * built, 12]
    assert [tuple(line) for line in match.sheet(0)] == (
        [("EU-5.5", "stations-left", 12 - 4 * built)] if built < 3 else []
    )
    assert [line.details for line in match.sheet(0)] == (
        [{"count": 3 - built}] if built < 3 else []
    )
    assert [tuple(line) for line in match.sheet(1)] == [("EU-5.5", "stations-left", 12)]


def test_eu_5_5_built_where_it_helps_nothing_all_the_same():
    """EU-5.5: a station scores nothing itself, borrowing or not."""
    match = final(buildings={0: ["kyiv"]}, routes={0: ["paris-zurich"], 1: ["kyiv-wilno"]})
    assert match.scores() == [4 + 8 + 10, 2 + 12]
