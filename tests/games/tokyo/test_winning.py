"""TR-1: who wins, and when the game ends."""

import pytest

from .table import (
    allowed,
    arranged,
    end_turn,
    game,
    new,
    outside,
    play,
    told,
)


def test_tr_1_1_both_at_once_win_at_that_moment():
    """TR-1.1, KT-1.4, KT-1.5: six big cities and 500, loans taken off."""
    match = arranged(
        map="islet", track={0: ["r1c1 3e", "r1c4 se 3e"]}, asked="build", money={0: 110}
    )
    assert match.view().joined[0] == 1
    match = arranged(
        map="islet", track={0: ["r1c1 e"]}, asked="build", money={0: 200}, loans={0: 1}
    )
    play(match, "build r1c2 e")
    assert not match.over
    match = almost(money={0: 106})
    play(match, "build r1c7 e")
    assert match.over and match.ranking() == [[0], [1]] and match.scores()[0] == 101
    assert match.events()[-1]["kind"] == "over" and match.events()[-2]["kind"] == "won"
    match = almost(money={0: 149}, loans={0: 1})
    play(match, "build r1c7 e")
    assert match.over
    match = almost(money={0: 148}, loans={0: 1})
    play(match, "build r1c7 e")
    assert not match.over


def almost(**how):
    """On the small map: one link is missing between two big cities; two seats need 100."""
    return arranged(**{"map": "islet", "track": {0: ["r1c1 6e"]}, "asked": "build", **how})


def test_tr_1_2_fees_and_relief_can_win():
    """TR-1.2: whoever is in turn; the one in turn first."""
    own = {1: ["r1c1 7e"]}
    match = arranged(map="islet", seat=0, track=own, train={0: "r1c1"}, money={0: 50, 1: 93})
    play(match, "step e")
    assert match.over and match.ranking()[0] == [1]
    both = {0: ["r1c1 7e"], 1: ["r0c1 7e"]}
    match = arranged(
        map="islet",
        seat=1,
        track=both,
        carried={1: ["a1"]},
        train={1: "r1c8"},
        money={0: 99, 1: 99},
    )
    play(match, "unload a1", "stop")
    assert match.over and match.ranking()[0] == [1]


def test_tr_1_2_several_at_once():
    """TR-1.2, TR-7.7, KT-1.4: six of seven big cities; the one in turn wins, else the next in seat
    order.
    """
    for seat, expected in ((0, 0), (1, 1), (2, 0)):
        match = arranged(
            seats=3, seat=seat, jobs=[], a=["quake"], joined=[0, 1], money={0: 460, 1: 480, 2: 80}
        )
        assert match.view().joined.tolist() == [6, 6, 0] and not match.over
        play(match, "stop")
        assert match.over and match.ranking()[0] == [expected]


@pytest.mark.parametrize("limit", [1, 3])
def test_tr_1_3_the_turn_limit(limit):
    """TR-1.3: turns per seat; then big cities joined, then money net of loans, then shared."""
    match = new(seats=3, turn_limit=limit)
    for _ in range(3 * limit):
        assert not match.over
        end_turn(match)
    assert match.over and match.ranking() == [[0, 1, 2]] and match.view().winner == -1


def test_tr_1_3_ranking_at_the_limit():
    """TR-1.3: cities count up to the number needed."""
    match = arranged(
        seats=3,
        seat=2,
        asked="build",
        turns=5,
        turn_limit=2,
        track={0: ["r30c23 4s"], 1: ["r30c25 e"]},
        money={0: 10, 1: 60, 2: 70},
        loans={},
    )
    play(match, "done")
    assert match.over and match.ranking() == [[0], [1], [2]]
    match = arranged(
        map="islet",
        seats=3,
        seat=2,
        asked="build",
        turns=5,
        turn_limit=2,
        money={0: 10, 1: 60, 2: 60},
        track={0: ["r2c9 n", "r2c8 n"], 1: []},
    )
    play(match, "done")
    assert match.ranking() == [[0], [1, 2]]


