"""Why an action is good: a reason for every legal action, in both languages."""

import random

import pytest

import ekiben
from ekiben.coach import explain, say
from ekiben.core.errors import EkibenError
from ekiben.texts import languages


@pytest.mark.parametrize("name", ekiben.games())
def test_every_legal_action_has_a_sentence(name):
    match, luck = ekiben.load(name).new(2, seed=3), random.Random(1)
    for _ in range(30):
        view, legal = match.view(match.seat), match.legal()
        for action in luck.sample(legal, min(4, len(legal))):
            reason = explain(match.game, view, action)
            said = [say(reason, language, ["Ann", "Bob"]) for language in languages()]
            assert all(said) and len(set(said)) == 2
        match.play(luck.choice(match.legal()))


def test_a_spectator_gets_no_advice():
    match = ekiben.load("london").new(2, seed=3)
    with pytest.raises(EkibenError, match="advises a seat"):
        explain(match.game, match.view(None), match.legal()[0])
