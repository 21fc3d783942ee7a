"""TR-5, TR-6: trains upgraded and moved, jobs loaded and unloaded."""

import pytest

from .table import (
    allowed,
    arranged,
    at,
    carried,
    end_turn,
    legal,
    loans,
    money,
    on_map,
    play,
    refused,
    told,
)

LINE = "r30c25 8e"  # eastwards out of Tokyo, to r30c33
SOUTH = "r30c23 4s"  # Tokyo, Kawasaki at r33c23, Yokohama


# ---- upgrading
def shop(joined=4, **how):
    tracks = [[], ["r30c25 e"], [SOUTH], [SOUTH, "r28c23 3n"], [SOUTH, "r28c23 3n", "r30c25 5e se"]]
    match = arranged(asked="build", track={0: tracks[joined]}, **{"money": {0: 200}, **how})
    assert match.view().joined[0] == joined
    return match


@pytest.mark.parametrize(
    ("part", "price", "train"),
    [("speed", 30, (33, 2)), ("load", 20, (27, 3)), ("both", 50, (33, 3))],
)
def test_tr_5_1_one_upgrade_instead_of_building(part, price, train):
    """TR-5.1."""
    match = shop()
    play(match, f"upgrade {part}")
    assert (int(match.view().speed[0]), int(match.view().load[0])) == train and money(
        match, 0
    ) == 200 - price
    refused(match, "upgrade load", "TR-5.1", "upgraded-already")
    refused(match, "build r30c25 se", "TR-5.1", "upgraded-already")
    assert legal(match) == ["done"]
    match = shop()
    play(match, "build r30c25 se")
    refused(match, "upgrade load", "TR-5.1", "built-already")
    refused(shop(money={0: 49}), "upgrade both", "TR-5.1", "too-little-money")


def test_tr_5_2_only_trains_that_exist():
    """TR-5.2, KT-1.10: 39-2 and 45-3 do not, nothing is faster than 45 or larger than 4."""
    refused(shop(speed={0: 33}), "upgrade speed", "TR-5.2", "no-such-train")
    allowed(shop(speed={0: 33}), "upgrade both")
    refused(shop(speed={0: 39}, load={0: 3}), "upgrade speed", "TR-5.2", "no-such-train")
    refused(shop(speed={0: 45}, load={0: 4}), "upgrade speed", "TR-5.2", "no-further-step")
    refused(shop(speed={0: 45}, load={0: 4}), "upgrade load", "TR-5.2", "no-further-step")
    match = arranged(map="islet", asked="build", money={0: 200}, speed={0: 45}, load={0: 3})
    refused(match, "upgrade both", "TR-5.4", "too-few-cities")  # 63-4 where a scenario has it


def test_tr_5_3_not_with_a_loan():
    """TR-5.3."""
    match = shop(loans={0: 1})
    refused(match, "upgrade load", "TR-5.3", "loan-held")
    play(match, "repay")
    allowed(match, "upgrade load")


def test_tr_5_4_speed_is_limited_by_the_connection_count():
    """TR-5.4: 0-1: 27, 2: 33, 3: 39, 4: any; load may always be raised, a train owned is kept."""
    for joined, speed, load in ((0, 27, 3), (1, 27, 3), (2, 33, 3), (3, 39, 4)):
        match = shop(joined, speed={0: speed}, load={0: load})
        refused(match, "upgrade speed", "TR-5.4", "too-few-cities")
    allowed(shop(2), "upgrade speed")
    allowed(shop(3, speed={0: 33}, load={0: 3}), "upgrade speed")
    allowed(shop(4, speed={0: 39}, load={0: 4}), "upgrade speed")
    allowed(shop(0, speed={0: 33}), "upgrade load")


# ---- moving
def test_tr_6_1_steps_cost_two_and_three_out_of_the_speed():
    """TR-6.1: inside big cities too; not without track, not off the map."""
    match = arranged(train={0: "r28c23"}, track={0: [LINE]})
    play(match, "step e", "step e", "step s", "step s")
    assert match.view().left == 27 - 8 and at(match, 0) == "r30c25"
    refused(match, "step s", "TR-6.1", "no-track")
    play(match, *["step e"] * 8)
    assert match.view().left == 3 and at(match, 0) == "r30c33"
    match = arranged(train={0: "r28c23"}, track={0: []})
    play(match, *["step se", "step nw"] * 4)
    assert match.view().left == 3
    play(match, "step se")
    refused(match, "step nw", "TR-6.1", "too-far")
    refused(arranged(train={0: "r15c0"}), "step w", "TR-6.1", "off-map")


def test_tr_6_2_ten_for_each_owner_and_turn():
    """TR-6.2: paid at the first step; once a turn however often."""
    match = arranged(
        seats=3,
        train={0: "r30c25"},
        track={0: [], 1: ["r30c25 2e"], 2: ["r30c27 2e"]},
        money={0: 80, 1: 80, 2: 80},
    )
    events = play(match, "step e")
    assert told(events, "fee-paid") == [
        {"kind": "fee-paid", "seat": 0, "owner": 1, "amount": 10, "n": events[-1]["n"]}
    ]
    play(match, "step e", "step w", "step e")
    assert [money(match, seat) for seat in range(3)] == [70, 90, 80]
    play(match, "step e", "step w", "step e")
    assert [money(match, seat) for seat in range(3)] == [60, 90, 90]
    end_turn(end_turn(end_turn(match)))
    play(match, "step w")
    assert [money(match, seat) for seat in range(3)] == [50, 90, 100]


