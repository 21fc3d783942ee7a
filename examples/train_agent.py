"""Train a linear policy for London by self-play, with nothing but NumPy.

    python examples/train_agent.py [STEPS]

A policy gradient (REINFORCE): the winner's choices become a little more likely, the loser's less.
`BatchEnv` plays 512 games at once; a game that ends starts again.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ekiben.envs import BatchEnv

GAMES = 512
RATE = 0.02
Floats = npt.NDArray[np.float32]


@dataclass
class Choices:
    """What one seat saw and did in the game it is playing."""

    seen: list[Floats] = field(default_factory=list)
    masks: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)


def observe(env: BatchEnv) -> Floats:
    return env.observations.astype(np.float32) / 255


def policy(weights: Floats, seen: Floats, masks: npt.NDArray[np.uint8]) -> Floats:
    """The probability of every action: a softmax of linear scores over the legal ones."""
    scores = np.where(masks, seen @ weights, -np.inf)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def sample(odds: Floats, luck: np.random.Generator) -> npt.NDArray[np.int64]:
    return (odds.cumsum(axis=1) > luck.random((len(odds), 1))).argmax(axis=1)


def train(steps: int, seed: int = 0) -> Floats:
    """Return the weights after so many steps of all games."""
    env = BatchEnv("london", GAMES, seats=2, seed=seed)
    luck = np.random.default_rng(seed)
    weights = np.zeros((env.observations.shape[1], env.masks.shape[1]), np.float32)
    playing = [[Choices(), Choices()] for _ in range(GAMES)]
    for _ in range(steps):
        seen = observe(env)
        taken = sample(policy(weights, seen, env.masks), luck)
        for game, seat in enumerate(env.seat):
            choices = playing[game][seat]
            choices.seen.append(seen[game])
            choices.masks.append(env.masks[game].copy())
            choices.taken.append(int(taken[game]))
        rewards, over = env.step(taken)
        ended = np.flatnonzero(over)
        if len(ended):
            learn(weights, [playing[game] for game in ended], rewards[ended])
        for game in ended:
            playing[game] = [Choices(), Choices()]
    return weights


def learn(weights: Floats, ended: list[list[Choices]], rewards: Floats) -> None:
    """Climb the gradient of log probability times reward over all choices of the ended games."""
    seats = [choices for game in ended for choices in game]
    seen = np.array([row for choices in seats for row in choices.seen])
    masks = np.array([row for choices in seats for row in choices.masks])
    taken = [action for choices in seats for action in choices.taken]
    worth = np.repeat(rewards.ravel(), [len(choices.taken) for choices in seats])
    slope = -policy(weights, seen, masks)
    slope[np.arange(len(taken)), taken] += 1
    weights += RATE / len(ended) * seen.T @ (slope * worth[:, None]).astype(np.float32)


def share_against_random(weights: Floats, games: int = 512, seed: int = 1) -> float:
    """Return the share of games the policy wins in seat 0 against random play."""
    env = BatchEnv("london", games, seats=2, seed=seed)
    luck = np.random.default_rng(seed)
    won: list[float] = []
    while len(won) < games:
        own = sample(policy(weights, observe(env), env.masks), luck)
        rewards, over = env.step(np.where(env.seat == 0, own, env.random()))
        won += [(reward + 1) / 2 for reward in rewards[np.flatnonzero(over), 0]]
    return float(np.mean(won))


if __name__ == "__main__":
    trained = train(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    print(f"share of games won against random play: {share_against_random(trained):.2f}")
