"""OpenSpiel's search and solvers run on our games; on the tiny board all games are played through,
and it is solved.
"""

import random
from itertools import count

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

import ekiben  # noqa: E402
from ekiben.core.errors import EkibenError  # noqa: E402
from ekiben.envs import spiel  # noqa: E402
from ekiben.envs.family import most_chances, most_choices  # noqa: E402

from .positions import GAMES, load  # noqa: E402
from .test_spiel import walked  # noqa: E402

TINY, TRIANGLE = "python_ekiben_decided(board=tiny)", "python_ekiben_decided"
LONDON = "python_ekiben(game=london,deals=20)"


def decisions(name, seed, most):
    """States of a random game in which a player is asked."""
    state, luck = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    for _ in range(most):
        walked(state, luck, 1)
        if state.is_terminal():
            return
        if not state.is_chance_node():
            yield state


# ---- resampling
@pytest.mark.parametrize(
    "name", [TINY, TRIANGLE, *(f"python_ekiben(game={game},players=3)" for game in GAMES)]
)
def test_a_resampled_state_tells_each_player_the_same(name):
    for state in decisions(name, 3, 60):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(
                player, random.Random(len(state.history())).random
            )
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert (other.current_player(), other.legal_actions(player)) == (
                state.current_player(),
                state.legal_actions(player),
            )


@pytest.mark.parametrize("name", [TRIANGLE, "python_ekiben(game=great-lakes)"])
def test_a_resampled_state_keeps_nothing_that_the_player_did_not_hear(name):
    """Neither cards drawn blind nor tickets of others come along, and not what others chose at
    set-up; events keep their numbers.
    """
    others = 0
    for state in decisions(name, 5, 60):
        heard = state.resample_from_infostate(0, random.random).match.heard
        assert [event["n"] for event in heard] == [event["n"] for event in state.match.heard]
        for event, true in zip(heard, state.match.heard, strict=True):
            if true.get("seat") != 0:
                others += "secrets" in true or "own" in true
                assert "secrets" not in event and not (
                    "own" in event and {"tickets", "trains"} & event.keys()
                )
    assert others > 5


@pytest.mark.parametrize("name", [TINY, TRIANGLE, LONDON])
def test_a_resampled_state_plays_on_and_is_kept(name):
    state = next(state for state in decisions(name, 1, 60) if len(state.history()) >= 8)
    other = state.resample_from_infostate(state.current_player(), random.Random(1).random)
    kept = (
        pyspiel.load_game(name).deserialize_state(other.serialize())
        if name != LONDON
        else other.clone()
    )
    ends = [walked(twin, random.Random(2)) for twin in (other, kept)]
    assert (
        ends[0].is_terminal()
        and ends[0].returns() == ends[1].returns()
        and str(ends[0]) == str(ends[1])
    )


def test_luck_that_has_to_decide_is_not_resampled():
    with pytest.raises(ValueError, match="where a player is asked"):
        pyspiel.load_game(TINY).new_initial_state().resample_from_infostate(0, random.random)


# ---- search
@pytest.mark.parametrize(
    ("name", "steps"),
    [(TINY, 100), (TRIANGLE, 12), (LONDON, 8), ("python_ekiben(game=europe,players=3)", 5)],
)
def test_information_set_search_plays(name, steps):
    """It asserts that every sample has the information of the state it searches. (OpenSpiel's C++
    one works on no game in Python.)
    """
    game, luck = pyspiel.load_game(name), np.random.RandomState(1)
    bot, state = (
        ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 8, random_state=luck),
        game.new_initial_state(),
    )
    for step in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            walked(state, random.Random(step), 1)
        else:
            chosen = int(bot.step(state))
            assert chosen in state.legal_actions()
            state.apply_action(chosen)
    assert state.is_terminal() == (name == TINY)


# ---- solvers
@pytest.mark.parametrize(
    ("name", "solver", "times"),
    [
        (TINY, outcome_sampling_mccfr.OutcomeSamplingSolver, 20),
        (TINY, external_sampling_mccfr.ExternalSamplingSolver, 3),
        (LONDON, outcome_sampling_mccfr.OutcomeSamplingSolver, 1),
        ("python_ekiben(game=america)", outcome_sampling_mccfr.OutcomeSamplingSolver, 1),
    ],
)
def test_sampling_solvers_run(name, solver, times):
    np.random.seed(1)
    game = pyspiel.load_game(name)
    solving = solver(game)
    for _ in range(times):
        solving.iteration()
    state = next(decisions(name, 1, 20))
    chances = solving.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions()) and sum(chances.values()) == pytest.approx(1)