def test_tr_6_2_the_fee_is_met_by_a_loan():
    """TR-6.2, TR-8.3."""
    match = arranged(train={0: "r30c25"}, track={1: ["r30c25 e"]}, money={0: 9})
    events = play(match, "step e")
    assert told(events, "borrowed")[0]["forced"] is True
    assert (money(match, 0), loans(match, 0)) == (49, 1)


def test_tr_6_3_load_unload_and_put_back():
    """TR-6.3, TR-6.4: in a big city any post will do; the reward comes after the move."""
    match = arranged(
        train={0: "r30c23"}, track={0: [SOUTH]}, jobs=["a01", "a02", "b01"], money={0: 20}
    )
    refused(match, "load b01", "TR-6.3", "not-at-origin")
    refused(match, "load a03", "TR-6.3", "not-on-map")
    refused(match, "unload a01", "TR-6.3", "not-carried")
    events = play(match, "load a01", "load a02")
    assert events[0] == {
        "kind": "loaded",
        "seat": 0,
        "job": "a01",
        "from": "tokyo",
        "to": "yokohama",
        "n": events[0]["n"],
    }
    assert carried(match, 0) == {"a01", "a02"} and on_map(match) == {"b01"}
    play(match, "step s", "step s", "step s")
    refused(match, "load b01", "TR-6.3", "train-full")
    refused(match, "unload a01", "TR-6.3", "not-at-destination")
    refused(match, "return a01", "TR-6.3", "not-at-origin")
    play(match, "step s", "step w", "unload a01")
    assert money(match, 0) == 20 and carried(match, 0) == {"a02"}
    events = play(match, "stop")
    assert told(events, "rewarded")[0]["amount"] == 24 and money(match, 0) == 44


def test_tr_6_3_the_reward_does_not_pay_the_moves_fees():
    """TR-6.3, TR-3.2."""
    match = arranged(
        train={0: "r34c23"}, track={1: ["r34c23 n"]}, carried={0: ["a01"]}, money={0: 5}
    )
    play(match, "unload a01", "step n")
    assert (money(match, 0), loans(match, 0)) == (45, 1)
    play(match, "stop")
    assert money(match, 0) == 69


def test_tr_6_5_boarding_ends_the_move_and_crossing_halves_the_next():
    """TR-6.5: free for all; passing through is allowed; may load on the other side."""
    match = arranged(
        train={0: "r34c23"}, track={0: ["r34c23 n", "r36c28 4e"]}, jobs=["b11"], speed={0: 33}
    )
    refused(match, "board", "TR-6.5", "no-ferry-here")
    play(match, "step n")
    allowed(match, "step s", "board")
    events = play(match, "board")
    assert told(events, "boarded")[0]["ferry"] == "kisarazu-kawasaki" and match.asked == "build"
    assert at(match, 0) == "r33c23"
    end_turn(match)
    events = play(match, "stop", "done")
    assert told(events, "crossed")[0]["post"] == "r36c28"
    assert match.seat == 0 and at(match, 0) == "r36c28" and match.view().left == 16
    play(match, "load b11", "step e")


def test_tr_6_6_all_the_speed_need_not_be_used():
    """TR-6.6: turning back anywhere, stopping anywhere."""
    match = arranged(train={0: "r30c25"}, track={0: [LINE]})
    play(match, "step e", "step w", "step e", "stop")
    assert match.asked == "build" and at(match, 0) == "r30c26"


def test_tr_6_7_loaded_and_put_back_once_a_turn():
    """TR-6.7: no job goes to and fro within a turn."""
    match = arranged(train={0: "r30c25"}, jobs=["a01"], carried={0: ["a02"]})
    play(match, "load a01")
    refused(match, "return a01", "TR-6.7", "loaded-this-turn")
    play(match, "return a02")
    refused(match, "load a02", "TR-6.7", "put-back-this-turn")
    assert on_map(match) == {"a02"}
    end_turn(end_turn(match))
    allowed(match, "return a01", "load a02")


def test_tr_6_8_who_may_not_move_may_still_load():
    """TR-6.8, TR-7.11."""
    match = arranged(train={0: "r30c25"}, track={0: [LINE]}, jobs=["a01"], force={0: "derailment"})
    refused(match, "step e", "TR-7.11", "derailed")
    assert legal(match, "step", "board") == []
    play(match, "load a01")
    assert carried(match, 0) == {"a01"}


@pytest.mark.parametrize("tile", ["waves", "fog"])
def test_tr_6_9_a_closed_ferry_lets_the_boarding_lapse(tile):
    """TR-6.9: from the boarding post, with full speed (what fog leaves of it)."""
    match = arranged(
        seat=1,
        asked="build",
        train={0: "r33c23"},
        aboard=[0],
        track={0: ["r33c23 s"]},
        force={1: tile},
    )
    assert told(play(match, "done"), "boarding-lapsed")
    assert (
        at(match, 0) == "r33c23"
        and match.view().left == (27 if tile == "waves" else 13)
        and not match.view().aboard[0]
    )
    refused(match, "board", "TR-7.6" if tile == "waves" else "TR-7.17", "ferry-closed")


@pytest.mark.parametrize("tile", ["derailment", "strike", "quake"])
def test_tr_6_9_who_may_not_move_stays_aboard(tile):
    """TR-6.9: and crosses a turn later."""
    match = arranged(seat=1, asked="build", train={0: "r33c23"}, aboard=[0], force={0: tile})
    assert told(play(match, "done"), "stayed-aboard")
    assert (
        at(match, 0) == "r33c23" and match.view().aboard[0] and legal(match, "step", "board") == []
    )
    end_turn(end_turn(match))
    assert at(match, 0) == "r36c28" and match.view().left == 13
