"""EU-4.1 to EU-4.3 and EU-4.6 to EU-4.8: tunnels. Bucuresti–Sofia is two grey spaces,
München–Venezia two blue ones.
"""

import json

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
    routes_of,
    started,
    told,
)

import ekiben

from .positions import LAY_OUT, MARKET, PLAIN, digging, extra, kinds, laid_out, turned_up

HAND = ["red", "red", "red", "blue"]


def scripted(hand, turned):
    """Three seats; seat 0 is dealt this hand, and these cards come after the market."""
    return started("europe", 3, luck={"deck": [*hand, *["black"] * 8, *MARKET, *turned]})


def known(match, viewer):
    """All that a viewer knows: its view and what it has heard."""
    return match.view(viewer).to_json(), json.dumps(match.events(viewer))


# ---- the rulebook's examples
def test_eu_4_1_rulebook_example_1_two_red_and_a_red_turned_up():
    """EU-4.1: one more red is needed."""
    match = scripted(HAND, ["red", "blue", "green"])
    events = play(match, "claim bucuresti-sofia", "pay 2 red")
    assert turned_up(match) == ["red", "blue", "green"] and extra(events) == [1]
    assert (match.seat, match.asked) == (0, "tunnel")
    assert legal(match) == ["pay 1 red", "withdraw"]
    play(match, "pay 1 red")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and hand_of(match, 0) == {"blue": 1}


def test_eu_4_1_rulebook_example_2_two_green_and_a_locomotive_turned_up():
    """EU-4.1: one more green is needed."""
    match = scripted(["green", "green", "green", "red"], ["wild", "red", "white"])
    events = play(match, "claim bucuresti-sofia", "pay 2 green")
    assert extra(events) == [1] and legal(match) == ["pay 1 green", "withdraw"]
    play(match, "pay 1 green")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and hand_of(match, 0) == {"red": 1}


def test_eu_4_2_rulebook_example_3_two_locomotives_and_a_locomotive_turned_up():
    """EU-4.2: one more locomotive is needed."""
    match = scripted(["wild", "wild", "wild", "red"], ["red", "wild", "green"])
    events = play(match, "claim bucuresti-sofia", "pay 2 wild")
    assert extra(events) == [1] and legal(match) == ["pay 1 wild", "withdraw"]
    play(match, "pay 1 wild")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and hand_of(match, 0) == {"red": 1}


# ---- EU-4.1
@pytest.mark.parametrize("laid", ["2 red", "1 red 1 wild"])
@pytest.mark.parametrize(
    ("turned", "due"),
    [
        (["red", "blue", "green"], 1),
        (["blue", "green", "red"], 1),
        (["wild", "blue", "green"], 1),
        (["red", "wild", "blue"], 2),
        (["red", "red", "blue"], 2),
        (["wild", "white", "wild"], 2),
        (["red", "red", "red"], 3),
        (["wild", "wild", "wild"], 3),
        (["wild", "red", "red"], 3),
    ],
)
def test_eu_4_1_one_more_card_for_each_of_the_colour_and_each_locomotive(laid, turned, due):
    """EU-4.1: the colour laid out is that of the cards that are not locomotives."""
    match, events = digging(laid, turned, {"red": 6, "wild": 1})
    assert kinds(events) == LAY_OUT and extra(events) == [due]
    assert match.asked == "tunnel" and match.view().owed == due
    assert {sum(action.cards.values()) for action in match.legal() if action.verb == "pay"} == {due}


@pytest.mark.parametrize("colour", list(game("europe").board.colours))
def test_eu_4_1_only_the_colour_laid_out_counts(colour):
    """EU-4.1: each colour against all eight."""
    for other in game("europe").board.colours:
        _, events = digging(f"2 {colour}", [other, other, other], {colour: 2, "wild": 1})
        assert extra(events) == [3 if other == colour else 0]


