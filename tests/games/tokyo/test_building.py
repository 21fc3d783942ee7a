"""TR-4: where track may be built, what it costs, what it joins.

And the map it is built on (KT-2).
"""

import pytest

from .table import (
    allowed,
    arranged,
    cost,
    end_turn,
    game,
    legal,
    links,
    loans,
    money,
    new,
    play,
    refused,
    told,
)

EAST = "r30c25 e"  # out of Tokyo, 7 G


def builder(**how):
    return arranged(asked="build", **{"money": {0: 300}, **how})


@pytest.mark.parametrize(
    ("path", "prices"),
    [
        ("r30c25 6e", [7, 3, 3, 4, 2, 2]),  # mega city; two rivers; a coast; plain
        ("r28c17 e e", [4, 4]),  # a hill is charged when entered and when left
        ("r33c23 s", [7]),  # medium city to big city
        ("r16c25 e", [4]),
        ("r32c22 s s", [2, 5]),
        ("r28c32 e e", [5, 7]),  # a lake at an end; lake and medium city
        ("r31c25 e", [7]),  # a sea post, no coast on top
        ("r0c9 s", [9]),
        ("r2c0 se", [13]),  # hill and mountain; mountains, diagonal
        ("r1c30 w", [3]),
        ("r0c8 w", [5]),  # small city; an exit costs as one
    ],
)
def test_tr_4_6_base_both_ends_and_what_lies_between(path, prices):
    """TR-4.6, TR-4.7, KT-2.1."""
    board = game().plain_board
    assert [int(board.cost[link]) for link in links(game(), path)] == prices


@pytest.mark.parametrize(
    ("path", "price"),
    [
        ("r6c25 se", 4),  # 1: straight through a river
        ("r9c29 se", 3),
        ("r16c38 se", 3),  # 2: through the gap where a river, a coast ends
        ("r2c30 se", 3),
        ("r12c39 se", 3),  # 3: through the point where it bends
        ("r42c7 se", 5),
        ("r30c26 se", 4),  # 4: where a coast, a river meets the sea
        ("r32c24 se", 4),
        ("r37c17 se", 4),  # 5: where a river meets a coast it is a river
    ],
)
def test_tr_4_8_the_five_cases_of_river_and_coast(path, price):
    """TR-4.8, KT-2.3."""
    assert cost(new(), path) == price


def test_kt_2_3_diagonals_follow_from_the_sides():
    """KT-2.3: every diagonal is charged by the five cases."""
    board = game().board
    east, south, terrain = board.between["east"], board.between["south"], board.terrain
    city = {post: one.id for one in board.cities for post in one.posts}
    for r in range(board.rows - 1):
        for c in range(board.columns - 1):
            n, s, w, e = east[r][c], east[r + 1][c], south[r][c], south[r][c + 1]
            lines = [line for line in (n, s, w, e) if line != "."]
            corners = terrain[r][c : c + 2] + terrain[r + 1][c : c + 2]
            kind = ("r" if "r" in lines else "c") if lines else "."
            straight = "." not in (n + s) or "." not in (w + e)
            if (len(lines) == 1 and not set(corners) & set("~o")) or (
                len(lines) == 2 and not straight and len(set(lines)) == 1
            ):
                kind = "."
            for name, (a, z) in (
                ("south_east", ((r, c), (r + 1, c + 1))),
                ("south_west", ((r, c + 1), (r + 1, c))),
            ):
                ends = [terrain[a[0]][a[1]], terrain[z[0]][z[1]]]
                towns = [city.get(post[0] * board.columns + post[1], post) for post in (a, z)]
                free = set(ends) & set("~o") or (towns[0] == towns[1] and ends[0] in "34")
                assert board.between[name][r][c] == ("." if free else kind), (name, r, c)


