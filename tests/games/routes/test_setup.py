"""RT-1: setting up."""

import json

import pytest
from arranging import arranged, ended
from table import (
    game,
    hand_of,
    legal,
    market_of,
    new,
    offer_of,
    pass_setup,
    pieces_of,
    play,
    refused,
    seen_of,
    started,
    tickets_of,
    told,
)

import ekiben
from ekiben import texts

ALL_GAMES = ("america", "europe", "great-lakes", "london")
DEAL = [
    "atlanta-montreal",
    "boston-miami",
    "calgary-phoenix",
    "chicago-santa-fe",
    "denver-el-paso",
    "duluth-houston",
]


def viewers(match):
    return [*range(match.seats), None]


def known(match, viewer):
    """All that a viewer knows: its view and what it has heard."""
    return match.view(viewer).to_json(), json.dumps(match.events(viewer))


# ---- RT-1.1
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rt_1_1_every_player_begins_with_the_games_pieces_and_no_points(seats):
    """RT-1.1"""
    match = started(seats=seats)
    assert [pieces_of(match, seat) for seat in range(seats)] == [{"train": 45}] * seats
    assert match.scores() == [0] * seats


def test_rt_1_1_the_pieces_are_there_while_tickets_are_chosen():
    """RT-1.1: before RT-1.4."""
    match = new()
    assert [pieces_of(match, seat) for seat in (0, 1)] == [{"train": 45}] * 2
    assert match.scores() == [0, 0]


def test_rt_1_1_the_number_is_the_games():
    """RT-1.1"""
    assert pieces_of(started("london"), 1) == {"bus": 17}
    assert pieces_of(started("yamanote"), 1) == {"train": 20}


# ---- RT-1.2, RT-1.3
def test_rt_1_2_each_player_is_dealt_the_starting_hand_off_the_deck():
    """RT-1.2"""
    top = ["red"] * 5 + ["blue"] * 6 + ["wild"]
    match = new(seats=3, luck={"deck": top})
    hands = [hand_of(match, seat) for seat in range(3)]
    assert [sum(hand.values()) for hand in hands] == [4, 4, 4]
    assert sorted(
        kind for hand in hands for kind, count in hand.items() for _ in range(count)
    ) == sorted(top)
    assert match.view().hand_size.tolist() == [[4], [4], [4]]
    assert match.view().deck_size.tolist() == [110 - 12 - 5]


def test_rt_1_2_the_deck_is_shuffled():
    """RT-1.2: another seed, another deal; the same seed, the same."""
    deals = [
        (hand_of(match, 0), market_of(match)) for match in (new(seed=seed) for seed in range(20))
    ]
    assert len({str(deal) for deal in deals}) == 20
    assert {card for _, market in deals for card in market} == set(game().board.kinds)
    assert (hand_of(new(seed=7), 0), market_of(new(seed=7))) == deals[7]


@pytest.mark.parametrize("name", ["america", "europe", "london"])
def test_rt_1_3_five_cards_are_turned_up_after_the_hands(name):
    """RT-1.3"""
    hands = 2 * game(name).board.figures.cards.hand[0]
    market = ["yellow", "black", "green", "blue", "wild"]
    match = new(name, luck={"deck": ["orange"] * 4 + ["green"] * (hands - 4) + market})
    assert market_of(match) == market
    assert [event["card"] for event in told(match.events(), "turned-up")] == market


# ---- RT-1.4
def test_rt_1_4_tickets_are_dealt_and_at_least_the_minimum_kept():
    """RT-1.4: in America two of three."""
    match = new(luck={"tickets": DEAL})
    assert offer_of(match, 0) + offer_of(match, 1) == DEAL
    assert legal(match) == ["keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"]
    assert refused(match, "keep 2", "RT-1.4", "keep-more").least == 2
    play(match, "keep 1 3", "keep 1 2 3")
    assert tickets_of(match, 0) == ["atlanta-montreal", "calgary-phoenix"]
    assert tickets_of(match, 1) == DEAL[3:]