def test_eu_4_1_cards_are_laid_out_as_usual_then_three_turned_up():
    """EU-4.1: the payment is chosen before anything is turned up.

    The top three come in order.
    """
    match = arranged(
        started("europe", 3), hand={0: {"red": 3}}, deck=["green", "red", "white", "black"]
    )
    deck = match.view().deck_size[0]
    assert kinds(play(match, "claim bucuresti-sofia")) == ["chose-route"]
    assert match.asked == "payment" and turned_up(match) == [] and match.view().deck_size[0] == deck
    assert legal(match) == ["pay 2 red"]
    events = play(match, "pay 2 red")
    assert [(event["place"], event["card"]) for event in told(events, "tunnel-card")] == [
        (0, "green"),
        (1, "red"),
        (2, "white"),
    ]
    assert match.view().deck_size[0] == deck - 3
    for viewer in (0, 1, 2, None):
        assert turned_up(match, viewer) == ["green", "red", "white"]
        assert match.view(viewer).hand_size.tolist() == [[1], [4], [4]]
    assert conserved(match)


def test_eu_4_1_a_tunnel_of_a_colour_takes_that_colour():
    """EU-4.1: München–Venezia is blue; red turned up costs nothing."""
    match, events = digging(
        "1 blue 1 wild",
        ["blue", "red", "wild"],
        {"blue": 2, "red": 4, "wild": 2},
        "munchen-venezia",
    )
    assert extra(events) == [2]
    assert sorted(legal(match)) == ["pay 1 blue 1 wild", "withdraw"]
    refused(
        arranged(started("europe"), hand={0: {"red": 12}}),
        "claim munchen-venezia",
        "RT-4.1",
        "too-few-cards",
    )


def test_eu_4_1_the_extra_is_paid_and_the_route_taken():
    """EU-4.1"""
    match, _ = digging("2 red", ["red", "wild", "blue"], {"red": 5})
    events = play(match, "pay 2 red")
    assert [(event["kind"], event["seat"]) for event in events] == [("paid", 0), ("claimed", 0)]
    assert (
        told(events, "paid")[0]["cards"] == {"red": 2} and told(events, "claimed")[0]["points"] == 2
    )
    assert hand_of(match, 0) == {"red": 1} and routes_of(match, 0) == ["bucuresti-sofia"]
    assert (match.seat, match.asked) == (1, "turn") and conserved(match)


@pytest.mark.parametrize(
    ("action", "clause", "reason"),
    [
        ("pay 1 red", "EU-4.1", "wrong-extra"),
        ("pay 3 red", "EU-4.1", "wrong-extra"),
        ("pay 2 blue", "RT-4.1", "wrong-colour"),
        ("pay 1 blue 1 wild", "RT-4.1", "wrong-colour"),
        ("pay 2 wild", "RT-4.1", "cards-not-held"),
        ("draw deck", "RT-2.1", "not-asked"),
        ("claim rostov-sochi", "RT-2.1", "not-asked"),
        ("pass", "RT-2.1", "not-asked"),
    ],
)
def test_eu_4_1_nothing_else_answers(action, clause, reason):
    """EU-4.1: neither more nor fewer cards, nor another colour, nor another action."""
    match, _ = digging("2 red", ["red", "red", "blue"], {"red": 6, "blue": 2, "wild": 1})
    refused(match, action, clause, reason)
    assert legal(match) == ["pay 1 red 1 wild", "pay 2 red", "withdraw"]


def test_eu_4_1_laid_out_cards_do_not_pay_the_extra():
    """EU-4.1: two reds in hand, both laid out."""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 2})
    assert refused(match, "pay 1 red", "RT-4.1", "cards-not-held").have == 0


@pytest.mark.parametrize("name", [one.id for one in game("europe").board.routes if one.tunnel])
def test_eu_4_1_every_tunnel_of_the_board(name):
    """EU-4.1: three cards are turned up for each."""
    length = next(one.length for one in game("europe").board.routes if one.id == name)
    match, events = digging(f"{length} wild", ["wild", "red", "blue"], {"wild": length + 1}, name)
    assert kinds(events) == LAY_OUT and extra(events) == [1]
    play(match, "pay 1 wild")
    assert routes_of(match, 0) == [name]


def test_eu_4_1_other_routes_are_claimed_with_no_card_turned_up():
    """EU-4.1"""
    match = arranged(started("europe"), hand={0: {"red": 2}}, deck=["red", "wild", "red"])
    assert kinds(play(match, "claim rostov-sochi", "pay 2 red")) == [
        "chose-route",
        "paid",
        "claimed",
    ]
    assert turned_up(match) == []


