"""The programs in examples/ do what they say."""

import importlib
from pathlib import Path

import pytest

import ekiben
from ekiben import bots

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def train_agent(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return importlib.import_module("train_agent")


def test_self_play_learns_to_beat_random_play(train_agent):
    untrained = train_agent.share_against_random(train_agent.train(0))
    trained = train_agent.share_against_random(train_agent.train(200))
    assert trained > untrained + 0.03


@pytest.mark.parametrize("name", ["america", "europe", "great-lakes"])
def test_the_players_play_their_games(name):
    game = ekiben.load(name)
    match = game.new(seats=2, seed=1)
    bot = bots.make(f"learned:weights={ROOT / 'examples/players' / name}.npz", game=game)
    action = bot.choose(match.view(0), match.legal(), bots.Limit(1))
    assert action in match.legal()
