"""The expert at Tokyo, and the planner that all bots of Tokyo are made of.

It plays whole games with every kind of action, sees no more than its view, keeps to its time, is
the same in both builds where it plays no trials, and gets ahead of the dispatcher.
"""

from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.bots.tokyo import kernels, planner_state
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.distances import KNOWN, ROUGH
from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.planner_state import HERE, PlannerState
from ekiben.bots.tokyo.strategist import WEIGHTS, Strategist, playout_weights
from ekiben.bots.tokyo.trial_playouts import Candidate, TrialPlayouts
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import run
from ekiben.games.tokyo.game import load as load_board
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.plans import plan_track
from ekiben.games.tokyo.state import FEES_PAID, OVER

LIMIT = bots.Limit(seconds=1000.0)
KANTO = Path(ekiben.__file__).parent / "games" / "boards" / "kanto.toml"
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")


@cache
def kanto(turn_limit=200):
    game = load_board(KANTO, {"turn_limit": turn_limit})
    game.builds.fastest()
    return game


def sat_down(game, table):
    for bot in table:
        bot.sit(game)
    return table


def played(game, table, seed, limit=LIMIT, watch=lambda match, action: None):
    """The match of some bots, to its end; whatever they choose is legal, or the match would refuse
    it.
    """
    sat_down(game, table)
    match = game.new(seats=len(table), seed=seed)
    while not match.over:
        action = table[match.seat].choose(match.view(match.seat), match.legal(), limit)
        watch(match, action)
        match.play(action)
    return match


def quick(seed=0):
    """Plans, but plays no trials."""
    return Strategist(seed, games=0, width=60, jobs=3)


# ---- manners
def test_it_sits_at_tokyo_only_and_before_it_chooses():
    with pytest.raises(EkibenError, match="strategist plays Tokyo, not america"):
        Strategist().sit(ekiben.load("america"))
    match = kanto().new(seats=2, seed=1)
    with pytest.raises(EkibenError, match="strategist must sit down"):
        Strategist().choose(match.view(match.seat), match.legal(), LIMIT)


@compiled_only
@pytest.mark.parametrize(
    "seats", [2, 3, 9, *(pytest.param(seats, marks=pytest.mark.deep) for seats in range(4, 9))]
)
def test_it_plays_at_every_number_of_seats_and_again_the_same(seats):
    first, again = (
        str(played(kanto(4), [quick(seat) for seat in range(seats)], seed=seats).record())
        for _ in range(2)
    )
    assert first == again


@compiled_only
def test_it_uses_every_kind_of_action_and_others_track():
    used, fees = set(), 0
    for seed in (3, 5):
        match = played(
            kanto(), [quick(0), quick(1)], seed, watch=lambda match, action: used.add(action.verb)
        )
        fees += int(match.view(None).books[:, FEES_PAID].sum())
        assert len(match.ranking()[0] if isinstance(match.ranking()[0], list | tuple) else [0]) == 1
    assert used >= {
        "place",
        "step",
        "load",
        "unload",
        "stop",
        "build",
        "upgrade",
        "done",
        "borrow",
        "repay",
    }
    assert fees < 0


@compiled_only
def test_a_choice_depends_on_the_view_alone():
    """A second expert that is shown positions dealt anew, all the while, chooses the same."""
    game = kanto(5)
    table, shadows = (
        [Strategist(seat, candidates=3, games=12, ahead=3, sure=0.0) for seat in range(2)]
        for _ in range(2)
    )
    sat_down(game, shadows)
    twice = bots.Limit(1000.0, threads=2)

    def watch(match, action):
        imagined = game.imagine(match.view(match.seat), len(match.actions))
        assert (
            shadows[match.seat].choose(imagined.view(match.seat), imagined.legal(), twice) == action
        )

    played(game, table, seed=11, limit=twice, watch=watch)


@compiled_only
def test_playouts_do_not_depend_on_what_a_planner_did_before():
    """Candidates start from the same positions: equal ones take equal turns, on any thread."""
    game, bot = kanto(), Strategist(1)
    bot.sit(game)
    match = game.new(seats=2, seed=8)
    view = match.view(match.seat)
    s = state_from(view)
    bot.planner.find_trip(s, lambda: True)
    candidates = [Candidate(bot.planner.kept()) for _ in range(3)]
    trial = TrialPlayouts(
        game=game,
        view=view,
        weights=bot.playout_weights,
        luck=count(5).__next__,
        done=lambda played, coming: played / 12,
        ahead=4,
    )
    run(trial.best(candidates, s, 0.0), 2)
    assert len(candidates[0].turns) >= 4 and min(candidates[0].turns) > 4
    assert all(
        candidate.turns == candidates[0].turns[: len(candidate.turns)] for candidate in candidates
    )


