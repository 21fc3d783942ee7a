"""What a summary says of a seat's game: lessons, turning points, accuracy."""

import pytest

from ekiben.analysis.review import Alternative, Choice, Moment, Outlook, SeatReview
from ekiben.analysis.summary import accuracy, lesson_of, summarize
from ekiben.texts import languages, say


def choice(made, better, loss=0.1, error=0.0, at=0, label="mistake"):
    options = (Alternative((better,), 0.5 + loss, loss, error), Alternative((made,), 0.5, 0, 0))
    return Choice(at, (made,), 0.5, loss, error, label, options)


def moment(at, chance, error=0.01):
    return Moment(at, Outlook((chance, 1 - chance), error, (1.5, 1.5), (0.0, 0.0), 100))


@pytest.mark.parametrize(
    ("made", "better", "lesson"),
    [
        ("draw deck", "claim a-b", "claim-sooner"),
        ("claim a-b", "draw red", "claim-later"),
        ("claim a-b", "claim b-c", "claim-other"),
        ("draw red", "draw deck", "draw-other"),
        ("tickets", "draw red", "tickets-fewer"),
        ("draw red", "tickets", "tickets-more"),
        ("keep 1 2", "keep 1", "keep-fewer"),
        ("keep 1", "keep 1 2 3", "keep-more"),
        ("keep 1", "keep 2", "keep-other"),
        ("pay 2 red", "pay 2 wild", "pay-other"),
        ("withdraw", "pay 1 red", "tunnel"),
        ("station a", "draw red", "building"),
        ("draw red", "harbour a", "building"),
        ("take 20 trains", "take 23 trains", "pieces"),
        ("pass", "draw red", "other"),
    ],
)
def test_every_lesson_follows_from_the_verbs_and_has_words(made, better, lesson):
    assert lesson_of(choice(made, better)) == lesson
    assert all(say(f"review.lessons.{lesson}", language) for language in languages())


def test_the_costliest_lessons_come_first_and_choices_that_were_good_teach_none():
    choices = (
        choice("draw deck", "claim a-b", 0.06, at=2, label="inaccuracy"),
        choice("claim a-b", "claim b-c", 0.1, at=5),
        choice("draw red", "claim b-c", 0.07, at=9),
        choice("tickets", "draw red", 0.02, at=11, label="good"),
    )
    found = summarize(SeatReview(0, (), choices, accuracy=50.0))
    assert [(one.key, one.at) for one in found.lessons] == [
        ("claim-sooner", (9, 2)),
        ("claim-other", (5,)),
    ]
    assert found.labels == {"inaccuracy": 1, "mistake": 2, "good": 1}


def test_turning_points_are_the_largest_moves_that_are_no_chance():
    moments = (moment(0, 0.5), moment(3, 0.52), moment(5, 0.8), moment(8, 0.6), moment(9, 0.9, 0.4))
    found = summarize(SeatReview(0, moments, ())).turning_points
    assert [(one.at, one.until) for one in found] == [(3, 5), (5, 8)]
    assert found[0].shift == pytest.approx(0.28)


def test_accuracy_counts_what_was_surely_lost():
    assert accuracy([]) == accuracy([choice("pass", "pass", 0.05, 0.05)]) == 100
    some = accuracy([choice("pass", "draw red", 0.1), choice("pass", "draw red", 0.0)])
    assert 50 < some < 90 and accuracy([choice("pass", "draw red", 0.5)]) < 5
