"""How long a network takes for a choice, by size: `python bench/learned.py [GAME] [--choices N]`.

The networks are random: time does not depend on what a network has learned.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

import ekiben
from ekiben.bots import make
from ekiben.bots.learned.network import Network
from ekiben.bots.learned.quantising import quantise
from ekiben.bots.routes.builds import BUILDS
from ekiben.core.game import Game
from ekiben.games.routes.imagine import state_from
from ekiben.observations.encoding import encoding

SIZES = ((256, 256, 2), (512, 512, 3), (512, 1024, 3))  # width, hidden, blocks


def random_network(game: Game, width: int, hidden: int, blocks: int) -> Network:
    luck = np.random.default_rng(1)
    inputs = encoding(game).size
    shapes = {"input": (width, inputs)}
    for block in range(blocks):
        shapes[f"block.{block}.a"] = (hidden, width)
        shapes[f"block.{block}.b"] = (width, hidden)
    shapes |= {"policy": (game.action_count, width), "value": (5, width), "belief": (200, width)}
    layers = {}
    for name, shape in shapes.items():
        layers[f"{name}.weight"] = luck.normal(0, shape[1] ** -0.5, shape).astype(np.float32)
        layers[f"{name}.bias"] = np.zeros(shape[0], np.float32)
    return quantise(layers, luck.integers(0, 2, (16, inputs)).astype(np.uint8), game)


def positions(game: Game, count: int) -> list[object]:
    """Packed states of a seat's views, as many as asked for."""
    found: list[object] = []
    while len(found) < count:
        match, policy = game.new(seats=2, seed=len(found)), make("planner", game=game)
        while not match.over and len(found) < count:
            view, legal = match.view(match.seat), match.legal()
            if len(legal) > 1:
                found.append(state_from(view).packed())
            match.play(policy.choose(view, legal, ekiben.bots.Limit(1.0)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="america")
    parser.add_argument("--choices", type=int, default=1000)
    chosen = parser.parse_args()
    game = ekiben.load(chosen.game)
    kernels = BUILDS.fastest()
    states = positions(game, chosen.choices)
    for width, hidden, blocks in SIZES:
        network = random_network(game, width, hidden, blocks)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.npz"
            network.save(path)
            kilobytes = path.stat().st_size / 1000
            player = make(f"learned:weights={path}", game=game).player
        start = time.perf_counter()
        for state in states:
            kernels.learned_one(game.boards, state, *player.arguments)
        each = 1000 * (time.perf_counter() - start) / len(states)
        print(
            f"{chosen.game}: {width} wide, {hidden} hidden, {blocks} blocks, "
            f"{kilobytes:.0f} kB: {each:.3f} ms a choice"
        )


if __name__ == "__main__":
    main()
