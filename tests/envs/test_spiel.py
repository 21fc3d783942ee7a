"""OpenSpiel's own tests pass; where luck is decided card by card, the chances are exact and sum to
what the rules deal.
"""

import collections
import copy
import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import outcome_sampling_mccfr  # noqa: E402

import ekiben  # noqa: E402
from ekiben.core.errors import EkibenError  # noqa: E402
from ekiben.envs import spiel  # noqa: E402
from ekiben.envs.routes.chance_nodes import DecidedMatch, luck_of  # noqa: E402

SMALL = "python_ekiben_decided"


def walked(state, luck, steps=10_000):
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, chances)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("name", "games"),
    [(SMALL, 5), ("python_ekiben(game=london,players=3)", 1), ("python_ekiben(game=europe)", 1)],
)
def test_the_random_simulation_test(name, games, capfd):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=games, serialize=True, verbose=False)


def test_tokyo_is_there_too(capfd):
    state = walked(
        pyspiel.load_game("python_ekiben(game=tokyo,players=4)").new_initial_state(),
        random.Random(1),
        200,
    )
    assert state.num_players() == 4 and len(state.observation_tensor(0)) == 11333


@pytest.mark.parametrize("name", [SMALL, "python_ekiben(game=london)"])
def test_returns_are_by_place_and_sum_to_nothing(name):
    for seed in range(3):
        state = walked(pyspiel.load_game(name).new_initial_state(), random.Random(seed))
        assert (
            sum(state.returns()) == 0 and set(state.returns()) <= {-1, 0, 1} and state.is_terminal()
        )


def test_deals_are_seeds():
    game = pyspiel.load_game("python_ekiben(game=london,deals=10,first_deal=50)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(deal, 0.1) for deal in range(10)]
    state.apply_action(3)
    assert state.match.digest() == ekiben.load("london").new(2, 53).digest()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        str(action) for action in state.match.legal()
    ]


@pytest.mark.parametrize("name", [SMALL, "python_ekiben(game=america)"])
def test_states_are_cloned_pickled_and_kept(name):
    game, luck = pyspiel.load_game(name), random.Random(4)
    state = walked(game.new_initial_state(), luck, 25)
    twins = [
        state.clone(),
        pickle.loads(pickle.dumps(state)),
        copy.deepcopy(state),
        game.deserialize_state(state.serialize()),
    ]
    assert {str(twin) for twin in twins} == {str(state)}
    for twin in twins:
        walked(twin, random.Random(9), 12)
    assert len({str(twin) for twin in twins}) == 1 and str(twins[0]) != str(state)


@pytest.mark.parametrize("name", [SMALL, "python_ekiben(game=great-lakes)"])
def test_what_a_player_knows_does_not_depend_on_what_is_hidden(name):
    """Same knowledge, other truth: information, observation and tensor are the same."""
    state = pyspiel.load_game(name).new_initial_state()
    luck = random.Random(2)
    while not state.is_terminal() and len(state.history()) < 80:
        if not state.is_chance_node() and name != SMALL:
            player = state.current_player()
            other = state.resample_from_infostate(player, random.random)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
        walked(state, luck, 1)
    assert state.observation_string(0) != state.observation_string(1)


def test_equal_information_means_equal_choices():
    """Walks of all kinds: whoever knows the same has the same legal actions, and has made the same
    choices before.
    """
    game, known = pyspiel.load_game(SMALL), {}
    for seed in range(60):
        state, luck, own = game.new_initial_state(), random.Random(seed % 20), {0: [], 1: []}
        other = random.Random(seed)
        while not state.is_terminal() and len(state.history()) < 26:
            if state.is_chance_node():
                walked(state, luck, 1)
                continue
            player = state.current_player()
            story = (state.legal_actions(), list(own[player]))
            assert (
                known.setdefault((player, state.information_state_string(player)), story) == story
            )
            action = (luck if player == 0 else other).choice(state.legal_actions())
            own[player].append(action)
            state.apply_action(action)
    assert len(known) > 100


# ---- luck decided card by card
def test_chances_are_counts_of_the_cards_that_are_left():
    state = pyspiel.load_game(SMALL).new_initial_state()
    assert state.chance_outcomes() == [(0, 3 / 8), (1, 3 / 8), (2, 2 / 8)]
    state.apply_action(2)
    assert state.chance_outcomes() == [(0, 3 / 7), (1, 3 / 7), (2, 1 / 7)]
    told = [state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome in (0, 2, 3)]
    assert told == ["card red", "card wild", "ticket hill-lake"]


def test_deals_come_as_often_as_the_engine_deals_them():
    """The chances of all deals of hands and market, multiplied out, against many shuffled decks."""
    game, exact = ekiben.load(spiel.BOARDS / "triangle.toml"), collections.Counter()
    todo = [(DecidedMatch(game, 2), 1.0)]
    while todo:
        match, chance = todo.pop()
        if not match.ways or min(match.ways) >= len(
            game.board.kinds
        ):  # the cards are dealt, tickets come next
            script = match.match.position.script
            exact[tuple(script[:3])] += chance
            continue
        for outcome, ways in match.ways.items():
            branch = match.copy()
            branch.decide(outcome)
            todo.append((branch, chance * ways / sum(match.ways.values())))
    assert sum(exact.values()) == pytest.approx(1) and len(exact) == 26
    dealt = collections.Counter()
    for seed in range(3000):
        state = game.new(2, seed).position.state
        dealt[
            (int(np.argmax(state.hand[0])), int(np.argmax(state.hand[1])), int(state.market[0]))
        ] += 1
    assert all(abs(dealt[deal] / 3000 - chance) < 0.025 for deal, chance in exact.items())


def test_decided_luck_can_bring_every_shuffled_game():
    """Games of the engine, followed by decided rules: after every action some luck leads to the
    same knowledge of both seats.
    """
    game = ekiben.load(spiel.BOARDS / "triangle.toml")
    for seed in range(12):
        match, decided, luck = (
            game.new(2, seed),
            followed(DecidedMatch(game, 2), game.new(2, seed)),
            random.Random(seed),
        )
        while not match.over:
            action = luck.choice(match.position.legal())
            match.play(action)
            decided.play(action)
            decided = followed(decided, match)
        assert (
            decided.match.scores() == match.scores() and decided.match.ranking() == match.ranking()
        )


def followed(decided, truth):
    """The branch of luck on which both seats know what they truly know; once over, what lay in the
    hands.
    """
    if not decided.ways:
        return decided if known(decided.match) == known(truth) else None
    for outcome in decided.ways:
        branch = decided.copy()
        branch.decide(outcome)
        if (found := followed(branch, truth)) is not None:
            return found
    return None


def known(match):
    if match.over:
        return match.view(0).hand.tolist(), match.view(0).tickets.tolist(), match.scores()
    return match.view(0).to_json(), match.view(1).to_json()


def test_learning_runs_on_the_small_board():
    """Outcome sampling goes through the tree, chance nodes and all."""
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(SMALL))
    for _ in range(5):
        solver.iteration()
    state = walked(pyspiel.load_game(SMALL).new_initial_state(), random.Random(1), 7)
    assert not state.is_chance_node()
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions()) and sum(chances.values()) == pytest.approx(1)
    assert isinstance(solver.average_policy(), policy.Policy)


def test_boards_whose_luck_cannot_be_decided_are_refused():
    with pytest.raises(EkibenError, match="long tickets"):
        luck_of(ekiben.load("europe"))
