"""Write the data of the npm package: `python -m ekiben.wasm.package DIR [BOARD.toml …]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.wasm.package.data import write_package_data


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ekiben.wasm.package", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write the files")
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="board files of your own")
    given = parser.parse_args()
    try:
        write_package_data(given.folder, given.boards)
    except EkibenError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
