"""GL-7: the end, and scoring."""

import pytest
from table import game, legal, pieces_of, play, refused, route, started, told

from .lakes import final, lakes


def turns_to_the_end(match):
    """Draws until the game is over; who had a turn."""
    order = []
    while not match.over:
        order.append(match.seat)
        play(match, "draw trains", "draw trains")
    return order


# ---- GL-7.1
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_gl_7_1_everybody_takes_two_further_turns(seats):
    """GL-7.1: seat 1 brings the end near; the next seat first, seat 1 last in both rounds."""
    match = lakes(seats, hand={1: {"yellow": 3}}, pieces={1: {"train": 5, "ship": 4}}, seat=1)
    events = play(match, "claim duluth-eau-claire", "pay 3 yellow")
    assert [(event["seat"], event["turns"]) for event in told(events, "last-round")] == [
        (1, 2 * seats)
    ]
    assert (match.view().last_turns, match.view().last_seat) == (2 * seats, 1)
    assert turns_to_the_end(match) == 2 * [*range(2, seats), 0, 1]


@pytest.mark.parametrize(
    ("left", "near"),
    [
        ({"train": 6, "ship": 1}, False),
        ({"train": 0, "ship": 7}, False),
        ({"train": 7}, False),
        ({"train": 6, "ship": 0}, True),
        ({"train": 3, "ship": 3}, True),
        ({"ship": 6}, True),
        ({}, True),
    ],
)
def test_gl_7_1_six_pieces_or_fewer_trains_and_ships_together(left, near):
    """GL-7.1: what is left when the turn ends, whatever was done in it."""
    match = lakes(3, pieces={0: left})
    assert bool(told(play(match, "draw trains", "draw ships"), "last-round")) == near


@pytest.mark.parametrize(
    ("before", "near"), [({"train": 4, "ship": 6}, False), ({"train": 4, "ship": 5}, True)]
)
def test_gl_7_1_after_a_claim(before, near):
    """GL-7.1: three trains placed, and seven or six pieces left."""
    match = lakes(hand={0: {"yellow": 3}}, pieces={0: before})
    events = play(match, "claim duluth-eau-claire", "pay 3 yellow")
    assert sum(pieces_of(match, 0).values()) == (6 if near else 7)
    assert bool(told(events, "last-round")) == near


def test_gl_7_1_pieces_in_the_box_do_not_count():
    """GL-7.1: and an exchange, which changes no total, can bring the end neither nearer nor
    farther; it is a turn all the same.
    """
    match = lakes(pieces={0: {"train": 4, "ship": 3}, 1: {"train": 3, "ship": 3}})
    assert told(play(match, "exchange 4 trains"), "last-round") == []
    assert told(play(match, "exchange 3 ships"), "last-round")[0]["turns"] == 4
    assert turns_to_the_end(match) == [0, 1, 0, 1]


def test_gl_7_1_it_happens_once_only():
    """GL-7.1, RT-6.1: others who run short in the last turns do not put the end off."""
    match = lakes(3, pieces={seat: {"train": 2, "ship": 2} for seat in range(3)})
    play(match, "draw trains", "draw trains")
    assert turns_to_the_end(match) == [1, 2, 0, 1, 2, 0]
    assert len(told(match.events(), "last-round")) == 1 and match.view().last_seat == 0


def test_gl_7_1_the_last_turns_are_turns_like_any_other():
    """GL-7.1: seat 0 claims, exchanges, and that counts."""
    match = lakes(hand={0: {"red": 2}}, pieces={0: {"train": 4, "ship": 2}}, tickets={0: [], 1: []})
    play(
        match,
        "draw trains",
        "draw trains",
        "draw trains",
        "draw trains",
        "exchange 1 trains",
        "draw trains",
        "draw trains",
    )
    assert not match.over and match.seat == 0
    play(match, "claim montreal-ottawa", "pay 1 red")
    assert match.over and match.scores() == [-1 + 1 - 12, -12]


