"""Fills the cache of machine code: rules, searches, bots and observations, so that processes started later need not each do it."""

import ekiben
from ekiben.bots.routes.native import SPEEDS
from ekiben.envs import BatchEnv
from ekiben.games.tokyo.plans import plan_run, plan_track


def main() -> None:
    for name in ("america", "tokyo"):
        ekiben.load(name).speeds.best()
        for masks, observations in (("bytes", "uint8"), ("bits", "float32")):
            env = BatchEnv(name, 2, masks=masks, observations=observations)
            env.step(env.random())
            env.restart()
    SPEEDS.best()
    searched()


def searched() -> None:
    """Tokyo's searches, by asking each once."""
    game = ekiben.load("tokyo")
    match = game.new(2, seed=1)
    match.play(match.legal()[0])
    plan_track(game, match.view(0), None, 100, 0)
    plan_run(game, match.view(0), 100, 0)


if __name__ == "__main__":
    main()
