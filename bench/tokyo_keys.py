"""How the planner of Tokyo's expert does alone with other keys, without playing ideas on: turns to
win, and how many more or fewer in the same games. It is for tuning, so keep to seeds that nothing
is measured on (below 10,000).

    python bench/tokyo_keys.py --games 100 pace=1.2 jobs=4,width=100
    python bench/tokyo_keys.py --fit --games 2400 spent=0.6:1.3 pace=0.7:1.8 upgrades=2:14

With `--fit` every game is played with keys drawn from their ranges, and a parabola for each key is
laid through the turns that all these games took: which value is best, how many turns it saves
against the middle of its range, and how sure that is.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import cache
from typing import Any

import numpy as np

import ekiben
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.expert import KEYS, LIGHT
from ekiben.bots.tokyo.planner import Desk
from ekiben.core.errors import EkibenError, listed, nearest

MOST = 60  # turns after which a game counts as it stands
DEALS = 400  # of a fit
SHRINK = 3  # games that a deal must have before half of what it seems to take is believed


def known(name: str) -> str:
    if name not in KEYS:
        raise EkibenError(f"no key {name!r}.{nearest(name, KEYS)} Keys: {listed(KEYS)}")
    return name


def setting(text: str) -> dict[str, float]:
    """Keys as `name=value,name=value`."""
    return {
        known(name): float(value)
        for name, _, value in (part.partition("=") for part in text.split(","))
    }


def ranged(text: str) -> tuple[str, float, float]:
    """A key as `name=lowest:highest`."""
    name, _, values = text.partition("=")
    low, _, high = values.partition(":")
    return known(name), float(low), float(high)


@cache
def dealt(game: Any, seed: int) -> Any:
    s = game.redeal(game.new(seats=2, seed=seed).view(0), seed)
    s.logs_events = 0
    return s


def turns(game: Any, keys: dict[str, float], seed: int) -> float:
    """Turns to win, the other seat waiting."""
    return float(Desk(game, keys).call("play_on", dealt(game, seed).copy(), seed % 2, MOST))


# ---- one by one
def compare(
    game: Any, usual: dict[str, float], settings: list[dict[str, float]], seeds: range
) -> None:
    base = None
    for keys in [{}, *settings]:
        began = time.process_time()
        took = np.array([turns(game, usual | keys, seed) for seed in seeds])
        base = took if base is None else base
        error, each = 1.96 / len(seeds) ** 0.5, (time.process_time() - began) / len(seeds)
        print(
            f"{keys or 'as they are'}: mean {took.mean():.2f} ± {error * took.std():.2f}, median {np.median(took):.1f}; "
            f"{(took - base).mean():+.2f} ± {error * (took - base).std():.2f}; {1e3 * each:.0f} ms a game",
            flush=True,
        )


# ---- all at once
def fit(
    game: Any,
    usual: dict[str, float],
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
        took[n] = turns(
            game, usual | dict(zip(names, values.tolist(), strict=True)), seed + int(deals[n])
        )
    terms = np.hstack([np.ones((games, 1)), at, at**2])
    weights, errors = fitted(terms, took, deals)
    for n, name in enumerate(names):
        slope, bend = weights[1 + n], weights[1 + len(names) + n]
        best = float(np.clip(-slope / 2 / bend, -1, 1)) if bend > 0 else -float(np.sign(slope))
        print(
            f"{name}: best at {low[n] + (best + 1) / 2 * (high[n] - low[n]):.3g}, {slope * best + bend * best**2:+.2f} turns; "
            f"slope {slope:+.2f} ± {1.96 * errors[1 + n]:.2f}, bend {bend:+.2f} ± {1.96 * errors[1 + len(names) + n]:.2f}",
            flush=True,
        )


def fitted(terms: Any, took: Any, deals: Any) -> tuple[Any, Any]:
    """Weights of the terms and their standard errors, what a deal takes apart from them accounted
    for.
    """
    inverse, counts, luck = (
        np.linalg.inv(terms.T @ terms),
        np.bincount(deals),
        np.zeros(deals.max() + 1),
    )
    for _ in range(20):
        weights = inverse @ terms.T @ (took - luck[deals])
        luck = np.bincount(deals, took - terms @ weights) / (counts + SHRINK)
    rest = took - terms @ weights - luck[deals]
    return weights, np.sqrt(np.diag(inverse) * rest.var())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "settings",
        nargs="*",
        metavar="KEY=VALUE,… or KEY=LOW:HIGH",
        help="each is compared with the keys as they are",
    )
    parser.add_argument("--games", type=int, default=100, help="for each, or in all with --fit")
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument(
        "--light", action="store_true", help="start from the keys by which games are played on"
    )
    parser.add_argument(
        "--fit", action="store_true", help="all keys at once, each within its range"
    )
    args = parser.parse_args()
    game: Any = ekiben.load("tokyo")
    game.builds.fastest()
    BUILDS.fastest()
    usual = KEYS | (LIGHT if args.light else {})
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
        sys.exit(f"tokyo_keys: {wrong}")


if __name__ == "__main__":
    main()
