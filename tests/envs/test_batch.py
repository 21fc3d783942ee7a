"""Many games in one array are the same games as one by one, never end, and write what they say they
write.
"""

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.core.errors import EkibenError, Illegal
from ekiben.core.match import Match
from ekiben.core.ranking import rank_seats
from ekiben.envs import BatchEnv
from ekiben.envs.interface import Observer
from ekiben.envs.outcome import by_place

from .positions import GAMES, load


@pytest.mark.parametrize("name", GAMES)
def test_games_are_those_that_matches_play(name):
    game, seats, count = load(name), 3, 5
    env = BatchEnv(game, count, seats, seed=9, observations="uint8")
    matches, eye = [game.new(seats, 9 + i) for i in range(count)], Observer(game, "uint8")
    for _ in range(60):
        actions = env.random()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(action)
        rewards, over = env.step(actions)
        assert not over.any() and not rewards.any()
        assert env.seat.tolist() == [match.seat for match in matches]
        for i, match in enumerate(matches):
            assert (env.observations[i] == eye(match, match.seat)).all()
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(match.position.legal())


def test_a_game_that_ends_begins_anew_with_its_own_seed():
    game, count = load("london"), 3
    env = BatchEnv(game, count, 2, seed=20)
    episodes = [0] * count
    matches = [game.new(2, 20 + i) for i in range(count)]
    while sum(episodes) < 7:
        actions = env.random()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(action)
        rewards, over = env.step(actions)
        for i in range(count):
            assert over[i] == matches[i].over
            if over[i]:
                assert rewards[i].tolist() == by_place(matches[i].ranking())
                assert env.scores[i].tolist() == matches[i].scores()
                episodes[i] += 1
                matches[i] = game.new(2, 20 + i + episodes[i] * count)
            assert env.batch.state(i).seed.tolist() == matches[i].position.state.seed.tolist()
    assert env.episodes.tolist() == episodes


def test_tables_have_seats_of_their_own():
    """Each is the same game as alone, is ranked among its own seats, and begins anew as large."""
    game, sizes = load("london"), [2, 4, 3]
    env = BatchEnv(game, 3, sizes, seed=20)
    matches = [game.new(seats, 20 + i) for i, seats in enumerate(sizes)]
    while (env.episodes == 0).any():
        actions = env.random()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(action)
        rewards, over = env.step(actions, checked=False)
        for i in np.flatnonzero(over).tolist():
            wanted = by_place(matches[i].ranking())
            assert rewards[i].tolist() == pytest.approx(wanted + [0] * (4 - sizes[i]))
            assert env.scores[i, : sizes[i]].tolist() == matches[i].scores()
            matches[i] = game.new(sizes[i], 20 + i + 3 * int(env.episodes[i]))
        assert env.seat.tolist() == [match.seat for match in matches]


def end_in_ties(env, luck):
    """End most games, and leave the seats of each with numbers that are often equal."""
    batch = env.batch
    for i in range(env.count):
        s = batch.fields[i] if batch.kernels.compiled else batch.states[i]
        changes = {"score": 3, "completed": 2, "built": 2, "longest": 2, "joined": 9}
        for name in changes.keys() & set(env.game.rule_set.state.dtype.names):
            field = s[name] if batch.kernels.compiled else getattr(s, name)
            field[: env.seats] = luck.integers(changes[name], size=env.seats)
        numbers = {"asked": len(env.game.asked_names) - 1} if i % 4 else {}
        if env.game.name == "tokyo":
            numbers["winner"] = int(luck.integers(-1, env.seats_of_each[i]))
        for name, value in numbers.items():
            if batch.kernels.compiled:
                s[name] = value
            else:
                setattr(s, name, value)


@pytest.mark.parametrize("speed", ["fastest", "interpreted"])
@pytest.mark.parametrize("name", [*GAMES, "europe fewer"])
def test_rewards_are_those_of_the_ranking_when_seats_share_places(name, speed, monkeypatch):
    name, *fewer = name.split()
    game = ekiben.load(name, station_tiebreak="fewer") if fewer else load(name)
    if speed == "interpreted":
        monkeypatch.setenv("EKIBEN_PLAIN", "1")
        monkeypatch.setattr(game.builds, "compiled", None)
    count = 60
    sizes = [game.seats[0] + i % (game.seats[1] - game.seats[0] + 1) for i in range(count)]
    env = BatchEnv(game, count, sizes, observations=None, masks=None)
    end_in_ties(env, np.random.default_rng(1))
    over, shared = env.batch.over, 0
    rewards = np.full((count, env.seats), 9.0)
    env.reward_by_place(over, rewards, 0, count)
    for i, seats in enumerate(sizes):
        ranking = Match.imagined(game, env.batch.state(i)).ranking()
        shared += len(ranking) < seats
        wanted = by_place(ranking) if over[i] else [0] * seats
        assert rewards[i].tolist() == wanted + [0] * (env.seats - seats)
    assert shared and over.any() and not over.all()


