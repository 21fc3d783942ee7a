"""LD-1 to LD-4: set-up, turns and routes of London."""

from collections import Counter

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
    route,
    routes_of,
    started,
    told,
)

import ekiben

COLOURS = ["blue", "green", "black", "pink", "yellow", "orange"]
TICKETS = [
    "british-museum-piccadilly-circus",
    "covent-garden-hyde-park",
    "baker-street-tower-of-london",
    "big-ben-charterhouse",
]


# ---- LD-1
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ld_1_1_seventeen_buses_each(seats):
    """LD-1.1"""
    match = started("london", seats)
    assert [pieces_of(match, seat) for seat in range(seats)] == [{"bus": 17}] * seats


@pytest.mark.parametrize(("buses", "near"), [(5, False), (4, True), (3, True), (2, True)])
def test_ld_1_1_the_end_limit_is_two_buses(buses, near):
    """LD-1.1: after a route of two, three buses left are too many; then one further turn each."""
    match = arranged(started("london", 3), hand={0: {"blue": 2}}, pieces={0: {"bus": buses}})
    events = play(match, "claim baker-street-regents-park", "pay 2 blue")
    assert [event["turns"] for event in told(events, "last-round")] == ([3] if near else [])
    play(match, *["draw deck"] * 6)
    assert match.over == near


def test_ld_1_2_forty_four_cards():
    """LD-1.2: six of each colour and eight bus cards, counted when all is shown."""
    view = ended(started("london", 3)).view()
    cards = Counter(view.deck[0][: view.deck_size[0]].tolist()) + Counter(
        card for card in view.market.tolist() if card >= 0
    )
    for counts in (view.discards, *view.hand):
        cards += Counter(dict(enumerate(counts.tolist())))
    assert [cards[kind] for kind in range(7)] == [6] * 6 + [8]
    assert list(game("london").board.kinds) == [*COLOURS, "wild"]


def test_ld_1_2_bus_cards_are_wild():
    """LD-1.2, RT-4.3: they stand for any colour."""
    match = arranged(started("london"), hand={0: {"green": 2, "wild": 3}})
    play(match, "claim kings-cross-regents-park")
    assert sorted(legal(match)) == ["pay 1 green 2 wild", "pay 2 green 1 wild", "pay 3 wild"]


@pytest.mark.parametrize("seats", [2, 4])
def test_ld_1_3_hands_of_two_and_a_market_of_five(seats):
    """LD-1.3"""
    match = new("london", seats)
    assert [sum(hand_of(match, seat).values()) for seat in range(seats)] == [2] * seats
    assert len(market_of(match)) == 5 and None not in market_of(match)
    assert match.view().deck_size.tolist() == [
        44 - 2 * seats - 5 - sum(discards_of(match).values())
    ]


@pytest.mark.parametrize(("wilds", "swept"), [(2, False), (3, True), (4, True), (5, True)])
def test_ld_1_3_the_market_is_swept_at_three_or_more_bus_cards_at_set_up_too(wilds, swept):
    """LD-1.3"""
    market = ["wild"] * wilds + ["blue"] * (5 - wilds)
    match = new("london", luck={"deck": [*["pink"] * 4, *market, *["green"] * 5]})
    assert market_of(match) == (["green"] * 5 if swept else market)
    assert len(told(match.events(), "swept")) == int(swept)
    assert discards_of(match) == (
        {kind: n for kind, n in (("wild", wilds), ("blue", 5 - wilds)) if n} if swept else {}
    )


def test_ld_1_3_and_in_play():
    """LD-1.3: the third bus card comes as the replacement of a card taken."""
    match = arranged(
        started("london"),
        market=["wild", "wild", "pink", "blue", "blue"],
        deck=["wild", *["green"] * 5],
    )
    assert told(play(match, "draw pink"), "swept")
    assert market_of(match) == ["green"] * 5 and discards_of(match) == {"wild": 3, "blue": 2}


def test_ld_1_4_twenty_tickets_two_dealt_at_least_one_kept():
    """LD-1.4"""
    match = new("london", 3, luck={"tickets": TICKETS})
    assert len(game("london").board.tickets) == 20
    assert offer_of(match, 0) + offer_of(match, 1) == TICKETS and len(offer_of(match, 2)) == 2
    assert match.view().ticket_left == 20 - 6
    assert legal(match) == ["keep 1", "keep 2", "keep 1 2"]
    with pytest.raises(ekiben.EkibenError):
        match.play("keep")
    play(match, "keep 2", "keep 1 2", "keep 1")
    assert match.view().ticket_count.tolist() == [1, 2, 1]


