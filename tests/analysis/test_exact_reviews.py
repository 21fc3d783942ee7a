"""Reviews of a small board on which chances, best moves and luck can be told exactly."""

import itertools

import numpy as np
import pytest

import ekiben
from ekiben.analysis import Reviewer
from ekiben.analysis.family import Effort
from ekiben.analysis.history import History
from ekiben.analysis.review import EXACT
from ekiben.analysis.routes import ledger
from ekiben.analysis.routes.ledger import RouteLedgerStudy
from ekiben.analysis.routes.play_on import player_of
from ekiben.analysis.tally import PLACES, SHARES
from ekiben.core.kernel_calls import run
from ekiben.core.ranking import win_share

from .small_games import FORK, few_playouts

TICKETS = ["left-start", "right-start", "end-left", "end-right"]  # the first two are seat 0's offer
CARDS = ["blue", "blue", "red", "green"]  # seat 0's
SURE = 4  # standard errors
LAST = 6  # the position of seat 0's last turn
GAMES = 150


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """The games are so short that nothing needs to be compiled."""
    with few_playouts(monkeypatch, 8):
        yield


@pytest.fixture(scope="module")
def fork():
    return ekiben.load(FORK)


def until_last_turn(game, tickets=TICKETS):
    """Seat 0 has ended the game by fork-start, and seat 1 has drawn cards; seat 0 is to act."""
    match = game.new(2, 3, luck=ekiben.Script({"tickets": tickets, "deck": CARDS}))
    for action in ("keep 1", "keep 1", "claim fork-start", "pay 2 blue", "draw deck", "draw deck"):
        match.play(action)
    assert match.seat == 0 and len(match.actions) == LAST
    return match


@pytest.fixture(scope="module")
def blunder(fork):
    """Seat 0 draws in its last turn, where fork-left completes its ticket."""
    match = until_last_turn(fork)
    for action in ("draw deck", "draw deck"):
        match.play(action)
    assert match.over and match.scores() == [2 - 10, -2]
    return match


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
    assert choice.loss == choice.alternatives[0].gain and 0.2 < choice.loss < 0.6


def test_the_curve_knows_a_won_position(blunder):
    """The planner completes the ticket, whatever the other may hold."""
    reviewer = Reviewer(blunder, [0], ledger=False)
    run(reviewer.refine())
    curve = reviewer.seat_studies[0].curve
    won = curve.tallies.means(curve.positions.index(LAST))
    assert won[SHARES].tolist() == [1, 0] and won[PLACES].tolist() == [1, 2]
    moments = {moment.at: moment.outlook for moment in reviewer.review().seats[0].moments}
    assert moments[LAST].chances[0] > moments[0].chances[0]
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


def exact_shares(history, at, action):
    """The mean share of the win over every order of the tickets to come, after an action.

    RT-1.5: the tickets that were returned stay under those that nobody has seen.
    """
    start = history.state(at)
    places = [(start.ticket_head + n) % 8 for n in range(start.ticket_left)]
    deck = start.ticket_deck[places].tolist()
    seen = {int(one) for n in range(start.draws) for one in start.draw_offer[n]}
    unseen = [ticket for ticket in deck if ticket not in seen]
    assert deck[: len(unseen)] == unseen
    orders = [(*order, *deck[len(unseen) :]) for order in itertools.permutations(unseen)]
    return np.mean([shares(history, at, places, order, action) for order in orders], axis=0)


def shares(history, at, places, order, action):
    """How a game ends that the planner plays on, in all seats."""
    state = history.state(at)
    state.ticket_deck[places] = order
    match = ekiben.Match.imagined(history.game, state)
    match.play(action)
    while not match.over:
        match.play(player_of(history.game).planner.best_action(match.position.state))
    return [win_share(match.ranking()[0], seat) for seat in range(2)]


def test_luck_and_choices_are_the_means_over_all_orders_of_the_tickets(fork):
    """Seat 0 draws two of four tickets in its last turn, among them the one that wins the game."""
    match = until_last_turn(fork, [*TICKETS, "fork-start"])
    match.play("tickets")
    match.play("keep 1")
    assert match.over and match.scores() == [2 - 10 + 9, -2]
    history = History(match)
    exact = exact_shares(history, LAST, "tickets")
    assert exact.tolist() == [pytest.approx(1 / 2), pytest.approx(1 / 2)]
    assert exact_shares(history, LAST, "claim fork-left").tolist() == [1, 0]

    study = RouteLedgerStudy(history, Effort(5))
    run(study.play_on(LAST, GAMES))
    row = study.rows[LAST]
    assert study.values.means(row)[SHARES].tolist() == [1, 0]
    error = (1 / 4 / GAMES) ** 0.5
    assert abs(study.made.means(row)[SHARES] - exact).max() < SURE * error
    assert abs(study.worth(LAST)[0] + 1 / 2) < 2 * SURE * error

    run(study.play_on(LAST + 1, GAMES))
    after = study.rows[LAST + 1]
    assert study.values.means(after)[SHARES].tolist() == [1, 0] and study.values.is_certain(after)


def test_the_ledger_tells_the_mistake_and_the_luck_that_mended_it(fork, monkeypatch):
    monkeypatch.setattr(ledger, "MOST", 60)
    match = until_last_turn(fork, [*TICKETS, "fork-start"])
    match.play("tickets")
    match.play("keep 1")
    reviewer = Reviewer(match, [])
    for _ in range(2):
        run(reviewer.refine())
    lines = [line for line in reviewer.review().ledger.lines if line.at > LAST]
    assert [(line.at, line.kind, line.seat) for line in lines] == [
        (LAST + 1, "choice", 0),
        (LAST + 1, "tickets", 0),
    ]
    assert -EXACT < lines[0].shifts[0] < -EXACT / 3
    assert sum(line.shifts[0] for line in lines) == 0
