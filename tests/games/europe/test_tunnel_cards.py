"""EU-4.4, EU-4.5, EU-4.9 and EU-4.10: the cards of a tunnel, where they come from, where they go,
and who knows them.
"""

import pytest
from arranging import arranged, conserved
from table import discards_of, game, hand_of, market_of, play, routes_of, seen_of, started, told

from .positions import LAY_OUT, MARKET, PLAIN, digging, extra, kinds, laid_out, turned_up


# ---- EU-4.4
@pytest.mark.parametrize(
    ("answer", "discarded"),
    [
        ("pay 1 red", {"red": 4, "blue": 1, "green": 1}),
        ("withdraw", {"red": 1, "blue": 1, "green": 1}),
    ],
)
def test_eu_4_4_the_turned_up_cards_are_discarded_at_the_end_of_the_turn(answer, discarded):
    """EU-4.4: paid or not; until then they lie open."""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 3})
    assert discards_of(match) == {} and turned_up(match) == ["red", "blue", "green"]
    play(match, answer)
    assert discards_of(match) == discarded and turned_up(match) == []


def test_eu_4_4_also_when_nothing_was_due():
    """EU-4.4"""
    match, _ = digging("2 red", PLAIN, {"red": 2})
    assert discards_of(match) == {"red": 2, **dict.fromkeys(PLAIN, 1)} and turned_up(match) == []


def test_eu_4_4_in_the_last_turn_of_the_game_too():
    """EU-4.4: nothing is left lying."""
    match = arranged(started("europe"), hand={0: {"red": 3}}, pieces={0: {"train": 2}})
    play(match, *["draw deck"] * 4)
    match = arranged(match, hand={0: {"red": 3}}, deck=["red", "blue", "green"])
    play(match, "claim bucuresti-sofia", "pay 2 red", "withdraw")
    assert match.over and turned_up(match) == []
    assert discards_of(match) == {"red": 1, "blue": 1, "green": 1} and conserved(match)


# ---- EU-4.5
@pytest.mark.parametrize(
    ("deck", "discards", "due"),
    [
        (["red", "wild"], {}, 2),
        (["blue", "red"], {}, 1),
        (["red"], {}, 1),
        (["red"], {"wild": 1}, 2),
        ([], {"wild": 1}, 1),
        ([], {"red": 1, "wild": 1}, 2),
    ],
)
def test_eu_4_5_with_fewer_than_three_cards_as_many_as_there_are_are_turned_up(deck, discards, due):
    """EU-4.5: deck and discards together."""
    match, events = digging("2 red", deck, {"red": 6}, discards=discards, rest=1)
    there = sorted([*deck, *discards])
    assert sorted(event["card"] for event in told(events, "tunnel-card")) == there
    assert [event["cards"] for event in told(events, "reshuffled")] == (
        [len(discards)] if discards else []
    )
    assert extra(events) == [due] and match.asked == "tunnel"
    play(match, f"pay {due} red")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and conserved(match)


def test_eu_4_5_the_discards_come_after_the_deck():
    """EU-4.5, RT-3.9: two cards of the deck, then one of the discards shuffled."""
    match, events = digging("2 red", ["green", "blue"], {"red": 2}, discards={"white": 4}, rest=1)
    assert kinds(events) == [*LAY_OUT[:3], "reshuffled", "tunnel-card", "tunnel-extra", "claimed"]
    assert [event["card"] for event in told(events, "tunnel-card")] == ["green", "blue", "white"]
    assert match.view().deck_size.tolist() == [3]


def test_eu_4_5_with_no_card_left_the_tunnel_is_claimed_with_no_risk():
    """EU-4.5"""
    match, events = digging("2 red", [], {"red": 2}, discards={}, rest=1)
    assert kinds(events) == ["laid-out", "tunnel-extra", "claimed"] and extra(events) == [0]
    assert routes_of(match, 0) == ["bucuresti-sofia"] and match.seat == 1
    assert discards_of(match) == {"red": 2} and conserved(match)


def test_eu_4_5_laid_out_cards_are_not_discards_yet():
    """EU-4.5: with one card in the deck they are not shuffled in to make three."""
    match, events = digging("2 red", ["blue"], {"red": 2}, discards={}, rest=1)
    assert [event["card"] for event in told(events, "tunnel-card")] == ["blue"]
    assert told(events, "reshuffled") == [] and extra(events) == [0]
    match, _ = digging("2 red", ["red"], {"red": 3}, discards={}, rest=1)
    assert match.asked == "tunnel" and discards_of(match) == {} and laid_out(match) == {"red": 2}


# ---- EU-4.9
GAP = ["yellow", "black", "purple", "orange", None]


