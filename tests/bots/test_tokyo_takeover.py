"""Bots for Tokyo that take over a person's seat: whatever was played before, they choose, and what
they choose is legal.
"""

import random
from functools import cache
from pathlib import Path

import pytest
from games.tokyo.table import arranged, play

import ekiben
from ekiben import bots
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.games.tokyo.game import load as load_board
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import REWARDS

LIMIT = bots.Limit(seconds=1000.0)
KANTO = Path(ekiben.__file__).parent / "games" / "boards" / "kanto.toml"
SPECS = ("drifter", "courier", "dispatcher", "strategist")
# How much a careless person likes a verb; 1 where nothing is said.
HABITS = {
    "any": {},
    "hoards jobs": {"load": 30, "step": 6, "unload": 0, "board": 20, "stop": 0.3, "done": 0.3},
    "lives on credit": {"borrow": 50, "repay": 0, "build": 5, "step": 3, "done": 0.1},
    "sails": {"board": 500, "step": 5, "stop": 0.05, "load": 5, "build": 2},
    "builds anywhere": {"build": 20, "done": 0.05, "borrow": 3, "load": 3},
    "passes by": {"step": 30, "stop": 0.2, "build": 4, "load": 5, "unload": 0.2, "return": 5},
}


def seated(spec, game, seed=0):
    """The expert plays no trials, so that it does not depend on time."""
    game.builds.fastest()
    bot = (
        Strategist(seed, games=0, width=60, jobs=3)
        if spec == "strategist"
        else bots.make(spec, seed)
    )
    bot.sit(game)
    return bot


@cache
def kanto(**options):
    return load_board(KANTO, options)


def drawn(legal, habits, luck):
    verbs = sorted({action.verb for action in legal})
    verb = luck.choices(verbs, [habits.get(verb, 1) + 1e-6 for verb in verbs])[0]
    return luck.choice([action for action in legal if action.verb == verb])


def left_by_a_person(seed):
    """A position in which somebody leaves, in the middle of a turn."""
    luck = random.Random(seed)
    habits = list(HABITS.values())[seed % len(HABITS)]
    game = kanto(
        turn_limit=7,
        strike=luck.choice(["printed", "track"]),
        no_lockout=seed % 2 > 0,
        debt=luck.choice([0, 220]),
    )
    match, turns = game.new(seats=2 + seed % 2, seed=seed), luck.randrange(14)
    while not match.over and (match.view().turns < turns or luck.random() < 0.6):
        match.play(drawn(match.legal(), habits, luck))
    return match


def check_takeover(spec, seed):
    match = left_by_a_person(seed)
    table, choices = [seated(spec, match.game, seat) for seat in range(match.seats)], 0
    while not match.over:
        legal = match.legal()
        action = table[match.seat].choose(match.view(match.seat), legal, LIMIT)
        assert action in legal
        match.play(action)
        choices += 1
        assert choices < 5000


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(6))
def test_a_bot_plays_on_whatever_a_person_left(spec, seed):
    check_takeover(spec, seed)


@pytest.mark.deep
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(6, 80))
def test_bots_play_on_whatever_people_left(spec, seed):
    check_takeover(spec, seed)


# ---- what a bot would not have let happen
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("money", [10, 490])
def test_a_job_already_at_its_destination_is_unloaded(spec, money):
    """A bot unloads on arrival; a person may stop there with the job on the train, and here it even
    wins with it.
    """
    match = arranged(
        carried={0: ["a05"]},
        train={0: "r14c37"},
        money={0: money},
        joined=[0] if money > 400 else [],
    )
    chosen = seated(spec, match.game).choose(match.view(0), match.legal(), LIMIT)
    assert str(chosen) == "unload a05"


@pytest.mark.parametrize("spec", SPECS)
def test_a_job_put_back_in_this_turn_is_not_loaded_again(spec):
    """TR-6.7."""
    match = arranged(carried={0: ["a05"]}, train={0: "r28c23"}, jobs=[], track={0: ["r28c23 n"]})
    play(match, "return a05")
    bot = seated(spec, match.game)
    assert bot.choose(match.view(0), match.legal(), LIMIT).verb in ("step", "stop")
    if spec == "strategist":
        assert bot.planner.call("choose_action", state_from(match.view(0))) in [
            action.id for action in match.legal()
        ]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    "force",
    [
        {},
        {0: "derailment"},
        {1: "strike"},
        {1: "quake"},
        {1: "flood"},
        {1: "waves"},
        {1: "snow"},
        {1: "fog"},
    ],
)
def test_on_a_ferry_in_debt_with_a_full_train_and_an_event(spec, force):
    """Nothing of this is a bot's doing: aboard, no money, many loans, track in two places, jobs to
    nowhere near.
    """
    match = arranged(
        train={0: "r33c23"},
        aboard=[0],
        money={0: 0},
        loans={0: 9},
        carried={0: ["b72", "a47"]},
        force=force,
        track={0: ["r33c23 s", "r10c26 n"], 1: ["r36c28 e", "r36c28 n"]},
        turn_limit=12,
    )
    bot, turn = seated(spec, match.game), int(match.view().turns)
    while not match.over and match.view().turns < turn + 6:
        legal = match.legal()
        action = bot.choose(match.view(match.seat), legal, LIMIT) if match.seat == 0 else legal[-1]
        assert action in legal
        match.play(action)


@pytest.mark.parametrize("spec", ["drifter", "courier", "dispatcher"])
def test_in_debt_without_money_it_borrows_again_rather_than_wait(spec):
    match = arranged(money={0: 0}, loans={0: 4}, turn_limit=30)
    bot, start = seated(spec, match.game), int(match.view().turns)
    while not match.over and match.view().turns < start + 20:
        legal = match.legal()
        match.play(bot.choose(match.view(0), legal, LIMIT) if match.seat == 0 else legal[-1])
    assert match.view().books[0][REWARDS] > 0