@compiled_only
def test_it_can_join_in_the_middle():
    game = kanto()
    match, table = game.new(seats=2, seed=5), sat_down(game, [quick(0), quick(1)])
    for _ in range(300):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    late = Strategist(9, games=8, ahead=2)
    late.sit(game)
    assert late.choose(match.view(match.seat), match.legal(), LIMIT) in match.legal()


# ---- time
class Steps:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self):
        self.ticks = count()

    def __call__(self):
        return float(next(self.ticks))


@compiled_only
@pytest.mark.parametrize("seconds", [1.0, 5.0, 20.0])
def test_planning_ends_when_time_is_up(seconds, monkeypatch):
    """Work is counted by the looks at the clock: one for each step of a search or playout."""
    bot = Strategist(0)
    bot.sit(kanto())
    match = kanto().new(seats=2, seed=4)
    calls = []
    monkeypatch.setattr(bot.planner.__class__, "call", watched(bot.planner.__class__.call, calls))
    bot.clock = Steps()
    assert bot.choose(match.view(match.seat), match.legal(), bots.Limit(seconds)) in match.legal()
    steps = [
        kernel for kernel in calls if kernel in ("rate_job", "know_job", "assess_trip", "play_out")
    ]
    assert len(steps) <= 0.8 * seconds + 4
    assert "play_out" not in calls


def watched(call, calls):
    def recorded(self, kernel, *more):
        calls.append(kernel)
        return call(self, kernel, *more)

    return recorded


@pytest.mark.parametrize("seconds", [0.0, 10.0])
def test_a_dispatcher_has_a_trip_when_time_is_up(seconds):
    bot = Dispatcher(0)
    bot.sit(kanto())
    bot.clock = Steps()
    match = kanto().new(seats=2, seed=4)
    assert bot.choose(match.view(match.seat), match.legal(), bots.Limit(seconds)).verb == "place"
    assert 0 < bot.planner.get("trip_length") <= 2 + seconds


# ---- both builds
@compiled_only
def test_a_plan_and_a_playout_are_the_same_in_both_builds():
    game, weights = kanto(), WEIGHTS._replace(jobs_considered=4.0, finalists=2.0, beam_width=12.0)
    s = state_from(game.new(seats=2, seed=6).view(0))
    trim(s)
    plans, ends = [], []
    for build in (BUILDS.interpreted, BUILDS.fastest()):
        planner = Planner(game, weights)
        planner.kernels, planner.compiled = build, build.compiled
        planner.restore(Planner(game, weights).kept())
        planner.find_trip(s.copy(), lambda: True)
        ends.append(
            planner.call("play_out", game.redeal(game.new(seats=2, seed=6).view(0), 3), 0, 1)
        )
        plans.append(planner.kept().view(np.uint8).tobytes())
    assert ends[0] == ends[1] and plans[0] == plans[1]


@compiled_only
@pytest.mark.parametrize("spec", ["drifter", "courier", "dispatcher:among=4,width=12,finalists=2"])
def test_a_bot_chooses_the_same_in_both_builds(spec, monkeypatch):
    game, chosen = kanto(), []
    table = [bots.make(spec, seat, game) for seat in range(2)]
    match = game.new(seats=2, seed=6)
    for _ in range(60):
        view, legal = match.view(match.seat), match.legal()
        chosen.append((view, legal, table[match.seat].choose(view, legal, LIMIT)))
        match.play(chosen[-1][2])
    assert all(bot.planner.compiled for bot in table)
    monkeypatch.setattr(BUILDS, "compiled", None)
    monkeypatch.setattr(BUILDS, "can_compile", lambda: False)
    table = [bots.make(spec, seat, game) for seat in range(2)]
    for view, legal, action in chosen:
        assert table[view.viewer].choose(view, legal, LIMIT) == action
    assert not any(bot.planner.compiled for bot in table)


def test_the_weights_have_the_places_that_compiled_code_reads_them_from():
    places = [getattr(planner_state, name.upper()) for name in Weights._fields]
    assert places == list(range(len(Weights._fields)))


