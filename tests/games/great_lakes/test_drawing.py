"""GL-3: drawing cards from two decks."""

import pytest
from table import arranged, conserved, deck_sizes, discards_of, game, hand_of, legal, market_of, play, refused, seen_of, told

import ekiben

from .lakes import MARKET, deal, drawing, few, is_ship, viewers

TRAINS, SHIPS = MARKET[:3], MARKET[3:]


# ---- GL-3.1
@pytest.mark.parametrize(("taken", "slot"), [("purple", 0), ("red-double", 3)])
@pytest.mark.parametrize(("deck", "up", "left"), [("trains", "black-harbour", [1, 0]), ("ships", "white-ship", [0, 1])])
def test_gl_3_1_the_drawer_chooses_the_deck_that_replaces_a_card(taken, slot, deck, up, left):
    """GL-3.1: whatever kind of card was taken; the choice is public, and the other deck keeps its card."""
    match = drawing(deck=["black-harbour", "red"], ships=["white-ship", "red-ship"])
    before = deck_sizes(match)
    events = play(match, f"draw {taken}")
    assert [(event["kind"], event["slot"]) for event in events] == [("drew", slot), ("asked-refill", slot)]
    assert (match.seat, match.asked, legal(match)) == (0, "refill", ["refill trains", "refill ships"])
    assert market_of(match) == [*MARKET[:slot], None, *MARKET[slot + 1:]]
    events = play(match, f"refill {deck}")
    assert [(event["kind"], event["slot"], event["card"]) for event in events] == [("turned-up", slot, up)]
    assert market_of(match) == [*MARKET[:slot], up, *MARKET[slot + 1:]]
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
    assert (match.seat, match.asked, legal(match)) == (0, "refill", ["refill trains", "refill ships"])
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
@pytest.mark.parametrize(("first", "second", "hand"), [
    ("trains", "trains", {"red": 1, "black-harbour": 1}), ("trains", "ships", {"red": 1, "white-ship": 1}),
    ("ships", "trains", {"red": 1, "white-ship": 1}), ("ships", "ships", {"white-ship": 1, "green-double": 1}),
])
def test_gl_3_2_a_blind_draw_is_from_either_deck(first, second, hand):
    """GL-3.2: all hear which deck, only the drawer which card."""
    match = drawing(deck=["red", "black-harbour"], ships=["white-ship", "green-double"])
    since = len(match.events())
    play(match, f"draw {first}", f"draw {second}")
    assert hand_of(match, 0) == hand and market_of(match) == MARKET and match.seat == 1
    for viewer in viewers(match):
        heard = [event for event in match.events(viewer) if event["kind"] == "drew-blind"]
        assert [event["deck"] for event in heard] == [first, second]
        assert [("card" in event) for event in heard] == [viewer == 0] * 2
    assert seen_of(match, 0) == {} and since < len(match.events())


# ---- GL-3.3
FIVE = ["wild"] * 5


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
    """GL-3.3: a wild for a wild; the turn is over all the same."""
    match = drawing(market=[*FIVE, "red-double"], deck=["red", "wild", "wild"])
    play(match, "draw red-double", "refill trains", "draw trains")
    match = arranged(match, market=["wild"] * 6, deck=["wild", "red", "black", "white"], seat=0)
    assert told(play(match, "draw wild", "refill trains"), "swept")
    assert match.seat == 1 and market_of(match)[:3] == ["red", "black", "white"]


@pytest.mark.parametrize(("limit", "swept"), [(6, False), (3, True)])
def test_gl_3_3_option_three(limit, swept):
    """GL-3.3: option sweep_wilds = 3."""
    market = ["wild", "wild", *MARKET[2:]]
    match = drawing(sweep_wilds=limit, market=market, deck=["wild", "red", "black", "white"], ships=["white-ship"] * 3)
    events = play(match, "draw green", "refill trains")
    assert bool(told(events, "swept")) == swept
    assert market_of(match) == (["red", "black", "white"] + ["white-ship"] * 3 if swept else ["wild"] * 3 + SHIPS)
    assert discards_of(match) == ({"wild": 3, "red-double": 1, "black-double": 1, "white-double": 1} if swept else {})


def test_gl_3_3_option_three_two_wilds_stay():
    """GL-3.3"""
    match = drawing(sweep_wilds=3, market=["wild", *MARKET[1:]], deck=["wild"])
    assert told(play(match, "draw green", "refill trains"), "swept") == []
    assert market_of(match).count("wild") == 2


