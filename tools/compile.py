"""Fills the cache of machine code, on all cores: rules, searches, bots and observations. Processes
started later need not do it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import ekiben
from ekiben import bots
from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.cli.compiling import announced
from ekiben.cli.words import Words
from ekiben.core.builds import AnyBuilds, builds_of
from ekiben.core.machine_code import is_cached
from ekiben.envs import BatchEnv
from ekiben.games.routes.rules import RULE_SET as ROUTES
from ekiben.games.tokyo.plans import plan_run, plan_track
from ekiben.games.tokyo.rules import RULE_SET as TOKYO


def route_bots() -> None:
    ROUTE_BOTS.fastest()


def tokyo_bots() -> None:
    TOKYO_BOTS.fastest()


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
    bots.make("dispatcher", game=game).choose(
        match.view(match.seat), match.legal(), bots.Limit(1.0)
    )


def rules(name: str) -> None:
    ekiben.load(name).builds.fastest()
    for masks, observations in (("bytes", "uint8"), ("bits", "float32")):
        env = BatchEnv(name, 2, masks=masks, observations=observations)
        env.step(env.random())
        env.restart(0, 2)


PARTS: dict[str, Callable[[], None]] = {
    "bots of the route games": route_bots,
    "rules, searches and observations of Tokyo Railways": tokyo,
    "bots of Tokyo Railways": tokyo_bots,
    "rules and observations of the route games": routes,
}
FAMILIES: tuple[AnyBuilds, ...] = (builds_of(ROUTES), builds_of(TOKYO), ROUTE_BOTS, TOKYO_BOTS)


def compiled(part: str) -> str:
    """Every function that is ready says so: the longest takes minutes."""
    with announced(Words("en")):
        PARTS[part]()
    return part


def main() -> None:
    began, fresh = (
        time.monotonic(),
        any(one.can_compile() and not is_cached(one.rule_set) for one in FAMILIES),
    )
    if fresh:
        print(
            "· Compiling rules and bots to machine code, once for this version: minutes …",
            flush=True,
        )
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for number, done in enumerate(
            as_completed([pool.submit(compiled, part) for part in PARTS]), 1
        ):
            line = f"  {number} of {len(PARTS)} parts after {time.monotonic() - began:.0f} s: {done.result()}"
            print(line, flush=True) if fresh else None


if __name__ == "__main__":
    main()
