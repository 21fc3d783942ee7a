"""EU-4: tunnels. Bucuresti–Sofia is two grey spaces, München–Venezia two blue ones, Madrid–Pamplona three black or white ones."""

import json

import pytest
from table import (
    arranged,
    conserved,
    discards_of,
    game,
    hand_of,
    legal,
    market_of,
    pieces_of,
    play,
    refused,
    routes_of,
    seen_of,
    started,
    told,
)

import ekiben

from .positions import digging, kinds

PLAIN = ["blue", "green", "white"]                          # nothing that costs a player who has laid out red
LAY_OUT = ["paid", "laid-out", "tunnel-card", "tunnel-card", "tunnel-card", "tunnel-extra"]
HAND = ["red", "red", "red", "blue"]
MARKET = ["yellow", "black", "purple", "orange", "white"]


def scripted(hand, turned):
    """Three seats; seat 0 is dealt this hand, and these cards come after the market."""
    return started("europe", 3, luck={"deck": [*hand, *["black"] * 8, *MARKET, *turned]})


def turned_up(match, viewer=None):
    return [match.game.board.kinds[card] for card in match.view(viewer).turned if card >= 0]


def laid_out(match, viewer=None):
    """The cards lying open, as a viewer sees them."""
    laid = int(match.view(viewer).laid)
    return None if laid < 0 else match.game.actions.cards(laid)


def extra(events):
    return [event["extra"] for event in told(events, "tunnel-extra")]


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
@pytest.mark.parametrize(("turned", "due"), [
    (["red", "blue", "green"], 1), (["blue", "green", "red"], 1), (["wild", "blue", "green"], 1), (["red", "wild", "blue"], 2),
    (["red", "red", "blue"], 2), (["wild", "white", "wild"], 2), (["red", "red", "red"], 3), (["wild", "wild", "wild"], 3),
    (["wild", "red", "red"], 3),
])
def test_eu_4_1_one_more_card_for_each_of_the_colour_and_each_locomotive(laid, turned, due):
    """EU-4.1: the colour laid out is that of the cards that are not locomotives."""
    match, events = digging(laid, turned, {"red": 6, "wild": 1})
    assert kinds(events) == LAY_OUT and extra(events) == [due]
    assert match.asked == "tunnel" and match.view().owed == due
    assert {sum(action.cards.values()) for action in match.legal() if action.verb == "pay"} == {due}


def test_eu_4_1_cards_are_laid_out_as_usual_then_three_turned_up():
    """EU-4.1: the payment is chosen before anything is turned up, and the top three come in order."""
    match = arranged(started("europe", 3), hand={0: {"red": 3}}, deck=["green", "red", "white", "black"])
    deck = match.view().deck_size[0]
    assert kinds(play(match, "claim bucuresti-sofia")) == ["chose-route"]
    assert match.asked == "payment" and turned_up(match) == [] and match.view().deck_size[0] == deck
    assert legal(match) == ["pay 2 red"]
    events = play(match, "pay 2 red")
    assert [(event["place"], event["card"]) for event in told(events, "tunnel-card")] == [(0, "green"), (1, "red"), (2, "white")]
    assert match.view().deck_size[0] == deck - 3
    for viewer in (0, 1, 2, None):
        assert turned_up(match, viewer) == ["green", "red", "white"]
        assert match.view(viewer).hand_size.tolist() == [[1], [4], [4]]
    assert conserved(match)


def test_eu_4_1_a_tunnel_of_a_colour_takes_that_colour():
    """EU-4.1: München–Venezia is blue; red turned up costs nothing."""
    match, events = digging("1 blue 1 wild", ["blue", "red", "wild"], {"blue": 2, "red": 4, "wild": 2}, "munchen-venezia")
    assert extra(events) == [2]
    assert sorted(legal(match)) == ["pay 1 blue 1 wild", "withdraw"]
    refused(arranged(started("europe"), hand={0: {"red": 12}}), "claim munchen-venezia", "RT-4.1", "too-few-cards")


def test_eu_4_1_the_extra_is_paid_and_the_route_taken():
    """EU-4.1"""
    match, _ = digging("2 red", ["red", "wild", "blue"], {"red": 5})
    events = play(match, "pay 2 red")
    assert [(event["kind"], event["seat"]) for event in events] == [("paid", 0), ("claimed", 0)]
    assert told(events, "paid")[0]["cards"] == {"red": 2} and told(events, "claimed")[0]["points"] == 2
    assert hand_of(match, 0) == {"red": 1} and routes_of(match, 0) == ["bucuresti-sofia"]
    assert (match.seat, match.asked) == (1, "turn") and conserved(match)


