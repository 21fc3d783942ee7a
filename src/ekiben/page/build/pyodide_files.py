"""Pyodide's files out of its npm package; every one has a pinned hash."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from ekiben.core.errors import EkibenError

VERSION = "0.29.5"  # exactly that of web/package.json
# file of the package → name in the page, SHA-256; not every web space knows .mjs
FILES = {
    "pyodide.mjs": (
        "pyodide.js",
        "510ca14305230018f50c40fb81be673afd68080e70ce7733fcce6600dd6a1714",
    ),
    "pyodide.asm.js": (
        "pyodide.asm.js",
        "356c42f69e1695397e9d8670bd3c2e678248cde76e18bdae1731e848537b47d7",
    ),
    "pyodide.asm.wasm": (
        "pyodide.asm.wasm",
        "54309a5a2cfd757b1f0fdbc9093c92503f7b341500110329d932487183912718",
    ),
    "python_stdlib.zip": (
        "python_stdlib.zip",
        "831fd1e535084b972f87c6a35275de3d236efd5166f5e77ce89497710635e73c",
    ),
}


def add_pyodide(package: Path, folder: Path) -> None:
    """Copy its program; the library is written by `standard_library`."""
    folder.mkdir(parents=True)
    for name, (own_name, pinned) in FILES.items():
        check_hash(package / name, pinned)
        shutil.copyfile(package / name, folder / own_name)


def check_hash(file: Path, pinned: str) -> None:
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != pinned:
        raise EkibenError(f"{file} is not the pinned one: its SHA-256 is {found}, not {pinned}")
