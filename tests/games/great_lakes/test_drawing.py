"""GL-3: drawing cards from two decks."""

import pytest
from arranging import conserved
from table import deck_sizes, discards_of, hand_of, legal, market_of, play, refused, seen_of, told

from .lakes import MARKET, drawing, few, is_ship, viewers

TRAINS, SHIPS = MARKET[:3], MARKET[3:]


# ---- GL-3.1
@pytest.mark.parametrize(("taken", "slot"), [("purple", 0), ("red-double", 3)])
@pytest.mark.parametrize(
    ("deck", "up", "left"), [("trains", "black-harbour", [1, 0]), ("ships", "white-ship", [0, 1])]
)
def test_gl_3_1_the_drawer_chooses_the_deck_that_replaces_a_card(taken, slot, deck, up, left):
    """GL-3.1: whatever kind of card was taken; the choice is public, and the other deck keeps its
    card.
    """
    match = drawing(deck=["black-harbour", "red"], ships=["white-ship", "red-ship"])
    before = deck_sizes(match)
    events = play(match, f"draw {taken}")
    assert [(event["kind"], event["slot"]) for event in events] == [
        ("drew", slot),
        ("asked-refill", slot),
    ]
    assert (match.seat, match.asked, legal(match)) == (
        0,
        "refill",
        ["refill trains", "refill ships"],
    )
    assert market_of(match) == [*MARKET[:slot], None, *MARKET[slot + 1 :]]
    events = play(match, f"refill {deck}")
    assert [(event["kind"], event["slot"], event["card"]) for event in events] == [
        ("turned-up", slot, up)
    ]
    assert market_of(match) == [*MARKET[:slot], up, *MARKET[slot + 1 :]]
    assert deck_sizes(match) == [before[0] - left[0], before[1] - left[1]]
    assert (match.seat, match.asked) == (0, "second-card")
    assert conserved(match)
    for viewer in viewers(match):
        assert market_of(match)[slot] == told(match.events(viewer), "turned-up")[-1]["card"]


def test_gl_3_1_for_the_second_card_too():
    """GL-3.1: two cards, two choices; then the turn is over."""
    match = drawing(deck=["red", "black"], ships=["white-ship", "red-ship"])
    play(match, "draw purple", "refill ships")
    play(match, "draw yellow")
    assert (match.seat, match.asked, legal(match)) == (
        0,
        "refill",
        ["refill trains", "refill ships"],
    )
    play(match, "refill trains")
    assert (match.seat, match.asked) == (1, "turn")
    assert market_of(match) == ["white-ship", "red", "green", *SHIPS]
    assert hand_of(match, 0) == seen_of(match, 0) == {"purple": 1, "yellow": 1}


def test_gl_3_1_after_a_blind_card_too():
    """GL-3.1"""
    match = drawing(deck=["red", "black"], ships=["white-ship"])
    play(match, "draw trains", "draw green", "refill ships")
    assert market_of(match) == ["purple", "yellow", "white-ship", *SHIPS] and match.seat == 1


@pytest.mark.parametrize(("deck", "up"), [("trains", "red"), ("ships", "white-ship")])
def test_gl_3_1_after_a_wild_too(deck, up):
    """GL-3.1, GL-3.4: the wild is the only card, and its place is filled by choice all the same."""
    match = drawing(market=["wild", *MARKET[1:]], deck=["red"], ships=["white-ship"])
    play(match, "draw wild")
    assert (match.seat, match.asked) == (0, "refill")
    play(match, f"refill {deck}")
    assert (match.seat, match.asked) == (1, "turn")
    assert market_of(match) == [up, *MARKET[1:]]


def test_gl_3_1_the_replacement_may_be_the_second_card():
    """GL-3.1: a ship that came for a train."""
    match = drawing(deck=["red"], ships=["white-ship", "green-ship"])
    play(match, "draw purple", "refill ships", "draw white-ship", "refill ships")
    assert hand_of(match, 0) == {"purple": 1, "white-ship": 1}
    assert market_of(match) == ["green-ship", *MARKET[1:]]


@pytest.mark.parametrize(("deck", "taken"), [("trains", SHIPS), ("ships", TRAINS)])
def test_gl_3_1_the_market_may_come_to_hold_one_kind_only(deck, taken):
    """GL-3.1: six train cards, or six ship cards, and any mix on the way."""
    match = drawing()
    ships = []
    for card in taken:
        if match.seat == 1:
            play(match, "draw trains", "draw trains")
        play(match, f"draw {card}", f"refill {deck}")
        ships.append(sum(is_ship(one) for one in market_of(match)))
    assert ships == ([2, 1, 0] if deck == "trains" else [4, 5, 6])


