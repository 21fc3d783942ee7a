"""EU-1 and EU-2: setting up, and what can be done in a turn."""

import json
from collections import Counter
from itertools import combinations

import pytest
from arranging import arranged, ended
from table import (
    discards_of,
    game,
    hand_of,
    legal,
    market_of,
    new,
    offer_of,
    pieces_of,
    play,
    refused,
    started,
    tickets_of,
    told,
)

import ekiben

COLOURS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
LONG = [
    "athina-edinburgh",
    "brest-petrograd",
    "cadiz-stockholm",
    "danzig-lisboa",
    "erzurum-kobenhavn",
    "moskva-palermo",
]
DEAL = [
    "amsterdam-pamplona",
    "angora-athina",
    "berlin-roma",
    "brest-marseille",
    "kyiv-sochi",
    "paris-wien",
]


def all_offered(match):
    """Everybody draws tickets and keeps them until none is left; what was offered."""
    offered = []
    while match.view().ticket_left:
        play(match, "tickets")
        offered += offer_of(match, match.seat)
        play(match, "keep all")
    return offered


# ---- EU-1.1
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_eu_1_1_forty_five_trains_and_three_stations_each(seats):
    """EU-1.1: stations not built are counted at the end (EU-5.5)."""
    match = started("europe", seats)
    assert [pieces_of(match, seat) for seat in range(seats)] == [{"train": 45}] * seats
    assert match.view().built.tolist() == [0] * seats
    match = ended(match)
    left = [
        line
        for seat in range(seats)
        for line in match.sheet(seat)
        if line.reason == "stations-left"
    ]
    assert [(line.clause, line.details["count"]) for line in left] == [("EU-5.5", 3)] * seats


@pytest.mark.parametrize(("trains", "near"), [(5, False), (4, True), (3, True), (2, True)])
def test_eu_1_1_the_end_limit_is_two_trains(trains, near):
    """EU-1.1: after a route of two, three trains left are too many; then one further turn each."""
    match = arranged(started("europe", 3), hand={0: {"white": 2}}, pieces={0: {"train": trains}})
    events = play(match, "claim amsterdam-frankfurt", "pay 2 white")
    assert [event["turns"] for event in told(events, "last-round")] == ([3] if near else [])
    play(match, *["draw deck"] * 6)
    assert match.over == near


def test_eu_1_1_stations_left_do_not_keep_the_game_going():
    """EU-1.1: the limit is of trains; a station built does not count towards it either."""
    match = arranged(started("europe"), hand={0: {"red": 1}}, pieces={0: {"train": 2}})
    assert told(play(match, "station kyiv", "pay 1 red"), "last-round")
    match = arranged(started("europe"), hand={0: {"red": 1}}, pieces={0: {"train": 3}})
    assert told(play(match, "station kyiv", "pay 1 red"), "last-round") == []


# ---- EU-1.2
def test_eu_1_2_one_hundred_and_ten_cards():
    """EU-1.2: twelve of each colour and fourteen locomotives, counted when all is shown."""
    view = ended(started("europe", 3)).view()
    cards = Counter(view.deck[0][: view.deck_size[0]].tolist()) + Counter(
        card for card in view.market.tolist() if card >= 0
    )
    for counts in (view.discards, *view.hand):
        cards += Counter(dict(enumerate(counts.tolist())))
    assert [cards[kind] for kind in range(9)] == [12] * 8 + [14]
    assert list(game("europe").board.kinds) == [*COLOURS, "wild"]


@pytest.mark.parametrize("seats", [2, 5])
def test_eu_1_2_hands_of_four_and_a_market_of_five(seats):
    """EU-1.2"""
    match = new("europe", seats)
    assert [sum(hand_of(match, seat).values()) for seat in range(seats)] == [4] * seats
    assert len(market_of(match)) == 5 and None not in market_of(match)
    assert match.view().deck_size.tolist() == [
        110 - 4 * seats - 5 - sum(discards_of(match).values())
    ]


