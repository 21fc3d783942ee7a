"""RT-6: the end."""

import pytest
from arranging import arranged
from table import legal, pieces_of, play, refused, routes_of, started, told


def turn(match):
    """The seat to act draws two cards."""
    return play(match, "draw deck", "draw deck")


def seats_to_the_end(match):
    """Draws until the game is over; who had a turn."""
    order = []
    while not match.over:
        order.append(match.seat)
        deck = "deck" if match.game.board.decks == 1 else "trains"
        play(match, f"draw {deck}", f"draw {deck}")
    return order


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_rt_6_1_the_next_seat_first_and_that_player_last(seats):
    """RT-6.1: in America with two trains or fewer, one further turn each."""
    match = arranged(started(seats=seats), hand={1: {"red": 2}}, pieces={1: {"train": 4}}, seat=1)
    events = play(match, "claim boston-new-york", "pay 2 red")
    assert pieces_of(match, 1) == {"train": 2}
    assert [(event["seat"], event["turns"]) for event in told(events, "last-round")] == [(1, seats)]
    assert (match.view().last_turns, match.view().last_seat) == (seats, 1)
    assert seats_to_the_end(match) == [*range(2, seats), 0, 1]


def test_rt_6_1_one_piece_more_is_not_the_end():
    """RT-6.1"""
    match = arranged(started(), hand={0: {"red": 2}}, pieces={0: {"train": 5}})
    assert told(play(match, "claim boston-new-york", "pay 2 red"), "last-round") == []
    assert match.view().last_turns == 0
    for _ in range(6):
        turn(match)
    assert not match.over


@pytest.mark.parametrize(
    "chain",
    [["draw deck", "draw deck"], ["tickets", "keep 1"], ["claim dallas-houston", "pay 1 red"]],
)
def test_rt_6_1_it_is_looked_at_after_every_turn_whatever_was_done(chain):
    """RT-6.1"""
    match = arranged(started(), hand={0: {"red": 2}}, pieces={0: {"train": 2}})
    assert told(play(match, *chain), "last-round")
    assert seats_to_the_end(match) == [1, 0]


def no_way_out(seat, **places):
    """The small board with nothing left to do but for a seat that draws tickets: no cards, and all
    routes taken.
    """
    routes = {
        0: [
            "akihabara-ueno",
            "akihabara-tokyo",
            "shinjuku-tokyo",
            "ikebukuro-shinjuku",
            "tokyo-ueno",
            "ikebukuro-ueno",
        ]
    }
    return arranged(
        started("yamanote", 3),
        hand={1: {}, 2: {}},
        deck=[],
        discards={},
        rest=0,
        routes=routes,
        seat=seat,
        **places,
    )


def test_rt_6_1_a_pass_counts_as_a_turn():
    """RT-6.1: it can bring the end near, and it is one of the last turns."""
    match = no_way_out(1, pieces={1: {"train": 1}}, ticket_deck=[], ticket_rest=0)
    events = play(match, "pass")
    assert [event["kind"] for event in events] == ["passed", "last-round"]
    assert match.view().last_turns == 3
    play(match, "pass")
    assert match.view().last_turns == 2


def test_rt_6_1_the_last_pass_ends_the_game():
    """RT-6.1: seat 2 draws the last ticket and brings the end near; two pass, and seat 2 too."""
    match = no_way_out(2, pieces={2: {"train": 1}}, ticket_deck=["shinjuku-ueno"], ticket_rest=0)
    events = play(match, "tickets", "keep 1")
    assert told(events, "last-round")[0]["turns"] == 3
    play(match, "pass", "pass")
    assert not match.over and match.seat == 2
    play(match, "pass")
    assert match.over


def test_rt_6_1_it_happens_once_only():
    """RT-6.1: others who run out in the last turns do not put the end off."""
    match = arranged(started(seats=3), pieces={0: {"train": 2}, 1: {"train": 1}, 2: {"train": 0}})
    assert len(told(turn(match), "last-round")) == 1
    assert told(turn(match) + turn(match) + turn(match), "last-round") == []
    assert match.over and match.view().last_seat == 0


def test_rt_6_1_routes_claimed_in_the_last_turns_count():
    """RT-6.1"""
    match = arranged(started(), hand={1: {"red": 2}}, pieces={0: {"train": 0}})
    turn(match)
    play(match, "claim boston-new-york", "pay 2 red")
    turn(match)
    assert match.over and routes_of(match, 1) == ["boston-new-york"]


def test_rt_6_1_as_many_further_turns_as_the_game_says():
    """RT-6.1: in Great Lakes two, and that player is last in each round; trains and ships count
    together.
    """
    match = arranged(
        started("great-lakes", 3), pieces={0: {"train": 3, "ship": 4}, 1: {"train": 2, "ship": 4}}
    )
    assert told(play(match, "draw trains", "draw trains"), "last-round") == []
    assert told(play(match, "draw trains", "draw trains"), "last-round")[0]["turns"] == 6
    assert seats_to_the_end(match) == [2, 0, 1, 2, 0, 1]


def test_rt_6_1_when_it_is_over_nothing_can_be_done():
    """RT-6.1"""
    match = arranged(started(), pieces={0: {"train": 0}})
    seats_to_the_end(match)
    assert (match.over, match.seat, match.asked, match.legal()) == (True, None, "over", [])
    for action in ("draw deck", "pass", "tickets"):
        refused(match, action, "RT-6.1", "game-over")


def test_rt_6_1_reached_in_play():
    """RT-6.1: seat 0 claims whatever it can until the end comes; the other has exactly one turn
    after that.
    """
    match = started(seed=3)
    while not told(match.events(), "last-round"):
        claims = legal(match, "claim") if match.seat == 0 else []
        if claims and match.asked == "turn":
            play(match, claims[-1])
            play(match, match.legal()[0])
        else:
            turn(match)
    assert pieces_of(match, 0)["train"] <= 2
    assert seats_to_the_end(match) == [1, 0]
