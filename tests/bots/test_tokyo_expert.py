"""The expert at Tokyo: plays whole games with every kind of action, sees no more than its view,
keeps to its time, is the same in both builds where it does not play ideas on, and gets ahead of the
dispatcher.
"""

from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.bots.tokyo import rollouts
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.distances import KNOWN, ROUGH
from ekiben.bots.tokyo.expert import KEYS, LIGHT, TokyoExpert
from ekiben.bots.tokyo.planner import Desk
from ekiben.bots.tokyo.planner_state import HERE, MIND, PlannerState
from ekiben.bots.tokyo.trial_playouts import LEAST, Idea, Trial, better, surely_better
from ekiben.core.errors import EkibenError
from ekiben.games.tokyo.game import load as load_board
from ekiben.games.tokyo.imagine import filled
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
    """Thinks, but plays no ideas on."""
    return TokyoExpert(seed, games=0, width=60, jobs=3)


# ---- manners
def test_it_sits_at_tokyo_only_and_before_it_chooses():
    with pytest.raises(EkibenError, match="expert plays Tokyo, not america"):
        TokyoExpert().sit(ekiben.load("america"))
    match = kanto().new(seats=2, seed=1)
    with pytest.raises(EkibenError, match="expert must sit down"):
        TokyoExpert().choose(match.view(match.seat), match.legal(), LIMIT)


