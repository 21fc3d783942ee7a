"""RT-3: drawing cards."""

import pytest
from arranging import arranged, conserved
from table import (
    deck_sizes,
    discards_of,
    hand_of,
    legal,
    market_of,
    new,
    play,
    refused,
    started,
    told,
)

MARKET = ["red", "blue", "green", "white", "black"]


def table(**places):
    """America with a plain market and an empty hand at seat 0."""
    return arranged(started(), **{"hand": {0: {}}, "market": MARKET, **places})


def few(deck, market, discards=(), **places):
    """America with these cards in deck, market and discards and no others: seat 1 holds the rest,
    seat 0 four purple ones.
    """
    counts = {kind: list(discards).count(kind) for kind in discards}
    places = {"hand": {0: {"purple": 4}}, **places}
    return arranged(started(), deck=deck, market=market, discards=counts, rest=1, **places)


# ---- RT-3.1
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        ("draw red", "draw blue", {"red": 1, "blue": 1}),
        ("draw red", "draw deck", {"red": 1, "orange": 1}),
        ("draw deck", "draw red", {"purple": 1, "red": 1}),
        ("draw deck", "draw deck", {"purple": 1, "orange": 1}),
    ],
)
def test_rt_3_1_two_cards_each_from_the_market_or_blind(first, second, hand):
    """RT-3.1"""
    match = table(deck=["purple", "orange", "orange"])
    play(match, first)
    assert (match.seat, match.asked) == (0, "second-card")
    play(match, second)
    assert (match.seat, match.asked) == (1, "turn")
    assert hand_of(match, 0) == hand
    assert conserved(match)


def test_rt_3_1_only_what_lies_in_the_market_can_be_taken_from_it():
    """RT-3.1"""
    match = table(deck=["purple"])
    assert legal(match, "draw") == [
        "draw blue",
        "draw white",
        "draw green",
        "draw black",
        "draw red",
        "draw deck",
    ]
    assert refused(match, "draw yellow", "RT-3.1", "not-in-market").card == "yellow"
    play(match, "draw red")
    assert legal(match) == [
        "draw purple",
        "draw blue",
        "draw white",
        "draw green",
        "draw black",
        "draw deck",
    ]
    refused(match, "draw red", "RT-3.1", "not-in-market")


def test_rt_3_1_the_second_choice_comes_after_the_first_card_is_seen():
    """RT-3.1: one after the other."""
    match = table(deck=["purple", "orange"])
    events = play(match, "draw deck")
    assert [(event["kind"], event["card"]) for event in events] == [("drew-blind", "purple")]
    assert hand_of(match, 0) == {"purple": 1}


# ---- RT-3.2
def test_rt_3_2_a_card_taken_is_replaced_at_once_from_the_deck():
    """RT-3.2: before the second draw, which may take the replacement."""
    match = table(deck=["yellow", "orange"])
    events = play(match, "draw green")
    assert [event["kind"] for event in events] == ["drew", "turned-up"]
    assert [(event["slot"], event["card"]) for event in events] == [(2, "green"), (2, "yellow")]
    assert market_of(match) == ["red", "blue", "yellow", "white", "black"]
    play(match, "draw yellow")
    assert market_of(match) == ["red", "blue", "orange", "white", "black"]
    assert hand_of(match, 0) == {"green": 1, "yellow": 1}


def test_rt_3_2_a_blind_draw_leaves_the_market_as_it_is():
    """RT-3.2"""
    match = table(deck=["yellow", "orange"])
    play(match, "draw deck", "draw deck")
    assert market_of(match) == MARKET


# ---- RT-3.3, RT-3.4, RT-3.5
def test_rt_3_3_a_wild_from_the_market_is_the_only_card():
    """RT-3.3"""
    match = table(market=["wild", *MARKET[1:]], deck=["yellow"])
    play(match, "draw wild")
    assert (match.seat, match.asked) == (1, "turn")
    assert hand_of(match, 0) == {"wild": 1}
    assert market_of(match) == ["yellow", *MARKET[1:]]


def test_rt_3_4_no_wild_that_lay_in_the_market_as_the_second_card():
    """RT-3.4: not after a blind draw either; the next player may take it."""
    for first in ("draw red", "draw deck"):
        match = table(market=["red", "wild", "green", "white", "black"], deck=["yellow", "blue"])
        play(match, first)
        assert "draw wild" not in legal(match)
        refused(match, "draw wild", "RT-3.4", "wild-second")
        play(match, "draw green")
        assert "draw wild" in legal(match)


def test_rt_3_4_no_wild_that_came_as_the_replacement():
    """RT-3.4"""
    match = table(deck=["wild", "yellow"])
    play(match, "draw red")
    assert market_of(match)[0] == "wild"
    refused(match, "draw wild", "RT-3.4", "wild-second")
    assert legal(match) == ["draw blue", "draw white", "draw green", "draw black", "draw deck"]


