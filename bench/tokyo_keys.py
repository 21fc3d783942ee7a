"""How the planner of Tokyo's expert does alone with other keys, without playing ideas on: turns to win, and how many more or fewer in
the same games. It is for tuning, so keep to seeds that nothing is measured on (below 10,000).

python bench/tokyo_keys.py --games 100 pace=1.2 jobs=4,width=100
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ekiben
from ekiben.bots.tokyo.expert import KEYS, LIGHT
from ekiben.bots.tokyo.native import SPEEDS
from ekiben.bots.tokyo.planner import Desk
from ekiben.core.errors import EkibenError, listed, nearest

MOST = 60                           # turns after which a game counts as it stands


def setting(text: str) -> dict[str, float]:
    """Keys as `name=value,name=value`."""
    found = {name: float(value) for name, _, value in (part.partition("=") for part in text.split(","))}
    for name in found:
        if name not in KEYS:
            raise EkibenError(f"no key {name!r}.{nearest(name, KEYS)} Keys: {listed(KEYS)}")
    return found


def turns(game: Any, keys: dict[str, float], seeds: range) -> Any:
    """Turns to win in each of these games, the other seat waiting."""
    desk, took = Desk(game, keys), []
    fresh = desk.kept()
    for seed in seeds:
        s = game.redealt(game.new(seats=2, seed=seed).view(0), seed)
        s.tracing = 0
        desk.recall(fresh)
        took.append(desk.call("play_on", s, seed % 2, MOST))
    return np.array(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE,…", type=setting, help="each is compared with the keys as they are")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--light", action="store_true", help="start from the keys by which games are played on")
    args = parser.parse_args()
    game: Any = ekiben.load("tokyo")
    game.speeds.best()
    SPEEDS.best()
    usual, base = KEYS | (LIGHT if args.light else {}), None
    for keys in [{}, *args.settings]:
        began = time.process_time()
        took = turns(game, usual | keys, range(args.seed, args.seed + args.games))
        base = took if base is None else base
        error, each = 1.96 / args.games ** 0.5, (time.process_time() - began) / args.games
        print(f"{keys or 'as they are'}: mean {took.mean():.2f} ± {error * took.std():.2f}, median {np.median(took):.1f}; "
              f"{(took - base).mean():+.2f} ± {error * (took - base).std():.2f}; {1e3 * each:.0f} ms a game", flush=True)


if __name__ == "__main__":
    main()
