"""The programs in examples/ do what they say."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def train_agent(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return importlib.import_module("train_agent")


def test_self_play_learns_to_beat_random_play(train_agent):
    untrained = train_agent.share_against_random(train_agent.train(0))
    trained = train_agent.share_against_random(train_agent.train(200))
    assert trained > untrained + 0.03
