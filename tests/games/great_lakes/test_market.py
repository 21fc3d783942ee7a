"""GL-3: the market, swept and refilled."""

import pytest
from arranging import arranged, conserved
from table import deck_sizes, discards_of, game, market_of, play, told

import ekiben

from .lakes import MARKET, deal, drawing, few

TRAINS, SHIPS = MARKET[:3], MARKET[3:]
FIVE, WILDS = ["wild"] * 5, ["wild"] * 6


# ---- GL-3.3
def test_gl_3_3_six_wilds_are_swept_and_three_of_each_deck_turned_up():
    """GL-3.3"""
    fresh, ships = ["red", "black-harbour", "white"], ["white-ship", "green-double", "red-ship"]
    match = drawing(market=[*FIVE, "red-double"], deck=["wild", *fresh], ships=ships)
    play(match, "draw red-double")
    events = play(match, "refill trains")
    assert [event["kind"] for event in events] == ["turned-up", "swept"] + ["turned-up"] * 6
    assert market_of(match) == fresh + ships
    assert discards_of(match) == {"wild": 6}
    assert (match.seat, match.asked) == (0, "second-card"), "the action goes on with the new market"
    play(match, "draw black-harbour", "refill ships")
    assert conserved(match)


def test_gl_3_3_five_wilds_are_not_swept():
    """GL-3.3: the sixth card is a ship, or a train."""
    for deck, card in (("ships", "white-ship"), ("trains", "red")):
        match = drawing(market=[*FIVE, "red-double"], deck=["red"], ships=["white-ship"])
        assert told(play(match, "draw red-double", f"refill {deck}"), "swept") == []
        assert market_of(match) == [*FIVE, card]


def test_gl_3_3_after_a_wild_is_taken_too():
    """GL-3.3: a wild for a wild; the turn is over all the same. (Six of them can lie there after
    ten sweeps, GL-3.7.)
    """
    match = drawing(market=WILDS, deck=["wild", "red", "black", "white"])
    assert told(play(match, "draw wild", "refill trains"), "swept")
    assert match.seat == 1 and market_of(match)[:3] == ["red", "black", "white"]


@pytest.mark.parametrize(("limit", "swept"), [(6, False), (3, True)])
def test_gl_3_3_option_three(limit, swept):
    """GL-3.3: option sweep_wilds = 3."""
    market = ["wild", "wild", *MARKET[2:]]
    match = drawing(
        sweep_wilds=limit,
        market=market,
        deck=["wild", "red", "black", "white"],
        ships=["white-ship"] * 3,
    )
    events = play(match, "draw green", "refill trains")
    assert bool(told(events, "swept")) == swept
    assert market_of(match) == (
        ["red", "black", "white"] + ["white-ship"] * 3 if swept else ["wild"] * 3 + SHIPS
    )
    assert discards_of(match) == (
        {"wild": 3, "red-double": 1, "black-double": 1, "white-double": 1} if swept else {}
    )


def test_gl_3_3_option_three_two_wilds_stay():
    """GL-3.3"""
    match = drawing(sweep_wilds=3, market=["wild", *MARKET[1:]], deck=["wild"])
    assert told(play(match, "draw green", "refill trains"), "swept") == []
    assert market_of(match).count("wild") == 2


def test_gl_3_3_option_three_again_if_it_happens_again():
    """GL-3.3, RT-3.6: three wilds come up at once."""
    match = drawing(
        sweep_wilds=3,
        market=["wild", "wild", *MARKET[2:]],
        deck=["wild", "wild", "wild", "wild", "red", "black", "white"],
        ships=["white-ship"] * 3 + ["red-ship"] * 3,
    )
    events = play(match, "draw green", "refill trains")
    assert [event["times"] for event in told(events, "swept")] == [1, 2]
    assert market_of(match) == ["red", "black", "white"] + ["red-ship"] * 3


@pytest.mark.parametrize(("limit", "swept"), [(6, False), (3, True)])
def test_gl_3_3_option_three_at_set_up(limit, swept):
    """GL-3.3, RT-3.6: the first market may hold three wilds."""
    luck = {
        "trains": ["yellow"] * 4 + ["wild"] * 3 + TRAINS,
        "ships": ["red-ship"] * 4 + ["black-ship"] * 3 + SHIPS,
    }
    match = deal(luck=luck, sweep_wilds=limit)
    assert market_of(match) == (MARKET if swept else ["wild"] * 3 + ["black-ship"] * 3)


