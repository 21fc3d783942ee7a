"""TR-7: the events one by one, what they do and how long."""

import pytest

from .table import (
    allowed,
    arranged,
    carried,
    game,
    in_force,
    legal,
    links,
    loans,
    money,
    on_map,
    outside,
    play,
    play_on,
    refused,
    told,
)

JOBS = ["a01", "a02", "b01", "b02"]
SOUTH = "r30c23 4s"


def drawing(tile, **how):
    """Seat 0 at the end of its move, about to draw this tile from cup A."""
    return arranged(**{"jobs": JOBS, "a": [tile, "a20", "a21", "a22"], **how})


RIVER, LAKE, COAST, SEA, HILL = "r30c26 e", "r28c32 e", "r30c28 e", "r31c25 e", "r28c17 e"


@pytest.mark.parametrize(
    ("tile", "clause", "reason", "closed", "open_"),
    [
        ("flood", "TR-7.5", "flooded", (RIVER, LAKE), (COAST, SEA, HILL)),
        ("waves", "TR-7.6", "high-waves", (COAST, SEA), (RIVER, LAKE, HILL)),
        ("snow", "TR-7.14", "snowed-in", (HILL,), (RIVER, LAKE, COAST, SEA)),
    ],
)
def test_tr_7_5_6_14_water_and_snow_close_links(tile, clause, reason, closed, open_):
    """TR-7.5, TR-7.6, TR-7.14: nobody moves or builds there."""
    for link in (*closed, *open_):
        post, direction = link.split()
        moving = arranged(train={0: post}, track={0: [link]}, force={1: tile})
        beside = {
            "e": {
                "r30c26": "r30c25 e",
                "r28c32": "r28c31 e",
                "r30c28": "r30c27 e",
                "r31c25": "r31c24 e",
                "r28c17": "r28c16 e",
            }
        }
        building = arranged(
            asked="build", track={0: [beside[direction][post]]}, force={1: tile}, money={0: 50}
        )
        if link in closed:
            refused(moving, f"step {direction}", clause, reason)
            refused(building, f"build {link}", clause, reason)
        else:
            allowed(moving, f"step {direction}")
            allowed(building, f"build {link}")


@pytest.mark.parametrize(("tile", "clause"), [("waves", "TR-7.6"), ("fog", "TR-7.17")])
def test_tr_7_6_17_ferries_are_closed(tile, clause):
    """TR-7.6, TR-7.17: for moving and for building."""
    refused(arranged(train={0: "r33c23"}, force={1: tile}), "board", clause, "ferry-closed")
    match = arranged(asked="build", track={0: ["r33c23 s"]}, money={0: 80}, force={1: tile})
    refused(match, "build r36c28 e", clause, "ferry-closed")


def test_tr_7_14_a_train_in_the_snow_does_not_move():
    """TR-7.14: a city in the mountains is neither hill nor mountain."""
    match = arranged(train={0: "r28c18"}, track={0: ["r28c17 e e"]}, force={1: "snow"})
    assert legal(match, "step") == []
    assert game_bars("r27c13 w") and not game_bars("r29c18 w")


def game_bars(path):
    return bool(game().plain_board.bars[next(links(game(), path))] & 1 << 9)


def test_tr_7_7_earthquake():
    """TR-7.7, TR-7.19: the map is cleared, everybody loses a job and gets 50, nothing more is
    refilled; nobody builds.
    """
    match = drawing(
        "quake",
        seats=4,
        jobs=[*JOBS, "onsen1"],
        force={1: "onsen"},
        carried={0: ["a05", "a06"], 1: ["a07"], 3: ["a08", "b09"]},
        a=["quake"],
        b=["b30"],
    )
    play(match, "stop")
    assert (
        (match.asked, match.seat) == ("lose", 0)
        and on_map(match) == set()
        and legal(match) == ["lose a05", "lose a06"]
    )
    refused(match, "lose a07", "TR-7.7", "not-carried")
    events = play(match, "lose a06")
    assert [event["job"] for event in told(events, "lost")] == [
        "a06",
        "a07",
    ]  # a single job goes by itself
    assert (match.asked, match.seat) == ("lose", 3)
    refused(match, "borrow", "TR-8.1", "not-own-turn")
    events = play(match, "lose b09")
    assert [event["seat"] for event in told(events, "relieved")] == [0, 1, 2, 3] and [
        money(match, seat) for seat in range(4)
    ] == [130] * 4
    assert (match.asked, match.seat) == ("build", 0) and on_map(match) == set()
    assert {"a06", "a07", "b09", "a01", "b01", "onsen1"} <= outside(match)
    refused(match, "build r30c25 e", "TR-7.7", "no-building")
    refused(match, "upgrade load", "TR-7.7", "no-building")
    play(match, "done")
    assert "b30" in on_map(play_on(match, "stop"))  # the next turn refills as usual