def test_tr_4_1_links_join_neighbours_on_the_map():
    """TR-4.1: eight neighbours, either end names the link; off the map is nothing."""
    match = builder()
    assert (
        str(match.action("build r30c26 w"))
        == "build r30c25 e"
        == str(match.action("build r30c25 e"))
    )
    assert match.action("build r31c26 nw") == match.action("build r30c25 se")
    allowed(match, "build r30c25 e", "build r30c25 se", "build r27c24 s")
    refused(match, "build r48c0 s", "TR-4.1", "off-map")
    with pytest.raises(ValueError, match="not an action"):
        match.action("build r0c0 n")


def test_tr_4_2_not_inside_a_big_city():
    """TR-4.2, KT-2.4."""
    match = builder()
    assert refused(match, "build r28c23 e", "TR-4.2", "inside-city").city == "tokyo"


def test_tr_4_3_one_track_on_a_link_and_diagonals_cross():
    """TR-4.3."""
    match = builder(track={1: [EAST, "r30c26 ne"]})
    assert refused(match, f"build {EAST}", "TR-4.3", "track-there").owner == 1
    play(match, "build r29c25 e", "build r29c26 e")
    assert refused(match, "build r29c26 e", "TR-4.3", "track-there").owner == 0
    allowed(match, "build r29c26 se")  # crosses the other's r30c26 ne


def test_tr_4_4_a_foothold_is_needed():
    """TR-4.4: a big city, or own track; another's track is none."""
    match = builder(track={1: [EAST]})
    refused(match, "build r30c26 e", "TR-4.4", "not-joined")
    play(match, "build r29c25 se")
    allowed(match, "build r30c26 e")
    allowed(match, "build r12c12 s")  # Maebashi, a big city like any other


def test_tr_4_4_over_a_ferry_its_fee_is_added():
    """TR-4.4, KT-2.2: 24 from Kawasaki to Kisarazu, only when nothing else serves."""
    match = builder(track={0: ["r33c23 s"]})
    events = play(match, "build r36c28 e")
    assert told(events, "built") == [
        {
            "kind": "built",
            "seat": 0,
            "post": "r36c28",
            "direction": "e",
            "cost": 29,
            "fee": 24,
            "n": events[0]["n"],
        }
    ]
    assert told(play(match, "build r36c28 ne"), "built")[0]["fee"] == 0
    refused(builder(), "build r36c28 e", "TR-4.4", "not-joined")
    refused(builder(track={1: ["r33c23 s"]}), "build r36c28 e", "TR-4.4", "not-joined")


def test_tr_4_5_money_and_fifty_a_turn():
    """TR-4.5: ferry fees included."""
    match = builder(money={0: 6})
    refused(match, f"build {EAST}", "TR-4.5", "too-little-money")
    match = builder(track={0: ["r33c23 s", EAST]})
    play(
        match,
        "build r30c26 e",
        "build r30c27 e",
        "build r30c28 e",
        "build r30c29 e",
        "build r30c30 e",
        "build r27c24 s",
    )
    assert match.view().spent == 22
    assert refused(match, "build r36c28 e", "TR-4.5", "over-turn-limit").to_json() == {
        "clause": "TR-4.5",
        "reason": "over-turn-limit",
        "need": 29,
        "have": 28,
    }
    play(match, "done")
    assert match.view().spent == 0


def test_tr_4_9_networks_join_through_cities_and_ferries():
    """TR-4.9: own track, the inside of big cities, ferries; big cities count when own track touches
    them.
    """
    assert builder().view().joined[0] == 0
    assert builder(track={0: [EAST]}).view().joined[0] == 1
    assert builder(track={0: [EAST, "r34c22 n"]}).view().joined[0] == 1  # two networks of one each
    south = "r30c23 4s"  # Tokyo, Kawasaki, Yokohama
    assert builder(track={0: [south]}).view().joined[0] == 2
    assert (
        builder(track={0: [south, "r28c23 3n"]}).view().joined[0] == 3
    )  # Saitama by another post of Tokyo


def test_tr_4_9_connection_counts_rise_as_track_is_built():
    """TR-4.9: and the count is told."""
    match = builder(track={0: ["r30c23 3s"]})
    assert match.view().joined[0] == 1
    assert told(play(match, "build r33c23 s"), "connected")[0]["count"] == 2


