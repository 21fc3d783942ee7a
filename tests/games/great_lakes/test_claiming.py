"""GL-4: claiming routes with trains and ships."""

import pytest
from arranging import arranged
from table import discards_of, game, hand_of, legal, pieces_of, play, refused, routes_of, started

import ekiben

from .lakes import lakes


def payments(match, route):
    """The route is named; every way to pay for it."""
    play(match, f"claim {route}")
    return {str(action).removeprefix("pay ") for action in match.legal()}


# ---- GL-4.1
def test_gl_4_1_a_train_route_takes_train_cards_and_trains():
    """GL-4.1"""
    match = lakes(hand={0: {"black": 5}})
    assert "claim duluth~thunder-bay" not in legal(match)
    play(match, "claim duluth-thunder-bay", "pay 5 black")
    assert pieces_of(match, 0) == {"train": 22, "ship": 23}
    assert (routes_of(match, 0), match.scores(), discards_of(match)) == (
        ["duluth-thunder-bay"],
        [10, 0],
        {"black": 5},
    )


def test_gl_4_1_a_ship_route_takes_ship_cards_and_ships():
    """GL-4.1"""
    match = lakes(hand={0: {"yellow-ship": 4}})
    play(match, "claim duluth~thunder-bay", "pay 4 yellow-ship")
    assert pieces_of(match, 0) == {"train": 27, "ship": 19}
    assert (routes_of(match, 0), match.scores()) == (["duluth~thunder-bay"], [7, 0])


@pytest.mark.parametrize(
    ("hand", "route"),
    [
        ({"yellow": 4}, "duluth~thunder-bay"),
        ({"yellow-harbour": 4}, "duluth~thunder-bay"),
        ({"black-ship": 4, "black-double": 6}, "duluth-thunder-bay"),
        ({"yellow-ship": 2, "yellow": 4}, "duluth~thunder-bay"),
        ({"black": 3, "black-ship": 2}, "duluth-thunder-bay"),
    ],
)
def test_gl_4_1_never_the_cards_of_the_other_kind_nor_both(hand, route):
    """GL-4.1"""
    assert (
        refused(lakes(hand={0: hand}), f"claim {route}", "GL-4.1", "too-few-cards").route == route
    )


def test_gl_4_1_never_mixed_in_a_payment():
    """GL-4.1: who could pay rightly still cannot pay wrongly."""
    match = lakes(hand={0: {"yellow": 4, "yellow-harbour": 2, "yellow-ship": 4}})
    play(match, "claim duluth~thunder-bay")
    assert legal(match) == ["pay 4 yellow-ship"]
    for wrong in (
        "pay 4 yellow",
        "pay 2 yellow 2 yellow-harbour",
        "pay 2 yellow-harbour 2 yellow-ship",
    ):
        refused(match, wrong, "GL-4.1", "wrong-kind")
    with pytest.raises(ekiben.EkibenError, match="not an action"):
        match.play("pay 2 yellow 2 yellow-ship")


@pytest.mark.parametrize(
    ("pieces", "route", "have"),
    [
        ({"train": 4, "ship": 20}, "duluth-thunder-bay", 4),
        ({"train": 20, "ship": 3}, "duluth~thunder-bay", 3),
    ],
)
def test_gl_4_1_pieces_of_the_right_kind_are_needed(pieces, route, have):
    """GL-4.1, RT-4.6: however many there are of the other."""
    match = lakes(hand={0: {"black": 5, "yellow-ship": 4}}, pieces={0: pieces})
    assert refused(match, f"claim {route}", "RT-4.6", "too-few-pieces").have == have
    enough = {kind: 5 for kind in pieces}
    assert f"claim {route}" in legal(arranged(match, pieces={0: enough}))