def test_eu_4_9_the_turned_up_cards_are_discarded_before_the_market_is_refilled():
    """EU-4.9: the deck is empty then, so one of them comes into the market."""
    match, _ = digging("2 red", ["red", "red", "red"], {"red": 3}, market=GAP, discards={}, rest=1)
    assert match.view().deck_size.tolist() == [0]
    events = play(match, "withdraw")
    assert kinds(events) == ["withdrew", "reshuffled", "turned-up"]
    assert told(events, "reshuffled")[0]["cards"] == 3
    assert market_of(match) == [*GAP[:4], "red"]
    assert match.view().deck_size.tolist() == [2] and discards_of(match) == {} and conserved(match)


def test_eu_4_9_paid_cards_are_discarded_when_the_route_is_claimed():
    """EU-4.9: so they are shuffled in too; two laid out, one extra, three turned up."""
    match, _ = digging(
        "2 red", ["red", "blue", "blue"], {"red": 3}, market=GAP, discards={}, rest=1
    )
    events = play(match, "pay 1 red")
    assert kinds(events) == ["paid", "claimed", "reshuffled", "turned-up"]
    assert told(events, "reshuffled")[0]["cards"] == 6
    assert match.view().deck_size.tolist() == [5] and conserved(match)


def test_eu_4_9_the_same_with_nothing_due_or_nothing_turned_up():
    """EU-4.9"""
    _, events = digging("2 red", PLAIN, {"red": 2}, market=GAP, discards={}, rest=1)
    assert kinds(events) == [*LAY_OUT, "claimed", "reshuffled", "turned-up"]
    assert told(events, "reshuffled")[0]["cards"] == 5
    match, events = digging("2 red", [], {"red": 2}, market=GAP, discards={}, rest=1)
    assert kinds(events) == ["laid-out", "tunnel-extra", "claimed", "reshuffled", "turned-up"]
    assert market_of(match) == [*GAP[:4], "red"] and match.view().deck_size.tolist() == [1]


def test_eu_4_9_no_card_is_turned_up_twice():
    """EU-4.9: shuffled in the middle, the deck has none of those that lie open."""
    match, events = digging(
        "2 red", ["wild", "wild"], {"red": 5}, discards={"blue": 1}, market=MARKET, rest=1
    )
    assert [event["card"] for event in told(events, "tunnel-card")] == ["wild", "wild", "blue"]
    play(match, "withdraw")
    assert discards_of(match) == {"wild": 2, "blue": 1} and market_of(match) == MARKET


# ---- EU-4.10
def test_eu_4_10_laid_out_cards_are_public():
    """EU-4.10: every viewer sees and hears them while they lie there."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 2, "wild": 2})
    for viewer in (0, 1, 2, None):
        assert laid_out(match, viewer) == {"red": 1, "wild": 1}
        assert [event["cards"] for event in told(match.events(viewer), "laid-out")] == [
            {"red": 1, "wild": 1}
        ]
        assert [event["card"] for event in told(match.events(viewer), "tunnel-card")] == [
            "red",
            "blue",
            "green",
        ]
    assert hand_of(match, 0) == {"red": 1, "wild": 1}
    assert match.view(1).hand[0].tolist() == [-1] * 9


def test_eu_4_10_taken_back_they_are_known_to_be_in_that_hand():
    """EU-4.10: those and no others."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 3, "wild": 2, "black": 1})
    assert seen_of(match, 0) == {}
    play(match, "withdraw")
    assert seen_of(match, 0) == {"red": 1, "wild": 1}
    assert [match.view(viewer).seen.tolist() for viewer in (0, 1, 2)] == [
        match.view().seen.tolist()
    ] * 3


def test_eu_4_10_every_deal_that_another_seat_imagines_has_them():
    """EU-4.10"""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 2, "black": 1})
    play(match, "withdraw")
    for seed in range(8):
        assert hand_of(game("europe").imagine(match.view(1), seed), 0)["red"] >= 2


def test_eu_4_10_shown_twice_they_are_not_known_twice():
    """EU-4.10: the same two reds, taken back in two turns."""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 4})
    play(match, "withdraw", *["draw deck"] * 4)
    match = arranged(match, deck=["red", "blue", "green"])
    play(match, "claim bucuresti-sofia", "pay 2 red", "withdraw")
    assert seen_of(match, 0) == {"red": 2}


def test_eu_4_10_with_what_was_known_before():
    """EU-4.10: one red of three came from the market; two laid out and taken back may be the
    others.
    """
    match = arranged(
        started("europe"),
        hand={0: {"red": 2}, 1: {}},
        market=["red", "red", "blue", "green", "white"],
        deck=["black"] * 5,
    )
    play(match, "draw red", "draw blue", "draw deck", "draw deck")
    assert seen_of(match, 0) == {"red": 1, "blue": 1}
    match = arranged(match, deck=["red", "black", "black"])
    play(match, "claim bucuresti-sofia", "pay 2 red", "withdraw")
    assert seen_of(match, 0) == {"red": 2, "blue": 1}


def test_eu_4_10_paid_they_are_not_in_the_hand():
    """EU-4.10"""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 4})
    play(match, "pay 1 red")
    assert seen_of(match, 0) == {}
