"""LICENCES.txt: everybody whose work is in the page, and on what terms."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

from ekiben.page.build import pyodide_files

TEXTS = files(__package__) / "licences"
RULE = "\n" + "-" * 80 + "\n\n"
OWN = """Ekiben (Apache-2.0)

Rules, bots, server, client and texts of this page are Ekiben's own. The compiled games in module/
are built from the Python source that is in python/ekiben.zip."""
INSIDE_PYTHON = """Libraries inside python/pyodide.asm.wasm, which Pyodide's and Python's own
documentation describe: Emscripten's runtime and compiler-rt (MIT, Apache-2.0 with LLVM exception),
musl (MIT), libffi (MIT), zlib (zlib), bzip2 (bzip2-1.0.6), Expat (MIT), libmpdec (BSD-2-Clause),
HACL* (Apache-2.0)."""


@dataclass(frozen=True)
class Work:
    """Somebody else's work in the page."""

    name: str
    terms: str
    text: str
    source: str = ""

    def __str__(self) -> str:
        head = f"{self.name} ({self.terms})" + (f"\nSource: {self.source}" if self.source else "")
        return f"{head}\n\n{self.text.strip()}\n"


def licences(packages: list[str], wheels: list[Path], client: str) -> str:
    """The whole text; `packages` are installed Python packages, `client` the client's notices."""
    works = [pyodide(), python(), *map(of_wheel, wheels), *map(of_package, packages)]
    return RULE.join([OWN + "\n", *map(str, works), INSIDE_PYTHON + "\n", client.strip() + "\n"])


def pyodide() -> Work:
    source = f"https://github.com/pyodide/pyodide/tree/{pyodide_files.VERSION}"
    return Work(f"Pyodide {pyodide_files.VERSION}", "MPL-2.0", text("MPL-2.0"), source)


def python() -> Work:
    return Work("Python 3.13", "PSF-2.0", text("Python-3.13"), "https://github.com/python/cpython")


def text(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def of_package(name: str) -> Work:
    """By what an installed package says about itself."""
    found = distribution(name)
    about = found.metadata
    named = (about[key] for key in ("License-Expression", "License") if key in about)
    terms = next(named, "see below")
    texts = [
        Path(str(found.locate_file(file))).read_text(encoding="utf-8")
        for file in sorted(found.files or ())
        if is_licence(file.as_posix())
    ]
    return Work(f"{about['Name']} {found.version}", terms, "\n\n".join(texts))


def of_wheel(wheel: Path) -> Work:
    """By what lies in a wheel beside its code."""
    name, version, *_ = wheel.name.split("-")
    with zipfile.ZipFile(wheel) as zipped:
        names = [one for one in sorted(zipped.namelist()) if is_licence(one)]
        texts = [zipped.read(one).decode() for one in names]
    return Work(
        f"{name} {version}", "BSD-3-Clause" if name == "numpy" else "see below", "\n\n".join(texts)
    )


def is_licence(path: str) -> bool:
    name = path.rpartition("/")[2].upper()
    return ".dist-info/" in path and name.startswith(
        ("LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS")
    )