def test_tr_7_7_nobody_moves_out_of_a_city():
    """TR-7.7, KT-5.2: nor within one; a train may enter one and stops there. Exits are cities,
    ports are not.
    """
    match = arranged(train={0: "r32c23"}, track={0: [SOUTH]}, force={1: "quake"})
    play(match, "step s")
    refused(match, "step s", "TR-7.7", "shaken-city")
    refused(match, "board", "TR-7.7", "shaken-city")
    refused(arranged(train={0: "r30c23"}, force={1: "quake"}), "step e", "TR-7.7", "shaken-city")
    refused(
        arranged(train={0: "r15c0"}, track={0: ["r15c0 e"]}, force={1: "quake"}),
        "step e",
        "TR-7.7",
        "shaken-city",
    )
    allowed(
        arranged(train={0: "r41c26"}, track={0: ["r41c26 s"]}, force={1: "quake"}),
        "step s",
        "board",
    )


@pytest.mark.parametrize(
    ("held", "tax"),
    [
        (0, 0),
        (99, 0),
        (100, 50),
        (199, 50),
        (200, 100),
        (399, 150),
        (499, 200),
        (500, 250),
        (1200, 250),
    ],
)
def test_tr_7_8_corporate_tax(held, tax):
    """TR-7.8: by money held, loans not taken off; everybody."""
    match = drawing("corporate-tax", money={0: held, 1: 150}, loans={0: 2})
    play(match, "stop")
    assert money(match, 0) == held - tax and money(match, 1) == 100


def test_tr_7_9_boom():
    """TR-7.9, KT-1.9: the limits rise, one more big-city job at once, events set aside; surplus
    stays.
    """
    b = [f"b{n:02}" for n in range(1, 12)]
    match = arranged(
        jobs=["a01", "a02", *b[:10]],
        a=["boom", "flood", "a03", "a04", "a05", "a06"],
        b=["b40", "b41", "b42", "b43", "b44"],
    )
    events = play(match, "stop")
    assert [event["tile"] for event in told(events, "set-aside")] == ["flood"]
    assert {"a03", "b40"} <= on_map(match)
    match = arranged(jobs=["a01", "a02", "a03", "a04"], a=["a05", "boom/2"], force={1: "boom"})
    assert "a05" in on_map(play_on(match, "stop"))  # five with one boom
    match = arranged(
        jobs=["a01", "a02", "a03", "a04", "a05", "a06"],
        a=["a07"],
        force={1: "boom", 0: "boom/2"},
        seat=0,
    )
    play(match, "stop")  # the drawer's own has ended: five, and six are there
    assert "a07" not in on_map(match) and len([job for job in on_map(match) if job[0] == "a"]) == 6
    match = arranged(
        seats=3,
        jobs=["a01", "a02", "a03", "a04", "a05", "a06"],
        a=["a07"],
        force={1: "boom", 2: "boom/2"},
        seat=0,
    )
    assert "a07" in on_map(play_on(match, "stop"))  # two booms add up to seven


def test_tr_7_10_slump():
    """TR-7.10, TR-7.9: nothing is refilled, cup B of the same turn included; it beats a boom."""
    match = drawing("slump", b=["b40"], force={1: "boom"}, seats=3)
    play(match, "stop")
    assert in_force(match)[0] == "slump" and "b40" not in on_map(match)
    play(match, "done", "stop", "done", "stop", "done")
    before = on_map(match)
    assert before == set(JOBS)
    play(match, "stop")
    assert len(on_map(match)) == 6


def test_tr_7_11_derailment():
    """TR-7.11: one job of one's choice, no building now, no move next turn; cup B is refilled."""
    match = drawing(
        "derailment",
        carried={0: ["a05", "a06"], 1: ["a07", "a08"]},
        b=["b40"],
        track={0: ["r28c23 n"]},
        train={0: "r28c23"},
    )
    play(match, "stop")
    assert (match.asked, match.seat) == ("lose", 0) and "b40" not in on_map(match)
    refused(match, "lose a07", "TR-7.11", "not-carried")
    play(match, "lose a05")
    assert (
        carried(match, 0) == {"a06"}
        and carried(match, 1) == {"a07", "a08"}
        and "b40" in on_map(match)
    )
    refused(match, "build r30c25 e", "TR-7.11", "derailed")
    refused(match, "upgrade load", "TR-7.11", "derailed")
    play(match, "done")
    allowed(match, "step e")
    play(match, "stop")
    allowed(match, "build r30c25 e")
    play(match, "done")
    refused(match, "step n", "TR-7.11", "derailed")
    play(match, "stop")
    allowed(match, "build r30c25 e")


