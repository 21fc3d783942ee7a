"""Conditions, and how far a learner is: after actions, detours, undo, and in copies."""

import pytest

from ekiben import lessons
from ekiben.lessons.conditions import Condition, Moment, matching
from ekiben.lessons.lesson import Bubble
from ekiben.lessons.progress import Progress

from .files import small

EVENTS = [
    {"kind": "kept", "seat": 0, "count": 2},
    {"kind": "drew", "seat": 1, "card": "wild"},
    {"kind": "drew", "seat": 0, "card": "blue"},
    {"kind": "turned-up", "card": "pink"},
]
NOW = Moment(
    seat=0, events=EVENTS, asked="turn", legal=("draw deck", "tickets"), over=False, began=3
)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition(), True),
        (Condition(event="drew"), True),
        (Condition(event="drew", count=2), False),
        (Condition(event="drew", count=2, who="anybody"), True),
        (Condition(event="drew", fields={"card": "wild"}), False),
        (Condition(event="drew", fields={"card": "wild"}, who="other"), True),
        (Condition(event="turned-up", who="other"), False),
        (Condition(event="turned-up", who="anybody"), True),
        (Condition(event="drew", fresh=True), False),
        (Condition(event="turned-up", who="anybody", fresh=True), True),
        (Condition(asked="turn"), True),
        (Condition(asked="payment"), False),
        (Condition(legal="draw *"), True),
        (Condition(legal="tickets *"), True),
        (Condition(legal="draw"), False),
        (Condition(over=True), False),
        (Condition(over=False, asked="turn"), True),
        (Condition(any=(Condition(over=True), Condition(asked="turn"))), True),
        (Condition(all=(Condition(over=True), Condition(asked="turn"))), False),
        (Condition(none=(Condition(over=True),)), True),
        (Condition(none=(Condition(asked="turn"),)), False),
    ],
)
def test_a_condition_holds_or_not(condition, holds):
    assert condition.holds(NOW) is holds


def test_patterns_are_tried_in_their_order():
    legal = ["draw blue", "draw deck", "claim a", "claim b"]
    assert matching(["claim *", "draw deck", "draw *"], legal) == [
        "claim a",
        "claim b",
        "draw deck",
        "draw blue",
    ]


# ---- progress
@pytest.fixture
def table(tmp_path):
    lesson = small(tmp_path)
    match = lesson.load_game().new(lesson.seats, lesson.seed)
    return match, Progress.of(lesson, match)


def play(match, progress, *actions):
    for action in actions:
        match.play(action)
        progress.played(match)


def others_play(match, progress):
    while match.seat != progress.lesson.seat:
        play(match, progress, match.legal()[0])


def test_steps_follow_what_is_done(table):
    match, progress = table
    assert progress.step.id == "tickets"
    assert progress.suggestion() == "keep 1 2"
    play(match, progress, "keep 1 2")
    assert progress.step.id == "tickets", "what all choose together is told when all have chosen"
    assert progress.suggestion() is None
    others_play(match, progress)
    assert progress.step.id == "draw"
    assert [one.texts["en"] for one in progress.bubbles()] == ["A wild lies there.", "Draw."]
    play(match, progress, "draw blue")
    assert [one.texts["en"] for one in progress.bubbles()] == ["Draw."], "no wild as second card"
    play(match, progress, "draw blue")
    assert progress.step.id == "claim"


def test_a_detour_is_noticed_and_a_step_already_done_is_skipped(table):
    match, progress = table
    play(match, progress, "keep 1 2")
    others_play(match, progress)
    play(match, progress, "draw pink")
    assert progress.place.strayed
    assert [one.texts["en"] for one in progress.bubbles()] == ["Or so."]
    play(match, progress, "draw deck")
    others_play(match, progress)
    claim = next(str(one) for one in match.legal() if one.verb == "claim")
    play(match, progress, claim)
    assert [aside.id for aside in progress.asides()] == ["paying"]
    assert progress.suggestion().startswith("pay ")
    play(match, progress, progress.suggestion())
    assert progress.done and not progress.asides()
    assert [one.texts["en"] for one in progress.bubbles()] == ["Well done."]


def test_answering_what_no_try_is_about_is_no_detour(table):
    match, progress = table
    play(match, progress, "keep 1 2")
    others_play(match, progress)
    claim = next(str(one) for one in match.legal() if one.verb == "claim")
    play(match, progress, "draw blue", "draw blue")
    others_play(match, progress)
    play(match, progress, claim)
    play(match, progress, match.legal()[0])
    assert progress.done and not progress.place.strayed


def test_only_actions_that_are_legal_are_pointed_at(table):
    match, progress = table
    bubble = Bubble({}, ("claim *", "draw green", "draw *", "market"))
    assert progress.targets(bubble) == ["market"], "tickets are asked"
    play(match, progress, "keep 1 2")
    assert progress.targets(bubble) == list(bubble.point), "others are to act"
    others_play(match, progress)
    claim, draw, market = progress.targets(bubble)
    assert claim.startswith("claim ") and draw.startswith("draw ") and market == "market"


def test_undo_goes_back_in_the_lesson_too(table):
    match, progress = table
    play(match, progress, "keep 1 2")
    others_play(match, progress)
    before = progress.copy()
    claim = next(str(one) for one in match.legal() if one.verb == "claim")
    play(match, progress, claim)
    assert progress.asides()
    match.undo()
    progress.undone(match)
    assert (progress.place, progress.events, progress.legal) == (
        before.place,
        before.events,
        before.legal,
    )
    play(match, progress, claim)
    assert [aside.id for aside in progress.asides()] == ["paying"], "told again: it was not heard"


def test_a_copy_goes_its_own_way(table):
    match, progress = table
    copy, other = progress.copy(), match.copy()
    play(other, copy, "keep 1 2")
    others_play(other, copy)
    assert (progress.step.id, copy.step.id) == ("tickets", "draw")
    assert not progress.earlier and len(progress.events) < len(copy.events)


@pytest.mark.parametrize("name", ["london", "europe"])
def test_progress_depends_only_on_what_the_seat_hears(name):
    """Everything hidden dealt anew, the learner is told the same."""
    lesson = lessons.load(name)
    game = lesson.load_game()
    match = game.new(lesson.seats, lesson.seed)
    true = Progress.of(lesson, match)
    other = game.imagine(match.view(lesson.seat), 7)
    other.heard = [event for event in match.heard if not event.get("own")]
    imagined = Progress.of(lesson, other)
    assert (imagined.place, imagined.suggestion()) == (true.place, true.suggestion())
    assert imagined.bubbles() == true.bubbles()