def test_rt_1_4_tickets_are_shuffled():
    """RT-1.4"""
    assert len({str(offer_of(new(seed=seed), 0)) for seed in range(20)}) == 20


def test_rt_1_4_what_is_not_kept_goes_to_the_bottom_of_the_deck():
    """RT-1.4: it comes when all others are gone."""
    match = new(luck={"tickets": DEAL})
    play(match, "keep 1 2", "keep all")
    assert match.view().ticket_left == 25
    for _ in range(8):
        play(match, "tickets")
        assert "calgary-phoenix" not in offer_of(match, match.seat)
        play(match, "keep all")
    play(match, "tickets")
    assert offer_of(match, match.seat) == ["calgary-phoenix"]


def test_rt_1_4_unless_the_game_says_otherwise():
    """RT-1.4: in Europe nothing goes under the deck."""
    match = new("europe")
    left = match.view().ticket_left
    play(match, "keep 1 2", "keep 3 4")
    assert match.view().ticket_left == left == 34


# ---- RT-1.5
def test_rt_1_5_kept_tickets_stay_secret_until_final_scoring():
    """RT-1.5"""
    match = started(seats=3, luck={"tickets": DEAL})
    for viewer in (1, 2, None):
        assert tickets_of(match, 0, viewer) is None
        assert "atlanta-montreal" not in json.dumps(match.events(viewer))
    match = ended(match)
    assert [tickets_of(match, 0, viewer) for viewer in (1, 2, None)] == [DEAL[:3]] * 3


def test_rt_1_5_kept_tickets_can_never_be_given_back():
    """RT-1.5: a later choice is among the new ones only."""
    match = started(
        luck={"tickets": [*DEAL, "helena-los-angeles", "houston-winnipeg", "los-angeles-seattle"]}
    )
    play(match, "tickets")
    assert offer_of(match, 0) == ["helena-los-angeles", "houston-winnipeg", "los-angeles-seattle"]
    with pytest.raises(ekiben.EkibenError):
        match.play("keep atlanta-montreal")
    assert {ticket for action in match.legal() for ticket in action.tickets} == {1, 2, 3}
    play(match, "keep 2")
    assert tickets_of(match, 0) == [*DEAL[:3], "houston-winnipeg"]


# ---- RT-1.6
def test_rt_1_6_nobody_learns_anything_of_a_choice_before_the_last():
    """RT-1.6: whatever seat 0 and 1 keep, the others' views and all they hear are the same, byte
    for byte.
    """
    first, second = new(seats=3), new(seats=3)
    play(first, "keep 1 2", "keep 1 2 3")
    play(second, "keep 1 2 3", "keep 2 3")
    assert known(first, 2) == known(second, 2)
    assert known(first, None) == known(second, None)
    assert known(first, 0) != known(second, 0) and known(first, 1) != known(second, 1)
    assert first.view(2).ticket_count.tolist() == [0, 0, 0]
    assert told(first.events(None), "kept", "chose-tickets") == []
    assert first.view(2).choice.tolist() == [-1, -1, -1]


def test_rt_1_6_a_choice_does_not_change_what_the_next_is_offered():
    """RT-1.6: each chooses from its own deal only."""
    match = new(seats=3, luck={"tickets": DEAL})
    asked = []
    while match.asked == "tickets":
        asked.append((match.seat, offer_of(match, match.seat)))
        play(match, "keep 1 2")
    assert asked[:2] == [(0, DEAL[:3]), (1, DEAL[3:])]
    assert [seat for seat, _ in asked] == [0, 1, 2]


def test_rt_1_6_a_seat_hears_its_own_choice_at_once():
    """RT-1.6"""
    match = new(seats=2, luck={"tickets": DEAL})
    play(match, "keep 1 3")
    assert [event["tickets"] for event in told(match.events(0), "chose-tickets")] == [
        ["atlanta-montreal", "calgary-phoenix"]
    ]
    assert match.view(0).choice.tolist() == [0b101, -1]


