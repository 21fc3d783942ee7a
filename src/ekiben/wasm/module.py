"""The module as files, built once for each state of what it depends on.

`ekiben.wasm` has memory of its own, for workers, for Node and for other people's pages;
`ekiben.so.wasm` is loaded by Pyodide into its own. `…-plain…` do without vector instructions.
`kernels.json` tells the types of every function.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ekiben.core.builds import PROGRESS_LISTENERS
from ekiben.core.errors import EkibenError
from ekiben.core.machine_code import CACHE, cache_root
from ekiben.server.compile_part import locked
from ekiben.wasm.fingerprint import module_key
from ekiben.wasm.kernel_sets import kernel_families

SIGNATURES = "kernels.json"
VARIANTS = ("ekiben", "ekiben-plain")  # with vector instructions, and without


def build_module() -> Path:
    """The folder with the module's files, built if need be, which takes minutes."""
    folder = module_folder()
    if not is_complete(folder):
        make_writable(folder.parent)
        with locked(folder.with_suffix(".lock")):
            if not is_complete(folder):
                build_in_process(folder)
    return folder


def module_folder() -> Path:
    """Where the module is, or will be."""
    return cache_root() / f"wasm-{module_key()}"


def make_writable(folder: Path) -> None:
    """The cache; without it the module would be built again and again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise EkibenError(
            f"the WebAssembly module cannot be kept: {error}; set {CACHE} to another folder"
        ) from error


def is_complete(folder: Path) -> bool:
    return (folder / SIGNATURES).exists()


def build_in_process(folder: Path) -> None:
    """Build in a process of its own, whose sets have a fixed order, then move the files in place.

    Without the fixed order two builds differ in the order of their functions.
    """
    parts = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        run_builder(parts)
        parts.chmod(0o755)
        move_in_place(parts, folder)
    finally:
        shutil.rmtree(parts, ignore_errors=True)


def run_builder(folder: Path) -> None:
    """Build into a folder, and report each step: the process writes a line for it."""
    steps = len(VARIANTS) + sum(len(family.functions()) for family in kernel_families())
    with subprocess.Popen(
        [sys.executable, "-m", "ekiben.wasm", "--into", str(folder)],
        env=os.environ | {"PYTHONHASHSEED": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    ) as process:
        for done, _ in enumerate(process.stdout or (), 1):
            tell_progress(done, steps)
    if process.returncode != 0:
        raise EkibenError("the WebAssembly module could not be built; see what is said above")


def tell_progress(done: int, total: int) -> None:
    for listener in PROGRESS_LISTENERS:
        listener("ekiben.wasm.module", done, total)


def move_in_place(parts: Path, folder: Path) -> None:
    """Give the finished files their name, unless another process was faster."""
    try:
        parts.rename(folder)
    except OSError:
        if not is_complete(folder):
            raise
