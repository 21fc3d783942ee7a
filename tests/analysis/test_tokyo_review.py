"""Reviews of Tokyo Railways: parts of turns, choices, what is public, and ledgers that add up."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.analysis import Reviewer
from ekiben.analysis.family import Effort
from ekiben.analysis.history import History
from ekiben.analysis.review import EXACT
from ekiben.analysis.tokyo import choices, course, curve, kernels, ledger, outlooks
from ekiben.analysis.tokyo.course import course_seen, whole_course
from ekiben.analysis.tokyo.explanations import PartComparison, explain
from ekiben.analysis.tokyo.seat_study import TokyoSeatStudy
from ekiben.core.kernel_calls import run

LINES = (Path(__file__).parent.parent / "golden" / "tokyo-whole.jsonl").read_text().splitlines()
SHORT = 2  # a short game of two seats
LUCKY = {"job-placed", "happened", "cup-renewed", "set-aside"}


@pytest.fixture(scope="module", autouse=True)
def _little_work():
    """Try every fifth part only, and play few games on."""
    is_own = choices.Choices.is_own
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlooks, "PLAYOUTS", 4)
        patch.setattr(choices, "PLAYOUTS", 16)
        patch.setattr(choices, "AT_STAKE", 1.2)
        patch.setattr(ledger, "PLAYOUTS", 8)
        patch.setattr(choices.Choices, "is_own", lambda self, n: n % 5 == 4 and is_own(self, n))
        patch.setattr(ledger.TokyoLedgerStudy, "is_compared", lambda self, n: n % 5 == 4)
        yield


@pytest.fixture(scope="module")
def history():
    return History(ekiben.replay(LINES[SHORT]))


@pytest.fixture(scope="module")
def reviewer():
    return worked_out(ekiben.replay(LINES[SHORT]))


@pytest.fixture(scope="module")
def review(reviewer):
    return reviewer.review()


def forget():
    """What was found out in this process."""
    course.COURSES.clear()
    curve.FINDINGS.clear()


def worked_out(match, passes=3, threads=1, **keys):
    forget()
    made = Reviewer(match, **keys)
    for _ in range(passes):
        run(made.refine(), threads)
    return made


# ---- parts
def test_a_game_is_cut_where_luck_decides_and_where_turns_end(history):
    parts = whole_course(history).parts
    assert [part.first for part in parts] == [0, *(part.last for part in parts[:-1])]
    for part in parts:
        steps = history.steps[part.first : part.last]
        assert {step.seat for step in steps} == {part.seat}
        lucky = [bool(LUCKY & {event["kind"] for event in step.events}) for step in steps]
        assert not any(lucky[:-1])
        assert part.reveals == (lucky[-1] and part.last < len(history))
        happened = any(event["kind"] == "happened" for event in steps[-1].events)
        assert part.happens == (happened and part.reveals)


def test_every_seat_saw_the_same(history):
    whole = whole_course(history)
    assert course_seen(history.seen_by(0)) is whole
    forget()
    seen = course_seen(history.seen_by(1))
    assert seen.parts == whole.parts and (seen.states == whole.states).all()


# ---- what is found
def test_moments_go_from_even_chances_to_the_result(history, review):
    for seat in review.seats:
        assert seat.moments[0].at == 0
        assert seat.moments[-1].outlook.chances == history.shares
        for moment in seat.moments:
            outlook = moment.outlook
            assert sum(outlook.chances) == pytest.approx(1)
            assert sum(outlook.places) == pytest.approx(3) and 0 <= outlook.error < 0.5
    first = review.seats[0].moments[0].outlook.chances
    late = review.seats[0].moments[-3].outlook.chances
    assert 0.2 < first[0] < 0.8 and late[history.ranking[0][0]] > 0.8


def test_choices_begin_where_their_seat_acts_and_name_what_was_done(history, review):
    for seat in review.seats:
        assert len(seat.choices) > 2
        for choice in seat.choices:
            made = history.steps[choice.at : choice.at + len(choice.actions)]
            assert choice.actions == tuple(str(step.action) for step in made)
            assert {step.seat for step in made} == {seat.seat}
            assert choice.actions in [one.actions for one in choice.alternatives]
            best = choice.alternatives[0]
            assert best.gain == pytest.approx(choice.loss) and choice.loss >= 0
            assert best.chance == pytest.approx(choice.chance + choice.loss)


def compared(track, fees, turns=(9.4, 8.2)):
    """A part with these costs in eight games played on, and one with costs of 100 and 10 G."""
    counts = np.zeros((2, 8, kernels.COUNTS))
    for part, costs in enumerate(((track, fees), (100, 10))):
        counts[part, :, kernels.BUILT] = costs[0] + np.arange(8) * (1 + part)
        counts[part, :, kernels.FEES] = costs[1] + np.arange(8) * (1 + part)
    return explain(PartComparison(turns, (counts[0], counts[1])))


def test_sentences_cite_what_they_were_derived_from():
    turns, track = compared(track=140, fees=11)
    assert turns.key == "tokyo.turns" and turns.values == {"played": 9, "better": 8}
    (evidence,) = turns.evidence
    assert (evidence.played, evidence.better, evidence.playouts) == (9.4, 8.2, 8)
    assert track.key == "tokyo.track" and track.evidence[0].measure == "track-cost"
    assert track.values["played"] - track.values["better"] == pytest.approx(36, abs=1)


def test_what_may_be_chance_or_is_no_mistake_is_not_said():
    assert [one.key for one in compared(track=101, fees=12)] == ["tokyo.turns"]
    assert [one.key for one in compared(track=60, fees=5)] == ["tokyo.turns"]
    assert compared(track=140, fees=60, turns=(8.3, 8.2)) == ()
    (turns,) = compared(track=101, fees=12, turns=(8.4, 7.9))
    assert turns.values == {"played": 8.4, "better": 7.9}  # both would be 8


def test_the_ledger_adds_up_exactly(history, review):
    ledger = review.ledger
    assert sum(ledger.start) == sum(ledger.result) == EXACT
    assert ledger.result == tuple(round(EXACT * share) for share in history.shares)
    for seat in range(history.seats):
        moved = sum(line.shifts[seat] for line in ledger.lines)
        assert ledger.start[seat] + moved == ledger.result[seat]
        assert moved == ledger.luck(seat) + ledger.own(seat) + ledger.others(seat)
    assert {line.kind for line in ledger.lines} <= {"deal", "choice", "jobs", "happening"}
    assert len(ledger.curve) == len(history) + 1


# ---- a choice that is known
def test_a_win_that_is_passed_by_is_found():
    whole = ekiben.replay(LINES[SHORT])
    winner = whole.ranking()[0][0]
    match = whole.game.new(whole.seats, whole.seed, whole.names)
    last = max(n for n, one in enumerate(whole.actors) if one != winner) + 1
    for action in whole.actions[:last]:
        match.play(action)
    match.play("stop")
    others = [bots.make("dispatcher", 0, match.game) for _ in range(match.seats)]
    while not match.over:
        seat = match.seat
        match.play(others[seat].choose(match.view(seat), match.legal(), bots.Limit(5.0)))
    study = TokyoSeatStudy(History(match).seen_by(winner), Effort(0))
    number = next(n for n, part in enumerate(study.outlooks.course.parts) if part.first == last)
    for task in study.tasks(1):
        run(task())
    run(study.choices.look(number))
    (choice,) = study.review().choices
    best = choice.alternatives[0]
    assert choice.actions[0] == "stop" and best.gain > 0
    assert any(action.startswith("unload") for action in best.actions) and best.chance > 0.99


# ---- laws
def test_what_a_seat_could_not_know_changes_nothing(history, review):
    seen = history.seen_by(1)
    game, end = history.game, len(history)
    views = [game.view(game.redeal(view, 99), 1) for view in seen.views[:end]]
    forget()
    study = TokyoSeatStudy(replace(seen, views=[*views, seen.views[end]]), Effort(0, 0.5))
    for number in (1, 2, 3):
        for task in study.tasks(number):
            run(task())
    assert study.review() == review.seats[1]


def test_threads_and_earlier_reviews_change_nothing(reviewer, review):
    match = ekiben.replay(LINES[SHORT])
    assert worked_out(match, threads=2).review() == review
    again = Reviewer(match)
    run(again.refine())
    assert again.review() == worked_out(match, 1).review()


def test_a_dump_goes_on_as_if_nothing_had_happened(review):
    match = ekiben.replay(LINES[SHORT])
    half = worked_out(match, 2)
    loaded = Reviewer.load(match, half.dump())
    assert loaded.review() == half.review()
    run(loaded.refine())
    assert loaded.review() == review
