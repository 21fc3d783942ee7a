"""LD-5, LD-6: districts, and how London ends."""

import pytest
from arranging import arranged, ended
from table import started

# trees that join each district
JOINED = {
    1: ["british-museum-covent-garden"],
    2: [
        "piccadilly-circus-trafalgar-square",
        "buckingham-palace-trafalgar-square",
        "big-ben-trafalgar-square",
    ],
    3: ["globe-theatre-waterloo", "elephant-castle-waterloo"],
    4: ["charterhouse-st-pauls", "brick-lane-st-pauls", "st-pauls-tower-of-london"],
    5: ["kings-cross-regents-park", "baker-street-regents-park", "baker-street-hyde-park"],
}


def final(seats=2, **places):
    """Scored with these routes and tickets; tickets not named are none."""
    tickets = {seat: [] for seat in range(seats)} | places.pop("tickets", {})
    return ended(arranged(started("london", seats), tickets=tickets, **places))


def districts(match, seat):
    """What a seat's sheet says of districts: number and points."""
    return [
        (line.details["district"], line.points)
        for line in match.sheet(seat)
        if line.clause == "LD-5.1"
    ]


# ---- LD-5
@pytest.mark.parametrize("district", [1, 2, 3, 4, 5])
def test_ld_5_1_a_district_joined_scores_its_number(district):
    """LD-5.1: at the end; not every route between its locations is needed."""
    routes = {0: JOINED[district]}
    in_play = arranged(started("london"), routes=routes).scores()
    match = final(routes=routes)
    assert match.scores() == [in_play[0] + district, 0]
    assert districts(match, 0) == [(district, district)] and districts(match, 1) == []
    assert [tuple(line) for line in match.sheet(0)][-1] == ("LD-5.1", "district", district)


@pytest.mark.parametrize(
    ("district", "left_out"), [(district, name) for district in JOINED for name in JOINED[district]]
)
def test_ld_5_1_all_its_locations_must_be_joined(district, left_out):
    """LD-5.1: with any route of the tree missing it scores nothing."""
    match = final(routes={0: [name for name in JOINED[district] if name != left_out]})
    assert districts(match, 0) == []


@pytest.mark.parametrize(
    ("district", "routes"),
    [
        (1, ["british-museum-piccadilly-circus", "covent-garden-piccadilly-circus"]),
        (
            2,
            [
                "piccadilly-circus-trafalgar-square",
                "big-ben-buckingham-palace",
                "buckingham-palace-hyde-park",
                "hyde-park-piccadilly-circus",
            ],
        ),
        (3, ["big-ben-waterloo", "big-ben-elephant-castle", "globe-theatre-waterloo"]),
    ],
)
def test_ld_5_1_the_network_may_run_through_other_districts(district, routes):
    """LD-5.1"""
    assert districts(final(routes={0: routes}), 0) == [(district, district)]


@pytest.mark.parametrize(
    "routes",
    [
        ["piccadilly-circus-trafalgar-square", "big-ben-buckingham-palace"],
        [
            "piccadilly-circus-trafalgar-square",
            "big-ben-buckingham-palace",
            "buckingham-palace-hyde-park",
        ],
        ["charterhouse-st-pauls", "brick-lane-tower-of-london"],
        ["kings-cross-regents-park", "baker-street-hyde-park"],
        ["british-museum-kings-cross", "covent-garden-piccadilly-circus"],
    ],
)
def test_ld_5_1_two_separate_networks_do_not_join_it(routes):
    """LD-5.1: though every location of the district is reached."""
    assert districts(final(routes={0: routes}), 0) == []


def test_ld_5_1_anothers_routes_do_not_help():
    """LD-5.1: two players join it together, neither scores."""
    match = final(routes={0: JOINED[2][:2], 1: JOINED[2][2:]})
    assert districts(match, 0) == districts(match, 1) == []