def test_gl_3_3_option_three_again_if_it_happens_again():
    """GL-3.3, RT-3.6: three wilds come up at once."""
    match = drawing(sweep_wilds=3, market=["wild", "wild", *MARKET[2:]], deck=["wild", "wild", "wild", "wild", "red", "black", "white"],
                    ships=["white-ship"] * 3 + ["red-ship"] * 3)
    events = play(match, "draw green", "refill trains")
    assert [event["times"] for event in told(events, "swept")] == [1, 2]
    assert market_of(match) == ["red", "black", "white"] + ["red-ship"] * 3


@pytest.mark.parametrize(("limit", "swept"), [(6, False), (3, True)])
def test_gl_3_3_option_three_at_set_up(limit, swept):
    """GL-3.3, RT-3.6: the first market may hold three wilds."""
    luck = {"trains": ["yellow"] * 4 + ["wild"] * 3 + TRAINS, "ships": ["red-ship"] * 4 + ["black-ship"] * 3 + SHIPS}
    match = deal(luck=luck, sweep_wilds=limit)
    assert market_of(match) == (MARKET if swept else ["wild"] * 3 + ["black-ship"] * 3)


def test_gl_3_3_six_unless_chosen_and_nothing_else():
    """GL-3.3"""
    assert game("great-lakes").options["sweep_wilds"] == 6
    for wrong in (4, 0, "3", True):
        with pytest.raises(ekiben.EkibenError, match="6, 3"):
            ekiben.load("great-lakes", sweep_wilds=wrong)


# ---- GL-3.4
def test_gl_3_4_wilds_lie_in_the_train_deck_and_its_discards():
    """GL-3.4: a wild paid for ships is a train card when it comes back."""
    match = few([], ["white-ship"], MARKET, hand={0: {"wild": 2, "yellow-ship": 2}})
    assert match.view().hand_size[0].tolist() == [2, 2]
    play(match, "claim duluth~thunder-bay", "pay 2 yellow-ship 2 wild")
    assert match.view().discarded.tolist() == [2, 2]
    events = play(match, "draw trains", "draw trains")
    assert [(event["deck"], event["cards"]) for event in told(events, "reshuffled")] == [("trains", 2)]
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
@pytest.mark.parametrize(("deck", "place", "cards"), [("trains", 0, {"red": 2, "wild": 1}), ("ships", 1, {"red-ship": 1, "red-double": 2})])
def test_gl_3_5_each_deck_is_renewed_from_its_own_discards(deck, place, cards):
    """GL-3.5: the other's discards stay where they are."""
    discards = ["red", "red", "wild", "red-ship", "red-double", "red-double"]
    market = [*TRAINS, "white-double", "white-double", "black-double"]
    match = few([] if place == 0 else ["black"], [] if place == 1 else ["black-ship"], market, discards)
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


@pytest.mark.parametrize(("trains", "ships", "up", "out"), [
    (["red", "black"], [], ["red", "black"], "ships"), ([], ["red-ship", "black-ship"], ["red-ship", "black-ship"], "trains"),
])
def test_gl_3_5_a_deck_that_is_out_is_skipped(trains, ships, up, out):
    """GL-3.5: no question is asked, for the first card nor for the second; the deck cannot be drawn from."""
    match = few([*trains, "white"] if trains else [], [*ships, "white-ship"] if ships else [], MARKET)
    refused(match, f"draw {out}", "RT-3.10", "no-cards")
    events = play(match, "draw purple")
    assert [event["kind"] for event in events] == ["drew", "turned-up"] and match.asked == "second-card"
    refused(match, f"draw {out}", "RT-3.10", "no-cards")
    events = play(match, "draw red-double")
    assert [event["kind"] for event in events] == ["drew", "turned-up"] and match.seat == 1
    assert market_of(match) == [up[0], "yellow", "green", up[1], *SHIPS[1:]]


def test_gl_3_5_after_a_wild_too():
    """GL-3.5"""
    match = few([], ["red-ship", "black-ship"], ["wild", *MARKET[1:]])
    play(match, "draw wild")
    assert (match.seat, market_of(match)[0]) == (1, "red-ship")