# ---- GL-4.2
def test_gl_4_2_grey_ships_take_any_one_colour_of_ship_cards():
    """GL-4.2: three grey ship spaces."""
    hand = {
        "red-ship": 3,
        "white-double": 2,
        "purple-ship": 2,
        "purple-double": 1,
        "green-ship": 1,
        "black": 5,
        "yellow-harbour": 3,
    }
    match = lakes(hand={0: hand})
    assert payments(match, "marquette~sault-ste-marie") == {
        "3 red-ship",
        "2 white-double",
        "1 purple-ship 1 purple-double",
    }


def test_gl_4_2_grey_trains_take_any_one_colour_of_train_cards():
    """GL-4.2: three grey train spaces."""
    match = lakes(
        hand={
            0: {
                "red": 2,
                "red-harbour": 1,
                "black": 3,
                "green-harbour": 2,
                "white-ship": 4,
                "white-double": 2,
            }
        }
    )
    assert payments(match, "chicago-madison") == {"2 red 1 red-harbour", "3 black"}


@pytest.mark.parametrize(
    ("hand", "route"),
    [
        ({"red-ship": 2, "white-ship": 1}, "marquette~sault-ste-marie"),
        ({"red": 2, "white": 1}, "chicago-madison"),
    ],
)
def test_gl_4_2_never_two_colours(hand, route):
    """GL-4.2"""
    refused(lakes(hand={0: hand}), f"claim {route}", "GL-4.2", "too-few-cards")


def test_gl_4_2_a_coloured_route_takes_its_own_colour():
    """GL-4.2: only grey takes any."""
    match = lakes(hand={0: {"yellow-ship": 4, "red-ship": 4}})
    play(match, "claim duluth~thunder-bay")
    refused(match, "pay 4 red-ship", "RT-4.1", "wrong-colour")


# ---- GL-4.3
@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ({"yellow-ship": 2, "wild": 2}, {"2 yellow-ship 2 wild"}),
        ({"yellow-double": 1, "wild": 2}, {"1 yellow-double 2 wild"}),
        ({"wild": 4}, {"4 wild"}),
        (
            {"yellow-ship": 1, "yellow-double": 1, "wild": 3},
            {
                "1 yellow-ship 3 wild",
                "1 yellow-double 2 wild",
                "1 yellow-ship 1 yellow-double 1 wild",
            },
        ),
    ],
)
def test_gl_4_3_a_wild_as_a_ship_counts_one(hand, paid):
    """GL-4.3: four ship spaces."""
    assert payments(lakes(hand={0: hand}), "duluth~thunder-bay") == paid


@pytest.mark.parametrize(
    "hand", [{"wild": 3}, {"yellow-double": 1, "wild": 1}, {"yellow-ship": 2, "wild": 1}]
)
def test_gl_4_3_never_two(hand):
    """GL-4.3: a wild for a double would be enough here."""
    refused(lakes(hand={0: hand}), "claim duluth~thunder-bay", "GL-4.1", "too-few-cards")


def test_gl_4_3_a_wild_stands_for_a_train_of_any_colour():
    """GL-4.3: the rulebook's three purple spaces, and three yellow ones: any number of the cards
    may be wilds.
    """
    for colour, route in (("purple", "south-bend-toledo/2"), ("yellow", "duluth-eau-claire")):
        match = lakes(hand={0: {colour: 3, "wild": 3}})
        assert payments(match, route) == {
            f"3 {colour}",
            f"2 {colour} 1 wild",
            f"1 {colour} 2 wild",
            "3 wild",
        }


# ---- GL-4.4
def test_gl_4_4_five_spaces_with_three_doubles():
    """GL-4.4: the rulebook's example: two doubles and a single, or three doubles, of which one ship
    is lost: five ships are placed.
    """
    match = lakes(hand={0: {"purple-double": 3, "purple-ship": 1}})
    assert payments(match, "duluth~lake-superior") == {
        "3 purple-double",
        "1 purple-ship 2 purple-double",
    }
    play(match, "pay 3 purple-double")
    assert (pieces_of(match, 0), match.scores()) == ({"train": 27, "ship": 18}, [10, 0])
    assert (discards_of(match), hand_of(match, 0)) == ({"purple-double": 3}, {"purple-ship": 1})