# ---- GL-7.2
def test_gl_7_2_no_bonus_for_the_longest_route_or_the_most_tickets():
    """GL-7.2: seat 0 has both, and nothing for either."""
    match = final(
        routes={0: ["eau-claire-wausau", "green-bay-wausau"], 1: ["montreal-ottawa"]},
        tickets={0: ["eau-claire-green-bay"]},
    )
    assert match.scores() == [2 + 1 + 3 - 12, 1 - 12]
    assert [tuple(line) for line in match.sheet(0)] == [
        ("GL-7.4", "routes", 1),
        ("GL-7.4", "routes", 2),
        ("RT-7.1", "ticket-done", 3),
        ("GL-5.5", "harbours-left", -12),
    ]
    assert not match.view().longest.any()


# ---- GL-7.3
DONE = {
    "routes": ["eau-claire-wausau", "green-bay-wausau"],
    "tickets": ["eau-claire-green-bay"],
}  # six points, one ticket


def tied(routes, tickets=None, buildings=None, seats=2):
    match = final(seats, routes=routes, tickets=tickets or {}, buildings=buildings or {})
    assert len(set(match.scores()[:2])) == 1, match.scores()
    return match.ranking()


def test_gl_7_3_first_more_completed_tickets():
    """GL-7.3: six points each, one with a ticket; in either seat."""
    plain = ["chicago-madison", "kingston-syracuse"]
    assert tied({0: DONE["routes"], 1: plain}, {0: DONE["tickets"]}) == [[0], [1]]
    assert tied({1: DONE["routes"], 0: plain}, {1: DONE["tickets"]}) == [[1], [0]]


def test_gl_7_3_completed_tickets_not_tickets_held():
    """GL-7.3: seat 0 holds two tickets and completes none, seat 1 holds none."""
    tickets = {0: ["eau-claire-green-bay", "albany-buffalo"]}
    assert tied({0: ["albany-montreal", "chicago-madison"], 1: ["buffalo-scranton"]}, tickets) == [
        [0, 1]
    ]


def test_gl_7_3_then_more_harbours_built():
    """GL-7.3: one harbour built that scores nothing saves four points, which the other made with a
    route.
    """
    routes = {0: ["chicago~muskegon"], 1: ["chicago-madison", "green-bay~traverse-city"]}
    assert tied(routes, buildings={0: ["chicago"]}) == [[0], [1]]
    routes = {1: ["chicago~muskegon"], 0: ["chicago-madison", "green-bay~traverse-city"]}
    assert tied(routes, buildings={1: ["chicago"]}) == [[1], [0]]


def test_gl_7_3_tickets_before_harbours():
    """GL-7.3: seat 0 has a ticket, seat 1 a harbour."""
    assert tied(
        {0: DONE["routes"], 1: ["kingston-syracuse"]}, {0: DONE["tickets"]}, {1: ["kingston"]}
    ) == [[0], [1]]


def test_gl_7_3_then_shared():
    """GL-7.3: a longer chain does not help; for every place."""
    assert tied({0: ["chicago-madison"], 1: ["muskegon-south-bend"]}) == [[0, 1]]
    assert tied({0: ["eau-claire-wausau", "kingston-syracuse"], 1: ["chicago-madison"]}) == [[0, 1]]
    assert tied(
        {0: ["chicago-madison"], 1: ["muskegon-south-bend"], 2: ["buffalo-scranton"]}, seats=3
    ) == [[2], [0, 1]]


def test_gl_7_3_ties_are_looked_at_only_between_equal_totals():
    """GL-7.3: a ticket and a harbour do not make up for a point."""
    match = final(
        routes={0: [*DONE["routes"]], 1: ["buffalo-scranton"]}, tickets={0: DONE["tickets"]}
    )
    assert match.scores() == [6 - 12, 7 - 12] and match.ranking() == [[1], [0]]