def test_gl_3_3_six_unless_chosen_and_nothing_else():
    """GL-3.3"""
    assert game("great-lakes").options["sweep_wilds"] == 6
    for wrong in (4, 0, "3", True):
        with pytest.raises(ekiben.EkibenError, match="6, 3"):
            ekiben.load("great-lakes", sweep_wilds=wrong)


# ---- GL-3.6
def paying(market, hand, **places):
    """All decks are out.

    Seat 0 pays, so that its cards are the only discards when its turn ends.
    """
    return few([], [], market, hand={0: hand}, empty_deck="market", **places)


def test_gl_3_6_from_the_deck_with_fewer_cards_up_trains_when_equal():
    """GL-3.6: one train lies there; two wilds and two ships were paid: ship, train, ship, train,
    and the last place stays empty.
    """
    match = paying([None, "red"], {"wild": 2, "yellow-ship": 2})
    events = play(match, "claim duluth~thunder-bay", "pay 2 yellow-ship 2 wild")
    assert [event["deck"] for event in told(events, "reshuffled")] == ["ships", "trains"]
    assert [(event["slot"], event["card"]) for event in told(events, "turned-up")] == [
        (0, "yellow-ship"),
        (2, "wild"),
        (3, "yellow-ship"),
        (4, "wild"),
    ]
    assert market_of(match) == ["yellow-ship", "red", "wild", "yellow-ship", "wild", None]
    assert match.seat == 1 and conserved(match)


@pytest.mark.parametrize(
    ("market", "up"),
    [
        ([], ["wild", "yellow-ship", "wild", "yellow-ship", None, None]),
        (["red-ship"], ["red-ship", "wild", "wild", "yellow-ship", "yellow-ship", None]),
        (
            ["red-ship", "red-ship", "red"],
            ["red-ship", "red-ship", "red", "wild", "wild", "yellow-ship"],
        ),
        (
            ["red", "red", "red", "red-ship"],
            ["red", "red", "red", "red-ship", "yellow-ship", "yellow-ship"],
        ),
    ],
)
def test_gl_3_6_what_lies_there_decides(market, up):
    """GL-3.6: counted anew for every place."""
    match = paying(market, {"wild": 2, "yellow-ship": 2})
    play(match, "claim duluth~thunder-bay", "pay 2 yellow-ship 2 wild")
    assert market_of(match) == up


def test_gl_3_6_else_from_the_other():
    """GL-3.6: no ship was paid, or nothing but ships."""
    match = paying(["red", "red"], {"black": 5})
    play(match, "claim duluth-thunder-bay", "pay 5 black")
    assert market_of(match) == ["red", "red", *["black"] * 4] and deck_sizes(match) == [1, 0]
    match = paying(["red-ship", "red-ship"], {"yellow-ship": 4})
    play(match, "claim duluth~thunder-bay", "pay 4 yellow-ship")
    assert market_of(match) == ["red-ship"] * 2 + ["yellow-ship"] * 4


def test_gl_3_6_not_before_the_end_of_the_turn():
    """GL-3.6: a place that could not be filled stays empty while the turn lasts; with nothing in
    the decks, after it too.
    """
    match = paying(["red", "black-ship", "green"], {"yellow": 1})
    play(match, "draw red")
    assert market_of(match) == [None, "black-ship", "green", None, None, None]
    play(match, "draw black-ship")
    assert market_of(match) == [None, None, "green", None, None, None] and match.seat == 1
    match = arranged(match, seat=0)
    play(match, "exchange 1 trains")
    assert market_of(match)[:3] == [None, None, "green"]


def test_gl_3_6_after_a_harbour_too():
    """GL-3.6: two trains and two ships were paid."""
    match = paying(
        ["red"], {"yellow-harbour": 2, "yellow-ship": 2}, routes={0: ["chicago~muskegon"]}
    )
    play(match, "harbour chicago", "pay 2 yellow-harbour 2 yellow-ship")
    assert market_of(match) == [
        "red",
        "yellow-ship",
        "yellow-harbour",
        "yellow-ship",
        "yellow-harbour",
        None,
    ]