def test_gl_3_1_nothing_else_until_the_deck_is_named():
    """GL-3.1: and no deck is named when nothing was taken."""
    match = drawing()
    refused(match, "refill trains", "RT-2.1", "not-asked")
    play(match, "draw purple")
    for action in ("draw yellow", "draw trains", "tickets", "pass"):
        refused(match, action, "RT-2.1", "not-asked")
    play(match, "refill trains")
    refused(match, "refill ships", "RT-2.1", "not-asked")


# ---- GL-3.2
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        ("trains", "trains", {"red": 1, "black-harbour": 1}),
        ("trains", "ships", {"red": 1, "white-ship": 1}),
        ("ships", "trains", {"red": 1, "white-ship": 1}),
        ("ships", "ships", {"white-ship": 1, "green-double": 1}),
    ],
)
def test_gl_3_2_a_blind_draw_is_from_either_deck(first, second, hand):
    """GL-3.2: all hear which deck, only the drawer which card."""
    match = drawing(deck=["red", "black-harbour"], ships=["white-ship", "green-double"])
    play(match, f"draw {first}", f"draw {second}")
    assert hand_of(match, 0) == hand and market_of(match) == MARKET and match.seat == 1
    for viewer in viewers(match):
        heard = told(match.events(viewer), "drew-blind")
        assert [event["deck"] for event in heard] == [first, second]
        assert ["card" in event for event in heard] == [viewer == 0] * 2
    assert seen_of(match, 0) == {}


# ---- GL-3.4
def test_gl_3_4_wilds_lie_in_the_train_deck_and_its_discards():
    """GL-3.4: a wild paid for ships is a train card when it comes back."""
    match = few([], ["white-ship"], MARKET, hand={0: {"wild": 2, "yellow-ship": 2}})
    assert match.view().hand_size[0].tolist() == [2, 2]
    play(match, "claim duluth~thunder-bay", "pay 2 yellow-ship 2 wild")
    assert match.view().discarded.tolist() == [2, 2]
    events = play(match, "draw trains", "draw trains")
    assert [(event["deck"], event["cards"]) for event in told(events, "reshuffled")] == [
        ("trains", 2)
    ]
    assert [event["card"] for event in told(events, "drew-blind")] == ["wild", "wild"]
    assert discards_of(match) == {"yellow-ship": 2}


def test_gl_3_4_a_wild_from_the_market_is_the_only_card():
    """GL-3.4, RT-3.3"""
    match = drawing(market=["wild", *MARKET[1:]])
    play(match, "draw wild", "refill ships")
    assert match.seat == 1 and hand_of(match, 0) == {"wild": 1}


@pytest.mark.parametrize("first", [["draw ships"], ["draw trains"], ["draw green", "refill ships"]])
def test_gl_3_4_no_wild_that_lay_there_as_the_second_card(first):
    """GL-3.4, RT-3.4"""
    match = drawing(market=["wild", *MARKET[1:]], deck=["red", "black"])
    play(match, *first)
    assert match.asked == "second-card" and "draw wild" not in legal(match)
    refused(match, "draw wild", "RT-3.4", "wild-second")


def test_gl_3_4_no_wild_that_came_as_the_replacement():
    """GL-3.4, RT-3.4"""
    match = drawing(deck=["wild"])
    play(match, "draw red-double", "refill trains")
    assert market_of(match) == [*TRAINS, "wild", *SHIPS[1:]]
    refused(match, "draw wild", "RT-3.4", "wild-second")


def test_gl_3_4_a_wild_drawn_blind_is_a_card_like_any_other():
    """GL-3.4, RT-3.5"""
    match = drawing(deck=["wild", "wild"])
    play(match, "draw trains")
    assert (match.seat, match.asked) == (0, "second-card")
    play(match, "draw trains")
    assert hand_of(match, 0) == {"wild": 2} and match.seat == 1


# ---- GL-3.5
@pytest.mark.parametrize(
    ("deck", "place", "cards"),
    [("trains", 0, {"red": 2, "wild": 1}), ("ships", 1, {"red-ship": 1, "red-double": 2})],
)
def test_gl_3_5_each_deck_is_renewed_from_its_own_discards(deck, place, cards):
    """GL-3.5: the other's discards stay where they are."""
    discards = ["red", "red", "wild", "red-ship", "red-double", "red-double"]
    market = [*TRAINS, "white-double", "white-double", "black-double"]
    match = few(
        [] if place == 0 else ["black"], [] if place == 1 else ["black-ship"], market, discards
    )
    events = play(match, f"draw {deck}")
    assert [(event["deck"], event["cards"]) for event in told(events, "reshuffled")] == [(deck, 3)]
    assert deck_sizes(match)[place] == 2 and deck_sizes(match)[1 - place] == 1
    assert discards_of(match) == {kind: discards.count(kind) for kind in set(discards) - set(cards)}
    play(match, f"draw {deck}")
    assert set(hand_of(match, 0)) <= set(cards) and conserved(match)


