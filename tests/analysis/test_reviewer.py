"""What holds for every review: passes, what a seat may know, ledgers that add up, dumps."""

import math
from dataclasses import replace

import numpy as np
import pytest

import ekiben
from ekiben import analysis
from ekiben.analysis import Reviewer
from ekiben.analysis.exact import in_parts
from ekiben.analysis.family import Effort
from ekiben.analysis.gains import Gain, believable
from ekiben.analysis.history import History
from ekiben.analysis.review import EXACT
from ekiben.analysis.routes import choices, curve, ledger
from ekiben.analysis.routes.seat_study import RouteSeatStudy
from ekiben.analysis.smoothing import smooth
from ekiben.arena import play_games
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import run

from .small_games import BOARDS, FORK, few_playouts, small_match

ROUTE_TABLES = [
    (name, seats)
    for name in ("america", "europe", "great-lakes", "london")
    for seats in range(ekiben.load(name).seats[0], ekiben.load(name).seats[1] + 1)
]


@pytest.fixture
def _few(monkeypatch):
    with few_playouts(monkeypatch, 1):
        yield


@pytest.fixture(scope="module")
def match():
    return small_match(FORK, 2, 5)


def reviewed(match, passes=2, **keys):
    reviewer = Reviewer(match, **keys)
    for _ in range(passes):
        run(reviewer.refine())
    return reviewer


def check_ledger(ledger, seats):
    assert sum(ledger.start) == sum(ledger.result) == EXACT
    for seat in range(seats):
        moved = sum(line.shifts[seat] for line in ledger.lines)
        assert ledger.start[seat] + moved == ledger.result[seat]
        assert moved == ledger.luck(seat) + ledger.own(seat) + ledger.others(seat)
    for line in ledger.lines:
        assert sum(line.shifts) == 0 and any(line.shifts)
        assert line.seat is None if line.kind == "deal" else line.seat in range(seats)


# ---- passes
@pytest.mark.usefixtures("_few")
def test_passes_show_more_and_more(match):
    reviewer = Reviewer(match, seed=2)
    empty = reviewer.review()
    assert (empty.passes, empty.playouts, empty.done, empty.ledger) == (0, 0, 0.0, None)
    run(reviewer.refine())
    first = reviewer.review()
    assert first.passes == 1 and len(first.seats) == 2 and not first.seats[0].choices
    for one in first.seats:
        assert one.moments[0].at == 0 and one.moments[-1].at == len(match.actions)
        assert all(math.isclose(sum(moment.outlook.chances), 1) for moment in one.moments)
    run(reviewer.refine())
    second = reviewer.review()
    assert second.playouts > first.playouts and second.done > first.done > 0
    assert second.ledger is not None and second.seats[0].choices
    check_ledger(second.ledger, 2)


@pytest.mark.usefixtures("_few")
def test_choices_name_what_was_made_and_what_was_better(match):
    for seat, one in enumerate(reviewed(match).review().seats):
        for choice in one.choices:
            assert match.actors[choice.at] == seat
            assert choice.actions == (str(match.actions[choice.at]),)
            made = [one for one in choice.alternatives if one.actions == choice.actions]
            assert len(made) == 1 and made[0].gain == 0 and made[0].chance == choice.chance
            gains = [one.gain for one in choice.alternatives]
            assert gains == sorted(gains, reverse=True) and choice.loss == gains[0] >= 0


@pytest.mark.usefixtures("_few")
def test_the_same_seed_gives_the_same_review_and_a_dump_goes_on(match):
    whole = reviewed(match, 2, seats=[1], seed=7)
    assert reviewed(match, 2, seats=[1], seed=7).review() == whole.review()
    begun = reviewed(match, 1, seats=[1], seed=7)
    again = Reviewer.load(match, begun.dump())
    assert again.review() == begun.review()
    run(again.refine())
    assert again.review() == whole.review() and again.dump() == whole.dump()
    assert Reviewer.load(match, whole.dump()).review() == whole.review()


@pytest.mark.usefixtures("_few")
def test_a_dump_of_something_else_is_refused(match):
    data = reviewed(match, 1, seats=[0], ledger=False).dump()
    with pytest.raises(EkibenError, match="another game"):
        Reviewer.load(small_match(FORK, 2, 6), data)
    with pytest.raises(EkibenError, match="no dump of a review"):
        Reviewer.load(match, b"nonsense")


def test_only_a_finished_game_with_a_beginning_can_be_reviewed(match):
    with pytest.raises(EkibenError, match="not over"):
        Reviewer(match.game.new(2, 1))
    with pytest.raises(EkibenError, match="no beginning"):
        Reviewer(match.game.imagine(match.view(0), 1))
    with pytest.raises(EkibenError, match="no seat 4"):
        Reviewer(match, [4])


