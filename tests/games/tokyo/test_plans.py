"""Plans: the cheapest track and the best run, against slow searches and by example."""

import heapq
import random

import pytest

from ekiben.games.tokyo.plans import plan_run, plan_track

from .table import arranged, cost, game, play

LINE = "r30c25 8e"


def test_the_cheapest_track_by_example():
    """TR-4.6: own track and the inside of cities cost nothing; others' links are not to be had."""
    match = arranged(track={0: ["r30c23 3s"]})
    plan = plan_track(match.game, match.view(0), "r28c25", "r34c21")
    assert plan.names == ["r33c23 s"] and (plan.cost, plan.turns, plan.costs) == (7, [1], [7])
    match = arranged(track={0: ["r30c23 3s"], 1: ["r33c23 s"]})
    plan = plan_track(match.game, match.view(0), "r28c25", "r34c21")
    assert plan.cost == 8 and "r33c23 s" not in plan.names


def test_where_the_turns_fifty_runs_out():
    """TR-4.5: how many links each turn's limit lets one build."""
    match = arranged(asked="build", money={0: 300})
    plan = plan_track(match.game, match.view(0), "r30c25", "r9c41")
    assert (
        sum(plan.costs) == plan.cost > 50
        and sum(plan.turns) == len(plan.links)
        and len(plan.turns) == 2
    )
    assert sum(plan.costs[: plan.turns[0]]) <= 50 < sum(plan.costs[: plan.turns[0] + 1])
    for name in plan.names[: plan.turns[0]]:
        play(match, f"build {name}")
    assert match.view().spent == sum(plan.costs[: plan.turns[0]])
    again = plan_track(match.game, match.view(0), "r30c25", "r9c41")
    assert again.cost == sum(plan.costs[plan.turns[0] :])


def test_a_plan_over_a_ferry_pays_its_fee_once():
    """TR-4.4, TR-4.12: unless the other side is a foothold already."""
    match = arranged(asked="build", track={0: ["r33c23 s"]}, money={0: 300})
    plan = plan_track(match.game, match.view(0), "r33c23", "r37c28")
    assert (
        plan.fees == 24 and plan.cost == 24 + cost(match, "r36c28 s") and plan.costs == [plan.cost]
    )
    play(match, f"build {plan.names[0]}")
    assert match.view().money[0] == 300 - plan.cost
    match = arranged(asked="build", track={0: ["r33c23 s", "r36c28 e"]}, money={0: 300})
    plan = plan_track(match.game, match.view(0), "r33c23", "r37c28")
    assert plan.fees == 0 and plan.names == ["r36c29 sw"]


def test_what_cannot_be_built_has_no_plan():
    """TR-4.3: others' track closes the way."""
    ring = [
        "r1c0 s",
        "r1c0 se",
        "r1c1 sw",
        "r1c1 s",
        "r1c1 se",
        "r1c1 e",
        "r1c1 ne",
        "r0c1 e",
        "r0c1 se",
    ]
    match = arranged(map="islet", track={1: ring})
    assert (
        match.view().entries[0] == 0
        and plan_track(match.game, match.view(0), "r0c0", "r3c3") is None
    )
    assert plan_track(match.game, match.view(0), "r0c9", "r3c3").cost > 0
    assert plan_track(match.game, match.view(0), None, "r3c1").names[0].startswith("r")


def test_a_plan_from_anywhere():
    """TR-4.4: from the nearest post of own track, or of a big city."""
    match = arranged(track={0: ["r30c25 8e"]})
    plan = plan_track(match.game, match.view(0), None, "r29c34")
    assert plan.names == ["r29c34 sw"] and plan.cost == 3
    match = arranged()
    assert plan_track(match.game, match.view(0), None, "r31c24").cost == 7


def slowest_track(game, s, seat, start, goal):
    """Without ferries, between footholds: plain Dijkstra over posts."""
    b, best, todo = game.plain_board, {start: 0}, [(0, start)]
    while todo:
        length, post = heapq.heappop(todo)
        if post == goal:
            return length
        for direction in range(8):
            link = int(b.link_at[post, direction])
            if link >= 0 and (b.inside[link] or s.track[link] in (0, seat + 1)):
                total = length + (0 if b.inside[link] or s.track[link] else int(b.cost[link]))
                there = int(b.next_post[post, direction])
                if total < best.get(there, 1 << 30):
                    best[there] = total
                    heapq.heappush(todo, (total, there))
    return None


