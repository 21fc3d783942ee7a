"""GL-6: exchanging pieces."""

import pytest
from arranging import ended
from table import legal, pieces_of, play, refused, routes_of, started, told

import ekiben

from .lakes import box_of, deal, lakes, viewers


def mixed(trains, seats=2):
    """At seat 0's first turn, seat 0 having taken so many trains, the others twenty-seven."""
    match = deal(seats)
    play(match, *["keep all"] * seats, f"take {trains} trains", *["take 27 trains"] * (seats - 1))
    return match


def test_gl_6_1_two_trains_for_two_ships():
    """GL-6.1: the rulebook's example: two points lost, and the turn is over."""
    match = mixed(27)
    events = play(match, "exchange 2 trains")
    assert [
        (event["kind"], event["seat"], event["pieces"], event["count"]) for event in events
    ] == [("exchanged", 0, "trains", 2)]
    for viewer in viewers(match):
        assert match.view(viewer).pieces[0].tolist() == [25, 25] and match.view(viewer).box[
            0
        ].tolist() == [8, 7]
        assert told(match.events(viewer), "exchanged")
    assert (match.scores(), match.seat, match.asked) == ([-2, 0], 1, "turn")
    assert (pieces_of(match, 1), box_of(match, 1)) == (
        {"train": 27, "ship": 23},
        {"train": 6, "ship": 9},
    )


def test_gl_6_1_two_ships_for_two_trains():
    """GL-6.1: the reverse."""
    match = mixed(27)
    play(match, "exchange 2 ships")
    assert (pieces_of(match, 0), box_of(match, 0), match.scores()) == (
        {"train": 29, "ship": 21},
        {"train": 4, "ship": 11},
        [-2, 0],
    )


@pytest.mark.parametrize(
    ("trains", "most_trains", "most_ships"), [(27, 9, 6), (18, 0, 15), (33, 15, 0), (25, 7, 8)]
)
def test_gl_6_1_at_least_one_and_no_more_than_the_box_has(trains, most_trains, most_ships):
    """GL-6.1: with t trains taken the box holds t - 18 ships and 33 - t trains."""
    match = mixed(trains)
    assert legal(match, "exchange") == [
        f"exchange {n} trains" for n in range(1, most_trains + 1)
    ] + [f"exchange {n} ships" for n in range(1, most_ships + 1)]
    for kind, most in (("trains", most_trains), ("ships", most_ships)):
        refusal = refused(match, f"exchange {most + 1} {kind}", "GL-6.1", "too-few-in-box")
        assert (refusal.have, refusal.need) == (most, most + 1)


@pytest.mark.parametrize(
    ("pieces", "giving", "most"),
    [({"train": 2, "ship": 20}, "trains", 2), ({"train": 20, "ship": 3}, "ships", 3)],
)
def test_gl_6_1_no_more_than_are_not_yet_placed(pieces, giving, most):
    """GL-6.1"""
    match = lakes(pieces={0: pieces})
    assert [action for action in legal(match, "exchange") if giving in action][
        -1
    ] == f"exchange {most} {giving}"
    refusal = refused(match, f"exchange {most + 1} {giving}", "GL-6.1", "too-few-to-give")
    assert (refusal.have, refusal.need) == (most, most + 1)


def test_gl_6_1_pieces_on_the_board_stay_there():
    """GL-6.1: five trains are placed; all the others are swapped for ships."""
    match = lakes(routes={0: ["duluth-thunder-bay"]}, pieces={0: {"train": 9, "ship": 10}})
    play(match, "exchange 9 trains")
    assert pieces_of(match, 0) == {"train": 0, "ship": 19} and box_of(match, 0) == {
        "train": 28,
        "ship": 13,
    }
    assert routes_of(match, 0) == ["duluth-thunder-bay"] and match.scores() == [10 - 9, 0]


@pytest.mark.parametrize("n", [0, -1, 40])
def test_gl_6_1_none_is_no_exchange(n):
    """GL-6.1: at least one; nor more than there can ever be."""
    with pytest.raises(ekiben.EkibenError, match="not an action"):
        mixed(27).play(f"exchange {n} trains")