@pytest.mark.usefixtures("_few")
def test_a_record_is_reviewed_by_one_call(match):
    line = str(small_match(BOARDS / "ring.toml", 2, 1).record())
    with pytest.raises(EkibenError):
        analysis.review(line)  # a board of one's own is loaded first
    found = analysis.review(match, seats=[0], seconds=0.0, ledger=False)
    assert found.passes == 1 and found.seats[0].seat == 0
    assert analysis.review(match, [0], passes=1, ledger=False) == found


# ---- what a seat may know
@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_could_not_know_changes_nothing(seat):
    """Every position is dealt anew behind the seat's view; its review keeps every byte."""
    history = History(small_match(BOARDS / "ring.toml", 2, 3))
    seen = history.seen_by(seat)
    other = History.__new__(History)
    other.__dict__.update(history.__dict__)
    other.states = [
        history.game.redeal(view, 99 + at).packed() for at, view in enumerate(seen.views[:-1])
    ] + history.states[-1:]
    assert [one.tobytes() for one in other.states] != [one.tobytes() for one in history.states]
    found = []
    for one in (seen, other.seen_by(seat)):
        study = RouteSeatStudy(thinned(one), Effort(4))
        for number in (1, 2):
            for task in study.tasks(number):
                run(task())
        found.append((study.review(), {name: a.tobytes() for name, a in study.dump().items()}))
    assert found[0] == found[1]


def thinned(history):
    """The same game, of which only the last actions are looked at."""
    return replace(history, steps=history.steps[-12:], views=history.views[-13:])


# ---- ledgers
@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(("board", "seats"), [("ring", 3), ("alps", 2), ("bay", 2)])
def test_ledgers_add_up(board, seats):
    match = small_match(BOARDS / f"{board}.toml", seats, 2)
    ledger = reviewed(match, seats=[]).review().ledger
    check_ledger(ledger, seats)
    assert len(ledger.curve) == len(match.actions) + 1
    assert ledger.curve[-1].chances == tuple(share / EXACT for share in ledger.result)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "seats"), ROUTE_TABLES)
def test_reviews_of_all_tables_add_up_and_are_the_same_on_any_number_of_threads(
    name, seats, monkeypatch
):
    for module in (curve, choices, ledger):
        monkeypatch.setattr(module, "DECISIONS", module.DECISIONS // 10)
    players = (["planner", "greedy", "novice"] * 2)[:seats]
    (game,) = play_games(name, players, games=1, seed=8, records=True)
    match = ekiben.replay(game.record)
    found = []
    for threads in (1, 2):
        reviewer = Reviewer(match, [0])
        for _ in range(2):
            run(reviewer.refine(), threads)
        found.append(reviewer)
    assert found[0].dump() == found[1].dump() and found[0].review() == found[1].review()
    check_ledger(found[0].review().ledger, seats)


# ---- figures
def test_shares_become_parts_that_add_up():
    assert in_parts([1 / 3] * 3) == (3334, 3333, 3333)
    assert in_parts([1.2, -0.2]) == (EXACT, 0)
    assert sum(in_parts([0.123456, 0.654321, 0.222223])) == EXACT


def test_a_gain_is_believed_the_more_the_surer_it_is():
    assert believable(Gain(0.3, 0.3)).mean < 0.1 < 0.25 < believable(Gain(0.3, 0.03)).mean
    assert believable(Gain(0.02, 0.001)).mean == pytest.approx(0.02, abs=0.001)
    assert believable(Gain(-0.1, 0.05)).mean == -believable(Gain(0.1, 0.05)).mean
    assert believable(Gain(0.5, 0.0)) == Gain(pytest.approx(0.5), pytest.approx(0, abs=1e-4))


def test_a_curve_is_smoothed_as_far_as_it_is_noise():
    luck = np.random.default_rng(1)
    true = 0.5 + np.cumsum(luck.normal(0, 0.02, 200))
    measured = true + luck.normal(0, 0.1, 200)
    found = smooth(measured[:, None], np.full(200, 0.1), np.full(200, 0.02**2))
    assert np.std(found.values[:, 0] - true) < 0.06 and (found.errors[9:] < 0.06).all()
    half = smooth(measured[:100, None], np.full(100, 0.1), np.full(100, 0.02**2))
    assert (half.values == found.values[:100]).all()  # what came later is not known yet
    sure = smooth(measured[:, None], np.full(200, 1e-6), np.full(200, 0.02**2))
    assert np.allclose(sure.values[:, 0], measured, atol=1e-6)
