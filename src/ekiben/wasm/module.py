"""The module as files, built once for each state of what it depends on.

`ekiben.wasm` has memory of its own, for workers, for Node and for other people's pages;
`ekiben.so.wasm` is loaded by Pyodide into its own. `…-plain…` do without vector instructions.
`kernels.json` tells the types of every function.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ekiben.core.errors import EkibenError
from ekiben.core.machine_code import cache_root
from ekiben.wasm.fingerprint import module_key
from ekiben.wasm.linking import link_module, link_side_module

if TYPE_CHECKING:
    from ekiben.wasm.entrances import Kernel

SIGNATURES = "kernels.json"
VARIANTS = ("ekiben", "ekiben-plain")  # with vector instructions, and without


def build_module() -> Path:
    """The folder with the module's files, built if need be, which takes minutes."""
    folder = module_folder()
    if not is_complete(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.with_suffix(".lock")):
            if not is_complete(folder):
                build_in_process(folder)
    return folder


def module_folder() -> Path:
    """Where the module is, or will be."""
    return cache_root() / f"wasm-{module_key()}"


def is_complete(folder: Path) -> bool:
    return (folder / SIGNATURES).exists()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time build; where there are no locks, they build side by side."""
    with path.open("w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        except (ImportError, OSError):
            pass
        yield


def build_in_process(folder: Path) -> None:
    """Build in a process of its own, whose sets have a fixed order, then move the files in place.

    Without the fixed order two builds differ in the order of their functions.
    """
    parts = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ekiben.wasm", "--into", str(parts)],
            env=os.environ | {"PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            raise EkibenError("the WebAssembly module could not be built, see above")
        parts.chmod(0o755)
        move_in_place(parts, folder)
    finally:
        shutil.rmtree(parts, ignore_errors=True)


def move_in_place(parts: Path, folder: Path) -> None:
    """Give the finished files their name, unless another process was faster."""
    try:
        parts.rename(folder)
    except OSError:
        if not is_complete(folder):
            raise


# ---- in the process that builds
def write_module(folder: Path, kernels: Sequence[Kernel]) -> None:
    """Optimise, link and describe compiled kernels."""
    from ekiben.wasm.compiling import optimised_object, whole_module
    from ekiben.wasm.numba_internals import BASELINE, SIMD

    bitcode, names = whole_module(kernels), [kernel.name for kernel in kernels]
    for variant, features in zip(VARIANTS, (SIMD, BASELINE), strict=True):
        objects = folder / f"{variant}.o"
        objects.write_bytes(optimised_object(bitcode, features))
        link_module(objects, folder / f"{variant}.wasm", names)
        link_side_module(objects, folder / f"{variant}.so.wasm", names)
        objects.unlink()
    (folder / SIGNATURES).write_text(signatures(kernels), encoding="utf-8")


def signatures(kernels: Sequence[Kernel]) -> str:
    """The types of every kernel's arguments and result, as JSON."""
    about = {
        kernel.name: {
            "arguments": [{"type": one.type, "axes": one.axes} for one in kernel.arguments],
            "result": kernel.result,
        }
        for kernel in kernels
    }
    return json.dumps(about, indent=1) + "\n"
