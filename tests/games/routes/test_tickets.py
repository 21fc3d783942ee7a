"""RT-5: drawing tickets."""

import json

import pytest
from arranging import arranged, ended
from table import legal, offer_of, play, refused, started, tickets_of, told

FIVE = ["atlanta-montreal", "boston-miami", "calgary-phoenix", "chicago-santa-fe", "denver-el-paso"]


def table(*deck, seats=2, **places):
    """America with these tickets in the deck, from the top, and no others.

    Seat 1 holds the rest.
    """
    return arranged(
        started(seats=seats), tickets={0: []}, ticket_deck=list(deck), ticket_rest=1, **places
    )


# ---- RT-5.1
def test_rt_5_1_the_games_number_is_drawn_from_the_top_and_one_or_more_kept():
    """RT-5.1: three in America; every choice but none."""
    match = table(*FIVE)
    play(match, "tickets")
    assert (match.seat, match.asked) == (0, "tickets")
    assert offer_of(match, 0) == FIVE[:3]
    assert sorted(legal(match)) == [
        "keep 1",
        "keep 1 2",
        "keep 1 2 3",
        "keep 1 3",
        "keep 2",
        "keep 2 3",
        "keep 3",
    ]
    play(match, "keep 1 3")
    assert tickets_of(match, 0) == [FIVE[0], FIVE[2]]
    assert (match.seat, match.asked) == (1, "turn")


@pytest.mark.parametrize("left", [1, 2])
def test_rt_5_1_all_that_are_left_if_fewer(left):
    """RT-5.1: the last one must be kept."""
    match = table(*FIVE[:left])
    play(match, "tickets")
    assert offer_of(match, 0) == FIVE[:left]
    assert legal(match) == [["keep 1"], ["keep 1", "keep 2", "keep 1 2"]][left - 1]
    assert refused(match, "keep 3", "RT-5.1", "not-offered").offered == left
    play(match, "keep 1")
    assert tickets_of(match, 0) == FIVE[:1] and match.view().ticket_left == left - 1


def test_rt_5_1_the_number_and_the_least_are_the_games():
    """RT-5.1: London two, Great Lakes four."""
    for name, count in (("london", 2), ("great-lakes", 4)):
        match = started(name)
        play(match, "tickets")
        assert len(offer_of(match, 0)) == count
        assert len(legal(match)) == 2**count - 1


# ---- RT-5.2
def test_rt_5_2_what_is_not_kept_goes_to_the_bottom_in_the_order_offered():
    """RT-5.2"""
    match = table(*FIVE)
    play(match, "tickets", "keep 2", "tickets")
    assert offer_of(match, 1) == [FIVE[3], FIVE[4], FIVE[0]]
    play(match, "keep 3", "tickets")
    assert offer_of(match, 0) == [FIVE[2], FIVE[3], FIVE[4]]


def test_rt_5_2_the_player_remembers_them():
    """RT-5.2: and nobody else sees what they were."""
    match = table(*FIVE, seats=3)
    draws = match.view().draws
    play(match, "tickets", "keep 2")
    tickets = [
        match.game.board.tickets[number].id for number in match.view(0).draw_offer[draws][:3]
    ]
    assert tickets == FIVE[:3] and match.view(0).draw_choice[draws] == 0b010
    for viewer in (1, 2, None):
        view = match.view(viewer)
        assert set(view.draw_offer[draws].tolist()) == {-1} and view.draw_choice[draws] == -1
        assert (view.draw_seat[draws], view.draw_size[draws], view.draw_kept[draws]) == (0, 3, 1)


# ---- RT-5.3
def test_rt_5_3_with_no_ticket_left_the_action_is_not_there():
    """RT-5.3"""
    match = table(FIVE[0])
    assert "tickets" in legal(match)
    play(match, "tickets", "keep 1")
    assert match.view().ticket_left == 0 and "tickets" not in legal(match)
    refused(match, "tickets", "RT-5.3", "no-tickets")


def test_rt_5_3_reached_in_play():
    """RT-5.3: five tickets are left on the small board, two are drawn at a time."""
    match = started("yamanote")
    assert match.view().ticket_left == 5
    play(match, "tickets", "keep 1 2", "tickets", "keep 1 2", "tickets")
    assert len(offer_of(match, 0)) == 1 and legal(match) == ["keep 1"]
    play(match, "keep 1")
    refused(match, "tickets", "RT-5.3", "no-tickets")


# ---- RT-5.4
def test_rt_5_4_there_is_no_limit_on_tickets():
    """RT-5.4: all thirty of the board."""
    match = arranged(started(), tickets={1: []}, ticket_deck=FIVE[:3], ticket_rest=0)
    play(match, "tickets", "keep 1 2 3")
    assert len(tickets_of(match, 0)) == 30 and match.view().ticket_count.tolist() == [30, 0]


# ---- RT-5.5
def test_rt_5_5_nobody_else_sees_them():
    """RT-5.5: others hear how many were drawn and kept."""
    match = table(*FIVE, seats=3)
    play(match, "tickets", "keep 1 3")
    own = match.events(0)
    assert told(own, "offered")[-1]["tickets"] == FIVE[:3]
    assert told(own, "kept")[-1]["tickets"] == [FIVE[0], FIVE[2]]
    for viewer in (1, 2, None):
        heard = match.events(viewer)
        assert told(heard, "offered")[-1]["count"] == 3 and told(heard, "kept")[-1]["count"] == 2
        assert not {"tickets"} & (
            told(heard, "offered")[-1].keys() | told(heard, "kept")[-1].keys()
        )
        assert tickets_of(match, 0, viewer) is None
        assert match.view(viewer).ticket_count[0] == 2


def test_rt_5_5_nor_whether_they_are_complete():
    """RT-5.5: with a complete ticket or a hopeless one at seat 0, the others know the same, and the
    score is the same.
    """
    places = {"routes": {0: ["denver-santa-fe", "el-paso-santa-fe"]}, "hand": {0: {"red": 4}}}
    known = []
    for ticket in ("denver-el-paso", "los-angeles-miami"):
        match = arranged(
            started(seats=3), tickets={0: [ticket], 1: FIVE[:2], 2: FIVE[2:4]}, **places
        )
        play(match, "claim dallas-el-paso", "pay 4 red")
        known.append(
            [
                (
                    match.view(viewer).to_json(),
                    json.dumps(match.events(viewer)),
                    match.scores(),
                    match.sheet(0),
                )
                for viewer in (1, 2, None)
            ]
        )
    assert known[0] == known[1]


def test_rt_5_5_a_choice_taken_back_stays_hidden_too():
    """RT-5.5: the others do not hear which one was kept first."""
    known = []
    for choice in ("keep 1", "keep 2"):
        match = table(*FIVE, seats=3)
        play(match, "tickets", choice)
        match.undo()
        play(match, "keep 3")
        known.append([json.dumps(match.events(viewer)) for viewer in (1, 2, None)])
    assert known[0] == known[1]


def test_rt_5_5_until_final_scoring():
    """RT-5.5"""
    routes = ["denver-santa-fe", "el-paso-santa-fe"]
    match = ended(arranged(started(seats=3), tickets={0: ["denver-el-paso"]}, routes={0: routes}))
    for viewer in (0, 1, 2, None):
        assert tickets_of(match, 0, viewer) == ["denver-el-paso"]
        assert match.view(viewer).completed.tolist()[0] == 1
