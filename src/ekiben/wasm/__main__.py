"""Build the WebAssembly module: `python -m ekiben.wasm` prints the folder that it is in."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.wasm.module import build_module, write_module


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ekiben.wasm", description=__doc__)
    parser.add_argument("--into", type=Path, help="build anew, into this folder")
    into: Path | None = parser.parse_args().into
    try:
        if into is None:
            print(build_module())
        else:
            build(into)
    except EkibenError as error:
        sys.exit(str(error))


def build(folder: Path) -> None:
    """Compile everything anew, in this process."""
    from ekiben.wasm import numba_internals
    from ekiben.wasm.compiling import compile_family
    from ekiben.wasm.kernel_sets import kernel_families

    numba_internals.check()
    began = time.monotonic()

    def report(name: str) -> None:
        print(f"  {time.monotonic() - began:6.1f} s  {name}", file=sys.stderr, flush=True)

    kernels = [one for family in kernel_families() for one in compile_family(family, report)]
    write_module(folder, kernels)
    report("optimised and linked")


if __name__ == "__main__":
    main()