def test_gl_6_1_there_and_back_costs_twice():
    """GL-6.1: as often as a player likes; one point for each pair, every time."""
    match = mixed(27)
    play(
        match,
        "exchange 9 trains",
        "draw trains",
        "draw trains",
        "exchange 9 ships",
        "draw ships",
        "draw ships",
    )
    assert (pieces_of(match, 0), match.scores()) == ({"train": 27, "ship": 23}, [-18, 0])
    play(match, "exchange 6 ships")
    assert match.scores() == [-24, 0]
    assert [
        (line.clause, line.reason, line.points, line.details["count"]) for line in match.sheet(0)
    ] == [("GL-6.1", "exchanged", -24, 24)]


def test_gl_6_1_the_score_may_go_below_zero_and_stays_there():
    """GL-6.1: at the end too."""
    match = lakes(routes={0: ["montreal-ottawa"]}, tickets={0: [], 1: []})
    play(match, "exchange 3 trains")
    assert match.scores() == [1 - 3, 0]
    match = ended(match)
    assert match.scores() == [1 - 3 - 12, -12]
    assert [tuple(line) for line in match.sheet(0)] == [
        ("GL-7.4", "routes", 1),
        ("GL-6.1", "exchanged", -3),
        ("GL-5.5", "harbours-left", -12),
    ]


def test_gl_6_1_ships_swapped_in_can_be_placed():
    """GL-6.1: with three ships a route of four is out of reach.

    One train swapped, and it is not.
    """
    match = lakes(hand={0: {"yellow-double": 2}}, pieces={0: {"train": 20, "ship": 3}})
    refused(match, "claim duluth~thunder-bay", "RT-4.6", "too-few-pieces")
    play(
        match,
        "exchange 1 trains",
        "draw trains",
        "draw trains",
        "claim duluth~thunder-bay",
        "pay 2 yellow-double",
    )
    assert pieces_of(match, 0) == {"train": 19, "ship": 0} and match.scores() == [7 - 1, 0]


def test_gl_6_1_only_as_the_turns_action():
    """GL-6.1: not between two cards, nor while paying or choosing tickets."""
    for first in ("draw trains", "claim montreal-ottawa", "tickets"):
        match = lakes(hand={0: {"red": 1}})
        play(match, first)
        refused(match, "exchange 1 trains", "RT-2.1", "not-asked")


@pytest.mark.parametrize("seats", [2, 4])
def test_gl_6_1_ten_rounds_of_exchanges_only_end_the_game(seats):
    """GL-6.1, RT-2.3: everybody swaps one pair ten times; the tickets are counted as they are."""
    match = started("great-lakes", seats)
    for turn in range(10 * seats):
        assert not match.over and match.seat == turn % seats
        play(match, "exchange 1 trains" if turn // seats % 2 else "exchange 1 ships")
    assert match.over and match.events()[-1]["kind"] == "over"
    for seat in range(seats):
        held = [
            ticket
            for ticket in match.game.board.tickets
            if int(match.view().tickets[seat]) >> ticket.number & 1
        ]
        assert match.scores()[seat] == -10 - 12 - sum(ticket.points for ticket in held)


@pytest.mark.parametrize(
    "other",
    [["draw trains", "draw ships"], ["tickets", "keep 1"], ["claim montreal-ottawa", "pay 1 red"]],
)
def test_gl_6_1_any_other_action_begins_the_ten_rounds_anew(other):
    """GL-6.1, RT-2.3: in the very last turn before the end."""
    match = lakes(hand={1: {"red": 1}})
    swaps = [f"exchange 1 {'ships' if turn // 2 % 2 else 'trains'}" for turn in range(40)]
    play(match, *swaps[:19], *other)
    assert not match.over and match.view().idle == 0
    swaps = [f"exchange 1 {'trains' if turn % 4 in (1, 2) else 'ships'}" for turn in range(20)]
    play(match, *swaps[:19])
    assert not match.over
    play(match, swaps[19])
    assert match.over
