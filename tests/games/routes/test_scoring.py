"""RT-7: final scoring."""

import random

import pytest
from arranging import arranged, ended
from table import game, legal, new, pieces_of, play, route, routes_of, started, tickets_of

# a loop of nine spaces: two, three and four
LOOP = ["denver-santa-fe", "oklahoma-city-santa-fe", "denver-oklahoma-city"]


def final(seats=2, **places):
    """America, scored with these routes and tickets; tickets not named are none."""
    tickets = {seat: [] for seat in range(seats)} | places.pop("tickets", {})
    return ended(arranged(started(seats=seats), tickets=tickets, **places))


def lines(match, seat, reason):
    return [line.points for line in match.sheet(seat) if line.reason == reason]


# ---- RT-7.1
def test_rt_7_1_a_complete_ticket_adds_its_value():
    """RT-7.1: Denver–El Paso (4) over Santa Fe."""
    match = final(
        tickets={0: ["denver-el-paso"]}, routes={0: ["denver-santa-fe", "el-paso-santa-fe"]}
    )
    assert lines(match, 0, "ticket-done") == [4]
    assert match.scores() == [2 + 2 + 4 + 10, 0]


def test_rt_7_1_an_incomplete_one_subtracts_it():
    """RT-7.1: a score may go below nought."""
    match = final(
        tickets={0: ["denver-el-paso"], 1: ["los-angeles-miami", "new-york-seattle"]},
        routes={0: ["denver-santa-fe"]},
    )
    assert lines(match, 0, "ticket-missed") == [-4] and lines(match, 1, "ticket-missed") == [
        -20,
        -22,
    ]
    assert match.scores() == [2 - 4 + 10, -42]


def test_rt_7_1_the_chain_must_be_unbroken_and_the_players_own():
    """RT-7.1: with the middle route missing, or another's, it is not complete."""
    ends = ["denver-santa-fe", "el-paso-santa-fe"]
    for routes in ({0: ends[:1]}, {0: ends[1:]}, {0: ends[:1], 1: ends[1:]}, {1: ends}):
        match = final(tickets={0: ["denver-el-paso"]}, routes=routes)
        assert lines(match, 0, "ticket-missed") == [-4] and lines(match, 0, "ticket-done") == []


def test_rt_7_1_any_way_round_will_do():
    """RT-7.1: Denver–El Paso by Oklahoma City, with side lines."""
    match = final(
        tickets={0: ["denver-el-paso", "houston-kansas-city"]},
        routes={
            0: [
                "denver-oklahoma-city",
                "el-paso-oklahoma-city",
                "dallas-oklahoma-city",
                "dallas-houston",
                "kansas-city-oklahoma-city/2",
                "los-angeles-phoenix",
            ]
        },
    )
    assert sorted(lines(match, 0, "ticket-done")) == [4, 5]
    assert match.view().completed.tolist() == [2, 0]


def test_rt_7_1_each_ticket_for_itself():
    """RT-7.1"""
    match = final(
        tickets={0: ["denver-el-paso", "calgary-phoenix"]},
        routes={0: ["denver-santa-fe", "el-paso-santa-fe"]},
    )
    assert sorted(lines(match, 0, "ticket-done") + lines(match, 0, "ticket-missed")) == [-13, 4]
    assert match.scores()[0] == sum(line.points for line in match.sheet(0)) == 4 + 4 - 13 + 10


# ---- RT-7.2
@pytest.mark.parametrize(
    ("routes", "length"),
    [
        (["denver-omaha"], 4),
        (["denver-omaha", "denver-helena"], 8),
        (["denver-omaha", "boston-new-york", "new-york-washington"], 4),  # parts that do not touch
        (
            ["portland-seattle", "seattle-vancouver", "calgary-seattle", "helena-seattle"],
            10,
        ),  # a star: the two longest
        (LOOP, 9),
        ([*LOOP, "el-paso-santa-fe"], 11),  # a loop with a tail
        ([*LOOP, "denver-phoenix", "phoenix-santa-fe"], 17),  # two loops that share two cities
        ([*LOOP, "denver-omaha", "denver-helena"], 17),  # through Denver twice: in, round, out
        ([*LOOP, "el-paso-santa-fe", "denver-omaha"], 13),  # one side of the loop is left out
    ],
)
def test_rt_7_2_the_longest_chain_counts_no_piece_twice(routes, length):
    """RT-7.2: it may loop and pass a city more than once."""
    match = final(routes={0: routes, 1: ["atlanta-nashville"]})
    assert match.view().longest.tolist() == [length, 1]
    assert lines(match, 0, "longest-route") == [10] and lines(match, 1, "longest-route") == []


def walk(routes, city):
    """The longest trail from a city, every way tried."""
    best = 0
    for n, one in enumerate(routes):
        if city in (one.a, one.z):
            best = max(best, one.length + walk(routes[:n] + routes[n + 1 :], one.a + one.z - city))
    return best


