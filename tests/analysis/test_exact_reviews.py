"""Reviews of a small board on which chances, best moves and luck can be told exactly."""

import itertools

import numpy as np
import pytest

import ekiben
from ekiben.analysis import Reviewer
from ekiben.analysis.family import Effort
from ekiben.analysis.history import History
from ekiben.analysis.review import EXACT
from ekiben.analysis.routes.ledger import RouteLedgerStudy
from ekiben.analysis.routes.play_on import player_of
from ekiben.analysis.tally import SHARES
from ekiben.core.kernel_calls import run
from ekiben.core.ranking import win_share

from .small_games import FORK, few_playouts

TICKETS = ["left-start", "right-start", "end-left", "end-right"]  # the first two are seat 0's offer
SURE = 4  # standard errors


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """The games are so short that nothing needs to be compiled."""
    with few_playouts(monkeypatch, 8):
        yield


@pytest.fixture(scope="module")
def fork():
    return ekiben.load(FORK)


def played(game, *actions, seed=3):
    match = game.new(2, seed, luck=ekiben.Script({"tickets": TICKETS}))
    for action in actions:
        match.play(action)
    return match


@pytest.fixture(scope="module")
def blunder(fork):
    """Seat 0 draws in its last turn, where fork-left completes its ticket."""
    match = played(fork, "keep 1", "keep 1", "claim fork-start")
    match.play(match.legal()[0])
    for action in ("draw deck", "draw deck", "draw deck", "draw deck"):
        match.play(action)
    assert match.over and match.scores() == [2 - 10, -2]
    return match


LAST = 6  # the position of seat 0's last turn


# ---- what a seat could know
def test_the_best_move_and_the_chances_are_those_that_can_be_counted(blunder):
    """The other's ticket is one of six; three of them cost more than the eight points behind."""
    reviewer = Reviewer(blunder, [0], ledger=False)
    for _ in range(2):
        run(reviewer.refine())
    trial = reviewer.seat_studies[0].choices.trials[LAST]
    claim = blunder.game.parse("claim fork-left").id
    assert (trial.shares[trial.moves.index(claim)] == 1).all()
    drawn = trial.shares[0]
    assert abs(drawn.mean() - 3 / 6) < SURE * (0.25 / len(drawn)) ** 0.5

    choice = next(one for one in reviewer.review().seats[0].choices if one.at == LAST)
    assert choice.actions == ("draw deck",) and choice.label == "blunder"
    assert choice.alternatives[0].actions == ("claim fork-left",)
    assert choice.loss == choice.alternatives[0].gain > 0.2
    assert abs(choice.loss - 0.5) < SURE * choice.error


def test_the_curve_knows_a_won_position(blunder):
    """The planner completes the ticket, whatever the other may hold."""
    reviewer = Reviewer(blunder, [0], ledger=False)
    run(reviewer.refine())
    moments = {moment.at: moment.outlook for moment in reviewer.review().seats[0].moments}
    assert moments[LAST].chances[0] > 0.8 and moments[LAST].places[0] < 1.1
    assert moments[len(blunder.actions)].chances == (0.0, 1.0)
    assert moments[len(blunder.actions)].error == 0


# ---- with everything known
def test_a_blunder_with_everything_known_costs_the_whole_win(blunder):
    reviewer = Reviewer(blunder, [], seed=1)
    for _ in range(2):
        run(reviewer.refine())
    ledger = reviewer.review().ledger
    lines = [line for line in ledger.lines if line.at > LAST]
    assert [(line.at, line.kind, line.seat) for line in lines] == [(LAST + 1, "choice", 0)]
    assert lines[0].shifts == (-EXACT, EXACT) and ledger.result == (0, EXACT)
    assert ledger.own(0) + ledger.luck(0) + ledger.others(0) == -EXACT // 2


def exact_value(history, at, action=None):
    """The shares of the win, over every order of the deck, with the planner in all seats."""
    start = history.state(at)
    size = int(start.deck_size[0])
    orders = sorted(set(itertools.permutations(start.deck[0, :size].tolist())))
    return np.mean([ending(history, at, order, action) for order in orders], axis=0)


def ending(history, at, order, action):
    match = ekiben.Match.imagined(history.game, history.state(at))
    state = match.position.state
    state.deck[0, : len(order)] = order
    planner, draws = player_of(history.game).planner, int(state.draws)
    while not match.over:
        match.play(planner.best_action(match.position.state) if action is None else action)
        action = None
    assert not match.position.field("reshuffles")[0] > 1, "luck that was not counted"
    assert int(match.position.field("draws")) == draws or state.setting_up
    return [win_share(match.ranking()[0], seat) for seat in range(2)]


def test_values_and_luck_are_the_means_over_all_orders_of_the_deck(fork):
    match = played(fork, "keep 1", "keep 1", "draw deck", "draw deck")
    planner = player_of(fork).planner
    while not match.over:
        match.play(planner.best_action(match.position.state))
    history = History(match)
    study = RouteLedgerStudy(history, Effort(5))
    for task in study.tasks(2):
        run(task())
    checked = 0
    for at in study.positions:
        if history.state(at).deck_size[0] > 6:
            continue
        row, checked = study.rows[at], checked + 1
        error = SURE * study.values.errors(row).max()
        assert abs(study.values.means(row)[SHARES] - exact_value(history, at)).max() < error
    assert checked