def test_the_tiny_board_is_solved():
    """CFR+ of 15 rounds leaves an opponent less than a hundredth of a win; CFR gets better, too."""
    game = pyspiel.load_game(TINY)
    plus, plain = cfr.CFRPlusSolver(game), cfr.CFRSolver(game)
    before = exploitability.exploitability(game, plain.average_policy())
    for _ in range(15):
        plus.evaluate_and_update_policy()
    for _ in range(3):
        plain.evaluate_and_update_policy()
    assert exploitability.exploitability(game, plus.average_policy()) < 0.01
    assert exploitability.exploitability(game, plain.average_policy()) < before / 2


# ---- all games of the tiny board
def histories(state, choices=0, chances=0, own=((), ())):
    """Every history: the state, its choices and chance nodes, and what each player has known and
    chosen on the way.
    """
    yield state, choices, chances, own
    if state.is_chance_node():
        for outcome, _ in state.chance_outcomes():
            yield from histories(state.child(outcome), choices, chances + 1, own)
    elif not state.is_terminal():
        player = state.current_player()
        for action in state.legal_actions():
            lived = (*own[player], state.observation_string(player), action)
            yield from histories(
                state.child(action),
                choices + 1,
                chances,
                (own[0], lived) if player else (lived, own[1]),
            )


def test_all_games_of_the_tiny_board():
    """The longest game is as long as the game says, chances sum to 1, returns to 0, and information
    is never forgotten.
    """
    game, infos, total, longest, mostly = pyspiel.load_game(TINY), {}, count(), 0, 0
    for state, choices, chances, own in histories(game.new_initial_state()):
        next(total)
        if state.is_terminal():
            longest, mostly = max(longest, choices), max(mostly, chances)
            assert sum(state.returns()) == 0 and set(state.returns()) <= {-1.0, 0.0, 1.0}
        elif state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        else:
            player = state.current_player()
            story = (player, state.legal_actions(), state.observation_string(player), own[player])
            assert infos.setdefault(state.information_state_string(player), story) == story
    assert (
        (longest, mostly) == (game.max_game_length(), game.max_chance_nodes_in_history()) == (10, 8)
    )
    assert (next(total), len(infos)) == (2998, 738)


# ---- lengths
@pytest.mark.parametrize("board", ["tiny", "triangle"])
def test_the_bounds_hold_on_small_boards(board):
    game, name = (
        ekiben.load(spiel.BOARDS / f"{board}.toml"),
        f"python_ekiben_decided(board={board})",
    )
    for seed in range(40):
        moves = [
            move.player
            for move in walked(
                pyspiel.load_game(name).new_initial_state(), random.Random(seed)
            ).full_history()
        ]
        chances = moves.count(pyspiel.PlayerId.CHANCE)
        assert chances <= most_chances(game, 2) and len(moves) - chances <= most_choices(game, 2)
    choices, chances = spiel.LENGTHS.get(board, (0, 0))
    assert choices <= most_choices(game, 2) and chances <= most_chances(game, 2)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("most", [0, 1])
def test_no_game_is_longer_than_the_bound(name, most):
    """Games drawn out on purpose: whatever brings nothing on is chosen first."""
    game = ekiben.load(name, turn_limit=4) if name == "tokyo" else load(name)
    seats = game.seats[most]
    match, luck = game.new(seats, 4), random.Random(4)
    while not match.over and len(match.actions) <= most_choices(game, seats):
        match.play(slowest(match.legal(), luck))
    assert match.over and len(match.actions) <= most_choices(game, seats)


def test_without_a_turn_limit_no_game_is_the_longest():
    with pytest.raises(EkibenError, match="turn_limit"):
        most_choices(ekiben.load("tokyo", turn_limit=None), 2)


DRAWN_OUT = (
    "withdraw",
    "exchange",
    "repay",
    "borrow",
    "load",
    "return",
    "pass",
    "step",
    "tickets",
    "draw",
)


def slowest(legal, luck):
    """An action that brings the game on least."""
    rank = {verb: place for place, verb in enumerate(DRAWN_OUT)}
    best = min(rank.get(action.verb, len(rank)) for action in legal)
    return luck.choice([action for action in legal if rank.get(action.verb, len(rank)) == best])