def test_ld_5_1_one_player_may_score_several():
    """LD-5.1: in one network or in several."""
    match = final(
        routes={
            0: [*JOINED[1], *JOINED[2], *JOINED[3], "covent-garden-piccadilly-circus"],
            1: [*JOINED[4], *JOINED[5]],
        }
    )
    assert districts(match, 0) == [(1, 1), (2, 2), (3, 3)]
    assert districts(match, 1) == [(4, 4), (5, 5)]
    assert match.scores() == [1 + (1 + 2 + 1) + (2 + 2) + 1 + 6, (1 + 4 + 4) + (4 + 2 + 7) + 9]


@pytest.mark.parametrize("seats", [3, 4])
def test_ld_5_2_several_players_may_score_the_same_district(seats):
    """LD-5.2: by both halves of a double route, and a third one round about."""
    match = final(
        seats,
        routes={
            0: ["british-museum-covent-garden"],
            1: ["british-museum-covent-garden/2"],
            2: ["british-museum-piccadilly-circus", "covent-garden-piccadilly-circus"],
        },
    )
    assert [districts(match, seat) for seat in range(3)] == [[(1, 1)]] * 3
    assert match.scores()[:3] == [1 + 1, 1 + 1, 2 + 1 + 1]


def test_ld_5_2_in_a_game_of_two_as_well():
    """LD-5.2"""
    match = final(
        routes={
            0: JOINED[3],
            1: ["big-ben-waterloo", "big-ben-elephant-castle", "elephant-castle-globe-theatre"],
        }
    )
    assert districts(match, 0) == districts(match, 1) == [(3, 3)]


# ---- LD-6
def test_ld_6_1_no_longest_route_bonus():
    """LD-6.1: routes score, and nothing else."""
    match = final(routes={0: ["baker-street-british-museum", "british-museum-charterhouse"]})
    assert match.scores() == [14, 0]
    assert [tuple(line) for line in match.sheet(0)] == [("LD-4.1", "routes", 14)] and match.sheet(
        1
    ) == []


def test_ld_6_1_ties_first_more_completed_tickets():
    """LD-6.1: six points each; seat 0 has one ticket of three done."""
    match = final(
        tickets={0: ["covent-garden-hyde-park"]},
        routes={
            0: ["covent-garden-piccadilly-circus", "hyde-park-piccadilly-circus"],
            1: ["brick-lane-charterhouse", "globe-theatre-waterloo"],
        },
    )
    assert match.scores() == [1 + 2 + 3, 4 + 2]
    assert match.view().completed.tolist() == [1, 0] and match.ranking() == [[0], [1]]


def test_ld_6_1_completed_tickets_not_tickets_held():
    """LD-6.1: a ticket missed is none."""
    match = final(
        tickets={1: ["covent-garden-hyde-park"]},
        routes={0: ["brick-lane-charterhouse"], 1: ["british-museum-charterhouse"]},
    )
    assert match.scores() == [4, 7 - 3] and match.ranking() == [[0, 1]]


def test_ld_6_1_then_shared():
    """LD-6.1: a longer chain does not help, nor do districts or buses left."""
    match = final(
        3,
        routes={
            0: ["big-ben-elephant-castle"],
            1: ["hyde-park-piccadilly-circus", "globe-theatre-waterloo"],
            2: ["british-museum-covent-garden", "buckingham-palace-piccadilly-circus"],
        },
    )
    assert match.scores() == [4, 4, 1 + 2 + 1]
    assert match.ranking() == [[0, 1, 2]]


def test_ld_6_1_the_highest_total_wins():
    """LD-6.1: more tickets do not make up for a point."""
    match = final(
        tickets={0: ["covent-garden-hyde-park"]},
        routes={
            0: ["covent-garden-piccadilly-circus", "hyde-park-piccadilly-circus"],
            1: ["british-museum-charterhouse"],
        },
    )
    assert match.scores() == [6, 7] and match.ranking() == [[1], [0]]
