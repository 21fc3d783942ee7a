"""RT-3.7: how often the market is swept; and version 1 of the rules, which asked whether sweeping
could help.
"""

import pytest
from arranging import arranged, conserved
from table import deck_sizes, discards_of, hand_of, legal, market_of, new, play, started, told

import ekiben

TWO_WILDS = ["red", "blue", "green", "wild", "wild"]
FIVE_WILDS = ["wild"] * 5


def few(deck, market, discards=(), rules=None, name="america", **places):
    """These cards in deck, market and discards and no others: seat 1 holds the rest, seat 0 four
    purple ones unless named.
    """
    counts = {kind: list(discards).count(kind) for kind in discards}
    places = {"hand": {0: {"purple": 4}}, **places}
    return arranged(
        started(name, rules=rules), deck=deck, market=market, discards=counts, rest=1, **places
    )


def swept(events):
    return [event["times"] for event in told(events, "swept")]


def stopped(events):
    return [event["times"] for event in told(events, "sweep-stopped")]


TEN = list(range(1, 11))


# ---- swept until it lies right
def test_rt_3_7_swept_though_too_many_wilds_must_come_out_again():
    """RT-3.7: five cards are left, three of them wild, and the others in hands; which of them are
    nobody's to know.
    """
    match = few(["wild"], TWO_WILDS)
    events = play(match, "draw red")
    assert (swept(events), stopped(events)) == (TEN, [10])
    assert sorted(market_of(match)) == ["blue", "green", "wild", "wild", "wild"] and conserved(
        match
    )


def test_rt_3_7_nothing_hidden_is_consulted():
    """RT-3.7: seat 1 and the deck exchange what nobody has seen; all are told the same up to the
    first card that is turned up.
    """
    one = few(["wild", "wild", "wild"], TWO_WILDS, ["wild"])
    other = few(["wild", "red", "blue"], TWO_WILDS, ["wild"])
    assert one.view(0) == other.view(0) and hand_of(one, 1) != hand_of(other, 1)
    kinds = [[event["kind"] for event in play(match, "draw red")] for match in (one, other)]
    assert [row[:4] for row in kinds] == [["drew", "turned-up", "swept", "turned-up"]] * 2


def test_rt_3_7_with_fewer_cards_than_places():
    """RT-3.7: four cards are left for five places."""
    match = arranged(
        started(empty_deck="market"),
        hand={0: {"purple": 4}},
        deck=["wild"],
        market=["red", "blue", "wild", "wild"],
        discards={},
        rest=1,
    )
    events = play(match, "draw red")
    assert (swept(events), stopped(events)) == (TEN, [10])
    assert (
        market_of(match).count("wild") == 3
        and market_of(match).count(None) == 1
        and conserved(match)
    )


def test_rt_3_7_after_ten_sweeps_it_stays_as_it_lies():
    """RT-3.7: and the log says so."""
    match = new("wilds", luck={"deck": ["red", "red", *["wild"] * 55, "red"]})
    assert (swept(match.events()), stopped(match.events())) == (TEN, [10])
    assert market_of(match) == FIVE_WILDS
    assert discards_of(match) == {"wild": 50} and deck_sizes(match) == [110 - 2 - 55]


def test_rt_3_7_the_tenth_sweep_may_still_help():
    """RT-3.7"""
    match = new(
        "wilds", luck={"deck": ["red", "red", *["wild"] * 50, "red", "wild", "red", "wild", "red"]}
    )
    assert (swept(match.events()), stopped(match.events())) == (TEN, [])
    assert market_of(match) == ["red", "wild", "red", "wild", "red"]


# ---- when the count starts anew
def test_rt_3_7_the_end_of_the_turn_does_not_sweep_on():
    """RT-3.7: ten in a row after the last card of a turn, and no more for it (RT-3.11)."""
    match = new(
        "wilds",
        luck={"deck": ["red", "red", "red", "red", "red", "wild", "wild", "red", *["wild"] * 60]},
    )
    play(match, "keep 1", "keep 1", "draw deck")
    events = play(match, "draw red")
    assert (swept(events), stopped(events)) == (TEN, [10])
    assert (match.seat, market_of(match)) == (1, FIVE_WILDS)


def test_rt_3_7_a_card_taken_starts_the_count_anew():
    """RT-3.7: ten in a row, not ten in a game."""
    match = new("wilds", luck={"deck": ["red", "red", *["wild"] * 55, "wild", *["red"] * 5]})
    play(match, "keep 1", "keep 1")
    assert swept(play(match, "draw wild")) == [1]
    assert market_of(match) == ["red"] * 5


