"""GL-3.7: how often the market of six is swept; and version 1 of the rules, which asked whether
sweeping could help.
"""

from functools import partial

import pytest
from arranging import conserved
from table import hand_of, market_of, play, told

from .lakes import MARKET, few

SHIPS = MARKET[3:]
FIVE, WILDS = ["wild"] * 5, ["wild"] * 6
version_1 = partial(few, rules=1)


def test_gl_3_7_six_wilds_are_swept_though_only_wilds_are_left():
    """GL-3.7, RT-3.7: ten times, and then they stay."""
    match = few(["wild"], [], [*FIVE, "black-double"])
    events = play(match, "draw black-double")
    assert len(told(events, "swept")) == 10 and len(told(events, "sweep-stopped")) == 1
    assert market_of(match) == WILDS and conserved(match)


def test_gl_3_7_three_wilds_are_swept_though_no_other_train_card_is_left():
    """GL-3.7: option sweep_wilds = 3; three places are for trains, and all trains are wilds."""
    match = few(["wild"], ["red-ship"] * 4, ["wild", "wild", "yellow", *SHIPS], sweep_wilds=3)
    events = play(match, "draw yellow", "refill trains")
    assert len(told(events, "swept")) == 10 and len(told(events, "sweep-stopped")) == 1
    assert market_of(match).count("wild") == 3 and conserved(match)


def test_gl_3_7_what_is_in_hands_is_not_consulted():
    """GL-3.7, RT-3.7: seat 1 and the deck exchange a card that nobody has seen."""
    matches = [few(["wild", card], [], [*FIVE, "yellow"]) for card in ("wild", "red")]
    assert matches[0].view(0) == matches[1].view(0) and hand_of(matches[0], 1) != hand_of(
        matches[1], 1
    )
    kinds = [[event["kind"] for event in play(match, "draw yellow")][:4] for match in matches]
    assert kinds == [["drew", "turned-up", "swept", "turned-up"]] * 2


# ---- version 1 of the rules
@pytest.mark.parametrize(
    ("trains", "ships", "discards", "swept"),
    [
        ([], [], [], False),  # six train places, no plain train card: six wilds again
        (["wild", "wild"], [], ["wild"], False),
        (["red"], [], [], True),  # six places, one plain card: five wilds can come out
        (["wild"], [], ["red"], True),
        ([], ["red-ship"], [], True),  # one ship: five train places, below the limit whatever comes
        ([], [], ["red-ship"], True),
        ([], ["red-ship"] * 3, [], True),
    ],
)
def test_gl_3_7_version_1_swept_at_six_only_if_fewer_can_come_out(trains, ships, discards, swept):
    """GL-3.7 as it was: t less the plain train cards left must be under six."""
    match = version_1(["wild", *trains], ships, [*FIVE, "black-double"], discards)
    play(match, "draw black-double")
    events = play(match, "refill trains") if match.asked == "refill" else match.events()
    assert bool(told(events, "swept")) == swept
    assert (market_of(match) == WILDS) != swept and told(events, "sweep-stopped") == []
    assert conserved(match)


@pytest.mark.parametrize(
    ("trains", "ships", "discards", "swept"),
    [
        ([], 3, [], False),  # t = 3, no plain train card: three wilds again
        (["wild", "wild"], 9, [], False),
        (["red"], 3, [], True),  # t = 3, one plain card: two wilds can come out
        ([], 3, ["red"], True),
        (["red"], 2, [], False),  # t = 4
        (["red", "red"], 2, [], True),
        (["red", "red"], 1, [], False),  # t = 5
        (["red"], 1, ["red", "red"], True),
        (["red", "red", "red"], 0, [], False),  # t = 6
        (["red", "red"], 0, ["red", "red"], True),
    ],
)
def test_gl_3_7_version_1_swept_at_three_only_if_fewer_can_come_out(trains, ships, discards, swept):
    """GL-3.7 as it was: option sweep_wilds = 3; t is three and one more for each ship short of
    three, in deck, discards and market.
    """
    up = SHIPS[:ships]
    match = version_1(
        ["wild", *trains],
        ["green-double"] * (ships - len(up)),
        ["wild", "wild", "yellow", *up],
        discards,
        sweep_wilds=3,
    )
    events = play(match, "draw yellow")
    events += play(match, "refill trains") if match.asked == "refill" else []
    assert bool(told(events, "swept")) == swept
    if swept:
        assert market_of(match).count("wild") < 3 or told(events, "sweep-stopped")
    else:
        assert market_of(match).count("wild") == 3
    assert conserved(match)


def test_gl_3_7_version_1_plain_train_cards_in_the_market_count():
    """GL-3.7 as it was: option sweep_wilds = 3; one lies in the market, none anywhere else, and t
    is 3.
    """
    match = version_1(
        ["wild"],
        ["red-ship"],
        ["wild", "wild", "yellow", "green", "white-double", "white-double"],
        sweep_wilds=3,
    )
    events = play(match, "draw yellow", "refill trains")
    assert told(events, "swept")


def test_gl_3_7_version_1_ship_cards_do_not_count_as_plain_ones():
    """GL-3.7 as it was: option sweep_wilds = 3; plenty of ships do not help when no plain train
    card is left.
    """
    match = version_1(
        ["wild"],
        ["red-ship"] * 4,
        ["wild", "wild", "yellow", *SHIPS],
        ["black-ship"] * 4,
        sweep_wilds=3,
    )
    assert told(play(match, "draw yellow", "refill trains"), "swept") == []
    assert market_of(match) == ["wild", "wild", "wild", *SHIPS]


@pytest.mark.parametrize(("plain", "swept"), [(1, False), (2, False), (3, False), (4, True)])
def test_gl_3_7_version_1_with_fewer_cards_than_places_the_same_wilds_come_up_again(plain, swept):
    """GL-3.7 as it was: option sweep_wilds = 3, no ship; three wilds are under the limit only if a
    card too many stays in the deck.
    """
    match = version_1(
        ["wild", *["red"] * (plain - 3)],
        [],
        ["wild", "wild", "yellow", *["red"] * min(plain, 3)],
        sweep_wilds=3,
    )
    assert bool(told(play(match, "draw yellow"), "swept")) == swept
    assert market_of(match).count("wild") <= (2 if swept else 3)


def test_gl_3_7_version_1_what_is_in_hands_does_not_count():
    """GL-3.7 as it was: seat 1 holds every plain card."""
    match = version_1(["wild"], [], [*FIVE, "yellow"])
    assert sum(hand_of(match, 1).values()) == 140 - 7
    assert told(play(match, "draw yellow"), "swept") == [] and market_of(match) == WILDS


def test_gl_3_7_version_1_looked_at_again_when_a_plain_card_was_paid():
    """GL-3.7 as it was, RT-3.11: six wilds lie there; a green card paid makes the limit reachable,
    and the turn ends with a sweep.
    """
    for card, swept in (("green", True), ("wild", False)):
        match = version_1([], [], WILDS, hand={0: {card: 1}})
        events = play(match, "claim montreal-ottawa", f"pay 1 {card}")
        assert bool(told(events, "swept")) == swept
        assert ("green" in market_of(match)) == (swept and not told(events, "sweep-stopped"))
        assert match.seat == 1 and conserved(match)
