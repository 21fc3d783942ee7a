"""GL-1, GL-2: setting up, and the actions."""

from collections import Counter

import pytest
from arranging import arranged, ended
from table import (
    game,
    hand_of,
    legal,
    market_of,
    offer_of,
    pass_setup,
    pieces_of,
    play,
    refused,
    started,
    tickets_of,
    told,
)

import ekiben

from .lakes import box_of, deal, is_ship, known, lakes, viewers

COLOURS = ["purple", "yellow", "green", "red", "black", "white"]


def asked_for_pieces(seats=2, seed=1, **options):
    """All have kept their tickets; seat 0 is asked for its mix."""
    match = deal(seats, seed, **options)
    play(match, *["keep all"] * seats)
    return match


# ---- GL-1.1, GL-1.9
@pytest.mark.parametrize(("trains", "ships"), [(18, 32), (27, 23), (33, 17)])
def test_gl_1_1_fifty_of_thirty_three_trains_and_thirty_two_ships(trains, ships):
    """GL-1.1: the rest stays in the box."""
    match = asked_for_pieces()
    play(match, f"take {trains} trains", "take 20 trains")
    assert pieces_of(match, 0) == {"train": trains, "ship": ships}
    assert box_of(match, 0) == {"train": 33 - trains, "ship": 32 - ships}
    assert (pieces_of(match, 1), box_of(match, 1)) == (
        {"train": 20, "ship": 30},
        {"train": 13, "ship": 2},
    )


def test_gl_1_1_beginners_are_advised_to_take_twenty_seven_trains():
    """GL-1.1: and so twenty-three ships."""
    assert game("great-lakes").board.figures.pieces.advised == 27
    assert pieces_of(pass_setup(deal()), 1) == {"train": 27, "ship": 23}


def test_gl_1_9_eighteen_to_thirty_three_trains():
    """GL-1.9: every mix between, for every player."""
    match = asked_for_pieces(3)
    for _ in range(3):
        assert legal(match) == [f"take {trains} trains" for trains in range(18, 34)]
        play(match, "take 18 trains")


@pytest.mark.parametrize("trains", [0, 17, 34, 50])
def test_gl_1_9_neither_fewer_nor_more(trains):
    """GL-1.9: no such action exists, and nothing changes."""
    match = asked_for_pieces()
    before = match.digest()
    with pytest.raises(ekiben.EkibenError, match="not an action"):
        match.play(f"take {trains} trains")
    assert (match.digest(), match.seat, match.asked) == (before, 0, "pieces")


# ---- GL-1.2
@pytest.mark.parametrize("seats", [2, 5])
def test_gl_1_2_the_mix_is_chosen_after_the_tickets(seats):
    """GL-1.2: all choose tickets, then all choose pieces, then play begins."""
    match = deal(seats)
    asked = []
    while match.view().setting_up:
        asked.append((match.asked, match.seat))
        play(match, "keep 1 2 3" if match.asked == "tickets" else "take 20 trains")
    assert asked == [("tickets", seat) for seat in range(seats)] + [
        ("pieces", seat) for seat in range(seats)
    ]
    assert (match.asked, match.seat) == ("turn", 0)


def test_gl_1_2_neither_before_its_time():
    """GL-1.2"""
    match = deal()
    refused(match, "take 27 trains", "RT-2.1", "not-asked")
    play(match, "keep all", "keep all")
    refused(match, "keep 1 2 3", "RT-2.1", "not-asked")
    refused(match, "draw trains", "RT-2.1", "not-asked")
    play(match, "take 27 trains", "take 27 trains")
    refused(match, "take 27 trains", "RT-2.1", "not-asked")


def test_gl_1_2_nobody_can_tell_what_others_chose_before_the_last_has():
    """GL-1.2: whatever seats 0 and 1 take, all others know the same, and seat 2 has the same
    choices.
    """
    one, other = asked_for_pieces(3), asked_for_pieces(3)
    for match, first, second in ((one, 18, 33), (other, 33, 25)):
        play(match, f"take {first} trains", f"take {second} trains")
        assert [match.view(0).choice[0], match.view(1).choice[1]] == [first, second], (
            "its own choice a seat knows"
        )
        assert [event["trains"] for event in told(match.events(0), "chose-pieces")] == [first]
    for viewer in (2, None):
        assert known(one, viewer) == known(other, viewer)
    assert legal(one) == legal(other)
    assert one.view(1).choice.tolist() == [-1, 33, -1] and one.view(0).choice.tolist() == [
        18,
        -1,
        -1,
    ]
    for viewer in viewers(one):
        assert told(one.events(viewer), "took-pieces") == [] and not one.view(viewer).pieces.any()


