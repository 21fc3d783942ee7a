"""Questions and event kinds: one row each, and the rules that are put together from the rows."""

from types import SimpleNamespace

import pytest

from ekiben.core.compiled import compiled
from ekiben.core.event_log import EventKinds
from ekiben.core.questions import Question, Questions


@compiled
def count_two(b, s):
    return 2


@compiled
def nth_low(b, s, n):
    return 10 + n


@compiled
def count_three(b, s):
    return 3


@compiled
def nth_high(b, s, n):
    return 20 + n


@compiled
def answer_low(b, s, action):
    return f"low {action}"


@compiled
def answer_high(b, s, action):
    return f"high {action}"


@compiled
def list_backwards(b, s, out):
    out[:2] = [11, 10]
    return 2


LOW = Question(0, "low", count=count_two, nth=nth_low, answer=answer_low, listing=list_backwards)
HIGH = Question(1, "high", verbs=("go",), count=count_three, nth=nth_high, answer=answer_high)
OVER = Question(2, "over")
QUESTIONS = Questions(LOW, HIGH, OVER)


def listed(asked):
    out = [0] * 5
    return out[: QUESTIONS.listing(None, SimpleNamespace(asked=asked), out)]


def test_the_open_question_answers_for_itself():
    low, high = SimpleNamespace(asked=0), SimpleNamespace(asked=1)
    assert [QUESTIONS.count(None, s) for s in (low, high)] == [2, 3]
    assert [QUESTIONS.nth(None, s, 1) for s in (low, high)] == [11, 21]
    assert [QUESTIONS.answer(None, s, 5) for s in (low, high)] == ["low 5", "high 5"]


def test_a_random_word_falls_on_each_answer():
    high = SimpleNamespace(asked=1)
    third = (1 << 32) // 3
    chosen = [QUESTIONS.choose(None, high, word) for word in (1, third, third + 1, (1 << 32) - 1)]
    assert chosen == [20, 20, 21, 22]


def test_a_question_lists_in_order_unless_it_has_a_way_of_its_own():
    assert listed(1) == [20, 21, 22]
    assert listed(0) == [11, 10]


def test_only_answers_of_the_open_question_are_legal():
    high = SimpleNamespace(asked=1)
    assert QUESTIONS.is_legal(None, high, 22) and not QUESTIONS.is_legal(None, high, 10)


def test_nothing_can_be_chosen_once_it_is_over():
    over = SimpleNamespace(asked=2)
    assert QUESTIONS.count(None, over) == 0 and listed(2) == []
    assert not QUESTIONS.is_legal(None, over, 10)


def test_rows_are_in_the_order_of_their_numbers():
    assert QUESTIONS.names == ("low", "high", "over") and QUESTIONS.verbs[1] == ("go",)
    with pytest.raises(AssertionError):
        Questions(HIGH, LOW, OVER)


def test_codes_of_events_are_their_places():
    kinds = EventKinds()
    assert kinds.add(0, "drew", "card", secrets=("card",)) == 0
    assert kinds.names == ("drew",) and kinds[0].secrets == ("card",)
    with pytest.raises(AssertionError, match="the next code is 1"):
        kinds.add(2, "kept")