def test_gl_3_5_a_replacement_renews_its_deck_too():
    """GL-3.5: a deck with discards is not out, so the drawer is asked."""
    match = few(["black"], [], MARKET, ["red-ship", "red-ship"])
    play(match, "draw purple")
    assert match.asked == "refill"
    events = play(match, "refill ships")
    assert [event["kind"] for event in events] == ["reshuffled", "turned-up"]
    assert market_of(match)[0] == "red-ship"


@pytest.mark.parametrize(
    ("trains", "ships", "up", "out"),
    [
        (["red", "black"], [], ["red", "black"], "ships"),
        ([], ["red-ship", "black-ship"], ["red-ship", "black-ship"], "trains"),
    ],
)
def test_gl_3_5_a_deck_that_is_out_is_skipped(trains, ships, up, out):
    """GL-3.5: no question is asked, for the first card nor for the second; the deck cannot be drawn
    from.
    """
    match = few(
        [*trains, "white"] if trains else [], [*ships, "white-ship"] if ships else [], MARKET
    )
    assert refused(match, f"draw {out}", "GL-3.5", "deck-out").deck == out
    events = play(match, "draw purple")
    assert [event["kind"] for event in events] == [
        "drew",
        "turned-up",
    ] and match.asked == "second-card"
    refused(match, f"draw {out}", "GL-3.5", "deck-out")
    events = play(match, "draw red-double")
    assert [event["kind"] for event in events] == ["drew", "turned-up"] and match.seat == 1
    assert market_of(match) == [up[0], "yellow", "green", up[1], *SHIPS[1:]]


def test_gl_3_5_after_a_wild_too():
    """GL-3.5"""
    match = few([], ["red-ship", "black-ship"], ["wild", *MARKET[1:]])
    play(match, "draw wild")
    assert (match.seat, market_of(match)[0]) == (1, "red-ship")


def test_gl_3_5_a_deck_that_runs_out_between_the_two_cards():
    """GL-3.5: seat 0 draws the last train card, so a ship replaces its second card unasked."""
    match = few(["red"], ["red-ship", "black-ship"], MARKET)
    play(match, "draw trains", "draw purple")
    assert market_of(match)[0] == "red-ship" and match.seat == 1
    assert legal(match, "draw") == [
        f"draw {card}"
        for card in (
            "yellow",
            "green",
            "red-ship",
            "red-double",
            "black-double",
            "white-double",
            "ships",
        )
    ]


def test_gl_3_5_when_both_are_out_nothing_can_be_drawn():
    """GL-3.5, RT-3.10: not even from the market; exchanges and tickets are left."""
    match = few([], [], MARKET)
    assert legal(match, "draw") == []
    for action in ("draw trains", "draw ships", "draw purple", "draw red-double"):
        refused(match, action, "RT-3.10", "no-cards")
    assert {action.verb for action in match.legal()} == {"tickets", "exchange"}


@pytest.mark.parametrize(("trains", "ships"), [(["red"], []), ([], ["red-ship"])])
@pytest.mark.parametrize("taken", ["blind", "purple"])
def test_gl_3_5_both_out_after_the_first_card(trains, ships, taken):
    """GL-3.5, RT-3.10: the action ends after its first card."""
    match = few(trains, ships, MARKET)
    play(match, f"draw {'trains' if trains else 'ships'}" if taken == "blind" else f"draw {taken}")
    assert (match.seat, match.asked) == (1, "turn")
    assert market_of(match) == (MARKET if taken == "blind" else [*trains, *ships, *MARKET[1:]])


def test_gl_3_5_with_the_option_the_market_may_still_be_taken():
    """GL-3.5, RT-3.10: option empty_deck = "market".

    Nothing replaces a card, and nothing is asked.
    """
    match = few([], [], MARKET, empty_deck="market")
    events = play(match, "draw purple", "draw red-double")
    assert [event["kind"] for event in events] == ["drew", "drew"]
    assert market_of(match) == [None, "yellow", "green", None, *SHIPS[1:]] and match.seat == 1


def test_gl_3_5_a_fresh_market_skips_a_deck_that_is_out():
    """GL-3.5: swept with no ship left but one: five train cards come up."""
    trains = ["red", "black", "white", "red", "black"]
    match = few(["wild", *trains], ["white-ship"], [*["wild"] * 5, "red-double"])
    play(match, "draw red-double")
    events = play(match, "refill trains")
    assert [event["card"] for event in told(events, "turned-up")[1:]] == [
        "red",
        "black",
        "white",
        "white-ship",
        "red",
        "black",
    ]
    assert discards_of(match) == {"wild": 6} and conserved(match)