def trim(s):
    """Leaves few jobs on the map, since interpreted searches take their time."""
    left = 5
    for word in range(len(s.on_map)):
        jobs = int(s.on_map[word])
        while jobs.bit_count() > left:
            jobs &= jobs - 1
        s.on_map[word], left = jobs, left - jobs.bit_count()


# ---- what it plans
@compiled_only
def test_its_ways_cost_what_the_plans_cost_when_movement_is_for_nothing():
    game = kanto()
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    for _ in range(250):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    seat = match.seat
    s = state_from(match.view(seat))
    planner = Planner(game, WEIGHTS._replace(move_price=0.0, spent=1.0))
    planner.call("start_planning", s)
    record, checked = planner.states.view(PlannerState.dtype)[0], 0
    for number, city in enumerate(game.board.cities):
        if len(city.posts) == 1 and record["tolls"][HERE, number] == 0:
            plan = plan_track(game, s, int(s.train[seat]), city.posts[0], seat)
            assert plan is not None and record["cost"][HERE, number] <= plan.cost, city.id
            checked += 1
    assert checked > 5


@compiled_only
def test_distances_that_are_kept_are_those_that_would_be_worked_out():
    """A planner that has seen other positions finds the same as a fresh one."""
    game = kanto()
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    used = Planner(game, WEIGHTS)
    for step in range(200):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        if step % 40 == 0:
            s, fresh = state_from(match.view(match.seat)), Planner(game, WEIGHTS)
            used.restore(fresh.kept())
            for planner in (used, fresh):
                planner.find_trip(s, lambda: True)
                planner.call("fill_distances", s)
            assert (used.kept() == fresh.kept()).all()
            assert all(
                (used.get(name)[:86] == fresh.get(name)[:86]).all()
                for name in ("movement", "cost", "tolls")
            )


@compiled_only
def test_playouts_rate_jobs_by_rough_distances_and_know_the_ends_of_the_best():
    game, rough = kanto(), 0
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    lax = Planner(game, playout_weights(WEIGHTS)._replace(spent=1.0))
    for step in range(400):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        if step % 20 == 0 and match.seat == 0:
            s, fresh = state_from(match.view(0)), Planner(game, WEIGHTS._replace(spent=1.0))
            lax.find_trip(s, lambda: True)
            fresh.call("fill_distances", s)
            known = lax.get("known")[:86].copy()
            rough += int((known == ROUGH).sum())
            ends = {
                int(lax.get(name)[job])
                for job in range(int(lax.get("carried_count")), int(lax.get("job_count")))
                for name in ("job_origin", "job_goal")
            }
            assert ends and all(known[city] == KNOWN for city in ends)
            if (lax.get("prices") == lax.get("rows_prices")).all():
                for name in ("movement", "cost", "tolls"):
                    assert (
                        lax.get(name)[:86, :86][known == KNOWN]
                        == fresh.get(name)[:86, :86][known == KNOWN]
                    ).all()
    assert rough > 10


# ---- how well it does
def turns_alone(bot, seed):
    """Turns to win while the other seat only waits."""
    game = kanto()
    bot.sit(game)
    match, seat = game.new(seats=2, seed=seed), seed % 2
    while not match.over:
        view = match.view(match.seat)
        idle = kernels.waiting_action(game.plain_board, state_from(view))
        match.play(
            bot.choose(view, match.legal(), LIMIT) if match.seat == seat else game.action(int(idle))
        )
    assert match.view(None).winner == seat and match.view(None).asked == OVER
    return int(match.view(None).turns) // 2 + 1


@compiled_only
def test_alone_it_wins_in_good_time():
    assert sorted(turns_alone(quick(0), seed) for seed in range(100, 105))[2] <= 24


@compiled_only
@pytest.mark.deep
def test_trial_playouts_save_turns():
    turns = [
        [turns_alone(Strategist(seed, games=games), seed) for seed in range(100, 104)]
        for games in (0, 60)
    ]
    print(f"expert alone, turns to win: {turns[0]} without playouts, {turns[1]} with 60 a choice")
    assert sum(turns[1]) < 0.95 * sum(turns[0])


@compiled_only
@pytest.mark.deep
def test_an_expert_beats_a_dispatcher():
    won = 0
    for game_number in range(20):
        table = [Strategist(game_number, games=60), Dispatcher(game_number)]
        seat = game_number % 2
        match = played(kanto(), table if seat == 0 else table[::-1], 900 + game_number // 2)
        won += int(match.view(None).winner) == seat
    print(f"expert against dispatcher, 2 seats, 20 games: {won} won")
    assert won >= 12