def test_rt_1_6_how_many_is_shown_when_all_have_chosen_but_not_which():
    """RT-1.6"""
    match = new(seats=3, luck={"tickets": DEAL})
    play(match, "keep 1 2", "keep 1 2 3", "keep 1 3")
    for viewer in viewers(match):
        assert match.view(viewer).ticket_count.tolist() == [2, 3, 2]
        kept = told(match.events(viewer), "kept")
        assert [(event["seat"], event["count"]) for event in kept] == [(0, 2), (1, 3), (2, 2)]
        assert [event["seat"] for event in kept if "tickets" in event] == (
            [] if viewer is None else [viewer]
        )
    for viewer in (1, 2, None):
        assert tickets_of(match, 0, viewer) is None
        assert match.view(viewer).draw_choice[0] == -1 and set(
            match.view(viewer).draw_offer[0].tolist()
        ) == {-1}


def test_rt_1_6_a_choice_taken_back_stays_hidden_too():
    """RT-1.6: whatever seat 0 chose first and took back, the others hear the same."""
    first, second = new(seats=3), new(seats=3)
    for match, choice in ((first, "keep 1 2"), (second, "keep 1 2 3")):
        play(match, choice)
        match.undo()
        play(match, "keep 2 3")
    for viewer in (1, 2, None):
        assert known(first, viewer) == known(second, viewer)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_rt_1_6_the_first_seat_begins_unless_it_is_drawn(name):
    """RT-1.6: option first_seat = 0, the default."""
    assert game(name).options["first_seat"] == 0
    assert [started(name, seed=seed).seat for seed in range(5)] == [0] * 5
    assert [started(name, seed=seed, first_seat=0).seat for seed in range(5)] == [0] * 5


@pytest.mark.parametrize("name", ALL_GAMES)
def test_rt_1_6_the_first_seat_can_be_drawn_from_the_seed(name):
    """RT-1.6: option first_seat = "drawn"; tickets are still chosen in seat order."""
    drawn = [new(name, 3, seed, first_seat="drawn") for seed in range(20)]
    assert {match.seat for match in drawn} == {0}
    first = [pass_setup(match).seat for match in drawn]
    assert set(first) == {0, 1, 2}
    assert first == [started(name, 3, seed, first_seat="drawn").seat for seed in range(20)]
    assert [told(match.events(), "began")[0]["seat"] for match in drawn] == first


def test_rt_1_6_a_drawn_first_seat_leaves_the_deal_as_it_is():
    """RT-1.6"""
    assert hand_of(new(seed=3, first_seat="drawn"), 1) == hand_of(new(seed=3), 1)
    with pytest.raises(ekiben.EkibenError, match=r"first_seat.*drawn"):
        ekiben.load("america", first_seat=1)


# ---- RT-1.7
def test_rt_1_7_returned_tickets_go_under_the_deck_in_seat_order():
    """RT-1.7"""
    match = new(luck={"tickets": DEAL})
    play(match, "keep 1 2", "keep 2 3")
    for _ in range(8):
        play(match, "tickets", "keep all")
    play(match, "tickets")
    assert offer_of(match, match.seat) == ["calgary-phoenix", "chicago-santa-fe"]


def test_rt_1_7_within_one_hand_in_the_order_they_were_offered():
    """RT-1.7: in Great Lakes two of five may go back."""
    match = new("great-lakes")
    back = [offer_of(match, 0)[place] for place in (1, 3)] + [
        offer_of(match, 1)[place] for place in (0, 4)
    ]
    play(match, "keep 1 3 5", "keep 2 3 4", "take 27 trains", "take 27 trains")
    assert match.view().ticket_left == 45 + 4
    for _ in range(11):
        play(match, "tickets", "keep all")
    play(match, "tickets")
    assert offer_of(match, match.seat)[1:] == back[:3]
    play(match, "keep all", "tickets")
    assert offer_of(match, match.seat) == back[3:]


