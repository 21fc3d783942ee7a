"""How fast games run on a graphics card, and whether they are the same as on the processor.

python bench/gpu.py [--games NAME …] [--check 100000] [--rounds 5]
"""

import argparse
import statistics
import time

import numpy as np

import ekiben
from ekiben import gpu
from ekiben.gpu.playouts import play_out

SIZES = (65_536, 131_072, 262_144, 1_048_576)


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", nargs="*", default=ekiben.games(), metavar="NAME")
    options.add_argument(
        "--check", type=int, default=100_000, help="games compared with the processor's"
    )
    options.add_argument("--rounds", type=int, default=5)
    asked = options.parse_args()
    if gpu.missing() is not None:
        raise SystemExit(f"no card: {gpu.missing()}")
    from ekiben.gpu.device import import_cuda

    print(f"machine: {import_cuda().get_current_device().name}")
    for name in asked.games:
        measure(ekiben.load(name), asked)


def measure(game, asked):
    began = time.perf_counter()
    check = asked.check if game.name != "tokyo" else min(asked.check, 2_000)
    there = gpu.playouts(game, check)
    print(
        f"\n{game.name}: first call {time.perf_counter() - began:.0f} s; "
        f"{check} games the same as on the processor: "
        f"{np.array_equal(there, game.playouts(check))}",
        flush=True,
    )
    for seats in {game.seats[0], min(4, game.seats[1])}:
        for count in SIZES if game.name != "tokyo" else SIZES[:1]:
            games, decisions = playing(game, count, seats, asked.rounds)
            print(
                f"  {seats} seats, {count:>9,} at once: {games:>12,.0f} games/s "
                f"{decisions:>14,.0f} decisions/s",
                flush=True,
            )
    for count in (16_384, 65_536) if game.name != "tokyo" else (8_192,):
        print(
            f"  steps with observations and masks, {count} games: "
            f"{stepping(game, count, asked.rounds):,.0f} steps/s",
            flush=True,
        )


def playing(game, count, seats, rounds):
    """Medians of games and decisions a second."""
    from ekiben.gpu.device import import_cuda

    times = []
    for _ in range(rounds):
        import_cuda().synchronize()
        began = time.perf_counter()
        _, lengths = play_out(game, count, seats, 0)
        import_cuda().synchronize()
        times.append(time.perf_counter() - began)
    took = statistics.median(times)
    return count / took, int(lengths.copy_to_host().sum()) / took


def stepping(game, count, rounds, steps=50):
    batch = gpu.DeviceBatch(game, count)
    times = []
    for _ in range(rounds + 1):
        batch.cuda.synchronize()
        began = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.random(), checked=False)
        batch.cuda.synchronize()
        times.append(time.perf_counter() - began)
    return count * steps / statistics.median(times[1:])


if __name__ == "__main__":
    main()
