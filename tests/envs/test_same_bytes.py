"""What is kept from one observation to the next changes no byte of it.

`observation_digests.json` has what was observed before anything was kept, when every observation
searched all networks and ways anew.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from ekiben import bots
from ekiben.envs import BatchEnv
from ekiben.envs.builds import interpreted_kernels, observation_kernels
from ekiben.envs.interface import Observer
from ekiben.observations.encoding import encoding, kept, scratch

from .positions import GAMES, ROUTE_GAMES, load

PINNED = json.loads((Path(__file__).parent / "observation_digests.json").read_text("utf-8"))
TABLES = [(name, int(seats)) for name, by_seats in PINNED.items() for seats in by_seats]


def digest(game, seats, games, steps):
    """Of all observations, masks and rewards of random play, and of what another seat sees."""
    env = BatchEnv(game, games, seats, seed=5)
    found, others = hashlib.sha256(), np.zeros_like(env.observations)
    for step in range(steps):
        env.observe(np.full(games, step % seats), others)
        for rows in (env.observations, env.masks, others):
            found.update(rows.tobytes())
        rewards, over = env.step(env.random())
        found.update(rewards.tobytes() + over.tobytes())
    return found.hexdigest()[:16]


def test_all_tables_are_pinned():
    assert list(PINNED) == list(GAMES)
    for name, by_seats in PINNED.items():
        fewest, most = load(name).seats
        assert list(map(int, by_seats)) == list(range(fewest, most + 1))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_observations_are_what_they_were(name, seats):
    found = digest(load(name), seats, 4, 40 if name == "tokyo" else 150)
    assert found == PINNED[name][str(seats)]


class Memory:
    """Looks at one match again and again."""

    def __init__(self, game, seats, kernels):
        self.game, self.kernels = game, kernels
        self.kept, self.row = kept(game, 1, seats), np.zeros((1, encoding(game).size), np.uint8)

    def __call__(self, match, seat):
        compiled = self.kernels.compiled
        boards = self.game.boards if compiled else [self.game.plain_board]
        states = match.position.packed() if compiled else [match.position.state]
        work, who = scratch(self.game), np.array([seat])
        self.kernels.observe_again_many(boards, states, who, work, self.kept, self.row, 0, 1)
        return self.row[0].tobytes()


def compare(name, seats, choose, every, most, kernels):
    """Whether every look at a game shows what a first look shows."""
    game, changes = load(name), set()
    match, first, again = game.new(seats, 3), Observer(game, "uint8"), Memory(game, seats, kernels)
    for number in range(most):
        if match.over:
            break
        if number % every == 0:
            for seat in range(seats):
                assert again(match, seat) == first(match, seat).tobytes(), (number, seat)
                changes.add(again.row.tobytes())
        match.play(choose(match))
    assert len(changes) > 20


@pytest.mark.parametrize(("name", "seats"), [(name, 2) for name in ROUTE_GAMES] + [("america", 5)])
def test_looking_again_at_games_of_bots_shows_the_same(name, seats):
    game = load(name)
    game.builds.fastest()
    table = [bots.make("greedy", seed=seat) for seat in range(seats)]
    for seat, bot in enumerate(table):
        bot.sit(game, seat)

    def choose(match):
        bot = table[match.seat]
        return bot.choose(match.view(match.seat), match.legal(), bots.Limit(1.0))

    compare(name, seats, choose, 2, 400, observation_kernels(game))


@pytest.mark.parametrize("name", GAMES)
def test_looking_again_interpreted_shows_the_same(name):
    luck = np.random.default_rng(4)
    compare(
        name,
        2,
        lambda match: match.legal()[int(luck.integers(len(match.legal())))],
        5,
        260,
        interpreted_kernels(load(name)),
    )
