"""Python's standard library as the page needs it: compiled, and without what no page uses."""

from __future__ import annotations

import functools
import re
import tempfile
import zipfile
from importlib.resources import files
from pathlib import Path

from ekiben.page.build.bytecode import compile_zip
from ekiben.page.build.made_files import copy_made

LIBRARY = "python_stdlib.zip"
ENCODINGS = re.compile(
    r"__init__|aliases|ascii|cp437|hex_codec|idna|latin_1|punycode|(raw_)?unicode_escape|utf_.*"
)


def add_library(source: Path, target: Path) -> None:
    """Compile the parts of Pyodide's own library that a page may need, unless that was done."""
    copy_made(target, [], functools.partial(write_library, source))


def write_library(source: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        chosen = Path(made) / source.name
        with zipfile.ZipFile(source) as zipped, zipfile.ZipFile(chosen, "w") as out:
            for name in filter(is_needed, zipped.namelist()):
                out.writestr(name, zipped.read(name))
        compile_zip(chosen, target)


def is_needed(name: str) -> bool:
    """Whether a page may need a file of the library."""
    parts = name.removesuffix(".py").split("/")
    modules = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    if not name.endswith(".py") or modules & left_out():
        return False
    return parts[0] != "encodings" or ENCODINGS.fullmatch(parts[-1]) is not None


@functools.cache
def left_out() -> frozenset[str]:
    text = (files(__package__) / "left_out.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(name for line in lines for name in line.split())
