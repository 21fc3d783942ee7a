"""Fills the cache of machine code, on all cores: rules, searches, bots and observations. Processes started later need not do it."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import ekiben
from ekiben import bots
from ekiben.bots.routes.native import SPEEDS as ROUTE_BOTS
from ekiben.bots.tokyo.native import SPEEDS as TOKYO_BOTS
from ekiben.envs import BatchEnv
from ekiben.games.tokyo.plans import plan_run, plan_track


def route_bots() -> None:
    ROUTE_BOTS.best()


def tokyo_bots() -> None:
    TOKYO_BOTS.best()


def routes() -> None:
    rules("london")


def tokyo() -> None:
    """With its searches and its dispatcher, by asking each once."""
    rules("tokyo")
    game = ekiben.load("tokyo")
    match = game.new(2, seed=1)
    match.play(match.legal()[0])
    plan_track(game, match.view(0), None, 100, 0)
    plan_run(game, match.view(0), 100, 0)
    bots.make("dispatcher", game=game).choose(match.view(match.seat), match.legal(), bots.Limit(1.0))


def rules(name: str) -> None:
    ekiben.load(name).speeds.best()
    for masks, observations in (("bytes", "uint8"), ("bits", "float32")):
        env = BatchEnv(name, 2, masks=masks, observations=observations)
        env.step(env.random())
        env.restart(0, 2)


def main() -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(work) for work in (route_bots, tokyo, tokyo_bots, routes)]:
            done.result()


if __name__ == "__main__":
    main()