def test_gl_3_5_a_deck_that_runs_out_between_the_two_cards():
    """GL-3.5: seat 0 draws the last train card, so its second card is replaced by a ship unasked."""
    match = few(["red"], ["red-ship", "black-ship"], MARKET)
    play(match, "draw trains", "draw purple")
    assert market_of(match)[0] == "red-ship" and match.seat == 1
    assert legal(match, "draw") == [f"draw {card}" for card in ("yellow", "green", "red-ship", "red-double", "black-double",
                                                                "white-double", "ships")]


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
    """GL-3.5, RT-3.10: option empty_deck = "market"; nothing replaces a card, and nothing is asked."""
    match = few([], [], MARKET, empty_deck="market")
    events = play(match, "draw purple", "draw red-double")
    assert [event["kind"] for event in events] == ["drew", "drew"]
    assert market_of(match) == [None, "yellow", "green", None, *SHIPS[1:]] and match.seat == 1


def test_gl_3_5_a_fresh_market_skips_a_deck_that_is_out():
    """GL-3.5: swept with no ship left but one: five train cards come up."""
    trains = ["red", "black", "white", "red", "black"]
    match = few(["wild", *trains], [], [*FIVE, "red-double"], ["white-ship"])
    match = arranged(match, discards={}, ships=["white-ship"], deck=["wild", *trains], rest=1)
    play(match, "draw red-double")
    events = play(match, "refill trains")
    assert [event["card"] for event in told(events, "turned-up")[1:]] == ["red", "black", "white", "white-ship", "red", "black"]
    assert discards_of(match) == {"wild": 6} and conserved(match)


# ---- GL-3.6
def paying(market, hand, **places):
    """All decks are out; seat 0 pays, so that its cards are the only discards when its turn ends."""
    return few([], [], market, hand={0: hand}, empty_deck="market", **places)


def test_gl_3_6_from_the_deck_with_fewer_cards_up_trains_when_equal():
    """GL-3.6: one train lies there; two wilds and two ships were paid: ship, train, ship, train, and the last place stays empty."""
    match = paying([None, "red"], {"wild": 2, "yellow-ship": 2})
    events = play(match, "claim duluth~thunder-bay", "pay 2 yellow-ship 2 wild")
    assert [event["deck"] for event in told(events, "reshuffled")] == ["ships", "trains"]
    assert [(event["slot"], event["card"]) for event in told(events, "turned-up")] == [
        (0, "yellow-ship"), (2, "wild"), (3, "yellow-ship"), (4, "wild")]
    assert market_of(match) == ["yellow-ship", "red", "wild", "yellow-ship", "wild", None]
    assert match.seat == 1 and conserved(match)


@pytest.mark.parametrize(("market", "up"), [
    ([], ["wild", "yellow-ship", "wild", "yellow-ship", None, None]),
    (["red-ship"], ["red-ship", "wild", "wild", "yellow-ship", "yellow-ship", None]),
    (["red-ship", "red-ship", "red"], ["red-ship", "red-ship", "red", "wild", "wild", "yellow-ship"]),
    (["red", "red", "red", "red-ship"], ["red", "red", "red", "red-ship", "yellow-ship", "yellow-ship"]),
])
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
    """GL-3.6: a place that could not be filled stays empty while the turn lasts; with nothing in the decks, after it too."""
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
    match = paying(["red"], {"yellow-harbour": 2, "yellow-ship": 2}, routes={0: ["chicago~muskegon"]})
    play(match, "harbour chicago", "pay 2 yellow-harbour 2 yellow-ship")
    assert market_of(match) == ["red", "yellow-ship", "yellow-harbour", "yellow-ship", "yellow-harbour", None]


# ---- GL-3.7
WILDS = ["wild"] * 6


@pytest.mark.parametrize(("trains", "ships", "discards", "swept"), [
    ([], [], [], False),                                        # six train places, no plain train card: six wilds again
    (["wild", "wild"], [], ["wild"], False),
    (["red"], [], [], True),                                    # six places, one plain card: five wilds can come out
    (["wild"], [], ["red"], True),
    ([], ["red-ship"], [], True),                               # one ship: five train places, below the limit whatever comes
    ([], [], ["red-ship"], True),
    ([], ["red-ship"] * 3, [], True),
])
def test_gl_3_7_swept_at_six_only_if_fewer_can_come_out(trains, ships, discards, swept):
    """GL-3.7: t less the plain train cards left must be under six."""
    match = few(["wild", *trains], ships, [*FIVE, "black-double"], discards)
    play(match, "draw black-double")
    events = play(match, "refill trains") if match.asked == "refill" else match.events()
    assert bool(told(events, "swept")) == swept
    assert (market_of(match) == WILDS) != swept and told(events, "sweep-stopped") == []
    assert conserved(match)