def test_rt_3_5_a_wild_drawn_blind_is_a_card_like_any_other():
    """RT-3.5: first or second."""
    match = table(deck=["wild", "wild", "red"])
    play(match, "draw deck")
    assert (match.seat, match.asked) == (0, "second-card")
    play(match, "draw deck")
    assert hand_of(match, 0) == {"wild": 2} and match.seat == 1


# ---- RT-3.6
def test_rt_3_6_three_wilds_sweep_the_whole_market():
    """RT-3.6: at once, so that the second draw is from the new market."""
    fresh = ["yellow", "orange", "purple", "wild", "wild"]
    match = table(market=["red", "blue", "green", "wild", "wild"], deck=["wild", *fresh])
    events = play(match, "draw red")
    assert [event["kind"] for event in events] == ["drew", "turned-up", "swept"] + ["turned-up"] * 5
    assert discards_of(match) == {"blue": 1, "green": 1, "wild": 3}
    assert market_of(match) == fresh
    assert match.asked == "second-card"
    play(match, "draw purple")


def test_rt_3_6_two_wilds_do_not():
    """RT-3.6"""
    match = table(market=["red", "blue", "green", "white", "wild"], deck=["wild"])
    events = play(match, "draw red")
    assert told(events, "swept") == [] and discards_of(match) == {}
    assert market_of(match) == ["wild", "blue", "green", "white", "wild"]


def test_rt_3_6_again_if_it_happens_again():
    """RT-3.6: four wilds come up, then five plain ones."""
    match = table(
        market=["red", "blue", "green", "wild", "wild"],
        deck=[
            "wild",
            "wild",
            "wild",
            "yellow",
            "wild",
            "wild",
            "orange",
            "orange",
            "purple",
            "purple",
            "black",
        ],
    )
    events = play(match, "draw red")
    assert [event["times"] for event in told(events, "swept")] == [1, 2]
    assert discards_of(match) == {"blue": 1, "green": 1, "wild": 7, "yellow": 1}
    assert market_of(match) == ["orange", "orange", "purple", "purple", "black"]


def test_rt_3_6_after_the_second_card_and_after_a_wild_too():
    """RT-3.6"""
    match = table(market=["red", "blue", "green", "wild", "wild"], deck=["purple", "wild"])
    assert told(play(match, "draw deck", "draw red"), "swept")
    match = table(market=["red", "blue", "wild", "wild", "wild"], deck=["wild"])
    assert told(play(match, "draw wild"), "swept")


def test_rt_3_6_at_set_up_too():
    """RT-3.6"""
    hands = ["red"] * 8
    match = new(
        luck={"deck": [*hands, "wild", "blue", "wild", "wild", "green", *MARKET[1:], "yellow"]}
    )
    assert market_of(match) == [*MARKET[1:], "yellow"]
    assert discards_of(match) == {"wild": 3, "blue": 1, "green": 1}
    assert len(told(match.events(), "swept")) == 1
    match = new(luck={"deck": [*hands, "wild", "blue", "wild", "white", "green"]})
    assert market_of(match) == ["wild", "blue", "wild", "white", "green"]
    assert told(match.events(), "swept") == []


# ---- RT-3.8
def test_rt_3_8_there_is_no_limit_on_a_hand():
    """RT-3.8"""
    match = arranged(started(), hand={1: {}}, deck=["red", "blue"], market=MARKET, rest=0)
    assert sum(hand_of(match, 0).values()) == 103
    play(match, "draw deck", "draw deck")
    assert sum(hand_of(match, 0).values()) == 105


# ---- RT-3.9
def test_rt_3_9_the_discards_become_the_deck_when_a_card_is_to_be_drawn():
    """RT-3.9: not before."""
    match = few(["red", "red"], MARKET, ["blue", "green", "white"])
    assert told(play(match, "draw deck", "draw deck"), "reshuffled") == []
    assert (deck_sizes(match), sum(discards_of(match).values())) == ([0], 3)
    events = play(match, "draw deck")
    assert [(event["deck"], event["cards"]) for event in told(events, "reshuffled")] == [
        ("deck", 3)
    ]
    assert (deck_sizes(match), discards_of(match)) == ([2], {})
    assert conserved(match)


def test_rt_3_9_a_replacement_is_a_card_to_be_drawn():
    """RT-3.9"""
    match = few([], MARKET, ["yellow", "yellow"])
    events = play(match, "draw red")
    assert [event["kind"] for event in events] == ["drew", "reshuffled", "turned-up"]
    assert market_of(match)[0] == "yellow" and deck_sizes(match) == [1]


def test_rt_3_9_the_new_deck_is_shuffled():
    """RT-3.9: the order is the seed's."""
    orders = set()
    for seed in range(8):
        match = arranged(
            started(seed=seed),
            hand={0: {}},
            deck=[],
            market=MARKET,
            discards=dict.fromkeys(MARKET, 2),
            rest=1,
        )
        play(match, "draw deck", "draw deck")
        orders.add(tuple(event["card"] for event in told(match.events(0), "drew-blind")))
    assert len(orders) > 3


