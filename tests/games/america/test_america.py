"""US: what is America's own."""

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
    started,
    told,
)

import ekiben

COLOURS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]


def final(seats=2, **places):
    """Scored with these routes and tickets; tickets not named are none."""
    tickets = {seat: [] for seat in range(seats)} | places.pop("tickets", {})
    return ended(arranged(started(seats=seats), tickets=tickets, **places))


# ---- US-1
def test_us_1_1_forty_five_trains_each():
    """US-1.1"""
    match = started(seats=5)
    assert [pieces_of(match, seat) for seat in range(5)] == [{"train": 45}] * 5


@pytest.mark.parametrize(("trains", "near"), [(5, False), (4, True), (3, True), (2, True)])
def test_us_1_1_the_end_limit_is_two_trains(trains, near):
    """US-1.1: after a route of two, three trains left are too many; then one further turn each."""
    match = arranged(started(seats=3), hand={0: {"red": 2}}, pieces={0: {"train": trains}})
    events = play(match, "claim boston-new-york", "pay 2 red")
    assert [event["turns"] for event in told(events, "last-round")] == ([3] if near else [])
    play(match, *["draw deck"] * 6)
    assert match.over == near


def test_us_1_2_one_hundred_and_ten_cards():
    """US-1.2: twelve of each colour and fourteen locomotives, counted when all is shown."""
    view = ended(started(seats=3)).view()
    cards = Counter(view.deck[0][: view.deck_size[0]].tolist()) + Counter(
        card for card in view.market.tolist() if card >= 0
    )
    for counts in (view.discards, *view.hand):
        cards += Counter(dict(enumerate(counts.tolist())))
    assert [cards[kind] for kind in range(9)] == [12] * 8 + [14]
    assert list(game().board.kinds) == [*COLOURS, "wild"]


@pytest.mark.parametrize("seats", [2, 5])
def test_us_1_3_hands_of_four_and_a_market_of_five(seats):
    """US-1.3"""
    match = new(seats=seats)
    assert [sum(hand_of(match, seat).values()) for seat in range(seats)] == [4] * seats
    assert len(market_of(match)) == 5 and None not in market_of(match)
    assert match.view().deck_size.tolist() == [
        110 - 4 * seats - 5 - sum(discards_of(match).values())
    ]


@pytest.mark.parametrize(("wilds", "swept"), [(2, False), (3, True), (4, True), (5, True)])
def test_us_1_3_the_market_is_swept_at_three_or_more_locomotives(wilds, swept):
    """US-1.3"""
    market = ["wild"] * wilds + ["blue"] * (5 - wilds)
    match = new(luck={"deck": [*["red"] * 8, *market, *["green"] * 5]})
    assert market_of(match) == (["green"] * 5 if swept else market)


def test_us_1_4_thirty_tickets_three_dealt_two_kept():
    """US-1.4: one may go back under the deck."""
    match = new(seats=4)
    assert len({ticket.id for ticket in game().board.tickets}) == 30
    assert [len(offer_of(match, seat)) for seat in range(4)] == [3] * 4
    assert match.view().ticket_left == 30 - 12
    assert sorted(legal(match)) == ["keep 1 2", "keep 1 2 3", "keep 1 3", "keep 2 3"]
    for action in ("keep 1", "keep 2", "keep 3"):
        refused(match, action, "RT-1.4", "keep-more")
    play(match, "keep 1 2", "keep 1 2 3", "keep 2 3", "keep 1 3")
    assert match.view().ticket_count.tolist() == [2, 3, 2, 2]
    assert match.view().ticket_left == 18 + 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_us_1_5_two_to_five_players(seats):
    """US-1.5"""
    assert new(seats=seats).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_us_1_5_neither_fewer_nor_more(seats):
    """US-1.5"""
    with pytest.raises(ekiben.EkibenError, match="2 to 5"):
        game().new(seats=seats, seed=1)


# ---- US-2, US-3
def test_us_2_1_draw_cards_claim_a_route_draw_tickets():
    """US-2.1: and no other action exists, but to pass when there is none."""
    match = arranged(started(), hand={0: {"red": 4}})
    assert {action.verb for action in match.legal()} == {"draw", "claim", "tickets"}
    assert {action.verb for action in game().actions.all} == {
        "draw",
        "claim",
        "pay",
        "tickets",
        "keep",
        "pass",
    }


def test_us_3_1_three_tickets_are_drawn_and_one_or_more_kept():
    """US-3.1"""
    for choice, kept in (("keep 2", 1), ("keep 1 3", 2), ("keep all", 3)):
        match = started()
        play(match, "tickets")
        assert len(offer_of(match, 0)) == 3 and len(legal(match)) == 7
        play(match, choice)
        assert match.view().ticket_count.tolist() == [3 + kept, 3]
        assert match.view().ticket_left == 24 - kept