def test_tr_4_12_track_to_both_ends_of_a_ferry_is_one_network():
    """TR-4.12: no fee, one network."""
    match = builder(track={0: ["r33c23 s", "r32c31 s"]})
    assert match.view().joined[0] == 1
    for step in ("r33c31 sw", "r34c30 s", "r35c30 sw", "r36c29 w"):  # from Chiba down to Kisarazu
        assert told(play(match, f"build {step}"), "built")[0]["fee"] == 0
    assert match.view().joined[0] == 2


LAST_WAY = "build r1c7 ne"  # into Beta of the islet, once all of these are taken
TAKEN = ["r2c9 n", "r2c9 nw", "r2c8 n", "r2c8 ne", "r2c7 ne", "r0c7 e", "r1c7 e", "r0c7 se"]


def at_the_last_way(first=(), second=(), third=(), **options):
    """Seat 0 builds, one way into Beta is free; who has taken the others."""
    match = arranged(
        asked="build",
        map="islet",
        seats=3,
        money={0: 60},
        track={0: first, 1: second, 2: third},
        **options,
    )
    assert match.view().entries.tolist()[1] == 1
    return match


@pytest.mark.parametrize(
    "taken",
    [
        {"second": TAKEN},
        {"second": TAKEN[:4], "third": TAKEN[4:]},
        {"first": TAKEN},
        {"first": TAKEN[:4], "second": TAKEN[4:]},
    ],
)
def test_tr_4_10_without_the_option_anybody_takes_the_last_way(taken):
    """TR-4.10: off by default."""
    allowed(at_the_last_way(**taken), LAST_WAY)


@pytest.mark.parametrize("taken", [{"second": TAKEN}, {"second": TAKEN[:4], "third": TAKEN[4:]}])
def test_tr_4_10_who_is_not_in_may_take_the_last_way(taken):
    """TR-4.10: whoever has no track there yet may always take it."""
    match = at_the_last_way(**taken, no_lockout=True)
    play(match, LAST_WAY)
    assert match.view().entries.tolist()[1] == 0


@pytest.mark.parametrize("taken", [{"first": TAKEN}, {"first": TAKEN[:4], "second": TAKEN[4:]}])
def test_tr_4_10_who_is_in_leaves_the_last_way_to_who_is_not(taken):
    """TR-4.10: as long as another seat has no track there."""
    assert (
        refused(at_the_last_way(**taken, no_lockout=True), LAST_WAY, "TR-4.10", "last-way-in").city
        == "beta"
    )


def test_tr_4_10_once_all_are_in_the_last_way_is_free_to_take():
    """TR-4.10."""
    allowed(at_the_last_way(TAKEN[:3], TAKEN[3:6], TAKEN[6:], no_lockout=True), LAST_WAY)


@pytest.mark.parametrize(
    "taken",
    [
        {"first": TAKEN},
        {"second": TAKEN},
        {"first": TAKEN[:3], "second": TAKEN[3:6], "third": TAKEN[6:]},
    ],
)
def test_tr_4_10_by_rules_version_1_nobody_may_take_the_last_way(taken):
    """TR-4.10, as old records have it."""
    assert (
        refused(
            at_the_last_way(**taken, no_lockout=True, rules=1), LAST_WAY, "TR-4.10", "last-way-in"
        ).city
        == "beta"
    )


def test_tr_4_11_a_port_costs_nothing():
    """TR-4.11."""
    assert cost(new(), "r39c23 s") == 4  # Yokosuka, medium, to Kurihama: 2 + 2 + 0
    assert cost(new(), "r33c23 sw") == 3 + 2 + 3


def test_tr_4_build_or_not():
    """TR-3.5: a turn may end without building; the purse is no foothold for more than is held."""
    match = builder(money={0: 49})
    assert "borrow" in legal(match) and (money(match, 0), loans(match, 0)) == (49, 0)
    play(match, "borrow", "done")
    assert match.seat == 1 and loans(match, 0) == 1
    end_turn(match)
    assert match.seat == 0