def test_tr_7_12_strike():
    """TR-7.12: the drawer does not move, others not on its track; building goes on."""
    track = {0: ["r30c25 2e"], 1: ["r30c26 s"]}
    match = drawing("strike", track=track, train={0: "r30c25", 1: "r30c26"})
    play(match, "stop")
    allowed(match, "build r30c25 se")
    play(match, "done")
    assert refused(match, "step e", "TR-7.12", "struck-track").owner == 0
    allowed(match, "step s")
    play(match, "stop", "done")
    refused(match, "step n", "TR-7.12", "on-strike")
    play(match, "stop", "done")
    allowed(match, "step e")


def test_tr_7_12_the_option_closes_the_track_only():
    """TR-7.12: `strike = "track"`."""
    match = arranged(
        strike="track",
        track={0: ["r30c25 2e"], 1: ["r30c25 se"]},
        train={0: "r30c25"},
        force={0: "strike"},
    )
    assert refused(match, "step e", "TR-7.12", "struck-track").owner == 0
    allowed(match, "step n", "step se")


@pytest.mark.parametrize(
    ("tracks", "tax"), [([], 25), (["r30c25 e"], 25), ([SOUTH], 50), ([SOUTH, "r28c23 3n"], 50)]
)
def test_tr_7_13_property_tax(tracks, tax):
    """TR-7.13: by connection count; who cannot pay borrows."""
    match = drawing("property-tax", track={1: tracks}, money={0: 10, 1: 200})
    play(match, "stop")
    assert money(match, 1) == 200 - tax and (money(match, 0), loans(match, 0)) == (35, 1)


def test_tr_7_15_interest():
    """TR-7.15: ten a loan; the new loan bears none this time."""
    match = drawing("interest", loans={0: 3}, money={0: 12, 1: 50})
    play(match, "stop")
    assert (money(match, 0), loans(match, 0), money(match, 1)) == (32, 4, 50)


@pytest.mark.parametrize(
    ("speed", "load", "price"),
    [(27, 2, 10), (27, 4, 20), (33, 2, 20), (33, 4, 40), (39, 3, 45), (39, 4, 60), (45, 4, 100)],
)
def test_tr_7_16_maintenance(speed, load, price):
    """TR-7.16: by the train, everybody."""
    match = drawing("maintenance", speed={1: speed}, load={1: load}, money={0: 100, 1: 100})
    play(match, "stop")
    assert (money(match, 0), money(match, 1)) == (90, 100 - price)


def test_tr_7_17_fog_halves_every_speed():
    """TR-7.17: rounded down."""
    assert arranged(force={1: "fog"}, speed={0: 45}).view().left == 22


def test_tr_7_18_seasonal_jobs():
    """TR-7.18: on the map while the event lasts; put back in time they stay, later they return to
    their set.
    """
    match = drawing("hanami", train={0: "r30c25", 1: "r30c25"}, carried={1: ["hanami2"]})
    events = play(match, "stop")
    assert (
        len([job for job in on_map(match) if job.startswith("hanami")]) == 6
        and told(events, "happened")[0]["season"] == "hanami"
    )
    play(match, "done", "load hanami1", "stop", "done", "stop")
    assert not [job for job in on_map(match) if job.startswith("hanami")] and carried(match, 1) == {
        "hanami1",
        "hanami2",
    }
    assert "hanami3" in outside(match)
    play(match, "done")
    assert told(play(match, "return hanami1"), "put-back")[0][
        "stays"
    ] is False and "hanami1" in outside(match)
    match = arranged(train={0: "r30c25"}, carried={0: ["hanami1"]}, force={1: "hanami"}, jobs=[])
    assert told(play(match, "return hanami1"), "put-back")[0]["stays"] is True and on_map(
        match
    ) == {"hanami1"}


def test_tr_7_18_a_delivered_seasonal_job_returns_to_its_set():
    """TR-7.18."""
    match = arranged(train={0: "r43c12"}, carried={0: ["onsen1"]}, money={0: 0})
    play(match, "unload onsen1", "stop")
    assert money(match, 0) == 93 and "onsen1" in outside(match)


def test_tr_7_20_who_carries_nothing_loses_nothing():
    """TR-7.20."""
    for tile in ("quake", "derailment"):
        match = drawing(tile)
        assert told(play(match, "stop"), "lost") == [] and match.asked == "build"