def test_gl_1_2_shown_by_all_at_once():
    """GL-1.2: with the last choice everybody hears and sees every mix."""
    match = asked_for_pieces(3)
    play(match, "take 18 trains", "take 33 trains")
    events = play(match, "take 25 trains")
    shown = [(0, 18, 32), (1, 33, 17), (2, 25, 25)]
    assert [event["kind"] for event in events] == [
        "chose-pieces",
        "took-pieces",
        "took-pieces",
        "took-pieces",
        "began",
    ]
    for viewer in viewers(match):
        heard = told(match.events(viewer), "took-pieces")
        assert [(event["seat"], event["trains"], event["ships"]) for event in heard] == shown
        assert match.view(viewer).pieces.tolist() == [[18, 32], [33, 17], [25, 25]]
        assert match.view(viewer).choice.tolist() == [-1, -1, -1]


def test_gl_1_2_a_record_for_others_keeps_the_secret_until_then():
    """GL-1.2"""
    match = asked_for_pieces(3)
    play(match, "take 18 trains", "take 33 trains")
    assert "take 18 trains" in match.record(seat=0)["actions"]
    for record in (match.record(seat=2), match.record(public=True)):
        assert "18" not in " ".join(record["actions"]) and "33" not in " ".join(record["actions"])
    play(match, "take 25 trains")
    assert told(match.record(public=True)["events"], "took-pieces")


def test_gl_1_2_a_choice_taken_back_is_a_secret_too():
    """GL-1.2: seat 0 takes another mix instead; others hear at most that it chose again."""
    match = asked_for_pieces()
    play(match, "take 18 trains")
    match.undo()
    play(match, "take 19 trains")
    for viewer in (1, None):
        assert "18" not in str([event.get("action") for event in match.events(viewer)])


# ---- GL-1.3
def test_gl_1_3_three_harbours_each():
    """GL-1.3: nobody has built one, and all three are missing at the end."""
    match = started("great-lakes", 5)
    assert match.view().built.tolist() == [0] * 5
    match = ended(match)
    for seat in range(5):
        assert [tuple(line) for line in match.sheet(seat) if line.clause == "GL-5.5"] == [
            ("GL-5.5", "harbours-left", -12)
        ]


# ---- GL-1.4, GL-1.5
def all_cards():
    """Every card by deck, counted when all is shown.

    Hands and discards go by what their cards are.
    """
    match = ended(started("great-lakes", 4))
    view, kinds = match.view(), match.game.board.kinds
    decks = [
        Counter(kinds[card] for card in view.deck[deck][: view.deck_size[deck]]) for deck in (0, 1)
    ]
    laid = Counter(card for card in market_of(match) if card)
    for counts in (view.discards, *view.hand):
        laid += Counter({kind: int(count) for kind, count in zip(kinds, counts, strict=True)})
    return decks, laid


def test_gl_1_4_eighty_train_cards_and_sixty_ship_cards():
    """GL-1.4: eleven of each colour and fourteen wilds; four single and six double ships of each
    colour; each in its own deck.
    """
    decks, laid = all_cards()
    assert not any(is_ship(kind) for kind in decks[0]) and all(is_ship(kind) for kind in decks[1])
    cards = decks[0] + decks[1] + laid
    trains = {kind: count for kind, count in cards.items() if not is_ship(kind)}
    assert (sum(trains.values()), cards.total() - sum(trains.values())) == (80, 60)
    for colour in COLOURS:
        assert cards[colour] + cards[f"{colour}-harbour"] == 11
        assert (cards[f"{colour}-ship"], cards[f"{colour}-double"]) == (4, 6)
    assert cards["wild"] == 14
    assert set(cards) == {
        "wild",
        *(colour + mark for colour in COLOURS for mark in ("", "-harbour", "-ship", "-double")),
    }


def test_gl_1_5_a_harbour_symbol_on_four_train_cards_of_each_colour():
    """GL-1.5: and so on seven of each there is none."""
    decks, laid = all_cards()
    cards = decks[0] + decks[1] + laid
    for colour in COLOURS:
        assert (cards[f"{colour}-harbour"], cards[colour]) == (4, 7)


@pytest.mark.parametrize("colour", COLOURS)
def test_gl_1_5_every_single_ship_has_the_symbol_and_no_double(colour):
    """GL-1.5: two single ships pay for a harbour, two doubles do not."""
    for ships, paid in ((f"{colour}-ship", True), (f"{colour}-double", False)):
        match = lakes(
            hand={0: {f"{colour}-harbour": 2, ships: 2}}, routes={0: ["chicago~muskegon"]}
        )
        assert ("harbour chicago" in legal(match)) == paid


# ---- GL-1.6
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gl_1_6_two_train_cards_and_two_ship_cards_each(seats):
    """GL-1.6"""
    match = deal(seats)
    for seat in range(seats):
        hand = hand_of(match, seat)
        ships = sum(count for kind, count in hand.items() if is_ship(kind))
        assert (sum(hand.values()) - ships, ships) == (2, 2)
    assert match.view().hand_size.tolist() == [[2, 2]] * seats


