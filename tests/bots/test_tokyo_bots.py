"""The bots for Tokyo play whole games, see only their views, and get better the more they plan."""

import statistics
import time
from functools import cache
from pathlib import Path

import pytest

import ekiben
from ekiben import bots
from ekiben.core.errors import EkibenError
from ekiben.games.tokyo.game import load as load_board
from ekiben.games.tokyo.state import FEES_PAID

LIMIT = bots.Limit(seconds=1000.0)
KANTO = Path(ekiben.__file__).parent / "games" / "boards" / "kanto.toml"
TOKYO = ("drifter", "apprentice", "courier", "dispatcher")
TURNS = {
    "courier": 45,
    "dispatcher": 30,
}  # turns that a game of two of them takes at most, the median


@cache
def kanto(turn_limit=200):
    game = load_board(KANTO, {"turn_limit": turn_limit})
    game.builds.fastest()
    return game


def table_of(game, specs):
    return [bots.make(spec, seed, game) for seed, spec in enumerate(specs)]


def played(game, specs, seed, watch=lambda match, bot, action: None):
    """The match of some bots, to its end."""
    table, match = table_of(game, specs), game.new(seats=len(specs), seed=seed)
    while not match.over:
        action = table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT)
        watch(match, table[match.seat], action)
        match.play(action)
    return match


def wins(specs, seeds, turn_limit=200):
    """How often the second is ahead, the seats being changed from game to game."""
    won = 0
    for seed in seeds:
        better = seed % 2
        match = played(kanto(turn_limit), specs if better else specs[::-1], seed)
        won += match.ranking()[0] in (better, [better], (better,))
    return won


# ---- names
def test_every_bot_tells_which_games_it_plays():
    assert set(TOKYO) < set(bots.names())
    assert all(bots.names()[name].startswith("Tokyo: ") for name in TOKYO)
    assert bots.names()["random"].startswith("all games: ") and bots.names()["greedy"].startswith(
        "route games: "
    )


@pytest.mark.parametrize("name", TOKYO)
def test_a_bot_sits_at_its_own_games_only(name):
    with pytest.raises(EkibenError, match=f"{name} plays Tokyo, not america"):
        bots.make(name, 0, ekiben.load("america"))
    match = kanto().new(seats=2, seed=1)
    with pytest.raises(EkibenError, match=f"{name} must sit down"):
        bots.make(name).choose(match.view(match.seat), match.legal(), LIMIT)


def test_greedy_does_not_sit_at_tokyo():
    with pytest.raises(EkibenError, match="greedy plays the route games, not"):
        bots.make("greedy", 0, kanto())


def test_a_spec_sets_the_keys_of_its_bot():
    bot = bots.make("dispatcher:jobs=2,stick=1.5", seed=4)
    assert (bot.weights.most_jobs, bot.weights.stick, bot.seed) == (2, 1.5, 4)


# ---- whole games
@pytest.mark.parametrize(
    ("spec", "seats"),
    [("random", 2), ("drifter", 3), ("courier", 2), ("courier", 5), ("dispatcher", 2)],
)
def test_a_game_is_played_to_its_end_and_again_the_same(spec, seats):
    first, again = (str(played(kanto(8), [spec] * seats, seed=seats).record()) for _ in range(2))
    assert first == again


def test_the_same_bot_can_play_another_game():
    table = table_of(kanto(6), ["courier", "dispatcher"])
    records = []
    for _ in range(2):
        match = kanto(6).new(seats=2, seed=3)
        while not match.over:
            match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        records.append(str(match.record()))
    assert records[0] == records[1]


@pytest.mark.parametrize("spec", ["random", *TOKYO])
def test_choices_depend_on_the_views_alone(spec):
    """A second bot that is shown positions dealt anew, all the while, chooses the same."""
    game = kanto(6)
    shadows = [bots.make(spec, seed, game) for seed in range(2)]

    def watch(match, bot, action):
        imagined = game.imagine(match.view(match.seat), len(match.actions))
        assert (
            shadows[match.seat].choose(imagined.view(match.seat), imagined.legal(), LIMIT) == action
        )

    played(game, [spec, spec], seed=11, watch=watch)


@pytest.mark.parametrize("spec", TOKYO)
def test_a_bot_that_joins_in_the_middle_plays_on(spec):
    match = played_so_far(["courier", "courier"], seed=5, actions=400)
    late = bots.make(spec, 9, kanto())
    assert late.choose(match.view(match.seat), match.legal(), LIMIT) in match.legal()


def played_so_far(specs, seed, actions):
    table, match = table_of(kanto(), specs), kanto().new(seats=len(specs), seed=seed)
    for _ in range(actions):
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    return match


# ---- how they go about it
def test_a_drifter_buys_no_train():
    used = set()
    played(kanto(12), ["drifter", "drifter"], 3, lambda match, bot, action: used.add(action.verb))
    assert "load" in used and "build" in used and "upgrade" not in used


@pytest.mark.parametrize("spec", ["drifter", "apprentice", "courier"])
def test_one_job_is_carried_at_a_time(spec):
    def watch(match, bot, action):
        jobs = match.view(match.seat).carried[match.seat]
        assert sum(int(word).bit_count() for word in jobs) <= 1

    played(kanto(10), [spec, spec], 4, watch)


def test_a_dispatcher_uses_others_track_and_every_verb_and_is_quick():
    game, used, spent = kanto(), set(), []
    table, match = table_of(game, ["dispatcher", "dispatcher"]), game.new(seats=2, seed=5)
    while not match.over:
        began = time.perf_counter()
        action = table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT)
        spent.append(time.perf_counter() - began)
        used.add(action.verb)
        match.play(action)
    assert used >= {"place", "step", "load", "unload", "stop", "build", "upgrade", "done"}
    assert match.view(None).books[:, FEES_PAID].sum() < 0
    assert statistics.mean(spent) < 0.1


# ---- how well they do
def test_a_courier_beats_a_drifter():
    assert wins(["drifter", "courier"], range(4), turn_limit=25) == 4


def test_a_dispatcher_beats_a_courier():
    assert wins(["courier", "dispatcher"], range(3)) >= 2


@pytest.mark.deep
@pytest.mark.parametrize("spec", ["courier", "dispatcher"])
def test_turns_to_win(spec):
    turns = [
        int(played(kanto(), [spec, spec], seed).view(None).turns) // 2 + 1
        for seed in range(100, 140)
    ]
    print(
        f"{spec}, two seats, {len(turns)} games: median {statistics.median(turns)} turns, "
        f"{min(turns)} to {max(turns)}"
    )
    assert statistics.median(turns) <= TURNS[spec]


@pytest.mark.deep
def test_the_order_of_strength():
    assert wins(["drifter", "courier"], range(100, 120)) >= 19
    assert wins(["courier", "dispatcher"], range(100, 130)) >= 25