@pytest.mark.parametrize(("trains", "ships", "discards", "swept"), [
    ([], 3, [], False),                                         # t = 3, no plain train card: three wilds again
    (["wild", "wild"], 9, [], False),
    (["red"], 3, [], True),                                     # t = 3, one plain card: two wilds can come out
    ([], 3, ["red"], True),
    (["red"], 2, [], False),                                    # t = 4
    (["red", "red"], 2, [], True),
    (["red", "red"], 1, [], False),                             # t = 5
    (["red"], 1, ["red", "red"], True),
    (["red", "red", "red"], 0, [], False),                      # t = 6
    (["red", "red"], 0, ["red", "red"], True),
])
def test_gl_3_7_swept_at_three_only_if_fewer_can_come_out(trains, ships, discards, swept):
    """GL-3.7: option sweep_wilds = 3; t is three and one more for each ship short of three, in deck, discards and market."""
    up = SHIPS[:ships]
    match = few(["wild", *trains], ["green-double"] * (ships - len(up)), ["wild", "wild", "yellow", *up], discards, sweep_wilds=3)
    events = play(match, "draw yellow")
    events += play(match, "refill trains") if match.asked == "refill" else []
    assert bool(told(events, "swept")) == swept
    if swept:
        assert market_of(match).count("wild") < 3 or told(events, "sweep-stopped")
    else:
        assert market_of(match).count("wild") == 3
    assert conserved(match)


def test_gl_3_7_plain_train_cards_in_the_market_count():
    """GL-3.7: option sweep_wilds = 3; one lies in the market, none anywhere else, and t is 3."""
    match = few(["wild"], ["red-ship"], ["wild", "wild", "yellow", "green", "white-double", "white-double"], sweep_wilds=3)
    events = play(match, "draw yellow", "refill trains")
    assert told(events, "swept")


def test_gl_3_7_ship_cards_do_not_count_as_plain_ones():
    """GL-3.7: option sweep_wilds = 3; plenty of ships do not help when no plain train card is left."""
    match = few(["wild"], ["red-ship"] * 4, ["wild", "wild", "yellow", *SHIPS], ["black-ship"] * 4, sweep_wilds=3)
    assert told(play(match, "draw yellow", "refill trains"), "swept") == []
    assert market_of(match) == ["wild", "wild", "wild", *SHIPS]


@pytest.mark.parametrize(("plain", "swept"), [(1, False), (2, False), (3, False), (4, True)])
def test_gl_3_7_with_fewer_cards_than_places_the_same_wilds_come_up_again(plain, swept):
    """GL-3.7: option sweep_wilds = 3, no ship; three wilds are under the limit only if a card too many stays in the deck."""
    match = few(["wild", *["red"] * (plain - 3)], [], ["wild", "wild", "yellow", *["red"] * min(plain, 3)], sweep_wilds=3)
    assert bool(told(play(match, "draw yellow"), "swept")) == swept
    assert market_of(match).count("wild") <= (2 if swept else 3)


def test_gl_3_7_what_is_in_hands_does_not_count():
    """GL-3.7: seat 1 holds every plain card."""
    match = few(["wild"], [], [*FIVE, "yellow"])
    assert sum(hand_of(match, 1).values()) == 140 - 7
    assert told(play(match, "draw yellow"), "swept") == [] and market_of(match) == WILDS


def test_gl_3_7_looked_at_again_when_a_plain_card_was_paid():
    """GL-3.7, RT-3.11: six wilds lie there; a green card paid makes the limit reachable, and the market is swept when the turn ends."""
    for card, swept in (("green", True), ("wild", False)):
        match = few([], [], WILDS, hand={0: {card: 1}})
        events = play(match, "claim montreal-ottawa", f"pay 1 {card}")
        assert bool(told(events, "swept")) == swept
        assert ("green" in market_of(match)) == (swept and not told(events, "sweep-stopped"))
        assert match.seat == 1 and conserved(match)