# ---- US-4
@pytest.mark.parametrize(
    ("name", "length", "points"),
    [
        ("dallas-houston", 1, 1),
        ("boston-new-york", 2, 2),
        ("chicago-duluth", 3, 4),
        ("dallas-el-paso", 4, 7),
        ("helena-omaha", 5, 10),
        ("miami-new-orleans", 6, 15),
    ],
)
def test_us_4_1_the_score_table(name, length, points):
    """US-4.1"""
    match = arranged(started(), hand={0: {"red": 6}})
    assert route(match, name).length == length
    play(match, f"claim {name}", f"pay {length} red")
    assert match.scores() == [points, 0]


def test_us_4_1_there_is_no_other_length():
    """US-4.1"""
    assert {one.length for one in game().board.routes} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, True), (4, False), (5, False)])
def test_us_4_2_double_routes_close_in_games_of_two_or_three(seats, closes):
    """US-4.2: every double route of the board."""
    doubles = [one for one in game().board.routes if one.twin >= 0 and one.twin > one.number]
    assert len(doubles) == 22
    for one in doubles:
        match = arranged(started(seats=seats), hand={0: {"wild": 6}, 1: {"wild": 6}})
        play(match, f"claim {one.id}", f"pay {one.length} wild")
        assert (f"claim {one.id}/2" in legal(match)) != closes


# ---- US-5
def test_us_5_1_the_longest_route_scores_ten():
    """US-5.1"""
    match = final(routes={0: ["denver-omaha", "chicago-omaha"], 1: ["miami-new-orleans"]})
    assert match.scores() == [7 + 7 + 10, 15]
    assert [tuple(line) for line in match.sheet(0)] == [
        ("US-4.1", "routes", 14),
        ("US-5.1", "longest-route", 10),
    ]


# a complete ticket of four points on two routes of two points each, four spaces in a row
DONE = ["denver-santa-fe", "el-paso-santa-fe"]


def test_us_5_2_first_more_completed_tickets():
    """US-5.2: twenty points each; the one ticket beats the longest route."""
    match = final(
        tickets={0: ["denver-el-paso"]},
        routes={
            0: [*DONE, "chicago-omaha", "montreal-new-york", "atlanta-nashville"],
            1: ["atlanta-miami"],
        },
    )
    assert match.view().longest.tolist() == [4, 5]
    assert match.scores() == [2 + 2 + 7 + 4 + 1 + 4, 10 + 10]
    assert match.ranking() == [[0], [1]]


def test_us_5_2_completed_tickets_not_tickets_held():
    """US-5.2: two tickets in hand, none of them complete, are no tickets."""
    match = final(
        tickets={0: ["denver-el-paso", "houston-kansas-city"], 1: ["denver-pittsburgh"]},
        routes={
            0: ["helena-omaha", "dallas-houston"],
            1: ["atlanta-miami", "seattle-vancouver", "charleston-raleigh"],
        },
    )
    assert match.scores() == [10 + 1 + 10 - 9, 10 + 1 + 2 + 10 - 11]
    assert match.view().completed.tolist() == [0, 0]
    assert match.ranking() == [[0, 1]]


def test_us_5_2_then_the_longest_route_bonus():
    """US-5.2: twenty points each and no ticket; seat 1 has the bonus."""
    match = final(
        routes={
            0: ["denver-omaha", "dallas-el-paso", "montreal-new-york", "atlanta-charleston"],
            1: ["atlanta-miami"],
        }
    )
    assert match.scores() == [7 + 7 + 4 + 2, 10 + 10]
    assert match.ranking() == [[1], [0]]


def test_us_5_2_then_shared():
    """US-5.2: both have the bonus; or neither, a third one having it."""
    match = final(routes={0: ["helena-omaha"], 1: ["atlanta-miami"]})
    assert match.scores() == [20, 20] and match.ranking() == [[0, 1]]
    match = final(3, routes={0: ["denver-omaha"], 1: ["chicago-omaha"], 2: ["helena-seattle"]})
    assert match.scores() == [7, 7, 25] and match.ranking() == [[2], [0, 1]]


def test_us_5_2_ties_are_looked_at_only_between_equal_totals():
    """US-5.2: more tickets do not make up for a point."""
    match = final(
        tickets={0: ["denver-el-paso"]},
        routes={0: [*DONE, "chicago-omaha", "montreal-new-york"], 1: ["atlanta-miami"]},
    )
    assert match.scores() == [19, 20]
    assert match.ranking() == [[1], [0]]


def test_us_5_2_for_every_place():
    """US-5.2: the second and the third place too."""
    match = final(
        3,
        tickets={0: ["denver-el-paso"], 2: []},
        routes={0: DONE, 1: ["chicago-omaha", "atlanta-nashville"], 2: ["miami-new-orleans"]},
    )
    assert match.scores() == [8, 8, 25]
    assert match.ranking() == [[2], [0], [1]]