# ---- RT-1.8
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["most travelled", "in Europe most recently", "youngest"]),
        ("ja", ["旅", "ヨーロッパ", "若い"]),
    ],
)
def test_rt_1_8_the_rulebooks_first_players_are_named_in_the_texts_only(language, words):
    """RT-1.8: RT-1.6 replaces them."""
    text = texts.clause("RT-1.8", language).text
    assert all(word in text for word in words) and "RT-1.6" in text
    assert set(ekiben.load("london").options) == {"first_seat", "empty_deck"}


# ---- RT-1.9
def test_rt_1_9_cards_in_hand_are_secret():
    """RT-1.9: with another hand at seat 1 and another deck, seat 0 and spectators know the same."""
    rest = ["blue", "white", "green", "red", "orange"]
    own, others, hidden = (
        ["red"] * 4,
        ["blue", "blue", "wild", "green"],
        ["white", "yellow", "purple", "orange"],
    )
    first = started(luck={"deck": [*own, *others, *rest, *hidden]})
    second = started(luck={"deck": [*own, *hidden, *rest, *others]})
    assert hand_of(first, 1) != hand_of(second, 1)
    for viewer in (0, None):
        assert known(first, viewer) == known(second, viewer)
    assert first.view(0).hand[1].tolist() == [-1] * 9
    assert first.view(None).hand.tolist() == [[-1] * 9] * 2
    assert (
        "deck" not in first.view(0).fields
        and "ticket_deck" not in first.view(0).fields
        and "seed" not in first.view(0).fields
    )


def test_rt_1_9_a_blind_draw_is_seen_by_the_drawer_only():
    """RT-1.9"""
    match = arranged(started(seats=3), deck=["purple", "wild"])
    play(match, "draw deck", "draw deck")
    assert [event["card"] for event in told(match.events(0), "drew-blind")] == ["purple", "wild"]
    for viewer in (1, 2, None):
        assert [set(event) for event in told(match.events(viewer), "drew-blind")] == [
            {"n", "kind", "seat", "deck"}
        ] * 2
        assert match.view(viewer).hand_size[0].tolist() == [6]
    assert seen_of(match, 0) == {}


def test_rt_1_9_what_is_public():
    """RT-1.9: sizes of hands and decks, number of tickets, pieces, market, discards, and every card
    taken from the market.
    """
    match = arranged(
        started(seats=3),
        hand={0: {"purple": 4}},
        market=["red", "blue", "green", "white", "black"],
        deck=["red", "red"],
        routes={1: ["denver-omaha"]},
    )
    play(match, "claim denver-santa-fe", "pay 2 purple", "draw red", "draw blue")
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view.hand_size.tolist() == [[2], [6], [4]]
        assert view.ticket_count.tolist() == [3, 3, 3]
        assert view.pieces.tolist() == [[43], [41], [45]]
        assert view.ticket_left == 21
        assert view.discards.tolist() == [2, 0, 0, 0, 0, 0, 0, 0, 0]
        assert view.market.tolist() == match.view().market.tolist()
        assert view.deck_size.tolist() == [110 - 12 - 5 - 2]
        assert view.score.tolist() == [2, 7, 0]
    assert seen_of(match, 1) == {"red": 1, "blue": 1}


def test_rt_1_9_what_all_knew_to_be_in_a_hand_is_no_longer_there_when_paid():
    """RT-1.9: two reds were seen, one was not; after two are paid one red may be gone or not."""
    match = arranged(
        started(), hand={0: {"red": 1}, 1: {}}, market=["red", "red", "green", "white", "black"]
    )
    play(match, "draw red", "draw red", "draw deck", "draw deck")
    assert seen_of(match, 0) == {"red": 2}
    play(match, "claim denver-santa-fe", "pay 2 red")
    assert hand_of(match, 0) == {"red": 1}
    assert seen_of(match, 0) == {}
