"""Other game libraries, measured as Ekiben is: random legal actions, with what each shows a learner
read at every step.

python bench/others.py FOLDER        makes virtual environments in FOLDER if there are none, and
prints a line of JSON a measurement
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# two environments, since they want different versions of Gymnasium
PACKAGES = {"boards": ["pgx", "open_spiel", "pettingzoo[classic]"], "catan": ["catanatron_gym"]}
SECONDS, ROUNDS = 0.5, 10
Measure = tuple[str, str, float]


def rate(play: Callable[[], int]) -> float:
    """Steps in a second of one core's time, of something that plays some and says how many: time
    that other programs take away does not count, nor does what comes before the first round. The
    best of several rounds.
    """
    play()
    return max(one_round(play) for _ in range(ROUNDS))


def one_round(play: Callable[[], int]) -> float:
    steps, start, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < SECONDS:
        steps += play()
    return steps / (time.process_time() - used)


def pgx(name: str, count: int = 1024, length: int = 64) -> Measure:
    """All in one compiled loop: observation, mask, choice, step, automatic reset."""
    import jax
    import jax.numpy as jnp
    import pgx as library

    env = library.make(name)
    step = jax.vmap(reset_by_hand(jax, env))

    def one(carry: Any, key: Any) -> Any:
        state, seen = carry
        choose, luck = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choose, logits, axis=1)
        state = step(state, actions, jax.random.split(luck, count))
        return (state, seen + state.observation.astype(jnp.float32).sum()), None

    many = jax.jit(
        lambda state, key: jax.lax.scan(one, (state, 0.0), jax.random.split(key, length))[0]
    )
    box = [
        jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count)),
        jax.random.PRNGKey(1),
    ]

    def play() -> int:
        box[1], key = jax.random.split(box[1])
        box[0], seen = many(box[0], key)
        seen.block_until_ready()
        return count * length

    return "Pgx", f"{name}, {count} at once, CPU", rate(play)


def reset_by_hand(jax: Any, env: Any) -> Callable[..., Any]:
    """A step that begins anew where the last one ended a game."""

    def step(state: Any, action: Any, key: Any) -> Any:
        fresh, luck = jax.random.split(key)
        state = jax.lax.cond(
            state.terminated | state.truncated, lambda: env.init(fresh), lambda: state
        )
        return env.step(state, action, luck)

    return step


def pettingzoo(name: str) -> Measure:
    import importlib

    import numpy as np

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(
                None if over or cut else random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            )
            steps += not (over or cut)
        return steps

    return "PettingZoo classic", f"{name}, one at a time", rate(play)


def openspiel(name: str) -> Measure:
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return "OpenSpiel (C++ game, Python loop)", f"{name}, one at a time", rate(play)


def catanatron() -> Measure:
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1")

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, ended, cut, info = env.step(random.choice(info["valid_actions"]))
            over, steps = ended or cut, steps + 1
        return steps

    return "Catanatron", "1 against 1 random, Gymnasium, the learner's steps", rate(play)


MEASURES: dict[str, Callable[[], Measure]] = {
    "pgx": lambda: pgx("backgammon"),
    "pgx-small": lambda: pgx("connect_four"),
    "pettingzoo": lambda: pettingzoo("connect_four_v3"),
    "pettingzoo-chess": lambda: pettingzoo("chess_v6"),
    "openspiel": lambda: openspiel("backgammon"),
    "openspiel-cards": lambda: openspiel("gin_rummy"),
    "catanatron": catanatron,
}


def python_of(folder: Path) -> Path:
    """The interpreter of an environment, made and filled when it is not there."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", *PACKAGES[folder.name]], check=True
        )
    return python


def measured(folder: Path) -> Iterator[Measure]:
    """Each in a process of its own."""
    for name in MEASURES:
        python = python_of(folder / ("catan" if name == "catanatron" else "boards"))
        told = subprocess.run(
            [python, __file__, "--measure", name], capture_output=True, text=True, check=False
        )
        if told.returncode:
            print(
                f"{name}: {told.stderr.strip().splitlines()[-1] if told.stderr else 'failed'}",
                file=sys.stderr,
            )
        else:
            yield tuple(json.loads(told.stdout.strip().splitlines()[-1]))


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(MEASURES[sys.argv[2]]()))
    elif len(sys.argv) == 2:
        for row in measured(Path(sys.argv[1])):
            print(json.dumps(row))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
