"""Build the WebAssembly module: `python -m ekiben.wasm` prints the folder that it is in."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.wasm.module import build_module


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ekiben.wasm", description=__doc__)
    parser.add_argument("--into", type=Path, help="build anew, into this folder")
    into: Path | None = parser.parse_args().into
    try:
        if into is None:
            print(build_module())
        else:
            build_into(into)
    except EkibenError as error:
        sys.exit(str(error))


def build_into(folder: Path) -> None:
    from ekiben.wasm.building import build

    folder.mkdir(parents=True, exist_ok=True)
    build(folder)


if __name__ == "__main__":
    main()
