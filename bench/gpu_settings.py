"""Random games a second on a graphics card for several ways to launch them.

python bench/gpu_settings.py [--games america europe] [--registers 56 80] [--blocks 64] \
[--at-once 262144]
"""

import argparse
import itertools
import time

import gpu as gpu_bench
import numpy as np

import ekiben
from ekiben import gpu
from ekiben.gpu import device, playouts


def numbers(options, name, *usual):
    options.add_argument(name, nargs="*", type=int, default=list(usual))


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", nargs="*", default=["america", "europe"], metavar="NAME")
    numbers(options, "--seats", 2, 4)
    numbers(options, "--registers", 48, 56, 72, 96, 128, 255)
    numbers(options, "--blocks", 32, 64, 128)
    numbers(options, "--at-once", 131_072, 262_144, 1_048_576)
    asked = options.parse_args()
    if gpu.missing() is not None:
        raise SystemExit(f"no card: {gpu.missing()}")
    for registers in asked.registers:
        device.REGISTERS = registers
        device.BUILT.clear()
        began = time.perf_counter()
        first = gpu.playouts(ekiben.load("america"), 20_000)
        same = np.array_equal(first, ekiben.load("america").playouts(20_000))
        print(
            f"{registers} registers: compiled in {time.perf_counter() - began:.0f} s, same: {same}",
            flush=True,
        )
        measure(asked)


def measure(asked):
    for name, seats in itertools.product(asked.games, asked.seats):
        rates = []
        for device.BLOCK, playouts.AT_ONCE in itertools.product(asked.blocks, asked.at_once):
            rate, _ = gpu_bench.playing(ekiben.load(name), 1_048_576, seats, 3)
            rates.append((rate, device.BLOCK, playouts.AT_ONCE))
        told = ", ".join(f"{rate / 1e6:.2f} ({block} x {n:,})" for rate, block, n in sorted(rates))
        print(f"  {name}, {seats} seats: {told} million games/s", flush=True)


if __name__ == "__main__":
    main()