def test_gl_1_6_three_cards_from_each_deck_in_the_market():
    """GL-1.6: after the hands; six in all."""
    trains, ships = ["purple", "wild", "green"], ["red-ship", "black-double", "white-ship"]
    match = deal(
        luck={"trains": ["yellow"] * 4 + trains + ["red"], "ships": ["yellow-ship"] * 4 + ships}
    )
    assert [hand_of(match, seat) for seat in (0, 1)] == [{"yellow": 2, "yellow-ship": 2}] * 2
    assert market_of(match) == trains + ships
    assert [(event["slot"], event["card"]) for event in told(match.events(), "turned-up")] == list(
        enumerate(trains + ships)
    )
    assert match.view().deck_size.tolist() == [80 - 4 - 3, 60 - 4 - 3]


# ---- GL-1.7
def test_gl_1_7_fifty_five_tickets_five_dealt_three_kept():
    """GL-1.7: sixteen ways to keep three, four or five."""
    match = deal(5)
    assert len({ticket.id for ticket in match.game.board.tickets}) == 55
    assert [len(offer_of(match, seat)) for seat in range(5)] == [5] * 5
    assert match.view().ticket_left == 55 - 25
    assert Counter(len(action.tickets) for action in match.legal()) == {3: 10, 4: 5, 5: 1}
    for action in ("keep 1", "keep 2 5"):
        assert refused(match, action, "RT-1.4", "keep-more").least == 3
    play(match, "keep 1 2 3", "keep 1 2 3 4", "keep all", "keep 2 4 5", "keep 3 4 5")
    assert match.view().ticket_count.tolist() == [3, 4, 5, 3, 3]
    assert match.view().ticket_left == 30 + 2 + 1 + 2 + 2


def test_gl_1_7_the_rest_goes_under_the_deck():
    """GL-1.7: in seat order, as they were offered."""
    dealt = [ticket.id for ticket in game("great-lakes").board.tickets[:10]]
    match = deal(luck={"tickets": dealt})
    play(match, "keep 1 2 4", "keep 3 4 5", "take 27 trains", "take 27 trains")
    assert (
        tickets_of(match, 0) == [dealt[0], dealt[1], dealt[3]] and tickets_of(match, 1) == dealt[7:]
    )
    drawn = []
    while match.view().ticket_left:
        play(match, "tickets")
        drawn += offer_of(match, match.seat)
        play(match, "keep all")
    assert len(drawn) == 49 and drawn[45:] == [dealt[2], dealt[4], dealt[5], dealt[6]]


# ---- GL-1.8
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gl_1_8_two_to_five_players(seats):
    """GL-1.8"""
    assert started("great-lakes", seats).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_gl_1_8_neither_fewer_nor_more(seats):
    """GL-1.8"""
    with pytest.raises(ekiben.EkibenError, match="2 to 5"):
        game("great-lakes").new(seats=seats, seed=1)


# ---- GL-2
def test_gl_2_1_five_actions():
    """GL-2.1: draw cards, claim a route, draw tickets, build a harbour, exchange pieces; a pass is
    no choice beside them.
    """
    match = lakes(hand={0: {"red-harbour": 2, "red-ship": 2}}, routes={0: ["chicago~muskegon"]})
    assert {action.verb for action in match.legal()} == {
        "draw",
        "claim",
        "tickets",
        "harbour",
        "exchange",
    }
    refused(match, "pass", "RT-2.2", "can-act")
    verbs = {
        "draw",
        "refill",
        "claim",
        "pay",
        "tickets",
        "keep",
        "harbour",
        "exchange",
        "take",
        "pass",
    }
    assert {action.verb for action in match.game.actions.all} == verbs


@pytest.mark.parametrize(
    "action",
    [
        ["draw trains", "draw ships"],
        ["claim ottawa-montreal", "pay 1 red"],
        ["tickets", "keep 1"],
        ["harbour chicago", "pay 2 red-harbour 2 red-ship"],
        ["exchange 1 trains"],
    ],
)
def test_gl_2_1_one_of_them_is_a_turn(action):
    """GL-2.1"""
    match = lakes(
        3, hand={0: {"red": 1, "red-harbour": 2, "red-ship": 2}}, routes={0: ["chicago~muskegon"]}
    )
    play(match, *action)
    assert (match.seat, match.asked) == (1, "turn")


@pytest.mark.parametrize(
    ("choice", "kept"), [("keep 3", 1), ("keep 1 4", 2), ("keep 2 3 4", 3), ("keep all", 4)]
)
def test_gl_2_2_four_tickets_are_drawn_and_one_or_more_kept(choice, kept):
    """GL-2.2"""
    match = started("great-lakes")
    play(match, "tickets")
    assert len(offer_of(match, 0)) == 4 and len(legal(match)) == 15
    play(match, choice)
    assert match.view().ticket_count.tolist() == [5 + kept, 5]
    assert match.view().ticket_left == 45 - kept


def test_gl_2_2_with_fewer_left_all_of_them():
    """GL-2.2"""
    match = arranged(
        started("great-lakes"),
        ticket_deck=["duluth-montreal", "duluth-new-york", "albany-buffalo"],
        ticket_rest=1,
    )
    play(match, "tickets")
    assert offer_of(match, 0) == ["duluth-montreal", "duluth-new-york", "albany-buffalo"]
    play(match, "keep 2")
    assert match.view().ticket_left == 2
