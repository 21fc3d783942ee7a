"""Choices of a review in words: a whole turn is told by what matters of it."""

from types import SimpleNamespace

import pytest

import ekiben
from ekiben.analysis.review import EXACT, Ledger, LedgerLine, Outlook, Review
from ekiben.server.review_words import RecordWords, review_message
from ekiben.server.scenes.family import ANSWERS
from ekiben.server.scenes.sentences import MarkedWords

TURN = ["step n", "step n", "build r10c10 e", "build r10c11 e", "upgrade speed", "done"]


def told(actions, language):
    match = ekiben.load("tokyo").new(2, 7)
    words = MarkedWords(language, match.game.board)
    return ANSWERS.of(match.game).turn(words, match.view(0), actions)


@pytest.mark.parametrize(
    ("language", "first", "idle"),
    [("en", "build 2 links, then ", "run on"), ("ja", "線路を2本敷く → ", "先へ進む")],
)
def test_a_turn_tells_what_matters(language, first, idle):
    assert told(TURN, language).startswith(first)
    assert told(TURN[:2], language) == told(["step n", "stop"], language) == idle


def started(count):
    """A game of Tokyo Railways after a few actions, as if it were over."""
    match = ekiben.load("tokyo").new(2, 7)
    while len(match.actions) < count:
        match.play(match.legal()[0])
    return match


def test_a_line_of_the_ledger_tells_the_turn_up_to_its_end():
    match = started(6)
    even = (EXACT // 2,) * 2
    lines = tuple(LedgerLine(at, "choice", match.actors[at - 1], (at, -at)) for at in (1, 6))
    curve = (Outlook((0.5, 0.5), 0.1, (1.5, 1.5), (0.0, 0.0), 0),) * 7
    part = Review("tokyo", ("A", "B"), (), Ledger(even, lines, even, curve), 1, 0, 0.5)
    found = review_message(match, [part], "en").ledger
    assert found is not None
    assert [line.text[:4] for line in found.lines] == [f"⟦@{one.seat}⟧" for one in lines]
    assert all(len(line.text) > 6 for line in found.lines)


def test_what_was_heard_does_not_tell_who_is_next():
    match = started(40)
    turns = [event for event in match.events(0) if event["kind"] == "turn"]
    assert len(turns) > 2
    words = RecordWords(match, "en", [SimpleNamespace(seat=0, choices=[])])
    heard = words.heard_by(0, 1, len(match.actions))
    assert "places the train" in heard and "Turn" not in heard
