"""Put the npm package together: `python tools/npm_package.py [DIR]`, else into build/npm/.

The folder is what `npm pack` and `npm publish` take: the compiled JavaScript with its types, the
module, the data of the games, examples and licence.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "web" / "ekiben-wasm"
MODULE = ("ekiben.wasm", "ekiben-plain.wasm", "kernels.json")


def write_package(folder: Path) -> None:
    """Write the whole package into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("package.json", "README.md"):
        shutil.copyfile(SOURCE / name, folder / name)
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    shutil.copytree(SOURCE / "examples", folder / "examples")
    write_scripts(folder / "dist")
    write_data(folder / "data")


def write_scripts(folder: Path) -> None:
    """Compile TypeScript to JavaScript and types."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import install, npm

    install()
    npm("run", "--silent", "build-package", "--", "--outDir", str(folder.resolve()))


def write_data(folder: Path) -> None:
    """Copy the module, built if need be, and write the data of the games."""
    from ekiben.wasm import build_module
    from ekiben.wasm.package.data import write_package_data

    write_package_data(folder)
    built = build_module()
    for name in MODULE:
        shutil.copyfile(built / name, folder / name)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "npm"
    write_package(target)
    print(f"{target}: npm pack makes an archive of it")