# ---- EU-4.2
@pytest.mark.parametrize(
    ("turned", "due"),
    [
        (["red", "blue", "wild"], 1),
        (["wild", "wild", "blue"], 2),
        (["wild", "wild", "wild"], 3),
        (["red", "red", "red"], 0),
        (["blue", "green", "black"], 0),
    ],
)
def test_eu_4_2_with_only_locomotives_laid_out_only_locomotives_count(turned, due):
    """EU-4.2: on a grey tunnel."""
    match, events = digging("2 wild", turned, {"wild": 5, "red": 5})
    assert extra(events) == [due]
    assert match.asked == ("tunnel" if due else "turn")


@pytest.mark.parametrize("colour", list(game("europe").board.colours))
def test_eu_4_2_no_colour_turned_up_costs_anything(colour):
    """EU-4.2: three of it are three cards that do not count."""
    match, events = digging("2 wild", [colour] * 3, {"wild": 3})
    assert extra(events) == [0] and routes_of(match, 0) == ["bucuresti-sofia"]


def test_eu_4_2_nor_does_the_colour_of_the_tunnel():
    """EU-4.2: blue turned up for München–Venezia, paid with locomotives."""
    match, events = digging(
        "2 wild", ["blue", "blue", "blue"], {"wild": 3, "blue": 3}, "munchen-venezia"
    )
    assert extra(events) == [0] and routes_of(match, 0) == ["munchen-venezia"]


def test_eu_4_2_the_extra_must_be_locomotives():
    """EU-4.2: no other card will do, of whatever colour."""
    match, _ = digging(
        "2 wild", ["wild", "wild", "blue"], {"wild": 4, "blue": 2}, "munchen-venezia"
    )
    assert legal(match) == ["pay 2 wild", "withdraw"]
    refused(match, "pay 2 blue", "EU-4.2", "wilds-only")
    refused(match, "pay 1 blue 1 wild", "EU-4.2", "wilds-only")
    play(match, "pay 2 wild")
    assert hand_of(match, 0) == {"blue": 2} and discards_of(match) == {"wild": 6, "blue": 1}


def test_eu_4_2_with_none_left_it_can_only_be_withdrawn():
    """EU-4.2"""
    match, _ = digging(
        "2 wild", ["wild", "blue", "blue"], {"wild": 2, "blue": 6}, "munchen-venezia"
    )
    assert legal(match) == ["withdraw"]
    refused(match, "pay 1 blue", "EU-4.2", "wilds-only")