def test_ld_1_4_the_rest_goes_under_the_deck():
    """LD-1.4: it comes when all others are gone, in seat order."""
    match = new("london", luck={"tickets": TICKETS})
    play(match, "keep 2", "keep 1")
    assert match.view().ticket_left == 18
    for _ in range(8):
        play(match, "tickets", "keep all")
    play(match, "tickets")
    assert offer_of(match, match.seat) == [TICKETS[0], TICKETS[3]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ld_1_5_two_to_four_players(seats):
    """LD-1.5"""
    assert new("london", seats).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_ld_1_5_neither_fewer_nor_more(seats):
    """LD-1.5"""
    with pytest.raises(ekiben.EkibenError, match="2 to 4"):
        game("london").new(seats=seats, seed=1)


# ---- LD-2, LD-3
def test_ld_2_1_draw_cards_claim_a_route_draw_tickets():
    """LD-2.1: and no other action exists, but to pass when there is none."""
    match = arranged(started("london"), hand={0: {"pink": 4}})
    assert {action.verb for action in match.legal()} == {"draw", "claim", "tickets"}
    assert {action.verb for action in game("london").actions.all} == {
        "draw",
        "claim",
        "pay",
        "tickets",
        "keep",
        "pass",
    }


@pytest.mark.parametrize(
    "chain",
    [
        ["draw deck", "draw deck"],
        ["claim globe-theatre-waterloo", "pay 2 pink"],
        ["tickets", "keep 1"],
    ],
)
def test_ld_2_1_one_action_a_turn(chain):
    """LD-2.1"""
    match = arranged(started("london", 3), hand={0: {"pink": 4}})
    play(match, *chain)
    assert (match.seat, match.asked) == (1, "turn")


@pytest.mark.parametrize(("choice", "kept"), [("keep 1", 1), ("keep 2", 1), ("keep all", 2)])
def test_ld_3_1_two_tickets_are_drawn_and_one_or_two_kept(choice, kept):
    """LD-3.1"""
    match = started("london")
    play(match, "tickets")
    assert len(offer_of(match, 0)) == 2 and legal(match) == ["keep 1", "keep 2", "keep 1 2"]
    play(match, choice)
    assert match.view().ticket_count.tolist() == [2 + kept, 2]
    assert match.view().ticket_left == 16 - kept


def test_ld_3_1_the_one_not_kept_goes_under_the_deck():
    """LD-3.1"""
    match = arranged(
        started("london"), tickets={0: [], 1: []}, ticket_deck=TICKETS[:3], ticket_rest=1
    )
    play(match, "tickets", "keep 2", "tickets")
    assert offer_of(match, 1) == [TICKETS[2], TICKETS[0]]


def test_ld_3_1_the_last_one_may_be_drawn_and_must_be_kept():
    """LD-3.1: then there is none."""
    match = arranged(
        started("london"), tickets={0: [], 1: []}, ticket_deck=TICKETS[:1], ticket_rest=1
    )
    assert "tickets" in legal(match)
    events = play(match, "tickets")
    assert [event["count"] for event in told(events, "offered")] == [1]
    assert offer_of(match, 0) == TICKETS[:1] and legal(match) == ["keep 1"]
    refused(match, "keep 2", "RT-5.1", "not-offered")
    refused(match, "draw deck", "RT-2.1", "not-asked")
    play(match, "keep 1")
    assert match.view().ticket_count.tolist() == [1, 19] and match.view().ticket_left == 0
    refused(match, "tickets", "RT-5.3", "no-tickets")


# ---- LD-4
@pytest.mark.parametrize(
    ("name", "length", "points"),
    [
        ("big-ben-waterloo", 1, 1),
        ("baker-street-regents-park", 2, 2),
        ("brick-lane-tower-of-london", 3, 4),
        ("british-museum-charterhouse", 4, 7),
    ],
)
def test_ld_4_1_the_score_table(name, length, points):
    """LD-4.1: four blue routes."""
    match = arranged(started("london"), hand={0: {"blue": 4}})
    assert route(match, name).length == length
    play(match, f"claim {name}", f"pay {length} blue")
    assert match.scores() == [points, 0]
    assert [tuple(line) for line in match.sheet(0)] == [("LD-4.1", "routes", points)]


def test_ld_4_1_there_is_no_other_length():
    """LD-4.1"""
    assert {one.length for one in game("london").board.routes} == {1, 2, 3, 4}


@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, False), (4, False)])
def test_ld_4_2_double_routes_close_in_games_of_two_only(seats, closes):
    """LD-4.2: every double route of the board; no player has both in any game (RT-4.7)."""
    doubles = [one for one in game("london").board.routes if one.twin > one.number]
    assert len(doubles) == 9
    for one in doubles:
        match = arranged(started("london", seats), hand={0: {"wild": 4}, 1: {"wild": 4}})
        play(match, f"claim {one.id}", f"pay {one.length} wild")
        refused(
            arranged(match, hand={0: {"wild": 4}, 1: {}}, seat=0),
            f"claim {one.id}/2",
            "RT-4.7",
            "own-twin",
        )
        if closes:
            refused(match, f"claim {one.id}/2", "RT-4.8", "twin-closed")
        else:
            play(match, f"claim {one.id}/2", f"pay {one.length} wild")
            assert (routes_of(match, 0), routes_of(match, 1)) == ([one.id], [f"{one.id}/2"])
