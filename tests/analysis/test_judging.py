"""Actions that a review did not think of, judged on request."""

from types import SimpleNamespace

import pytest

from ekiben.analysis.family import ANALYSIS, Effort
from ekiben.analysis.history import History
from ekiben.analysis.routes import choices, play_on, trials
from ekiben.analysis.routes.play_on import Player, Root
from ekiben.analysis.routes.trials import MoveFinder
from ekiben.core.kernel_calls import run
from ekiben.games.routes.imagine import state_from

from .small_games import FORK, few_playouts, small_match
from .test_reviewer import reviewed


@pytest.fixture
def match(monkeypatch):
    with few_playouts(monkeypatch, 1):
        monkeypatch.setattr(choices, "JUDGED", 12)
        yield small_match(FORK, 2, 5)


def judged(match, seat, at, action, seed=0):
    judge = ANALYSIS.of(match.game).judge
    return run(judge(History(match).seen_by(seat), at, action, Effort(seed)))


def test_what_was_played_gains_nothing(match):
    choice = reviewed(match, ledger=False).review().seats[0].choices[0]
    found = judged(match, 0, choice.at, choice.actions[0])
    assert (found.actions, found.gain, found.error) == (choice.actions, 0.0, 0.0)


def test_an_action_is_worth_about_what_the_review_says(match):
    review = reviewed(match, passes=3, ledger=False).review()
    tried = [
        (choice, one)
        for choice in review.seats[0].choices
        for one in choice.alternatives
        if one.actions != choice.actions
    ]
    assert tried
    for choice, one in tried[:3]:
        found = judged(match, 0, choice.at, one.actions[0])
        assert found.actions == one.actions
        assert abs(found.gain - one.gain) <= 4 * (found.error + one.error)
        assert found == judged(match, 0, choice.at, one.actions[0])


def compiled_or_not(builds, compiled):
    """Builds of which it is only said that they are compiled."""
    names = ("interpreted", "call_each_once", "rule_set")
    fastest = SimpleNamespace(compiled=compiled)
    return SimpleNamespace(fastest=lambda: fastest, **{name: vars(builds)[name] for name in names})


@pytest.mark.parametrize("reviews", [False, True])
@pytest.mark.parametrize("bots", [False, True])
def test_moves_are_listed_if_only_bots_or_reviews_are_compiled(match, monkeypatch, reviews, bots):
    """So it is where one was compiled before that was forbidden, or could not be."""
    monkeypatch.setattr(play_on, "BUILDS", compiled_or_not(play_on.BUILDS, reviews))
    monkeypatch.setattr(trials, "BOT_BUILDS", compiled_or_not(trials.BOT_BUILDS, bots))
    start = match.game.new(2, 5)
    root = Root(state_from(start.view(0)), 0, "luck")
    finder = MoveFinder(match.game, Player(match.game))
    assert finder.compiled == (reviews and bots)
    if not finder.compiled:
        assert run(finder.moves(root))
