"""LLVM's linker: objects become modules."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ekiben.core.errors import EkibenError

VERSIONS = range(30, 13, -1)  # of LLVM, as Debian appends them to the program's name
STACK = 1 << 20  # bytes
MISSING = (
    "the WebAssembly linker wasm-ld is missing: install lld "
    "(Debian, Ubuntu: apt install lld; macOS: brew install lld; elsewhere: pip install ziglang)"
)


@cache
def linker() -> tuple[str, ...]:
    """The command that links WebAssembly here."""
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in VERSIONS)):
        if shutil.which(name):
            return (name,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "wasm-ld")
    raise EkibenError(MISSING)


def linker_version() -> str:
    return run_linker(["--version"]).strip()


def link_module(objects: Path, into: Path, names: Sequence[str]) -> None:
    """A module with memory of its own, for any WebAssembly machine.

    Its stack comes first, so that a stack that overflows traps instead of writing over data.
    """
    options = ["--stack-first", "-z", f"stack-size={STACK}"]
    own = ["__heap_base", "__stack_pointer"]  # where free memory begins, and what a trap leaves
    run_linker([*options, *shared_options([*own, *names]), str(objects), "-o", str(into)])


def link_side_module(objects: Path, into: Path, names: Sequence[str]) -> None:
    """A module that another one loads into its own memory, as Pyodide does."""
    options = ["-shared", "--experimental-pic"]
    run_linker([*options, *shared_options(names), str(objects), "-o", str(into)])


def shared_options(names: Sequence[str]) -> list[str]:
    return ["--no-entry", "--strip-all", *(f"--export={name}" for name in names)]


def run_linker(arguments: Sequence[str]) -> str:
    done = subprocess.run([*linker(), *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise EkibenError(f"{' '.join(linker())} failed: {done.stderr.strip()}")
    return done.stdout