def stuck(rules=None):
    """Europe, ten sweeps after the last card: five wilds lie there, one is the deck, seat 0 has
    three red cards.
    """
    match = few(["wild"], FIVE_WILDS, name="europe", hand={0: {"red": 3}}, rules=rules)
    state = match.position.state.copy()
    state.sweeps = 10
    return ekiben.Match.imagined(match.game, state)


def test_rt_3_7_a_tunnel_withdrawn_does_not_start_the_count_anew():
    """RT-3.7: its cards were not paid; five wilds stay, turn after turn."""
    match = stuck()
    assert play(match, "claim bucuresti-sofia", "pay 2 red") and match.asked == "tunnel"
    events = play(match, "withdraw")
    assert swept(events) == [] and market_of(match) == FIVE_WILDS and match.view().sweeps == 10
    assert hand_of(match, 0) == {"red": 3} and match.seat == 1


def test_rt_3_7_a_tunnel_paid_starts_the_count_anew():
    """RT-3.7: two red cards laid out and one more."""
    match = stuck()
    play(match, "claim bucuresti-sofia", "pay 2 red")
    assert swept(play(match, "pay 1 red"))[0] == 1


def test_rt_3_7_a_tunnel_that_costs_no_more_starts_the_count_anew():
    """RT-3.7: it is paid as soon as it is laid out (EU-4.8)."""
    match = arranged(stuck(), deck=["blue", "blue", "blue"], hand={0: {"red": 3}}, rest=1)
    assert match.view().sweeps == 10
    assert swept(play(match, "claim bucuresti-sofia", "pay 2 red"))[0] == 1


def test_rt_3_11_a_card_paid_has_the_market_looked_at_again():
    """RT-3.11, RT-3.7: three wilds lie there after ten sweeps; the turn that pays a card ends with
    RT-3.6.
    """
    match = few([], ["red", "blue", "wild", "wild", "wild"])
    assert swept(play(match, "claim dallas-houston", "pay 1 purple"))[0] == 1


# ---- version 1 of the rules
@pytest.mark.parametrize(
    ("deck", "discards", "helps"),
    [
        (["wild"], [], False),  # T=5, W=3: 5 - 2 is not below 3
        (["wild", "wild", "wild", "wild"], ["wild"], False),  # T=9, W=7: 5 - 2
        (["wild", "red"], [], True),  # T=6, W=3: 5 - 3
        (["wild"], ["red"], True),  # the same, in the discards
        (["wild", "wild", "wild"], ["red", "wild"], True),  # T=9, W=6
        (["wild", "red", "red", "red"], [], True),  # T=8, W=3: 5 - 5
    ],
)
def test_rt_3_7_version_1_sweeps_only_if_that_can_help(deck, discards, helps):
    """RT-3.7 as it was: with T cards, W of them wild, in deck, discards and market, swept only if
    min(5, T) - (T - W) < 3.
    """
    match = few(deck, TWO_WILDS, discards, rules=1)
    events = play(match, "draw red")
    assert bool(swept(events)) == helps
    if helps:
        assert market_of(match).count("wild") < 3 or stopped(events)
    else:
        assert (
            market_of(match) == ["wild", "blue", "green", "wild", "wild"] and stopped(events) == []
        )
    assert conserved(match)


def test_rt_3_7_version_1_with_fewer_cards_than_places():
    """RT-3.7 as it was: T=4, W=3: 4 - 1 is not below 3."""
    match = arranged(
        started(empty_deck="market", rules=1),
        hand={0: {"purple": 4}},
        deck=["wild"],
        market=["red", "blue", "wild", "wild"],
        discards={},
        rest=1,
    )
    assert swept(play(match, "draw red")) == [] and market_of(match) == [
        "wild",
        "blue",
        "wild",
        "wild",
        None,
    ]


@pytest.mark.parametrize(("rules", "counted_anew"), [(1, True), (2, False)])
def test_rt_3_7_version_1_took_cards_laid_out_for_paid(rules, counted_anew):
    """RT-3.7 as it was, told and counted: a tunnel withdrawn."""
    match = stuck(rules)
    events = play(match, "claim bucuresti-sofia", "pay 2 red")
    assert ("withdraw" in legal(match), bool(told(events, "paid"))) == (True, counted_anew)
    play(match, "withdraw")
    assert (match.view().sweeps == 0) == counted_anew


def test_a_record_of_version_1_is_played_by_version_1():
    match = new(seats=2, seed=5, rules=1)
    play(match, "keep all", "keep all")
    again = ekiben.replay(str(match.record()))
    assert (again.game.rules, again.digest()) == (1, match.digest()) and new().game.rules == 2