def test_gl_4_4_four_white_spaces():
    """GL-4.4: the rulebook's example: two doubles, four singles, two singles and a double, or wilds
    among them.
    """
    match = lakes(hand={0: {"white-double": 2, "white-ship": 4, "wild": 1}})
    assert payments(match, "sault-ste-marie~lake-huron/2") == {
        "2 white-double",
        "4 white-ship",
        "2 white-ship 1 white-double",
        "3 white-ship 1 wild",
        "1 white-ship 1 white-double 1 wild",
    }


@pytest.mark.parametrize(
    ("route", "wasteful"),
    [
        (
            "duluth~lake-superior",
            [
                "2 purple-ship 2 purple-double",
                "4 purple-ship 1 purple-double",
                "2 purple-double 2 wild",
                "1 purple-ship 2 purple-double 1 wild",
            ],
        ),
        (
            "marathon~thunder-bay",
            [
                "2 purple-ship 1 purple-double",
                "1 purple-double 2 wild",
                "4 purple-ship",
                "1 purple-ship 2 purple-double",
            ],
        ),
    ],
)
def test_gl_4_4_no_card_that_pays_for_nothing(route, wasteful):
    """GL-4.4: five and three purple spaces; each of these could do without one of its cards."""
    match = lakes(hand={0: {"purple-double": 4, "purple-ship": 4, "wild": 3}})
    play(match, f"claim {route}")
    for cards in wasteful:
        refused(match, f"pay {cards}", "GL-4.4", "wrong-number")


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ({"white-double": 2}, {"1 white-double"}),
        (
            {"white-double": 1, "white-ship": 1, "wild": 1},
            {"1 white-double", "1 white-ship", "1 wild"},
        ),
    ],
)
def test_gl_4_4_a_double_for_a_single_space(hand, paid):
    """GL-4.4: its second ship goes unused, and one ship is placed."""
    match = lakes(hand={0: hand})
    assert payments(match, "chicago~milwaukee") == paid
    play(match, "pay 1 white-double")
    assert pieces_of(match, 0)["ship"] == 22 and match.scores() == [1, 0]


def test_gl_4_4_an_even_route_leaves_nothing_to_lose():
    """GL-4.4: two spaces take one double, never a double and something else."""
    match = lakes(hand={0: {"white-double": 2, "white-ship": 2}})
    assert payments(match, "lake-superior~marathon") == {"1 white-double", "2 white-ship"}
    refused(match, "pay 2 white-double", "GL-4.4", "wrong-number")
    refused(match, "pay 1 white-ship 1 white-double", "GL-4.4", "wrong-number")


def test_gl_4_4_too_few_is_not_enough():
    """GL-4.4"""
    match = lakes(hand={0: {"purple-double": 3, "purple-ship": 1}})
    play(match, "claim duluth~lake-superior")
    refused(match, "pay 2 purple-double", "GL-4.4", "wrong-number")
    refused(match, "pay 3 purple-ship 1 purple-double", "RT-4.1", "cards-not-held")


def test_gl_4_4_a_train_card_pays_for_one_space():
    """GL-4.4: no train card is a double."""
    match = lakes(hand={0: {"yellow": 3, "yellow-harbour": 2, "wild": 1}})
    play(match, "claim duluth-eau-claire")
    for wrong in ("pay 2 yellow", "pay 3 yellow 1 wild", "pay 2 yellow 2 yellow-harbour"):
        refused(match, wrong, "RT-4.1", "wrong-number")


