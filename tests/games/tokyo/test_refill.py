"""TR-7.1 to TR-7.4: the refill of the map, and events drawn from the cups."""

import pytest

from .table import (
    arranged,
    end_turn,
    in_force,
    on_map,
    outside,
    play,
    play_on,
    told,
)

JOBS = ["a01", "a02", "b01", "b02"]
SOUTH = "r30c23 4s"


def drawing(tile, **how):
    """Seat 0 at the end of its move, about to draw this tile from cup A."""
    return arranged(**{"jobs": JOBS, "a": [tile, "a20", "a21", "a22"], **how})


def test_tr_7_1_one_tile_from_each_cup_below_its_limit():
    """TR-7.1, KT-1.7, KT-1.8: big cities first; nothing at the limit."""
    match = arranged(jobs=JOBS, a=["a03", "a04"], b=["b03"])
    events = play(match, "stop")
    assert [(event["job"], event["cup"]) for event in told(events, "job-placed")] == [
        ("a03", "a"),
        ("b03", "b"),
    ]
    play(match, "done")
    assert (
        told(play(match, "stop"), "job-placed")[0]["cup"] == "b"
    )  # three big-city jobs are the limit
    full = [f"b{n:02}" for n in range(1, 11)]
    assert told(play(arranged(jobs=["a01", "a02", "a03", *full]), "stop"), "job-placed") == []


@pytest.mark.parametrize(
    ("tracks", "limit"),
    [
        ([], 3),
        (["r30c25 e"], 3),
        ([SOUTH], 4),
        ([SOUTH, "r28c23 3n"], 4),
        ([SOUTH, "r28c23 3n", "r30c25 5e se"], 5),
    ],
)
def test_tr_7_1_the_limit_follows_the_highest_connection_count(tracks, limit):
    """TR-7.1, KT-1.8: of all players."""
    for there in range(limit - 1, limit + 1):
        match = arranged(track={1: tracks}, jobs=[f"a{n + 1:02}" for n in range(there)], a=["a40"])
        assert ("a40" in on_map(play_on(match, "stop"))) == (there < limit)


def test_tr_7_2_an_empty_cup_is_renewed_from_outside():
    """TR-7.2: tiles delivered, removed or ended go back in and are mixed; nothing there, nothing
    drawn.
    """
    match = arranged(
        map="islet",
        jobs=["b1"],
        carried={0: ["a1"], 1: ["a2"]},
        b=["b2"],
        force={0: "flood"},
        turns=20,
    )
    s = match.position.state
    assert s.cup_size.tolist()[1] == 2
    seen = set()
    for _ in range(12):
        end_turn(match)
        seen |= on_map(match)
    assert {"b1", "b2"} <= seen and match.view().mixings[0] >= 1


def test_tr_7_3_force_lasts_to_the_drawers_next_refill():
    """TR-7.3: the drawer's building now and its next move, the others' whole turn; no other tile in
    its place.
    """
    match = drawing("fog")
    events = play(match, "stop")
    assert told(events, "happened")[0]["happening"] == "fog" and in_force(match) == {0: "fog"}
    assert len(told(events, "job-placed")) == 1 and "b" in told(events, "job-placed")[0]["cup"]
    play(match, "done")
    assert match.view().left == 13
    play(match, "stop", "done")
    assert match.seat == 0 and match.view().left == 13
    events = play(match, "stop")
    assert (
        told(events, "happening-ended")[0]["tile"] == "fog"
        and in_force(match) == {}
        and "fog" in outside(match)
    )


def test_tr_7_3_events_do_not_count_towards_the_limit():
    """TR-7.3: nor do seasonal jobs."""
    match = arranged(jobs=["a01", "a02", "onsen1", "onsen2"], a=["a03"], force={1: "onsen"})
    assert "a03" in on_map(play_on(match, "stop"))


def test_tr_7_4_no_events_until_everybody_has_finished_two_turns():
    """TR-7.4: set aside, another drawn, mixed back in."""
    for turns, quiet in ((0, True), (3, True), (4, False)):
        match = drawing("quake", turns=turns, a=["quake", "flood", "a05"])
        size = int(match.view().cup_size[0])
        events = play(match, "stop")
        if quiet:
            assert [event["tile"] for event in told(events, "set-aside")] == [
                "quake",
                "flood",
            ] and "a05" in on_map(match)
            assert match.view().cup_size[0] == size - 1 and in_force(match) == {}
        else:
            assert in_force(match) == {0: "quake"}
