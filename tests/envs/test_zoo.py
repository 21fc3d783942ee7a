"""PettingZoo's own tests pass for every game; environments are copied, kept and seeded."""

import copy
import pickle

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import ekiben
import ekiben.envs
from ekiben.core.errors import EkibenError
from ekiben.envs import zoo
from ekiben.envs.outcome import by_place

from .positions import GAMES

IDS = {
    "america": "America",
    "europe": "Europe",
    "great-lakes": "GreatLakes",
    "london": "London",
    "tokyo": "Tokyo",
}


def walked(env, steps, seed=1):
    env.reset(seed=seed)
    for _ in env.agent_iter(steps):
        step(env)
    return env


def step(env):
    observation, _, over, cut, _ = env.last()
    env.step(None if over or cut else int(np.flatnonzero(observation["action_mask"])[0]))


@pytest.mark.filterwarnings("ignore::UserWarning")  # of observations that are dicts with a mask
@pytest.mark.parametrize("name", GAMES)
def test_the_api_test(name, capsys):
    api_test(zoo.env(name, seats=3), num_cycles=80)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_test(name):
    seed_test(lambda: zoo.env(name), num_cycles=60)


def test_the_render_test(capsys):
    render_test(
        lambda **settings: zoo.env("london", **settings),
        {"svg": lambda picture: picture.startswith("<svg")},
    )
    assert "seat 0: turn" in capsys.readouterr().out


@pytest.mark.deep
def test_the_performance_benchmark(capsys):
    performance_benchmark(zoo.env("america"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_registered(name):
    env = pettingzoo.make("aec", f"ekiben/{IDS[name]}-v0", seats=4)
    assert str(env.unwrapped) == f"ekiben_{name.replace('-', '_')}_v0"
    assert env.possible_agents == [f"player_{seat}" for seat in range(4)]


def test_a_game_is_played_to_its_end_and_the_places_rewarded():
    env, sums = zoo.env("london", seats=3), dict.fromkeys(range(3), 0.0)
    env.reset(seed=4)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        if over:
            sums[env.unwrapped.number[agent]] += reward
        step(env)
    assert list(sums.values()) == by_place(env.unwrapped.match.ranking()) and not env.agents


def test_points_come_as_they_are_made():
    env = zoo.env("london", reward="score")
    walked(env, 10_000)
    match = env.unwrapped.match
    assert match.over
    replayed, total = ekiben.replay(str(match.record())), np.zeros(2)
    env.reset(seed=1)
    for action in replayed.actions:
        env.step(action.id)
        total += [env.rewards[agent] for agent in env.possible_agents]
    assert total.tolist() == replayed.scores()


def test_seeds_seed():
    first, again, other = (
        walked(zoo.env("europe"), 1, seed).unwrapped.match.seed for seed in (1, 1, 2)
    )
    assert first == again != other
    env = zoo.env("europe")
    env.reset(seed=5)
    deals = [env.unwrapped.match.seed]
    env.reset()
    deals.append(env.unwrapped.match.seed)
    assert len(set(deals)) == 2


@pytest.mark.parametrize(
    "copied",
    [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy, lambda env: env.copy(), copy.copy],
    ids=["pickle", "deepcopy", "copy()", "copy"],
)
def test_a_copy_is_equal_and_goes_on_alone(copied):
    env = walked(zoo.env("great-lakes", seats=3, render_mode="ansi"), 60)
    twin = copied(env.unwrapped)
    digest = env.unwrapped.match.digest()
    assert twin.match.digest() == digest and twin.match.events(1) == env.unwrapped.match.events(1)
    assert (
        twin.agent_selection == env.agent_selection
        and twin._cumulative_rewards == env.unwrapped._cumulative_rewards
    )
    for _ in range(20):
        step(twin)
    assert env.unwrapped.match.digest() == digest
    for _ in range(20):
        step(env)
    assert env.unwrapped.match.digest() == twin.match.digest() and twin.render() == env.render()
    env.reset()
    twin.reset()
    assert env.unwrapped.match.seed == twin.match.seed


def test_states_are_kept_and_gone_back_to():
    env = walked(zoo.env("london"), 30).unwrapped
    kept, digest = env.get_state(), env.match.digest()
    for _ in range(15):
        step(env)
    env.set_state(kept)
    assert env.match.digest() == digest
    replayed = ekiben.replay(str(env.match.record()))
    assert replayed.digest() == digest


def test_a_finished_game_is_kept_too():
    env = walked(zoo.env("london"), 10_000).unwrapped
    assert env.match.over
    assert pickle.loads(pickle.dumps(env)).match.ranking() == env.match.ranking()


def test_an_illegal_action_ends_the_game():
    env = walked(zoo.env("london"), 6)
    loser = env.agent_selection
    env.step(env.unwrapped.action_id("pass"))
    assert env.terminations[loser] and env.rewards[loser] == -1


def test_actions_have_a_meaning():
    env = walked(zoo.env("america"), 4).unwrapped
    id = env.action_id("claim omaha-denver")
    assert env.action_text(id) == "claim denver-omaha"
    with pytest.raises(EkibenError, match="Did you mean"):
        env.action_id("claim denver-omahha")


def test_what_others_chose_is_not_shown():
    assert "0 keep ?" in walked(zoo.env("london", render_mode="ansi"), 4).render()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"render_mode": "3d"}, "human, ansi"), ({"seats": 6}, "2 to 4"), ({"speed": 3}, "no option")],
)
def test_what_is_wrong_is_named(wrong, says):
    with pytest.raises(EkibenError, match=says):
        zoo.env("london", **wrong)
    with pytest.raises(EkibenError, match="render_mode"):
        walked(zoo.env("london"), 1).render()