# ---- EU-4.3
def test_eu_4_3_who_will_not_pay_takes_the_cards_back_and_the_turn_is_over():
    """EU-4.3: though the extra could be paid."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 4, "wild": 2})
    assert "pay 1 red" in legal(match) and hand_of(match, 0) == {"red": 3, "wild": 1}
    events = play(match, "withdraw")
    assert [(event["kind"], event["seat"], event["route"], event["cards"]) for event in events] == [
        ("withdrew", 0, "bucuresti-sofia", {"red": 1, "wild": 1})
    ]
    assert hand_of(match, 0) == {"red": 4, "wild": 2} and match.view().hand_size.tolist() == [
        [6],
        [4],
        [4],
    ]
    assert (match.seat, match.asked, laid_out(match)) == (1, "turn", None)
    assert (routes_of(match, 0), match.scores(), pieces_of(match, 0)) == (
        [],
        [0, 0, 0],
        {"train": 45},
    )
    assert conserved(match)


def test_eu_4_3_the_tunnel_stays_open():
    """EU-4.3: for the next player, and for the same one later."""
    match, _ = digging("2 red", ["red", "blue", "green"], {"red": 4})
    play(match, "withdraw")
    assert "claim bucuresti-sofia" in legal(arranged(match, hand={1: {"green": 2}}))
    play(match, *["draw deck"] * 4)
    assert match.seat == 0 and "claim bucuresti-sofia" in legal(match)


def test_eu_4_3_the_question_is_asked_even_when_the_answer_can_only_be_no():
    """EU-4.3"""
    match, events = digging("2 red", ["red", "blue", "green"], {"red": 2, "blue": 5})
    assert (match.seat, match.asked, extra(events)) == (0, "tunnel", [1])
    assert legal(match) == ["withdraw"]


def test_eu_4_3_the_others_cannot_tell_who_cannot_from_who_will_not():
    """EU-4.3: two hands that differ in one card; what the others know is the same byte for byte,
    before and after.
    """
    able, _ = digging("2 red", ["red", "blue", "green"], {"red": 3})
    unable, _ = digging("2 red", ["red", "blue", "green"], {"red": 2, "black": 1})
    assert (legal(able), legal(unable)) == (["pay 1 red", "withdraw"], ["withdraw"])
    for _ in range(2):
        for viewer in (1, 2, None):
            assert known(able, viewer) == known(unable, viewer)
        assert known(able, 0) != known(unable, 0)
        if able.asked == "tunnel":
            play(able, "withdraw")
            play(unable, "withdraw")
    assert (able.seat, unable.seat) == (1, 1)


# ---- EU-4.6
def test_eu_4_6_pieces_and_points_are_those_of_the_spaces():
    """EU-4.6: five cards for two spaces."""
    match, _ = digging("2 red", ["red", "red", "red"], {"red": 5})
    play(match, "pay 3 red")
    assert (pieces_of(match, 0), match.scores()) == ({"train": 43}, [2, 0, 0])
    assert [tuple(line) for line in match.sheet(0)] == [("EU-6.1", "routes", 2)]


def test_eu_4_6_two_trains_are_enough_whatever_is_due():
    """EU-4.6: and one is too few."""
    match, _ = digging("2 red", ["red", "red", "red"], {"red": 5}, pieces={0: {"train": 2}})
    play(match, "pay 3 red")
    assert pieces_of(match, 0) == {"train": 0}
    match = arranged(started("europe"), hand={0: {"red": 5}}, pieces={0: {"train": 1}})
    refused(match, "claim bucuresti-sofia", "RT-4.6", "too-few-pieces")


# ---- EU-4.7
@pytest.mark.parametrize("laid", ["2 red", "1 red 1 wild"])
def test_eu_4_7_the_extra_is_paid_in_any_mix(laid):
    """EU-4.7: of the colour and locomotives, whatever was laid out."""
    hand = {"red": 5, "wild": 4, "blue": 3}
    mixes = ["pay 1 red 2 wild", "pay 2 red 1 wild", "pay 3 red", "pay 3 wild"]
    match, _ = digging(laid, ["red", "wild", "red"], hand)
    assert sorted(legal(match)) == [*mixes, "withdraw"]
    for mix in mixes:
        match, _ = digging(laid, ["red", "wild", "red"], hand)
        before, paid = hand_of(match, 0), match.action(mix).cards
        play(match, mix)
        left = {kind: count - paid.get(kind, 0) for kind, count in before.items()}
        assert hand_of(match, 0) == {kind: count for kind, count in left.items() if count}
        assert routes_of(match, 0) == ["bucuresti-sofia"]


def test_eu_4_7_as_far_as_the_hand_goes():
    """EU-4.7: one red and one locomotive left for two."""
    match, _ = digging("2 red", ["red", "wild", "blue"], {"red": 3, "wild": 1})
    assert legal(match) == ["pay 1 red 1 wild", "withdraw"]
    match, _ = digging("2 red", ["red", "wild", "blue"], {"red": 2, "wild": 2})
    assert legal(match) == ["pay 2 wild", "withdraw"]


# ---- EU-4.8
def test_eu_4_8_with_no_extra_due_the_route_is_claimed_at_once():
    """EU-4.8: no question; the next seat is to act."""
    match, events = digging("2 red", PLAIN, {"red": 4, "wild": 2})
    assert kinds(events) == [*LAY_OUT, "claimed"] and extra(events) == [0]
    assert (match.seat, match.asked) == (1, "turn")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and hand_of(match, 0) == {"red": 2, "wild": 2}
    assert told(match.events(), "withdrew") == []


def test_eu_4_8_the_cards_cannot_be_taken_back():
    """EU-4.8: neither withdrawn nor undone.

    Nor can the turning up be undone when something is due.
    """
    match = scripted(HAND, PLAIN)
    play(match, "claim bucuresti-sofia", "pay 2 red")
    refused(match, "withdraw", "RT-2.1", "not-asked")
    with pytest.raises(ekiben.EkibenError):
        match.undo()
    assert routes_of(match, 0) == ["bucuresti-sofia"]
    match = scripted(HAND, ["red", "red", "red"])
    play(match, "claim bucuresti-sofia", "pay 2 red")
    with pytest.raises(ekiben.EkibenError):
        match.undo()
