"""Files of a page that take long to make, kept by a digest of what they are made from."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

from ekiben.core.machine_code import cache_root
from ekiben.page.build import pyodide_files

SCRIPTS = ("compile.mjs", "compile_zip.py", "trace_imports.mjs", "left_out.txt")
KEPT = 4  # files of a name


def copy_made(target: Path, parts: Iterable[bytes], make: Callable[[Path], None]) -> None:
    """Copy the file that was made from the same parts before, or make it."""
    folder = cache_root().with_name("page")
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{digest(parts)}-{target.name}"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=folder) as making:
            make(Path(making) / target.name)
            (Path(making) / target.name).replace(kept)
        forget_old(folder, target.name)
    os.utime(kept)
    shutil.copyfile(kept, target)


def digest(parts: Iterable[bytes]) -> str:
    """Of the parts, and of the tools that make something of them."""
    tools = [(files(__package__) / name).read_bytes() for name in SCRIPTS]
    found = hashlib.sha256(repr(pyodide_files.FILES).encode())
    for part in (*tools, *parts):
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()[:16]


def forget_old(folder: Path, name: str) -> None:
    by_age = sorted(folder.glob(f"*-{name}"), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in by_age[KEPT:]:
        old.unlink(missing_ok=True)
