"""Why an action is good: a reason for every legal action, in both languages."""

import pytest

import ekiben
from ekiben.bots import Limit, make
from ekiben.coach import explain, remarks, say
from ekiben.core.errors import EkibenError
from ekiben.texts import languages


def said_of(match):
    """What the coach says of every eighth legal action, and of what matters now."""
    view, legal = match.view(match.seat), match.legal()
    told = [explain(match.game, view, action) for action in legal[len(match.actions) % 8 :: 8]]
    for reason in told + remarks(match.game, view):
        yield [say(reason, language, ["Ann", "Bob"]) for language in languages()]


@pytest.mark.parametrize(
    ("name", "player"),
    [
        *((name, "random") for name in ekiben.games()),
        *((name, "step") for name in ("america", "europe", "great-lakes", "london")),
    ],
)
def test_every_question_gets_sentences(name, player):
    """In a game of random play, and in one of a bot against itself."""
    game = ekiben.load(name)
    match, bot, asked = game.new(2, seed=3), make(player, 1), set()
    bot.sit(game)
    for ply in range(120):
        if match.over:
            break
        if ply % 8 == 0 or match.asked not in asked:
            asked.add(match.asked)
            for english, japanese in said_of(match):
                assert english and japanese and english != japanese
        match.play(bot.choose(match.view(match.seat), match.legal(), Limit(1.0)))
    assert len(asked) > 2


def test_a_spectator_gets_no_advice():
    match = ekiben.load("london").new(2, seed=3)
    with pytest.raises(EkibenError, match="advises a seat"):
        explain(match.game, match.view(None), match.legal()[0])