# ---- GL-7.4
@pytest.mark.parametrize(
    ("name", "length", "points"),
    [
        ("montreal-ottawa", 1, 1),
        ("eau-claire-wausau", 2, 2),
        ("chicago-madison", 3, 4),
        ("buffalo-scranton", 4, 7),
        ("duluth-thunder-bay", 5, 10),
        ("erie-scranton", 6, 15),
        ("rouyn-noranda-ottawa", 7, 18),
        ("rouyn-noranda-montreal", 8, 21),
        ("cleveland-new-york", 9, 27),
        ("erie~cleveland", 1, 1),
        ("buffalo~erie", 2, 2),
        ("chicago~muskegon", 3, 4),
        ("duluth~thunder-bay", 4, 7),
        ("duluth~lake-superior", 5, 10),
        ("buffalo~detroit", 6, 15),
    ],
)
def test_gl_7_4_the_score_table(name, length, points):
    """GL-7.4: scored at once, for trains and ships alike."""
    match = lakes(hand={0: {"wild": 9}})
    events = play(match, f"claim {name}", f"pay {length} wild")
    assert told(events, "claimed")[0]["points"] == points
    assert match.scores() == [points, 0] and sum(pieces_of(match, 0).values()) == 50 - length
    assert [(line.clause, line.points, line.details["length"]) for line in match.sheet(0)] == [
        ("GL-7.4", points, length)
    ]


def test_gl_7_4_there_is_no_other_length():
    """GL-7.4"""
    routes = game("great-lakes").board.routes
    assert {one.length for one in routes if one.kind == "train"} == set(range(1, 10))
    assert {one.length for one in routes if one.kind == "ship"} == set(range(1, 7))


# ---- GL-7.5
def test_gl_7_5_two_junctions_where_only_ship_routes_meet():
    """GL-7.5: and no ticket names them."""
    board = game("great-lakes").board
    junctions = [city for city in board.cities if city.junction]
    assert [city.id for city in junctions] == ["lake-superior", "lake-huron"]
    for city in junctions:
        assert {one.kind for one in board.routes if city.number in (one.a, one.z)} == {"ship"}
        assert not any(city.number in (ticket.a, ticket.z) for ticket in board.tickets)


@pytest.mark.parametrize(
    ("routes", "done"),
    [
        (
            [
                "duluth~lake-superior",
                "lake-superior~sault-ste-marie",
                "sault-ste-marie~traverse-city",
            ],
            True,
        ),
        (["duluth~lake-superior", "sault-ste-marie~traverse-city"], False),
        (
            [
                "duluth~lake-superior",
                "lake-superior~marquette",
                "marquette~sault-ste-marie",
                "sault-ste-marie~traverse-city",
            ],
            True,
        ),
    ],
)
def test_gl_7_5_chains_run_through_them(routes, done):
    """GL-7.5: from Duluth over the open water to Traverse City."""
    match = final(routes={0: routes}, tickets={0: ["duluth-traverse-city"]})
    assert match.view().completed[0] == done
    assert [line.points for line in match.sheet(0) if line.clause == "RT-7.1"] == [
        7 if done else -7
    ]


@pytest.mark.parametrize(
    ("junction", "name"),
    [("lake-superior", "lake-superior~marquette"), ("lake-huron", "bay-city~lake-huron")],
)
def test_gl_7_5_no_harbour_there(junction, name):
    """GL-7.5: a route reaches the junction and a port; only the port can have a harbour."""
    match = lakes(hand={0: {"wild": 4}}, routes={0: [name]})
    refused(match, f"harbour {junction}", "GL-5.1", "not-a-port")
    assert len(legal(match, "harbour")) == 1


def test_gl_7_5_routes_to_them_are_routes_like_any_other():
    """GL-7.5: claimed, scored, and closed with their twins."""
    match = lakes(hand={0: {"red-ship": 1}, 1: {"red-ship": 1}})
    assert route(match, "lake-superior~thunder-bay").length == 1
    play(match, "claim lake-superior~thunder-bay", "pay 1 red-ship")
    assert match.scores() == [1, 0]
    refused(match, "claim lake-superior~thunder-bay/2", "RT-4.8", "twin-closed")


def test_gl_7_1_reached_in_play():
    """GL-7.1: everybody claims what can be claimed until the end comes near, by a player with six
    pieces or fewer.
    """
    match = started("great-lakes", 3, seed=4)
    while not told(match.events(), "last-round"):
        wanted = [
            action for action in match.legal() if action.verb in ("claim", "pay", "refill")
        ] or [action for action in match.legal() if action.verb in ("draw", "pass")]
        seat = match.seat
        play(match, wanted[-1])
    assert sum(pieces_of(match, seat).values()) <= 6
    assert turns_to_the_end(match) == 2 * [(seat + 1) % 3, (seat + 2) % 3, seat]