# ---- GL-4.5
@pytest.mark.parametrize(
    ("train", "ship"),
    [
        ("duluth-thunder-bay", "duluth~thunder-bay"),
        ("muskegon-traverse-city", "muskegon~traverse-city"),
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_gl_4_5_train_and_ship_route_between_the_same_cities_are_no_double_route(
    train, ship, seats
):
    """GL-4.5: one player may own both, and neither closes the other, in whatever order."""
    for first, second in ((train, ship), (ship, train)):
        match = lakes(seats, hand={0: {"wild": 5}, 1: {"wild": 5}}, routes={0: [first]})
        assert f"claim {second}" in legal(match) and f"claim {second}" in legal(
            arranged(match, seat=1)
        )
        refused(match, f"claim {first}", "RT-4.4", "claimed-already")
        length = 5 if second == "duluth-thunder-bay" else 4 if second == "duluth~thunder-bay" else 3
        play(match, f"claim {second}", f"pay {length} wild")
        assert sorted(routes_of(match, 0)) == sorted([train, ship])


def test_gl_4_5_there_are_two_such_pairs():
    """GL-4.5: Duluth and Thunder Bay, Muskegon and Traverse City; and no pair of cities has a train
    twin and a ship twin.
    """
    routes = game("great-lakes").board.routes
    trains = {frozenset((one.a, one.z)) for one in routes if one.kind == "train"}
    both = [one.id for one in routes if one.kind == "ship" and frozenset((one.a, one.z)) in trains]
    assert both == ["duluth~thunder-bay", "muskegon~traverse-city"]
    assert all(
        routes[one.twin].kind == one.kind and routes[one.twin].length == one.length
        for one in routes
        if one.twin >= 0
    )


# ---- GL-4.6
@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, True), (4, False), (5, False)])
def test_gl_4_6_double_routes_close_in_games_of_two_or_three(seats, closes):
    """GL-4.6: every double route of the board, trains and ships."""
    doubles = [one for one in game("great-lakes").board.routes if one.id.endswith("/2")]
    assert len(doubles) == 28 and {one.kind for one in doubles} == {"train", "ship"}
    for one in doubles:
        match = lakes(
            seats,
            hand={0: {"wild": 7}, 1: {"wild": 7}},
            routes={0: [one.id.removesuffix("/2")]},
            seat=1,
        )
        if closes:
            refused(match, f"claim {one.id}", "RT-4.8", "twin-closed")
        else:
            assert f"claim {one.id}" in legal(match)
        refused(arranged(match, seat=0), f"claim {one.id}", "RT-4.7", "own-twin")


def test_gl_4_6_in_play():
    """GL-4.6: claimed by one, closed to the other from then on."""
    match = arranged(
        started("great-lakes", 3), hand={0: {"white-double": 1}, 1: {"green-double": 1}}
    )
    play(match, "claim chicago~milwaukee", "pay 1 white-double")
    refused(match, "claim chicago~milwaukee/2", "RT-4.8", "twin-closed")


# ---- GL-4.7
def test_gl_4_7_cards_with_the_symbol_pay_like_any_other_and_the_player_chooses():
    """GL-4.7: three yellow train spaces."""
    match = lakes(hand={0: {"yellow": 2, "yellow-harbour": 2, "wild": 1}})
    assert payments(match, "duluth-eau-claire") == {
        "2 yellow 1 yellow-harbour",
        "1 yellow 2 yellow-harbour",
        "2 yellow 1 wild",
        "1 yellow 1 yellow-harbour 1 wild",
        "2 yellow-harbour 1 wild",
    }


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        ("2 yellow 1 yellow-harbour", {"yellow": 1, "yellow-harbour": 2}),
        ("3 yellow-harbour", {"yellow": 3}),
        ("3 yellow", {"yellow-harbour": 3}),
    ],
)
def test_gl_4_7_exactly_the_cards_named_are_spent(paid, left):
    """GL-4.7"""
    match = lakes(hand={0: {"yellow": 3, "yellow-harbour": 3}})
    play(match, "claim duluth-eau-claire", f"pay {paid}")
    assert hand_of(match, 0) == left
    assert match.scores() == [4, 0] and pieces_of(match, 0)["train"] == 24


def test_gl_4_7_single_ships_or_doubles_as_the_player_likes():
    """GL-4.7: the symbol is on the singles; two spaces can be paid without them."""
    match = lakes(hand={0: {"white-double": 1, "white-ship": 2}})
    play(match, "claim lake-superior~marathon", "pay 1 white-double")
    assert hand_of(match, 0) == {"white-ship": 2}
