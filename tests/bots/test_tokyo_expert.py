"""Tokyo's expert: plans as the learned player does, and leaves its plans only for better ones."""

from functools import cache

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.family import LearnedKeys
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.expert import AHEAD, SURE, TokyoExpert
from ekiben.bots.tokyo.learned import TokyoLearned
from ekiben.bots.tokyo.strategist import Strategist, playout_weights
from ekiben.games import FILES

LIMIT = bots.Limit(seconds=1000.0)
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")


@cache
def kanto():
    game = ekiben.load("tokyo")
    game.builds.fastest()
    BUILDS.fastest()
    return game


def other_board(folder):
    own = folder / "mine.toml"
    text = FILES["tokyo"].read_text(encoding="utf-8")
    own.write_text(text.replace("reward = 24", "reward = 25", 1), encoding="utf-8")
    return ekiben.load(str(own))


def test_it_plans_by_what_was_learned_on_its_board_only(tmp_path):
    bot = TokyoExpert()
    bot.sit(ekiben.load("tokyo"))
    assert bot.weights == TokyoLearned(LearnedKeys(0, "")).weights
    assert bot.playout_weights == playout_weights(bot.weights)
    assert (bot.ahead, bot.sure) == (AHEAD, SURE)
    elsewhere, usual = TokyoExpert(), Strategist()
    elsewhere.sit(other_board(tmp_path))
    assert elsewhere.weights == usual.weights != bot.weights
    assert (elsewhere.ahead, elsewhere.sure) == (usual.ahead, usual.sure)


def test_expert_is_made_of_it_and_the_strategist_stays():
    seated = bots.make("expert:rollouts=7", 3, kanto()).player
    assert type(seated) is TokyoExpert
    assert seated.games == 7
    assert type(bots.make("strategist", 3, kanto())) is Strategist


@compiled_only
def test_without_playouts_it_does_what_the_learned_player_does():
    """At every choice of a game; with playouts it finds something else in the same positions."""
    game, other = kanto(), 0
    learned = [bots.make("learned", seat, game) for seat in range(2)]
    quiet, keen = ([TokyoExpert(seat, games=games) for seat in range(2)] for games in (0, 24))
    for table in (quiet, keen):
        for bot in table:
            bot.sit(game)
            bot.sure = 0.0
    match = game.new(seats=2, seed=6)
    for _ in range(90):
        view, legal = match.view(match.seat), match.legal()
        action = learned[match.seat].choose(view, legal, LIMIT)
        assert quiet[match.seat].choose(view, legal, LIMIT) == action
        other += keen[match.seat].choose(view, legal, LIMIT) != action
        match.play(action)
    assert other
