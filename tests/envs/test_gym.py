"""Gymnasium's own check passes for every game; one environment and many at once play the same
rules.
"""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import ekiben.envs
from ekiben.core.errors import EkibenError, Illegal
from ekiben.envs.outcome import by_place

from .positions import GAMES

IDS = {
    "america": "America",
    "europe": "Europe",
    "great-lakes": "GreatLakes",
    "london": "London",
    "tokyo": "Tokyo",
}


def make(name, **settings):
    return gymnasium.make(f"ekiben/{IDS[name]}-v0", **settings)


def first_of(mask):
    return int(np.argmax(mask))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_check(name):
    check_env(make(name, render_mode="ansi").unwrapped, skip_render_check=name != "london")


@pytest.mark.parametrize(
    ("name", "bot"), [("america", "greedy"), ("great-lakes", "random"), ("tokyo", "random")]
)
def test_the_others_play_until_the_learner_is_asked(name, bot):
    env = make(name, seats=3, seat=1, opponents=[bot, "random"])
    observation, info = env.reset(seed=2)
    for _ in range(25):
        assert env.unwrapped.match.seat == 1 and env.observation_space.contains(observation)
        observation, reward, over, cut, info = env.step(first_of(observation["action_mask"]))
        assert (reward, over, cut) == (0, False, False) and (
            info["action_mask"] == observation["action_mask"]
        ).all()
    assert set(env.unwrapped.match.actors) == {0, 1, 2}


def test_a_game_is_played_to_its_end():
    env = make("london", opponents="random")
    observation, _ = env.reset(seed=5)
    over = False
    while not over:
        observation, reward, over, _, info = env.step(first_of(observation["action_mask"]))
    match = env.unwrapped.match
    assert (
        reward == by_place(match.ranking())[0]
        and info["scores"] == match.scores()
        and not observation["action_mask"].any()
    )


def test_points_come_as_they_are_made():
    env, total, over = make("london", reward="score", opponents="greedy"), 0.0, False
    observation, _ = env.reset(seed=5)
    while not over:
        observation, reward, over, _, _ = env.step(first_of(observation["action_mask"]))
        total += reward
    assert total == env.unwrapped.match.scores()[0]


def test_an_illegal_action_ends_the_game_or_raises():
    env = make("london")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(env.unwrapped.action_id("pass"))
    assert (reward, over, info["illegal"]) == (-1, True, "pass")
    env = make("london", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(Illegal):
        env.step(env.unwrapped.action_id("pass"))


@pytest.mark.parametrize(
    "copied",
    [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy, lambda env: env.copy()],
    ids=["pickle", "deepcopy", "copy()"],
)
def test_a_copy_is_equal_and_goes_on_alone(copied):
    env = make("america", opponents="greedy").unwrapped
    observation, _ = env.reset(seed=3)
    for _ in range(12):
        observation, *_ = env.step(first_of(observation["action_mask"]))
    twin, digest = copied(env), env.match.digest()
    assert twin.match.digest() == digest
    twin.step(first_of(observation["action_mask"]))
    assert env.match.digest() == digest
    env.step(first_of(observation["action_mask"]))
    assert env.match.digest() == twin.match.digest()


def test_seeds_seed_the_deal_and_the_bots():
    digests = []
    for seed in (1, 1, 2):
        env = make("london", opponents="random").unwrapped
        observation, _ = env.reset(seed=seed)
        for _ in range(10):
            observation, *_ = env.step(first_of(observation["action_mask"]))
        digests.append(env.match.digest())
    assert digests[0] == digests[1] != digests[2]


def test_a_picture_in_pixels():
    env = make("london", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert (
        picture.dtype == np.uint8
        and picture.shape[1:] == (900, 3)
        and len(np.unique(picture)) > 100
    )


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seat": 2}, "seats are 0 to 1"),
        ({"opponents": ["random", "random"]}, "1 opponent,"),
        ({"illegal": "lose"}, "'end'"),
    ],
)
def test_what_is_wrong_is_named(wrong, says):
    with pytest.raises(EkibenError, match=says):
        make("london", **wrong)


# ---- many at once
def many(name, count, **settings):
    return gymnasium.make_vec(f"ekiben/{IDS[name]}-v0", num_envs=count, **settings)


@pytest.mark.parametrize("name", ["london", "europe"])
def test_many_games_go_on_and_on(name):
    envs, luck = many(name, 6, seats=3, seat=2), np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    ends = 0
    for _ in range(150):
        assert envs.observation_space.contains(observations)
        actions = (
            luck.random(observations["action_mask"].shape) * observations["action_mask"]
        ).argmax(axis=1)
        observations, rewards, over, cut, infos = envs.step(actions)
        assert (
            observations["action_mask"].any(axis=1).all()
            and not cut.any()
            and not rewards[~over].any()
        )
        assert (envs.unwrapped.games.seat == 2).all()
        ends += int(over.sum())
        if over.any():
            i = int(np.flatnonzero(over)[0])
            assert (
                not infos["final_obs"][i]["action_mask"].any()
                and infos["_final_obs"].tolist() == over.tolist()
            )
            assert rewards[i] in (-1, -0.5, 0, 0.5, 1)
    assert ends > 0 or name == "europe"
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_many_games_are_seeded():
    seen = []
    for seed in (1, 1, 2):
        envs = many("london", 5)
        observations, _ = envs.reset(seed=seed)
        for _ in range(10):
            observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
        seen.append(observations["observation"])
    assert (seen[0] == seen[1]).all() and (seen[0] != seen[2]).any()


def test_bots_play_in_many_games_as_in_one():
    envs = many("london", 3, opponents="greedy")
    observations, _ = envs.reset(seed=8)
    first = envs.unwrapped.games.seed
    matches = [envs.unwrapped.game.new(2, first + i) for i in range(3)]
    bots = [players[1] for players in envs.unwrapped.players]
    for _ in range(8):
        actions = observations["action_mask"].argmax(axis=1)
        for match, bot, action in zip(matches, bots, actions.tolist(), strict=True):
            match.play(action)
            while match.seat == 1:
                match.play(bot.choose(match.view(1), match.legal(), envs.unwrapped.limit))
        observations, *_ = envs.step(actions)
    assert [envs.unwrapped.games.batch.state(i).score.tolist()[:2] for i in range(3)] == [
        match.scores() for match in matches
    ]
    assert [sorted(match.position.legal()) for match in matches] == [
        np.flatnonzero(row).tolist() for row in observations["action_mask"]
    ]


def test_an_illegal_action_ends_its_game_only():
    envs = many("london", 3)
    observations, _ = envs.reset(seed=1)
    actions = observations["action_mask"].argmax(axis=1)
    actions[1] = ekiben.load("london").parse("pass").id
    observations, rewards, over, *_ = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0] and over.tolist() == [False, True, False]
    assert envs.unwrapped.action_text(observations["action_mask"][1].argmax()).startswith("keep")


def test_many_pictures():
    envs = many("london", 2, render_mode="svg")
    envs.reset(seed=1)
    assert [picture[:4] for picture in envs.render()] == ["<svg", "<svg"]