def test_the_cheapest_track_is_the_cheapest():
    """Against a slow search, from big city to big city, on a map with track all over it."""
    match = arranged(joined=[1], track={0: ["r30c23 2s", "r24c23 8e"]})
    s = match.position.state
    big = [city for city in match.game.board.cities if city.big]
    luck = random.Random(4)
    for _ in range(12):
        here, there = luck.sample(big, 2)
        plan = plan_track(match.game, s, here.posts[0], there.posts[0], 0)
        slow = slowest_track(match.game, s, 0, here.posts[0], there.posts[0])
        assert plan.cost == slow and plan.fees == 0


# ---- running
def test_the_best_run_by_example():
    """TR-6.1: what is left of this move, then whole turns."""
    match = arranged(train={0: "r30c25"}, track={0: [LINE]})
    plan = plan_run(match.game, match.view(0), "r30c33")
    assert (plan.turns, plan.fees, plan.moves) == (0, 0, [["step e"] * 8])
    match = arranged(train={0: "r30c25"}, track={0: ["r30c25 15e"]})
    plan = plan_run(match.game, match.view(0), "r30c40")
    assert (plan.turns, [len(moves) for moves in plan.moves]) == (1, [13, 2])
    assert plan_run(match.game, match.view(0), "r20c30") is None
    match = arranged(asked="build", train={0: "r30c25"}, track={0: [LINE]})
    assert plan_run(match.game, match.view(0), "r30c33").turns == 1


def test_fees_are_saved_where_no_turn_is_lost():
    """TR-6.2: own track before another's; waiting rather than paying twice."""
    match = arranged(
        train={0: "r30c25"}, track={0: ["r30c25 e", "r31c26 ne"], 1: ["r30c26 e"]}, money={0: 50}
    )
    assert plan_run(match.game, match.view(0), "r30c27").fees == 10
    match = arranged(train={0: "r30c25"}, track={0: ["r30c25 se ne"], 1: ["r30c25 2e"]})
    plan = plan_run(match.game, match.view(0), "r30c27")
    assert (plan.fees, plan.moves) == (0, [["step se", "step ne"]])
    match = arranged(train={0: "r30c25"}, track={0: ["r30c25 10e"], 1: ["r30c35 6e"]})
    plan = plan_run(match.game, match.view(0), "r30c41")
    assert (plan.turns, plan.fees, [len(moves) for moves in plan.moves]) == (1, 10, [10, 6])


def test_a_run_over_a_ferry():
    """TR-6.5: boarding ends the turn, half the speed after it."""
    match = arranged(train={0: "r34c23"}, track={0: ["r34c23 n", "r36c28 8e"]})
    plan = plan_run(match.game, match.view(0), "r36c34")
    assert (plan.turns, plan.moves) == (1, [["step n", "board"], ["step e"] * 6])
    assert plan_run(match.game, match.view(0), "r36c35").turns == 2
    play(match, *plan.moves[0])
    assert plan_run(match.game, match.view(0), "r36c34").turns == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_plan_can_be_played(seed):
    """The moves of a plan are legal, cost what it says, and lead there."""
    match = arranged(
        train={0: "r28c23"}, joined=[0, 1], money={0: 100}, jobs=[], force={}, speed={0: 33}
    )
    luck, board = random.Random(seed), match.game.board
    city = luck.choice([city for city in board.cities if city.big][:6])
    plan = plan_run(match.game, match.view(0), city.posts[0])
    before = int(match.view().books[0][3])
    for n, moves in enumerate(plan.moves):
        play(match, *moves)
        if n < plan.turns:
            play(match, *([] if moves[-1:] == ["board"] else ["stop"]))
            while match.asked != "move" or match.seat != 0:
                match.play(
                    "done"
                    if match.asked == "build"
                    else "stop"
                    if match.asked == "move"
                    else match.legal()[0]
                )
            if match.view().kinds:
                return
    assert (
        match.view().train[0] == city.posts[0]
        and before - int(match.view().books[0][3]) == plan.fees
    )


def test_posts_that_are_none():
    with pytest.raises(ValueError, match="no post"):
        plan_track(game(), arranged().view(0), "r99c0", "r0c0")