@pytest.mark.parametrize(("wilds", "swept"), [(2, False), (3, True), (4, True), (5, True)])
def test_eu_1_2_the_market_is_swept_at_three_or_more_locomotives(wilds, swept):
    """EU-1.2"""
    market = ["wild"] * wilds + ["blue"] * (5 - wilds)
    match = new("europe", luck={"deck": [*["red"] * 8, *market, *["green"] * 5]})
    assert market_of(match) == (["green"] * 5 if swept else market)


def test_eu_1_2_in_play_too():
    """EU-1.2: the third locomotive comes as the replacement of a card taken."""
    match = arranged(
        started("europe"),
        market=["wild", "wild", "red", "blue", "blue"],
        deck=["wild", *["green"] * 5],
    )
    assert told(play(match, "draw red"), "swept")
    assert market_of(match) == ["green"] * 5 and discards_of(match) == {"wild": 3, "blue": 2}


# ---- EU-1.3
def test_eu_1_3_forty_regular_and_six_long_tickets():
    """EU-1.3"""
    tickets = game("europe").board.tickets
    assert [ticket.id for ticket in tickets if ticket.long] == LONG
    assert len([ticket for ticket in tickets if not ticket.long]) == 40


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_eu_1_3_one_long_ticket_and_three_regular_ones_are_dealt_to_each(seats):
    """EU-1.3: the other regular ones form the deck."""
    match = new("europe", seats, luck={"tickets": [*LONG[::-1], *DEAL]})
    offers = [offer_of(match, seat) for seat in range(seats)]
    assert [offer[0] for offer in offers] == LONG[::-1][:seats]
    assert [len(offer) for offer in offers] == [4] * seats
    assert offers[0][1:] == DEAL[:3] and offers[1][1:] == DEAL[3:]
    assert not {ticket for offer in offers for ticket in offer[1:]} & set(LONG)
    assert match.view().ticket_left == 40 - 3 * seats
    assert [event["count"] for event in told(match.events(), "offered")] == [4] * seats


def test_eu_1_3_the_long_ones_are_shuffled():
    """EU-1.3: by chance each of them comes to the first seat, and regular ones vary."""
    offers = [offer_of(new("europe", seed=seed), 0) for seed in range(40)]
    assert {offer[0] for offer in offers} == set(LONG)
    assert len({tuple(offer[1:]) for offer in offers}) == 40


def test_eu_1_3_the_rest_of_the_long_ones_leave_the_game_unseen():
    """EU-1.3: none is ever drawn, and nobody hears which they were."""
    match = started("europe", 2, luck={"tickets": LONG})
    offered = all_offered(match)
    assert len(offered) == len(set(offered)) == 34 and not set(offered) & set(LONG)
    for viewer in (0, 1, None):
        heard = json.dumps(match.events(viewer))
        assert not any(ticket in heard for ticket in LONG[2:])
        assert "ticket_deck" not in match.view(viewer).fields


# ---- EU-1.4
def test_eu_1_4_at_least_two_of_the_four_are_kept_of_either_kind():
    """EU-1.4: the long one may go; one ticket alone is too few."""
    match = new("europe")
    wanted = [
        " ".join(["keep", *map(str, places)])
        for size in (2, 3, 4)
        for places in combinations((1, 2, 3, 4), size)
    ]
    assert len(wanted) == 11 and sorted(legal(match)) == sorted(wanted)
    for place in (1, 2, 3, 4):
        assert refused(match, f"keep {place}", "RT-1.4", "keep-more").least == 2


@pytest.mark.parametrize("choice", ["keep 1 3", "keep 2 4", "keep 2 3 4", "keep all"])
def test_eu_1_4_what_is_kept_is_held(choice):
    """EU-1.4: the long one among them or not."""
    match = new("europe", luck={"tickets": [*LONG, *DEAL]})
    offer = offer_of(match, 0)
    kept = [offer[place - 1] for place in match.action(choice).tickets]
    play(match, choice, "keep 1 2")
    assert sorted(tickets_of(match, 0)) == sorted(kept)
    assert match.view().ticket_count.tolist() == [len(kept), 2]