# ---- RT-3.10
def test_rt_3_10_with_deck_and_discards_empty_no_card_can_be_drawn():
    """RT-3.10: not even from the market; other actions are there."""
    match = few([], MARKET)
    assert legal(match, "draw") == []
    refused(match, "draw deck", "RT-3.10", "no-cards")
    refused(match, "draw red", "RT-3.10", "no-cards")
    assert "tickets" in legal(match) and "claim denver-omaha" in legal(match)


@pytest.mark.parametrize(
    ("first", "hand"),
    [("draw deck", {"purple": 4, "orange": 1}), ("draw red", {"purple": 4, "red": 1})],
)
def test_rt_3_10_an_action_under_way_ends_after_its_first_card(first, hand):
    """RT-3.10: the last card was drawn, or replaced the one drawn."""
    match = few(["orange"], MARKET)
    play(match, first)
    assert (match.seat, match.asked) == (1, "turn")
    assert hand_of(match, 0) == hand and None not in market_of(match)


@pytest.mark.parametrize(
    ("deck", "discards"), [(["orange", "red"], []), (["orange"], ["red"]), ([], ["red", "red"])]
)
def test_rt_3_10_who_can_make_the_second_draw_must(deck, discards):
    """RT-3.10: the discards count as cards to be drawn."""
    match = few(deck, MARKET, discards)
    play(match, "draw deck")
    assert match.asked == "second-card" and {action.verb for action in match.legal()} == {"draw"}
    refused(match, "pass", "RT-2.1", "not-asked")
    play(match, "draw deck")
    assert match.seat == 1


def empty_deck(market, **places):
    """With empty_deck = "market": nothing but the market."""
    places = {"hand": {0: {"purple": 4}}, **places}
    return arranged(
        started(empty_deck="market"), deck=[], market=market, discards={}, rest=1, **places
    )


def test_rt_3_10_with_the_option_cards_in_the_market_may_be_taken():
    """RT-3.10: option empty_deck = "market"; nothing replaces them."""
    match = empty_deck(MARKET)
    assert legal(match, "draw") == [
        "draw blue",
        "draw white",
        "draw green",
        "draw black",
        "draw red",
    ]
    refused(match, "draw deck", "RT-3.10", "no-cards")
    play(match, "draw red")
    assert market_of(match) == [None, *MARKET[1:]] and match.asked == "second-card"
    play(match, "draw blue")
    assert market_of(match) == [None, None, *MARKET[2:]] and match.seat == 1


def test_rt_3_10_with_the_option_the_same_rules_hold_for_wilds():
    """RT-3.10, RT-3.3, RT-3.4"""
    match = empty_deck(["wild", "red", "wild"])
    play(match, "draw wild")
    assert match.seat == 1 and market_of(match) == [None, "red", "wild", None, None]
    play(match, "draw red")
    assert match.seat == 0, "a wild cannot be the second card, and there is nothing else"
    play(match, "draw wild")
    assert legal(match, "draw") == [] and market_of(match) == [None] * 5
    refused(match, "draw wild", "RT-3.1", "not-in-market")


def test_rt_3_10_the_option_is_off_unless_chosen():
    """RT-3.10"""
    assert started().game.options["empty_deck"] == "none"
    assert "draw red" in legal(few(["red"], MARKET))


# ---- RT-3.11
def test_rt_3_11_empty_places_are_refilled_at_the_end_of_the_turn():
    """RT-3.11: from what was paid in it, by RT-3.9."""
    match = empty_deck(["red", None, None, "blue", None])
    events = play(match, "claim denver-omaha", "pay 4 purple")
    assert [(event["deck"], event["cards"]) for event in told(events, "reshuffled")] == [
        ("deck", 4)
    ]
    assert [event["slot"] for event in told(events, "turned-up")] == [1, 2, 4]
    assert market_of(match) == ["red", "purple", "purple", "blue", "purple"]
    assert deck_sizes(match) == [1] and match.seat == 1


def test_rt_3_11_as_far_as_the_cards_go():
    """RT-3.11"""
    match = empty_deck(["red"], hand={0: {"purple": 2}})
    play(match, "claim denver-santa-fe", "pay 2 purple")
    assert market_of(match) == ["red", "purple", "purple", None, None]


def test_rt_3_11_then_too_many_wilds_sweep_it():
    """RT-3.11, RT-3.6: four of the six cards paid fill up the market, by the seed with two, three
    or four wilds.
    """
    seen = set()
    for seed in range(12):
        match = arranged(
            started(seed=seed, empty_deck="market"),
            hand={0: {"wild": 4, "orange": 2}},
            deck=[],
            market=["red"],
            discards={},
            rest=1,
        )
        events = told(
            play(match, "claim duluth-helena", "pay 2 orange 4 wild"), "turned-up", "swept"
        )
        wilds = [event["card"] for event in events[:4]].count("wild")
        assert [event["kind"] for event in events[4:5]] == (["swept"] if wilds >= 3 else [])
        assert (
            market_of(match).count("wild") < 3 and None not in market_of(match) and conserved(match)
        )
        seen.add(wilds)
    assert seen >= {2, 3}
