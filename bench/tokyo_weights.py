"""How Tokyo's planner does alone with other weights: turns to win, compared in the same games.

    python bench/tokyo_weights.py --games 100 pace=1.2 most_jobs=4,beam_width=100
    python bench/tokyo_weights.py --bot dispatcher --games 100 pace=1.2
    python bench/tokyo_weights.py --fit --games 2400 spent=0.6:1.3 pace=0.7:1.8 upgrades=2:14

It starts from the weights of a bot (the expert's, unless `--bot` says otherwise) and plays no
trials. It is for tuning, so keep to seeds that nothing is measured on (below 10,000).

With `--fit` every game is played with weights drawn from their ranges, and a parabola for each
weight is laid through the turns that all these games took: which value is best, how many turns it
saves against the middle of its range, and how sure that is.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import cache
from typing import Any

import numpy as np

import ekiben
from ekiben import bots
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.planner_bot import PlannerBot
from ekiben.bots.tokyo.strategist import Strategist, playout_weights
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.errors import EkibenError, listed, nearest

MOST = 60  # turns after which a game counts as it stands
DEALS = 400  # of a fit
SHRINK = 3  # games that a deal must have before half of what it seems to take is believed


def known(name: str) -> str:
    names = Weights._fields
    if name not in names:
        raise EkibenError(f"no weight {name!r}.{nearest(name, names)} Weights: {listed(names)}")
    return name


def setting(text: str) -> dict[str, float]:
    """Weights as `name=value,name=value`."""
    return {
        known(name): float(value)
        for name, _, value in (part.partition("=") for part in text.split(","))
    }


def ranged(text: str) -> tuple[str, float, float]:
    """A weight as `name=lowest:highest`."""
    name, _, values = text.partition("=")
    low, _, high = values.partition(":")
    return known(name), float(low), float(high)


@cache
def dealt(game: Any, seed: int) -> Any:
    s = game.redeal(game.new(seats=2, seed=seed).view(0), seed)
    s.logs_events = 0
    return s


def turns(game: Any, weights: Weights, seed: int) -> float:
    """Turns to win, the other seat waiting."""
    return float(Planner(game, weights).call("play_out", dealt(game, seed).copy(), seed % 2, MOST))


# ---- one by one
def compare(game: Any, usual: Weights, settings: list[dict[str, float]], seeds: range) -> None:
    base = None
    for changed in [{}, *settings]:
        began = time.process_time()
        took = np.array([turns(game, usual._replace(**changed), seed) for seed in seeds])
        base = took if base is None else base
        error, each = 1.96 / len(seeds) ** 0.5, (time.process_time() - began) / len(seeds)
        print(
            f"{changed or 'as they are'}: mean {took.mean():.2f} ± {error * took.std():.2f}, "
            f"median {np.median(took):.1f}; {(took - base).mean():+.2f} "
            f"± {error * (took - base).std():.2f}; {1e3 * each:.0f} ms a game",
            flush=True,
        )


# ---- all at once
def fit(
    game: Any,
    usual: Weights,
    ranges: list[tuple[str, float, float]],
    games: int,
    seed: int,
) -> None:
    names, low, high = [name for name, _, _ in ranges], *np.array([ends for _, *ends in ranges]).T
    at = np.random.default_rng(seed).uniform(-1.0, 1.0, (games, len(names)))
    deals = np.arange(games) % DEALS
    took = np.empty(games)
    for n in range(games):
        values = low + (at[n] + 1) / 2 * (high - low)
        drawn = usual._replace(**dict(zip(names, values.tolist(), strict=True)))
        took[n] = turns(game, drawn, seed + int(deals[n]))
    terms = np.hstack([np.ones((games, 1)), at, at**2])
    factors, errors = fitted(terms, took, deals)
    for n, name in enumerate(names):
        slope, bend = factors[1 + n], factors[1 + len(names) + n]
        best = float(np.clip(-slope / 2 / bend, -1, 1)) if bend > 0 else -float(np.sign(slope))
        print(
            f"{name}: best at {low[n] + (best + 1) / 2 * (high[n] - low[n]):.3g}, "
            f"{slope * best + bend * best**2:+.2f} turns; "
            f"slope {slope:+.2f} ± {1.96 * errors[1 + n]:.2f}, "
            f"bend {bend:+.2f} ± {1.96 * errors[1 + len(names) + n]:.2f}",
            flush=True,
        )


def fitted(terms: Any, took: Any, deals: Any) -> tuple[Any, Any]:
    """Factors of the terms and their standard errors, with what each deal takes accounted for."""
    inverse, counts, luck = (
        np.linalg.inv(terms.T @ terms),
        np.bincount(deals),
        np.zeros(deals.max() + 1),
    )
    for _ in range(20):
        factors = inverse @ terms.T @ (took - luck[deals])
        luck = np.bincount(deals, took - terms @ factors) / (counts + SHRINK)
    rest = took - terms @ factors - luck[deals]
    return factors, np.sqrt(np.diag(inverse) * rest.var())


def weights_of(spec: str) -> Weights:
    bot = bots.make(spec)
    if not isinstance(bot, PlannerBot):
        sys.exit(f"tokyo_weights: {spec} has no planner of Tokyo")
    return bot.weights


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "settings",
        nargs="*",
        metavar="WEIGHT=VALUE,… or WEIGHT=LOW:HIGH",
        help="each is compared with the weights as they are",
    )
    parser.add_argument("--games", type=int, default=100, help="for each, or in all with --fit")
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--bot", default="strategist", help="whose weights to start from")
    parser.add_argument(
        "--light", action="store_true", help="start from the weights of the expert's playouts"
    )
    parser.add_argument(
        "--fit", action="store_true", help="all weights at once, each within its range"
    )
    args = parser.parse_args()
    game: Any = ekiben.load("tokyo")
    game.builds.fastest()
    BUILDS.fastest()
    usual = playout_weights(Strategist().weights) if args.light else weights_of(args.bot)
    try:
        if args.fit:
            fit(game, usual, [ranged(text) for text in args.settings], args.games, args.seed)
        else:
            compare(
                game,
                usual,
                [setting(text) for text in args.settings],
                range(args.seed, args.seed + args.games),
            )
    except (EkibenError, ValueError) as wrong:
        sys.exit(f"tokyo_weights: {wrong}")


if __name__ == "__main__":
    main()