@pytest.mark.parametrize(("action", "clause", "reason"), [
    ("pay 1 red", "EU-4.1", "wrong-extra"), ("pay 3 red", "EU-4.1", "wrong-extra"), ("pay 2 blue", "RT-4.1", "wrong-colour"),
    ("pay 1 blue 1 wild", "RT-4.1", "wrong-colour"), ("pay 2 wild", "RT-4.1", "cards-not-held"), ("draw deck", "RT-2.1", "not-asked"),
    ("claim rostov-sochi", "RT-2.1", "not-asked"), ("pass", "RT-2.1", "not-asked"),
])
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
    assert kinds(play(match, "claim rostov-sochi", "pay 2 red")) == ["chose-route", "paid", "claimed"]
    assert turned_up(match) == []


# ---- EU-4.2
@pytest.mark.parametrize(("turned", "due"), [
    (["red", "blue", "wild"], 1), (["wild", "wild", "blue"], 2), (["wild", "wild", "wild"], 3), (["red", "red", "red"], 0),
    (["blue", "green", "black"], 0),
])
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


@pytest.mark.parametrize("colour", list(game("europe").board.colours))
def test_eu_4_1_only_the_colour_laid_out_counts(colour):
    """EU-4.1: each colour against all eight."""
    for other in game("europe").board.colours:
        _, events = digging(f"2 {colour}", [other, other, other], {colour: 2, "wild": 1})
        assert extra(events) == [3 if other == colour else 0]


def test_eu_4_2_nor_does_the_colour_of_the_tunnel():
    """EU-4.2: blue turned up for München–Venezia, paid with locomotives."""
    match, events = digging("2 wild", ["blue", "blue", "blue"], {"wild": 3, "blue": 3}, "munchen-venezia")
    assert extra(events) == [0] and routes_of(match, 0) == ["munchen-venezia"]


def test_eu_4_2_the_extra_must_be_locomotives():
    """EU-4.2: no other card will do, of whatever colour."""
    match, _ = digging("2 wild", ["wild", "wild", "blue"], {"wild": 4, "blue": 2}, "munchen-venezia")
    assert legal(match) == ["pay 2 wild", "withdraw"]
    refused(match, "pay 2 blue", "EU-4.2", "wilds-only")
    refused(match, "pay 1 blue 1 wild", "EU-4.2", "wilds-only")
    play(match, "pay 2 wild")
    assert hand_of(match, 0) == {"blue": 2} and discards_of(match) == {"wild": 6, "blue": 1}


def test_eu_4_2_with_none_left_it_can_only_be_withdrawn():
    """EU-4.2"""
    match, _ = digging("2 wild", ["wild", "blue", "blue"], {"wild": 2, "blue": 6}, "munchen-venezia")
    assert legal(match) == ["withdraw"]
    refused(match, "pay 1 blue", "EU-4.2", "wilds-only")


