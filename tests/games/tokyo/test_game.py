"""TR-2, TR-3, TR-8: set-up, turns, loans; and the scenario's numbers."""

import json
from collections import Counter

import pytest

from ekiben.core.errors import EkibenError

from .table import (
    arranged,
    at,
    end_turn,
    game,
    legal,
    loans,
    money,
    new,
    on_map,
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
    """TR-2.5, KT-5.1: any city but exits, any post of a big one.

    Loading, then building; no move.
    """
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
