"""TR-1, TR-2, TR-3, TR-8: set-up, turns, loans, winning; and the scenario's numbers."""

import json
from collections import Counter

import pytest

from ekiben.core.errors import EkibenError

from .table import (
    allowed,
    arranged,
    at,
    end_turn,
    game,
    legal,
    loans,
    money,
    new,
    on_map,
    outside,
    play,
    refused,
    told,
)


# ---- set-up
def test_tr_2_1_money_and_train():
    """TR-2.1, KT-1.2, KT-1.3."""
    view = new(seats=9).view()
    assert (
        view.money.tolist() == [80] * 9
        and view.speed.tolist() == [27] * 9
        and view.load.tolist() == [2] * 9
    )


def test_tr_2_2_what_the_cups_hold():
    """TR-2.2, KT-1.11, KT-4.1."""
    board = game().board
    assert (
        Counter(job.cup for job in board.jobs) == {"a": 47, "b": 89, "": 42}
        and len(board.tiles) == 21
    )
    origins = Counter(board.cities[job.origin].kind for job in board.jobs if job.cup == "b")
    kinds = Counter(city.kind for city in board.cities)
    assert (
        origins == {"medium": 2 * kinds["medium"], "small": kinds["small"]}
        and kinds["mega"] + kinds["large"] == 7
    )
    assert (
        Counter(tile.kind for tile in board.tiles)["boom"] == 2
        and Counter(tile.kind for tile in board.tiles)["season"] == 6
    )
    assert all(board.cities[job.origin].big for job in board.jobs if job.cup != "b")


def test_tr_2_3_jobs_at_the_start():
    """TR-2.3, KT-1.6: three and six; events are mixed back in."""
    match = new(luck={"a": ["quake", "A01", "flood", "a02", "a03"], "b": ["b01", "b02"]})
    assert {"a01", "a02", "a03", "b01", "b02"} <= on_map(match) and len(on_map(match)) == 9
    assert match.view().cup_size.tolist() == [65, 83]
    assert [event["tile"] for event in told(match.events(), "set-aside")] == ["quake", "flood"]
    assert "cup" not in match.view(0).fields and "seed" not in match.view().fields


def test_tr_2_4_the_first_seat_is_drawn():
    """TR-2.4: by lot, or set by the option."""
    assert {game().new(5, seed).seat for seed in range(40)} == set(range(5))
    assert {game(first_seat=0).new(5, seed).seat for seed in range(10)} == {0}
    match = game().new(3, 4)
    first = match.seat
    assert [end_turn(match).seat for _ in range(3)] == [(first + 1) % 3, (first + 2) % 3, first]


def test_tr_2_5_the_first_turn_places_the_train():
    """TR-2.5, KT-5.1: any city but exits, any post of a big one; loading, then building; no move."""
    match = new(luck={"a": ["a01", "a02", "a03"]})
    places = legal(match, "place")
    assert (
        match.asked == "place"
        and len(places) == 9 + 6 + 4 * 5 + 18 + 53
        and "place kofu" in places
        and "place tokyo r29c24" in places
    )
    for place in ("nagoya", "kanaya"):
        with pytest.raises(EkibenError):
            match.play(f"place {place}")
    refused(match, "stop", "TR-3.1", "not-asked")
    play(match, "place tokyo r30c25", "load a01")
    assert at(match, 0) == "r30c25"
    refused(match, "step n", "TR-2.5", "first-turn")
    play(match, "stop", "build r30c25 e", "done")
    assert match.seat == 1 and match.asked == "place"
    play(match, "place kawasaki")
    refused(match, "board", "TR-2.5", "first-turn")


def test_tr_3_the_order_of_a_turn():
    """TR-3.1 to TR-3.5: move, rewards, end of the event, refill, building."""
    match = arranged(
        train={0: "r34c23"}, carried={0: ["a01"]}, force={0: "flood"}, jobs=[], a=["a02"], b=["b01"]
    )
    refused(match, "done", "TR-3.5", "not-asked")
    refused(match, "build r30c25 e", "TR-3.5", "not-asked")
    kinds = [event["kind"] for event in play(match, "unload a01", "stop")]
    assert (
        kinds == ["unloaded", "stopped", "rewarded", "happening-ended", "job-placed", "job-placed"]
        and match.asked == "build"
    )
    refused(match, "step n", "TR-3.1", "not-asked")


def test_tr_3_6_turns_come_one_after_the_other():
    """TR-3.6: the next seat is asked only when this one has built."""
    match = arranged(asked="build")
    assert match.seat == 0
    play(match, "done")
    assert match.seat == 1 and match.asked == "move"


# ---- loans
def test_tr_8_1_borrowing():
    """TR-8.1: fifty, in one's own turn, only while holding less."""
    match = arranged(money={0: 49})
    play(match, "borrow")
    assert (money(match, 0), loans(match, 0), match.scores()[0]) == (99, 1, 44)
    assert refused(match, "borrow", "TR-8.1", "enough-money").have == 99


def test_tr_8_2_repaying():
    """TR-8.2: 55."""
    match = arranged(money={0: 60}, loans={0: 2})
    play(match, "repay")
    assert (money(match, 0), loans(match, 0)) == (5, 1)
    refused(match, "repay", "TR-8.2", "too-little-money")
    refused(arranged(money={0: 60}), "repay", "TR-8.2", "no-loan")


def test_tr_8_1_borrowing_and_repaying_come_to_an_end():
    """TR-8.1: whatever is borrowed and repaid within a turn, it stops."""
    match = arranged(money={0: 49}, loans={0: 3})
    n = 0
    while legal(match, "borrow", "repay"):
        match.play(legal(match, "borrow", "repay")[0])
        n += 1
    assert n < 30


def test_tr_8_3_as_few_loans_as_will_do():
    """TR-8.3: also in another's turn."""
    match = arranged(jobs=[], a=["maintenance"], money={0: 80, 1: 30}, speed={1: 45}, load={1: 4})
    events = play(match, "stop")
    assert [event["seat"] for event in told(events, "borrowed")] == [1, 1] and (
        money(match, 1),
        loans(match, 1),
    ) == (30, 2)


@pytest.mark.parametrize(
    ("debt", "owed"), [(0, [0, 0, 0]), (55, [1, 1, 1]), (220, [4, 4, 4]), ([0, 55, 110], [0, 1, 2])]
)
def test_kt_1_12_loans_owed_at_the_start(debt, owed):
    """KT-1.12, KT-5.5: they bring no cash."""
    match = arranged_debt(debt)
    assert match.view().loans.tolist() == owed and match.view().money.tolist() == [80] * 3
    assert match.scores() == [80 - 55 * n for n in owed]


def arranged_debt(debt):
    return new(seats=3, debt=tuple(debt) if isinstance(debt, list) else debt)


def test_options_that_are_wrong_say_what_would_be_right():
    """TR-1.3, KT-1.12."""
    for option, value, words in (
        ("turn_limit", 0, "1 to"),
        ("turn_limit", "x", "or None"),
        ("debt", 50, "0, 55, 110, 220"),
        ("debt", [0, 1], "list"),
        ("strike", "no", "printed"),
        ("scenario", "ohio", "kanto"),
    ):
        with pytest.raises(EkibenError, match=words):
            game(**{option: value if not isinstance(value, list) else tuple(value)})
    with pytest.raises(EkibenError, match="3 values"):
        game(debt=(0, 55, 55)).new(2)
    assert json.loads(json.dumps(game(debt=(0, 55)).options))["debt"] == [0, 55]


# ---- winning
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
