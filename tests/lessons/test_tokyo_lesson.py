"""The guided first game of Tokyo Railways: its story, and how soon the first job is delivered."""

import pytest

from ekiben import lessons
from ekiben.lessons import checker
from ekiben.lessons.names_check import names_faults

CLICK = 4.0  # seconds to find what the ring is around, and to click it
WORDS, CHARACTERS = 3.0, 6.0  # that a newcomer reads in a second, in English and in Japanese
WAIT = 15.0  # seconds for the other train's turn


@pytest.fixture(scope="module")
def lesson():
    return lessons.load("tokyo")


@pytest.fixture(autouse=True)
def idle_opponent(monkeypatch):
    monkeypatch.setattr(checker, "answer", wait)


@pytest.fixture
def report(lesson):
    """The lesson played by its tries."""
    found = checker.Report(lesson)
    checker.play_straight(found)
    return found


def wait(lesson, match):
    """What the other player does who only waits."""
    quiet = ("place numata", "stop", "done")
    match.play(next(action for action in quiet if match.why_not(action) is None))


def test_every_name_is_known(lesson):
    assert list(names_faults(lesson)) == []


def test_the_story_holds(report):
    assert report.faults == []
    assert [name for name, _ in report.reached] == [step.id for step in report.lesson.steps]


def test_remarks_come_when_they_matter(lesson):
    game = checker.LessonGame(lesson)
    for _ in game.questions():
        game.follow()
    while game.match.seat != lesson.seat:
        wait(lesson, game.match)
        game.progress.played(game.match)
    assert game.progress.place.told == ("onward",)
    game.play("stop")
    assert game.progress.place.told == ("onward", "upgrade")


def test_the_first_job_is_delivered_in_the_second_turn(lesson):
    game = checker.LessonGame(lesson)
    for progress in game.questions():
        if any(event["kind"] == "rewarded" for event in progress.events):
            break
        game.follow()
    rewarded = [event for event in progress.events if event["kind"] == "rewarded"]
    assert [(event["job"], event["amount"]) for event in rewarded] == [("a14", 32)]
    assert sum(event["kind"] == "turn" and event["seat"] == 0 for event in progress.events) == 2


def test_the_first_delivery_takes_less_than_five_minutes(lesson):
    """Reading every bubble, with the clicks that a plan takes: where to, then its button."""
    names = [step.id for step in lesson.steps]
    steps = lesson.steps[: names.index("paid") + 1]
    bubbles = [bubble for step in steps for bubble in step.says]
    plans = sum(any(one.startswith("to:") for one in step.says[-1].point) for step in steps)
    clicks = len(bubbles) + plans + 1  # to end a move with speed left is asked twice
    reading = {
        "en": sum(len(bubble.texts["en"].split()) for bubble in bubbles) / WORDS,
        "ja": sum(len(bubble.texts["ja"]) for bubble in bubbles) / CHARACTERS,
    }
    assert clicks < 25
    assert max(reading.values()) + clicks * CLICK + WAIT < 300
