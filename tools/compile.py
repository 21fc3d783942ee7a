"""Fill the cache of machine code, on all cores: rules, searches, bots, reviews and observations.

The WebAssembly module as well, where it can be linked.

Processes started later find it there.
"""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

import ekiben
from ekiben import bots
from ekiben.analysis.routes.builds import BUILDS as ROUTE_REVIEWS
from ekiben.analysis.tokyo.builds import BUILDS as TOKYO_REVIEWS
from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.words import Words
from ekiben.core.builds import AnyBuilds, builds_of
from ekiben.core.errors import EkibenError
from ekiben.core.machine_code import is_cached
from ekiben.envs import BatchEnv
from ekiben.games.routes.rules import RULE_SET as ROUTES
from ekiben.games.tokyo.plans import plan_run, plan_track
from ekiben.games.tokyo.rules import RULE_SET as TOKYO
from ekiben.wasm.module import build_module, is_complete, module_folder


def compile_route_bots() -> None:
    ROUTE_BOTS.fastest()


def compile_tokyo_bots() -> None:
    TOKYO_BOTS.fastest()


def compile_route_reviews() -> None:
    ROUTE_REVIEWS.fastest()


def compile_tokyo_reviews() -> None:
    TOKYO_REVIEWS.fastest()


def compile_routes() -> None:
    """With the random opponents of many games at once."""
    compile_rules("london")
    env = BatchEnv("london", 2)
    who = np.zeros(2, np.int64)
    actions = np.zeros(2, np.int64)
    env.kernels.random_until(env.batch.boards, env.batch.states, who, env.luck, actions, 0, 2)


def compile_tokyo() -> None:
    """With its searches and its dispatcher, by asking each once."""
    compile_rules("tokyo")
    game = ekiben.load("tokyo")
    match = game.new(2, seed=1)
    match.play(match.legal()[0])
    plan_track(game, match.view(0), None, 100, 0)
    plan_run(game, match.view(0), 100, 0)
    bots.make("dispatcher", game=game).choose(
        match.view(match.seat), match.legal(), bots.Limit(1.0)
    )


def compile_rules(name: str) -> None:
    """With their observations, by asking for each kind of them once."""
    ekiben.load(name).builds.fastest()
    for masks, observations in (("bytes", "uint8"), ("bits", "float32")):
        env = BatchEnv(name, 2, masks=masks, observations=observations)
        env.step(env.random())
        env.restart(0, 2)


def build_wasm() -> None:
    """Of all rules and bots; without its linker there is none, and its tests are skipped."""
    try:
        build_module()
    except EkibenError as error:
        print(f"  no WebAssembly module: {error}", flush=True)


def is_module_missing() -> bool:
    try:
        return not is_complete(module_folder())
    except EkibenError:
        return False


PARTS: dict[str, Callable[[], None]] = {
    "WebAssembly": build_wasm,
    "bots of the route games": compile_route_bots,
    "reviews of Tokyo Railways": compile_tokyo_reviews,
    "reviews of the route games": compile_route_reviews,
    "rules, searches and observations of Tokyo Railways": compile_tokyo,
    "bots of Tokyo Railways": compile_tokyo_bots,
    "rules and observations of the route games": compile_routes,
}
BUILDS: tuple[AnyBuilds, ...] = (
    *(builds_of(ROUTES), builds_of(TOKYO)),
    *(ROUTE_BOTS, TOKYO_BOTS),
    *(ROUTE_REVIEWS, TOKYO_REVIEWS),
)


def compile_part(part: str) -> str:
    """Compile a part, which takes minutes, and report every kernel that is ready."""
    with announce_compiling(Words("en")):
        PARTS[part]()
    return part


def main() -> None:
    began = time.monotonic()
    is_needed = is_module_missing() or any(
        one.can_compile() and not is_cached(one.rule_set) for one in BUILDS
    )
    if is_needed:
        print(
            "· Compiling rules and bots to machine code, once for this version: minutes …",
            flush=True,
        )
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(compile_part, part) for part in PARTS]
        for number, part in enumerate(as_completed(parts), 1):
            name, seconds = part.result(), time.monotonic() - began
            if is_needed:
                print(f"  {number} of {len(PARTS)} parts after {seconds:.0f} s: {name}", flush=True)


if __name__ == "__main__":
    main()
