"""Undo in long games: it costs no more than in short ones, and gives the position that playing anew
gives.
"""

import random

import pytest
from laws.play import load

from ekiben import Illegal
from ekiben.core import match as match_module
from ekiben.core.match import STRIDE


def played_again(match):
    """The same game from its seed, without undo."""
    again = match.game.new(match.seats, match.seed)
    for action in match.actions:
        again.play(action)
    return again


def steps_of(match, monkeypatch):
    """Counts the rules' steps from now on."""
    steps = []
    kind = type(match.position)
    true = kind.step
    monkeypatch.setattr(
        kind, "step", lambda position, action: steps.append(action) or true(position, action)
    )
    return steps


@pytest.mark.parametrize("name", ["america", "tokyo"])
def test_undo_in_a_long_game_plays_only_the_latest_actions_again(name, monkeypatch):
    match, luck, undone = load(name).new(3, 7), random.Random(3), 0
    steps = steps_of(match, monkeypatch)
    for _ in range(600):
        if match.over:
            break
        free = [
            action for action in match.legal() if action.verb not in ("borrow", "build")
        ]  # nobody goes bankrupt
        match.play(luck.choice(free or match.legal()))
        if match.undoable and luck.random() < 0.1:
            before = len(steps)
            match.undo()
            undone += 1
            assert len(steps) - before < STRIDE
    assert undone > 2 and len(match.actions) > STRIDE
    assert played_again(match).digest() == match.digest()


def test_a_row_of_actions_longer_than_what_is_kept_can_be_taken_back_one_by_one(monkeypatch):
    monkeypatch.setattr(match_module, "STRIDE", 3)
    match = load("tokyo").new(2, 5)
    while match.asked != "build":
        match.play(match.legal()[0])
    digests = [match.digest()]
    while any(action.verb == "build" for action in match.legal()):
        match.play(next(action for action in match.legal() if action.verb == "build"))
        digests.append(match.digest())
    assert match.undoable >= len(digests) - 1 > 2 * match_module.STRIDE
    steps = steps_of(match, monkeypatch)
    for digest in digests[-2::-1]:
        del steps[:]
        match.undo()
        assert match.digest() == digest and len(steps) < match_module.STRIDE


def test_a_refused_action_of_the_next_seat_leaves_undo_as_it_was():
    match = load("london").new(2, 5)
    start = match.digest()
    match.play("keep 1")
    with pytest.raises(Illegal):
        match.play("pass")
    assert match.seat == 1 and match.copy().undo().text == "keep 1"
    match.undo()
    assert match.digest() == start