def test_rt_7_2_as_every_way_tried():
    """RT-7.2: against a plain search, for random networks round one city."""
    luck = random.Random(5)
    for _ in range(40):
        routes, cities = [], {luck.randrange(36)}
        while len(routes) < 10:
            near = [
                one for one in game().board.routes if {one.a, one.z} & cities and one not in routes
            ]
            near = [
                one
                for one in near
                if one.length < 5 and not any(one.twin == other.number for other in routes)
            ]
            routes.append(luck.choice(near))
            cities |= {city for one in routes for city in (one.a, one.z)}
        match = final(routes={0: [one.id for one in routes]})
        assert match.view().longest[0] == max(walk(routes, city) for city in cities)


def test_rt_7_2_all_who_tie_score():
    """RT-7.2: four spaces each; the third has three."""
    match = final(
        3,
        routes={
            0: ["denver-omaha"],
            1: ["new-york-pittsburgh", "new-york-washington"],
            2: ["chicago-duluth"],
        },
    )
    assert match.view().longest.tolist() == [4, 4, 3]
    assert [lines(match, seat, "longest-route") for seat in range(3)] == [[10], [10], []]
    assert match.scores() == [17, 14, 4]


def test_rt_7_2_nobody_scores_it_with_no_route_claimed():
    """RT-7.2"""
    match = final(3)
    assert match.scores() == [0, 0, 0]
    assert all(match.sheet(seat) == [] for seat in range(3))


def test_rt_7_2_pieces_not_routes_are_counted():
    """RT-7.2: one route of six beats a chain of four short ones."""
    match = final(
        routes={
            0: ["portland-seattle", "seattle-vancouver", "dallas-houston"],
            1: ["miami-new-orleans"],
        }
    )
    assert match.view().longest.tolist() == [2, 6]
    assert lines(match, 1, "longest-route") == [10]


# ---- RT-7.3
def test_rt_7_3_the_highest_total_wins():
    """RT-7.3: not the most points in play."""
    match = final(
        3,
        tickets={0: ["los-angeles-miami"], 1: ["denver-el-paso"]},
        routes={
            0: ["miami-new-orleans"],
            1: ["denver-santa-fe", "el-paso-santa-fe"],
            2: ["chicago-duluth"],
        },
    )
    assert match.scores() == [15 + 10 - 20, 4 + 4, 4]
    assert match.ranking() == [[1], [0], [2]]


def test_rt_7_3_what_stays_tied_is_shared():
    """RT-7.3"""
    match = final(3, routes={0: ["denver-omaha"], 1: ["chicago-omaha"], 2: ["dallas-houston"]})
    assert match.scores() == [17, 17, 1]
    assert match.ranking() == [[0, 1], [2]]


def test_rt_7_3_in_play_the_ranking_is_by_what_is_public():
    """RT-7.3: tickets do not show before the end."""
    match = arranged(
        started(),
        tickets={0: ["new-york-seattle"], 1: []},
        routes={0: ["denver-omaha"], 1: ["dallas-houston"]},
    )
    assert match.scores() == [7, 1] and match.ranking() == [[0], [1]]


# ---- RT-7.4
def played_out(name, seats, seed):
    """A game by random players who like to claim."""
    match, luck = new(name, seats, seed), random.Random(seed)
    while not match.over:
        choices = legal(match, "claim", "exchange", "pay") if luck.random() < 0.7 else []
        play(match, luck.choice(choices or legal(match)))
    return match


@pytest.mark.parametrize(
    ("name", "seats", "seed"),
    [
        ("america", 2, 1),
        ("america", 3, 2),
        ("america", 5, 3),
        ("europe", 2, 4),
        ("great-lakes", 3, 5),
        ("london", 4, 6),
        ("yamanote", 4, 7),
    ],
)
def test_rt_7_4_routes_recounted_are_what_was_scored_in_play(name, seats, seed):
    """RT-7.4: from the routes on the board, from what was told as they were claimed, and from the
    sheet.
    """
    match = played_out(name, seats, seed)
    board = match.game.board
    points, total = board.figures.routes.points, 0
    for seat in range(seats):
        own = [route(match, name) for name in routes_of(match, seat)]
        recount = sum(points[one.length - 1] for one in own)
        total += recount
        assert recount == sum(
            event["points"]
            for event in match.events()
            if event["kind"] == "claimed" and event["seat"] == seat
        )
        assert recount == sum(lines(match, seat, "routes"))
        lost = sum(
            event["count"]
            for event in match.events()
            if event["kind"] == "exchanged" and event["seat"] == seat
        )
        assert -lost == sum(lines(match, seat, "exchanged"))
        assert match.scores()[seat] == sum(line.points for line in match.sheet(seat))
        placed = sum(one.length for one in own)
        in_play = board.figures.pieces.in_play or board.figures.pieces.land
        assert sum(pieces_of(match, seat).values()) == in_play - placed
    assert total > 0


def test_rt_7_4_the_score_in_play_is_that_of_the_routes():
    """RT-7.4: at every moment of a game, less what was exchanged (GL-6.1)."""
    match, luck = new("great-lakes", 2, 8), random.Random(8)
    while not match.over:
        for seat in range(2):
            assert match.scores()[seat] == sum(line.points for line in match.sheet(seat))
        play(match, luck.choice(legal(match, "claim", "exchange") or legal(match)))
    assert tickets_of(match, 0, None)