def test_a_policy_chooses_what_its_bot_chooses():
    game = load("london")
    env, bot = BatchEnv(game, 3, [2, 3, 4], seed=9), bots.make("planner", game=game)
    policy, actions = env.policy("planner"), np.full(3, -1)
    policy.choose(np.array([policy.number, -1, policy.number]), actions)
    for i in (0, 2):
        match = game.new(2 + i, 9 + i)
        chosen = bot.choose(match.view(match.seat), match.legal(), bots.Limit(1))
        assert actions[i] == chosen.id
    assert actions[1] == -1
    with pytest.raises(EkibenError, match="tokyo has no bots that can choose in many games"):
        BatchEnv("tokyo", 1).policy("planner")


def test_seeds_carry_over_all_their_bits():
    game, seed = load("london"), (1 << 96) - 2
    env = BatchEnv(game, 2, 2, seed=seed)
    while not (env.episodes > 0).all():
        env.step(env.random())
    for i in range(2):
        words = sum(int(word) << (32 * n) for n, word in enumerate(env.batch.state(i).seed))
        assert words == seed + i + 2 * int(env.episodes[i])


@pytest.mark.parametrize("name", ["america", "great-lakes", "tokyo"])
def test_masks_of_bits_are_those_of_bytes(name):
    bytes_, bits = (
        BatchEnv(load(name), 9, 2, masks="bytes", observations=None),
        BatchEnv(load(name), 9, 2, masks="bits", observations=None),
    )
    for _ in range(40):
        unpacked = np.unpackbits(bits.masks, axis=1, bitorder="little")[:, : bits.action_count]
        assert (unpacked == bytes_.masks).all() and bytes_.masks.any(axis=1).all()
        actions = bits.random()
        bits.step(actions)
        bytes_.step(actions)


def test_large_batches_are_shared_out():
    """More games than one core takes at a time, as floats."""
    env, few = (
        BatchEnv("london", 300, 2, seed=3, observations="float32"),
        BatchEnv("london", 5, 2, seed=3, observations="float32"),
    )
    for _ in range(6):
        env.step(env.random())
        few.step(few.random())
    assert (env.observations[:5] == few.observations).all() and env.observations.dtype == np.float32


@pytest.mark.parametrize("name", ["london", "tokyo"])
def test_points_as_they_come_sum_to_the_score(name):
    env = BatchEnv(load(name), 2, 2, reward="score", observations=None)
    total = env.scores.astype(float)
    for _ in range(300):
        rewards, over = env.step(env.random())
        total += rewards
        assert (total == env.scores).all()
        for i in np.flatnonzero(over):
            total[i] = env.batch.scores()[i]
    assert name == "tokyo" or env.episodes.any()


def digest(env, i):
    return env.game.rule_set.state.digest(env.batch.state(i).packed())


def test_an_illegal_action_raises_and_nothing_is_played():
    env = BatchEnv("america", 3)
    actions, before = env.random(), env.copy()
    actions[1] = env.game.parse("pass").id
    with pytest.raises(Illegal, match="game 1"):
        env.step(actions)
    assert [digest(env, i) for i in range(3)] == [digest(before, i) for i in range(3)]
    assert (env.observations == before.observations).all()
    with pytest.raises(EkibenError, match="from 0 to 292"):
        env.step([5000, *actions[1:]])
    with pytest.raises(EkibenError, match="one action for each"):
        env.step([0])


def test_copies_are_equal_and_apart():
    env = BatchEnv("london", 4, 2)
    for _ in range(20):
        env.step(env.random())
    twin = env.copy()
    kept = twin.observations.copy(), twin.episodes.copy()
    for _ in range(200):
        env.step(env.random())
    assert (twin.observations == kept[0]).all() and (twin.episodes == kept[1]).all()
    while (twin.episodes != env.episodes).any():
        twin.step(twin.random())
    again = BatchEnv("london", 4, 2)
    assert (again.observations[0] == BatchEnv("london", 1, 2).observations[0]).all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"observations": "int16"}, "uint8, float32"),
        ({"masks": "bools"}, "bytes, bits"),
        ({"reward": "win"}, "place, score"),
        ({"seats": 9}, "2 to 5 seats"),
        ({"seats": [2, 9]}, "2 to 5 seats"),
        ({"seats": [2, 3, 4]}, "one for each of 2 games"),
        ({"station_tiebreak": "fewer"}, "no option"),
    ],
)
def test_what_is_wrong_is_named(wrong, says):
    with pytest.raises(EkibenError, match=says):
        BatchEnv("america", 2, **wrong)


def test_options_go_with_the_name_of_a_game():
    assert (
        BatchEnv("europe", 1, station_tiebreak="fewer").game.options["station_tiebreak"] == "fewer"
    )
    with pytest.raises(EkibenError, match="loaded already"):
        BatchEnv(ekiben.load("europe"), 1, station_tiebreak="fewer")


def test_actions_have_a_meaning():
    env = BatchEnv("america", 1)
    assert env.action_text(env.game.parse("draw deck").id) == "draw deck"


def test_places_are_worth_what_they_share():
    assert by_place([[1], [0]]) == [-1, 1] and by_place([[0, 1]]) == [0, 0]
    assert by_place([[2], [0, 3], [1]]) == pytest.approx([0, -1, 1, 0])
    assert sum(by_place([[4, 0], [1], [2, 3]])) == pytest.approx(0)
    assert rank_seats([(3, 1), (3, 2), (5, 0), (3, 1)]) == [[2], [1], [0, 3]]
