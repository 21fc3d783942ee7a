"""EU-3: ferries."""

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
)

FERRIES = [one.id for one in game("europe").board.routes if one.ferry]


def table(**hand):
    return arranged(started("europe"), hand={0: hand})


@pytest.mark.parametrize("name", FERRIES)
def test_eu_3_1_at_least_as_many_locomotives_as_spaces_for_them(name):
    """EU-3.1: every ferry of the board, with just enough and with one too few."""
    match = table()
    length, wilds = route(match, name).length, route(match, name).ferry
    refusal = refused(table(red=12, wild=wilds - 1), f"claim {name}", "EU-3.1", "too-few-wilds")
    assert (refusal.need, refusal.have) == (wilds, wilds - 1)
    match = table(wild=wilds, **({"red": length - wilds} if length > wilds else {}))
    play(match, f"claim {name}")
    assert len(legal(match)) == 1
    play(match, legal(match)[0])
    assert routes_of(match, 0) == [name] and hand_of(match, 0) == {} and conserved(match)


def test_eu_3_1_cards_of_one_colour_for_the_rest():
    """EU-3.1: Palermo–Smyrna is six, two of them for locomotives."""
    refused(table(red=3, blue=3, wild=2), "claim palermo-smyrna", "RT-4.2", "too-few-cards")
    match = table(red=4, blue=5, wild=2)
    play(match, "claim palermo-smyrna")
    assert legal(match) == ["pay 4 blue 2 wild", "pay 4 red 2 wild"]
    play(match, "pay 4 red 2 wild")
    assert discards_of(match) == {"red": 4, "wild": 2}
    assert (match.scores(), pieces_of(match, 0)) == ([15, 0], {"train": 39})


def test_eu_3_1_a_payment_with_fewer_locomotives_is_refused():
    """EU-3.1: however many cards of the colour there are."""
    match = table(red=12, wild=2)
    play(match, "claim palermo-smyrna")
    assert refused(match, "pay 5 red 1 wild", "EU-3.1", "too-few-wilds-paid").need == 2
    assert refused(match, "pay 6 red", "EU-3.1", "too-few-wilds-paid").need == 2


def test_eu_3_1_where_all_spaces_are_for_locomotives():
    """EU-3.1: Amsterdam–London."""
    match = table(red=12, wild=3)
    play(match, "claim amsterdam-london")
    assert legal(match) == ["pay 2 wild"]


def test_eu_3_1_other_grey_routes_need_none():
    """EU-3.1"""
    match = table(red=4)
    assert "claim danzig-warszawa" in legal(match)
    assert not any(f"claim {name}" in legal(match) for name in FERRIES)


def test_eu_3_1_a_ferry_is_no_tunnel():
    """EU-3.1, EU-4.1: nothing is turned up."""
    match = arranged(started("europe"), hand={0: {"red": 1, "wild": 1}}, deck=["red", "wild"])
    deck = match.view().deck_size[0]
    events = play(match, "claim sevastopol-sochi", "pay 1 red 1 wild")
    assert [event["kind"] for event in events] == ["chose-route", "paid", "claimed"]
    assert match.view().deck_size[0] == deck and match.seat == 1


def test_eu_3_2_locomotives_may_stand_for_the_rest_too():
    """EU-3.2: from two to six of them."""
    match = table(red=4, wild=6)
    play(match, "claim palermo-smyrna")
    mixes = [
        "pay 1 red 5 wild",
        "pay 2 red 4 wild",
        "pay 3 red 3 wild",
        "pay 4 red 2 wild",
        "pay 6 wild",
    ]
    assert sorted(legal(match)) == mixes
    play(match, "pay 1 red 5 wild")
    assert hand_of(match, 0) == {"red": 3, "wild": 1}
    assert discards_of(match) == {"red": 1, "wild": 5}


def test_eu_3_2_but_locomotives_and_cards_must_be_enough():
    """EU-3.2"""
    refused(table(red=2, blue=2, wild=3), "claim palermo-smyrna", "RT-4.2", "too-few-cards")
    refused(table(wild=5), "claim palermo-smyrna", "RT-4.2", "too-few-cards")