def test_eu_1_4_what_is_not_kept_leaves_the_game_and_does_not_go_under_the_deck():
    """EU-1.4: regular ones neither."""
    match = new("europe", luck={"tickets": [*LONG, *DEAL]})
    play(match, "keep 1 2", "keep 3 4")
    assert match.view().ticket_left == 34
    offered = all_offered(match)
    assert len(offered) == 34 and not set(offered) & {*LONG, *DEAL}


def test_eu_1_4_unseen_by_the_others():
    """EU-1.4: only how many were kept is told."""
    match = new("europe", 3, luck={"tickets": [*LONG, *DEAL]})
    play(match, "keep 1 2", "keep 3 4", "keep all")
    dealt = [LONG[0], *DEAL[:3]]
    for viewer in (1, 2, None):
        heard, view = json.dumps(match.events(viewer)), match.view(viewer)
        assert not any(ticket in heard for ticket in dealt)
        assert view.draw_choice[0] == -1 and set(view.draw_offer[0].tolist()) == {-1}
        assert view.ticket_count.tolist() == [2, 2, 4]
    assert all(ticket in json.dumps(match.events(0)) for ticket in dealt)


# ---- EU-1.5
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_eu_1_5_two_to_five_players(seats):
    """EU-1.5"""
    assert new("europe", seats).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_eu_1_5_neither_fewer_nor_more(seats):
    """EU-1.5"""
    with pytest.raises(ekiben.EkibenError, match="2 to 5"):
        game("europe").new(seats=seats, seed=1)


# ---- EU-2.1
def test_eu_2_1_draw_cards_claim_a_route_draw_tickets_build_a_station():
    """EU-2.1: and no other action exists, but to pass when there is none."""
    match = arranged(started("europe"), hand={0: {"red": 4}})
    assert {action.verb for action in match.legal()} == {"draw", "claim", "tickets", "station"}
    verbs = {action.verb for action in game("europe").actions.all}
    assert verbs == {"draw", "claim", "pay", "withdraw", "tickets", "keep", "station", "pass"}


@pytest.mark.parametrize(
    "chain",
    [
        ["draw deck", "draw deck"],
        ["claim rostov-sochi", "pay 2 red"],
        ["tickets", "keep 1"],
        ["station sochi", "pay 1 red"],
    ],
)
def test_eu_2_1_one_action_a_turn(chain):
    """EU-2.1: after it the next seat is to act."""
    match = arranged(started("europe", 3), hand={0: {"red": 4}})
    play(match, *chain)
    assert (match.seat, match.asked) == (1, "turn")


@pytest.mark.parametrize(("choice", "kept"), [("keep 2", 1), ("keep 1 3", 2), ("keep all", 3)])
def test_eu_2_1_three_tickets_are_drawn_and_one_or_more_kept(choice, kept):
    """EU-2.1"""
    match = started("europe")
    play(match, "tickets")
    assert len(offer_of(match, 0)) == 3 and len(legal(match)) == 7
    play(match, choice)
    assert match.view().ticket_count.tolist() == [4 + kept, 4]
    assert match.view().ticket_left == 34 - kept


def test_eu_2_1_the_rest_goes_under_the_deck():
    """EU-2.1: in play nothing leaves the game, in the order it was offered."""
    match = arranged(started("europe"), tickets={0: [], 1: []}, ticket_deck=DEAL[:4], ticket_rest=1)
    play(match, "tickets")
    assert offer_of(match, 0) == DEAL[:3]
    play(match, "keep 2", "tickets")
    assert offer_of(match, 1) == [DEAL[3], DEAL[0], DEAL[2]]
