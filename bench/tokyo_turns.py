"""Fit the formula by which reviews of Tokyo Railways tell turns to win from a position.

    python bench/tokyo_turns.py --games 40 --playouts 6 --jobs 2

Games of a mix of bots give positions; from each some seats are played on to the win, as reviews do.
It prints the formula for `src/ekiben/analysis/tokyo/turns_to_win.py`, its spread, and its error.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np
from strength import load_compiled

from ekiben import bots
from ekiben.analysis.tokyo.builds import BUILDS
from ekiben.analysis.tokyo.calls import Floats, ReviewCalls
from ekiben.analysis.tokyo.turns_to_win import WEIGHTS, terms
from ekiben.core.match import Match
from ekiben.games.tokyo.game import tokyo_game
from ekiben.games.tokyo.imagine import state_from

PLAYERS = ("dispatcher", "courier", "dispatcher:jobs=1,among=12,width=20,cushion=0,purse=20")
SEATS = (2, 2, 3, 4)


def positions_of(n: int, seed: int, count: int) -> list[tuple[Match, int]]:
    """Some positions of the n-th game, each with a seat to be played on."""
    luck, game = random.Random(f"{seed} {n}"), load_compiled("tokyo")
    match = game.new(seats=luck.choice(SEATS), seed=seed + n)
    players = [bots.make(luck.choice(PLAYERS), seed, game) for _ in range(match.seats)]
    seen = []
    while not match.over:
        seat = match.position.seat
        if match.asked in ("move", "build") and luck.random() < 0.06:
            seen.append((match.copy(), luck.randrange(match.seats)))
        match.play(players[seat].choose(match.view(seat), match.legal(), bots.Limit(5.0)))
    return luck.sample(seen, min(count, len(seen)))


def measure(seed: int, count: int, playouts: int, n: int) -> list[tuple[Floats, Floats]]:
    """Figures and turns to win of the positions of a game."""
    BUILDS.fastest()
    found = []
    for match, seat in positions_of(n, seed, count):
        game, view = tokyo_game(match.game), match.view(None)
        calls, s = ReviewCalls(game), state_from(view)
        looked = calls.look(s.packed().copy(), [seat])
        looked.call.run()
        worlds = [game.redeal(view, luck).packed().copy() for luck in range(playouts)]
        played = calls.play_parts(np.concatenate(worlds), [()], seat)
        played.call.run()
        early = (seat - int(s.in_turn)) % match.seats / match.seats
        found.append((looked.rows[0], played.turns - early))
    return found


def report(rows: Floats, turns: Floats) -> None:
    """The line through the mean turns, then what is left: luck, and the formula's own error."""
    means, luck = turns.mean(axis=1), turns.var(axis=1, ddof=1)
    sides = terms(rows)
    weights, *_ = np.linalg.lstsq(sides, means, rcond=None)
    left = means - sides @ weights
    print("WEIGHTS =", dict(zip(WEIGHTS, weights.round(3).tolist(), strict=True)))
    print(f"{len(means)} positions, mean {means.mean():.1f} turns, left {left.std():.2f}")
    for low, high in ((-1, 2), (2, 5), (5, 10), (10, 16), (16, 25), (25, 99)):
        some = (low <= means) & (means < high)
        if some.sum() > 4:
            own = (left[some] ** 2).mean() - (luck[some] / turns.shape[1]).mean()
            print(
                f"{low:3} to {high:2} turns: {some.sum():4} positions,"
                f" bias {left[some].mean():5.2f}, luck {luck[some].mean() ** 0.5:.2f},"
                f" error {max(own, 0.0) ** 0.5:.2f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--positions", type=int, default=12, help="of each game (default 12)")
    parser.add_argument("--playouts", type=int, default=6, help="of each position (default 6)")
    parser.add_argument("--seed", type=int, default=70_000)
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--save", help="write figures and turns to this file (.npz)")
    args = parser.parse_args()
    load_compiled("tokyo")
    BUILDS.fastest()
    work = partial(measure, args.seed, args.positions, args.playouts)
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        found = [one for some in pool.map(work, range(args.games)) for one in some]
    rows, turns = (np.array(column) for column in zip(*found, strict=True))
    if args.save:
        np.savez(args.save, rows=rows, turns=turns)
    report(rows, turns)


if __name__ == "__main__":
    main()