def test_tr_1_4_equal_turns():
    """TR-1.4: the round is finished; most money wins; else play goes on."""
    own = {0: ["r1c1 7e"], 1: ["r0c1 7e"]}
    how = {"map": "islet", "equal_turns": True, "track": own, "train": {0: "r1c8", 1: "r0c8"}}
    match = arranged(**how, carried={0: ["a1"], 1: ["s2"]}, money={0: 99, 1: 150}, jobs=[])
    events = play(match, "unload a1", "stop")
    assert told(events, "last-round")[0]["seat"] in (0, 1) and not match.over
    play(match, "done", "stop")
    assert not match.over
    play(match, "done")
    assert match.over and match.ranking() == [[1], [0]]
    match = arranged(**{**how, "track": {0: ["r1c1 7e"]}}, money={0: 100, 1: 50}, asked="build")
    play(match, "build r2c9 n")
    assert not match.over and match.view().last_round == 0
    play(match, "done")
    play(match, "stop", "done")
    assert not match.over


def test_tr_1_1_a_reward_wins_before_the_refill():
    """TR-1.1, TR-3.2: at that moment; the tax that would be drawn next does not come."""
    match = arranged(
        joined=[0],
        train={0: "r34c23"},
        carried={0: ["a01"]},
        money={0: 480},
        jobs=[],
        a=["corporate-tax"],
    )
    play(match, "unload a01")
    assert not match.over
    play(match, "stop")
    assert (
        match.over and match.scores()[0] == 504 and match.view().winner == 0 and match.legal() == []
    )
    assert match.why_not("done").reason == "game-over"


def test_tr_1_4_play_goes_on_when_nobody_fulfils_them_any_more():
    """TR-1.4: a tax in the last round."""
    match = arranged(
        equal_turns=True,
        joined=[0],
        train={0: "r34c23"},
        carried={0: ["a01"]},
        money={0: 480},
        jobs=[],
        a=["a02", "corporate-tax"],
    )
    assert told(play(match, "unload a01", "stop"), "last-round")
    play(match, "done", "stop")
    assert match.scores()[0] == 504 - 250
    assert told(play(match, "done"), "plays-on") and not match.over and match.view().last_round == 0


def test_tr_1_4_among_equals_who_came_first():
    """TR-1.4: the same money; seat 1 fulfils the conditions before seat 0."""
    own = {0: ["r1c1 7e"], 1: ["r0c1 7e"]}
    match = arranged(
        map="islet",
        equal_turns=True,
        track=own,
        train={0: "r1c8"},
        carried={0: ["a1"]},
        money={0: 70, 1: 100},
        jobs=[],
    )
    assert told(play(match, "unload a1"), "last-round")[0]["seat"] == 1
    play(match, "stop")
    assert match.scores() == [100, 100]
    play(match, "done", "stop", "done")
    assert match.over and match.ranking() == [[1], [0]]


def test_kt_1_5_money_to_win_by_seats():
    """KT-1.5, KT-5.4."""
    table = game().plain_board.win_money.tolist()
    assert table[2:] == [500, 500, 500, 450, 450, 400, 400, 400]
    assert game(short=True).plain_board.win_money.tolist()[2:] == [300] * 8


def test_the_sheet_sums_to_the_score():
    """TR-1.1: money net of loans, line by line."""
    match = arranged(
        train={0: "r34c23"},
        carried={0: ["a01"]},
        loans={0: 1},
        money={0: 20},
        track={1: ["r34c23 n"]},
    )
    play(match, "unload a01", "step n", "stop", "build r33c21 s")
    lines = {line.reason: line.points for line in match.sheet(0)}
    assert sum(lines.values()) == match.scores()[0]
    assert (
        lines["rewards"] == 24
        and lines["fees-paid"] == -10
        and lines["loans-owed"] == -55
        and lines["track"] == -5
    )
    assert {line.reason: line.points for line in match.sheet(1)}["fees-earned"] == 10


def test_hints_tell_how_jobs_come_home():
    """TR-6.3: from the view alone."""
    match = arranged(
        train={0: "r30c23"}, track={0: ["r30c23 4s"]}, carried={0: ["a01", "a02"]}, jobs=[]
    )
    hints = {job["job"]: job for job in match.hints(0)["jobs"]}
    assert hints["a01"]["state"] == "reachable" and hints["a01"]["turns"] == 0
    assert (
        hints["a02"]["state"] == "unreachable" and hints["a02"]["cost"] > 0 and match.hints() == {}
    )
    goal = {
        "joined": 2,
        "cities": ["tokyo", "yokohama"],
        "connections": 6,
        "money": 80,
        "win_money": 500,
    }
    assert match.hints(0)["goal"] == goal


def test_outside_holds_seasonal_jobs():
    """TR-7.18: at the start all of them lie in their sets."""
    match = new()
    assert len(outside(match)) == 42 and allowed(match, "place kofu")