# ---- EU-4.3
def test_eu_4_3_who_will_not_pay_takes_the_cards_back_and_the_turn_is_over():
    """EU-4.3: though the extra could be paid."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 4, "wild": 2})
    assert "pay 1 red" in legal(match) and hand_of(match, 0) == {"red": 3, "wild": 1}
    events = play(match, "withdraw")
    assert [(event["kind"], event["seat"], event["route"], event["cards"]) for event in events] == [
        ("withdrew", 0, "bucuresti-sofia", {"red": 1, "wild": 1})]
    assert hand_of(match, 0) == {"red": 4, "wild": 2} and match.view().hand_size.tolist() == [[6], [4], [4]]
    assert (match.seat, match.asked, laid_out(match)) == (1, "turn", None)
    assert (routes_of(match, 0), match.scores(), pieces_of(match, 0)) == ([], [0, 0, 0], {"train": 45})
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
    """EU-4.3: two hands that differ in one card; what the others know is the same byte for byte, before and after."""
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


# ---- EU-4.4
@pytest.mark.parametrize(("answer", "discarded"), [
    ("pay 1 red", {"red": 4, "blue": 1, "green": 1}), ("withdraw", {"red": 1, "blue": 1, "green": 1}),
])
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
@pytest.mark.parametrize(("deck", "discards", "due"), [
    (["red", "wild"], {}, 2), (["blue", "red"], {}, 1), (["red"], {}, 1), (["red"], {"wild": 1}, 2), ([], {"wild": 1}, 1),
    ([], {"red": 1, "wild": 1}, 2),
])
def test_eu_4_5_with_fewer_than_three_cards_as_many_as_there_are_are_turned_up(deck, discards, due):
    """EU-4.5: deck and discards together."""
    match, events = digging("2 red", deck, {"red": 6}, discards=discards, rest=1)
    there = sorted([*deck, *discards])
    assert sorted(event["card"] for event in told(events, "tunnel-card")) == there
    assert [event["cards"] for event in told(events, "reshuffled")] == ([len(discards)] if discards else [])
    assert extra(events) == [due] and match.asked == "tunnel"
    play(match, f"pay {due} red")
    assert routes_of(match, 0) == ["bucuresti-sofia"] and conserved(match)


def test_eu_4_5_the_discards_come_after_the_deck():
    """EU-4.5, RT-3.9: two cards of the deck, then one of the discards shuffled."""
    match, events = digging("2 red", ["green", "blue"], {"red": 2}, discards={"white": 4}, rest=1)
    assert kinds(events) == [*LAY_OUT[:4], "reshuffled", "tunnel-card", "tunnel-extra", "claimed"]
    assert [event["card"] for event in told(events, "tunnel-card")] == ["green", "blue", "white"]
    assert match.view().deck_size.tolist() == [3]


def test_eu_4_5_with_no_card_left_the_tunnel_is_claimed_with_no_risk():
    """EU-4.5"""
    match, events = digging("2 red", [], {"red": 2}, discards={}, rest=1)
    assert kinds(events) == ["paid", "laid-out", "tunnel-extra", "claimed"] and extra(events) == [0]
    assert routes_of(match, 0) == ["bucuresti-sofia"] and match.seat == 1
    assert discards_of(match) == {"red": 2} and conserved(match)


def test_eu_4_5_laid_out_cards_are_not_discards_yet():
    """EU-4.5: with one card in the deck they are not shuffled in to make three."""
    match, events = digging("2 red", ["blue"], {"red": 2}, discards={}, rest=1)
    assert [event["card"] for event in told(events, "tunnel-card")] == ["blue"]
    assert told(events, "reshuffled") == [] and extra(events) == [0]
    match, _ = digging("2 red", ["red"], {"red": 3}, discards={}, rest=1)
    assert match.asked == "tunnel" and discards_of(match) == {} and laid_out(match) == {"red": 2}


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
    """EU-4.8: neither withdrawn nor undone; nor can the turning up be undone when something is due."""
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
    match, _ = digging("2 red", ["red", "blue", "blue"], {"red": 3}, market=GAP, discards={}, rest=1)
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
    assert kinds(events) == ["paid", "laid-out", "tunnel-extra", "claimed", "reshuffled", "turned-up"]
    assert market_of(match) == [*GAP[:4], "red"] and match.view().deck_size.tolist() == [1]


def test_eu_4_9_no_card_is_turned_up_twice():
    """EU-4.9: shuffled in the middle, the deck has none of those that lie open."""
    match, events = digging("2 red", ["wild", "wild"], {"red": 5}, discards={"blue": 1}, market=MARKET, rest=1)
    assert [event["card"] for event in told(events, "tunnel-card")] == ["wild", "wild", "blue"]
    play(match, "withdraw")
    assert discards_of(match) == {"wild": 2, "blue": 1} and market_of(match) == MARKET


# ---- EU-4.10
def test_eu_4_10_laid_out_cards_are_public():
    """EU-4.10: every viewer sees and hears them while they lie there."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 2, "wild": 2})
    for viewer in (0, 1, 2, None):
        assert laid_out(match, viewer) == {"red": 1, "wild": 1}
        assert [event["cards"] for event in told(match.events(viewer), "laid-out")] == [{"red": 1, "wild": 1}]
        assert [event["card"] for event in told(match.events(viewer), "tunnel-card")] == ["red", "blue", "green"]
    assert hand_of(match, 0) == {"red": 1, "wild": 1}
    assert match.view(1).hand[0].tolist() == [-1] * 9


def test_eu_4_10_taken_back_they_are_known_to_be_in_that_hand():
    """EU-4.10: those and no others."""
    match, _ = digging("1 red 1 wild", ["red", "blue", "green"], {"red": 3, "wild": 2, "black": 1})
    assert seen_of(match, 0) == {}
    play(match, "withdraw")
    assert seen_of(match, 0) == {"red": 1, "wild": 1}
    assert [match.view(viewer).seen.tolist() for viewer in (0, 1, 2)] == [match.view().seen.tolist()] * 3


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
    """EU-4.10: one red of three came from the market; two laid out and taken back may be the others."""
    match = arranged(started("europe"), hand={0: {"red": 2}, 1: {}}, market=["red", "red", "blue", "green", "white"], deck=["black"] * 5)
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
