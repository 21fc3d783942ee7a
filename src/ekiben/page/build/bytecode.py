"""Compile Python sources for the page with the page's own Python, in Node."""

from __future__ import annotations

import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.page.build.client import PACKAGES, client_tools


def compile_zip(source: Path, target: Path) -> None:
    """Write a zip in which every source of another zip is bytecode; the same on every machine."""
    run_in_node("compile_zip", source, target)


def pack_zip(source: Path, target: Path) -> None:
    """The same, with all modules in one file."""
    run_in_node("pack_zip", source, target)


def run_in_node(how: str, source: Path, target: Path) -> None:
    with as_file(files(__package__)) as here:
        script = here / "compile.mjs"
        done = subprocess.run(
            [node(), script, PACKAGES / "pyodide", how, source, target],
            check=False,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise EkibenError(f"{source.name} could not be compiled: {done.stdout}{done.stderr}")


def node() -> str:
    """The Node that npm runs on."""
    found = shutil.which("node", path=client_tools().npm_command()[1])
    if found is None:
        raise EkibenError("there is no Node here")
    return found