@compiled_only
@pytest.mark.parametrize("seats", range(2, 10))
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
    """A second expert that is shown positions dealt anew, all the while, chooses the same; ideas
    are played on.
    """
    game = kanto(5)
    table, shadows = (
        [TokyoExpert(seat, ideas=3, games=40, ahead=3, sure=0.0) for seat in range(2)]
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
def test_games_played_on_do_not_depend_on_what_a_desk_did_before():
    """Every idea starts from the same worlds: two that are the same take the same turns, on any
    thread.
    """
    game, bot = kanto(), TokyoExpert(1)
    bot.sit(game)
    match = game.new(seats=2, seed=8)
    view = match.view(match.seat)
    s = filled(view)
    bot.desk.think(s, lambda: True)
    ideas = [Idea(bot.desk.kept()) for _ in range(3)]
    trial = Trial(
        game, view, bot.light, count(5).__next__, lambda played, coming: played / 12, 2, 4
    )
    trial.best(ideas, s, 0.0)
    assert len(ideas[0].took) >= 4 and min(ideas[0].took) > 4
    assert all(idea.took == ideas[0].took[: len(idea.took)] for idea in ideas)


@compiled_only
def test_it_can_join_in_the_middle():
    game = kanto()
    match, table = game.new(seats=2, seed=5), sat_down(game, [quick(0), quick(1)])
    for _ in range(300):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    late = TokyoExpert(9, games=8, ahead=2)
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
def test_thinking_ends_when_time_is_up(seconds, monkeypatch):
    """Work done is counted by the looks at the clock: one for each step of a thought or game played
    on.
    """
    bot = TokyoExpert(0)
    bot.sit(kanto())
    match = kanto().new(seats=2, seed=4)
    calls = []
    monkeypatch.setattr(bot.desk.__class__, "call", watched(bot.desk.__class__.call, calls))
    bot.clock = Steps()
    assert bot.choose(match.view(match.seat), match.legal(), bots.Limit(seconds)) in match.legal()
    steps = [
        kernel for kernel in calls if kernel in ("rate_job", "know_job", "assess_trip", "play_on")
    ]
    assert len(steps) <= 0.8 * seconds + 4
    assert "play_on" not in calls


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
    assert bot.trip.stops and len(bot.trip.stops) <= 2 + seconds


# ---- both builds
@compiled_only
def test_a_thought_and_a_game_played_on_are_the_same_at_both_speeds():
    game, keys = kanto(), KEYS | {"among": 4.0, "finalists": 2.0, "width": 12.0}
    s = filled(game.new(seats=2, seed=6).view(0))
    trim(s)
    minds, ends = [], []
    for kernels in (BUILDS.interpreted, BUILDS.fastest()):
        desk = Desk(game, keys)
        desk.kernels, desk.compiled = kernels, kernels.compiled
        desk.recall(Desk(game, keys).kept())
        desk.think(s.copy(), lambda: True)
        ends.append(desk.call("play_on", game.redeal(game.new(seats=2, seed=6).view(0), 3), 0, 1))
        minds.append(desk.kept().view(np.uint8).tobytes())
    assert ends[0] == ends[1] and minds[0] == minds[1]


def trim(s):
    """Leaves few jobs on the map, since interpreted searches take their time."""
    left = 5
    for word in range(len(s.on_map)):
        jobs = int(s.on_map[word])
        while jobs.bit_count() > left:
            jobs &= jobs - 1
        s.on_map[word], left = jobs, left - jobs.bit_count()


# ---- what it thinks
@compiled_only
def test_its_ways_cost_what_the_plans_cost_when_movement_is_for_nothing():
    game = kanto()
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    for _ in range(250):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    seat = match.seat
    s = filled(match.view(seat))
    desk = Desk(game, KEYS | {"move": 0.0, "spent": 1.0})
    desk.call("look_at", s)
    record, checked = desk.minds.view(MIND)[0], 0
    for number, city in enumerate(game.board.cities):
        if len(city.posts) == 1 and record["tolls"][HERE, number] == 0:
            plan = plan_track(game, s, int(s.train[seat]), city.posts[0], seat)
            assert plan is not None and record["cost"][HERE, number] <= plan.cost, city.id
            checked += 1
    assert checked > 5


def test_an_idea_must_save_turns_for_sure():
    kept, games = PlannerState().packed(), range(LEAST)
    first, noisy = (
        Idea(kept, [20.0 for _ in games]),
        Idea(kept, [15.0 + 9.0 * (n % 2) for n in games]),
    )
    saving = Idea(kept, [19.0 - n % 2 for n in games])
    assert surely_better([first, noisy], 1.0) is first
    assert surely_better([first, noisy, saving], 1.0) is saving
    assert (
        surely_better([Idea(kept, idea.took[1:]) for idea in (first, saving)], 1.0).took
        == first.took[1:]
    )


def test_the_worse_ideas_are_dropped_and_the_first_stays():
    ideas = [Idea(b"", [took]) for took in (25.0, 22.0, 24.0, 21.0, 23.0)]
    assert [idea.took[0] for idea in better(ideas, 0.5)] == [25.0, 21.0, 22.0]
    assert [idea.took[0] for idea in better(ideas, 0.0)] == [25.0, 21.0]
    assert better([Idea(b""), Idea(b"")], 0.5) == [Idea(b"")]


@compiled_only
def test_tables_that_are_kept_are_those_that_would_be_made():
    """A mind that has seen other positions finds the same as a fresh one."""
    game = kanto()
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    used = Desk(game, KEYS)
    for step in range(200):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        if step % 40 == 0:
            s, fresh = filled(match.view(match.seat)), Desk(game, KEYS)
            used.recall(fresh.kept())
            for desk in (used, fresh):
                desk.think(s, lambda: True)
                desk.call("know_all", s)
            assert (used.kept() == fresh.kept()).all()
            assert all(
                (used.get(name)[:86] == fresh.get(name)[:86]).all()
                for name in ("run", "cost", "tolls")
            )


@compiled_only
def test_a_mind_that_is_lax_rates_jobs_by_old_tables_and_knows_the_ends_of_the_best():
    game, rough = kanto(), 0
    match, table = game.new(seats=2, seed=2), sat_down(game, [quick(0), quick(1)])
    lax = Desk(game, KEYS | LIGHT | {"spent": 1.0})
    for step in range(400):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        if step % 20 == 0 and match.seat == 0:
            s, fresh = filled(match.view(0)), Desk(game, KEYS | {"spent": 1.0})
            lax.think(s, lambda: True)
            fresh.call("know_all", s)
            known = lax.get("known")[:86].copy()
            rough += int((known == ROUGH).sum())
            ends = {
                int(lax.get(name)[job])
                for job in range(int(lax.get("carried")), int(lax.get("jobs")))
                for name in ("origin", "goal")
            }
            assert ends and all(known[city] == KNOWN for city in ends)
            if (lax.get("prices") == lax.get("tables_at")).all():
                for name in ("run", "cost", "tolls"):
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
        idle = rollouts.idle(game.plain_board, filled(view))
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
def test_ideas_played_on_save_turns():
    turns = [
        [turns_alone(TokyoExpert(seed, games=games), seed) for seed in range(100, 104)]
        for games in (0, 60)
    ]
    print(
        f"expert alone, turns to win: {turns[0]} without games played on, {turns[1]} with 60 a choice"
    )
    assert sum(turns[1]) < 0.95 * sum(turns[0])


@compiled_only
@pytest.mark.deep
def test_an_expert_beats_a_dispatcher():
    won = 0
    for game_number in range(20):
        table = [TokyoExpert(game_number, games=60), Dispatcher(game_number)]
        seat = game_number % 2
        match = played(kanto(), table if seat == 0 else table[::-1], 900 + game_number // 2)
        won += int(match.view(None).winner) == seat
    print(f"expert against dispatcher, 2 seats, 20 games: {won} won")
    assert won >= 12
