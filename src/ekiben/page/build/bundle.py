"""The Python of a page in one zip: Ekiben, Starlette, stand-ins and NumPy, and no more of them
than the page imports."""

from __future__ import annotations

import functools
import hashlib
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.page import parsed_toml
from ekiben.page.build.bytecode import node, pack_zip
from ekiben.page.build.client import PACKAGES
from ekiben.page.build.imports import family_parts, reachable_modules
from ekiben.page.build.made_files import copy_made
from ekiben.server.checkpoints import MADE, source_digest

ROOT = Path(__file__).parents[4]
NUMPY = ROOT / "vendor" / "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
NUMPY_HASH = "be1aee57f9855e51543bc342aa7a4eb881552887d7ddd6df58fce1f43360f8de"
PACKAGE = Path(__file__).parents[2]
STAND_INS = PACKAGE / "page" / "stand_ins"
FINDER = PACKAGE / "page" / "packed_modules.py"
LINALG = ("numpy_linalg/", "numpy/linalg/")  # a stand-in, and what it stands in for
# modules that do nothing but give functions their docstrings
NUMPY_DOCS = ("numpy/_core/_add_newdocs.pyc", "numpy/_core/_add_newdocs_scalars.pyc")
ROOT_MODULE = "ekiben.page.serve"
# what a page does without: other speeds, other stores, other networks, programmers' tools
LEFT_OUT = (
    "ekiben.analysis.explorer",
    "ekiben.arena",
    "ekiben.cli",
    "ekiben.core.numba_internals",
    "ekiben.envs",
    "ekiben.gpu",
    "ekiben.page.build",
    "ekiben.page.stand_ins",
    "ekiben.server.postgres",
    "ekiben.server.postgres_connection",
    "ekiben.server.prometheus",
    "ekiben.server.sqlite",
    "ekiben.wasm",
    "starlette.middleware.wsgi",
    "starlette.testclient",
)
DATA = ("*.toml", "*.jsonl", "*.json", "*.txt")  # beside the sources of Ekiben
Files = dict[str, bytes]  # by their names in the zip


def add_bundle(file: Path, library: Path) -> None:
    """Write the zip, unless that was done; `library` is the standard library of the page."""
    parts = [part for name, content in own_files().items() for part in (name.encode(), content)]
    make = functools.partial(write_bundle, library=library)
    copy_made(file, [NUMPY_HASH.encode(), library.read_bytes(), *parts], make)


def write_bundle(file: Path, library: Path) -> None:
    """Write the zip; the same sources make the same bytes."""
    own = own_files()
    numpy = numpy_files()
    kept = imported_files({**own, **numpy}, library)
    chosen = {**own, **{name: numpy[name] for name in numpy if name in kept}}
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / "sources.zip"
        write_zip(sources, chosen)
        pack_zip(sources, file)


def write_zip(file: Path, content: Files) -> None:
    with zipfile.ZipFile(file, "w") as out:
        for name in sorted(content):
            out.writestr(name, content[name])


# ---- Ekiben, Starlette, stand-ins
def own_files() -> Files:
    finder = {FINDER.name: FINDER.read_bytes()}
    sources = {MADE.relative_to(PACKAGE.parent).as_posix(): source_digest().encode()}
    return {**module_files(), **data_files(), **stand_in_files(), **finder, **sources}


def page_modules() -> dict[str, Path]:
    """The modules of Ekiben and Starlette that a page may import."""
    return reachable_modules([ROOT_MODULE, *family_parts(LEFT_OUT)], LEFT_OUT)


def module_files() -> Files:
    return {name_in_zip(name, file): file.read_bytes() for name, file in page_modules().items()}


def name_in_zip(module: str, file: Path) -> str:
    folder = module.replace(".", "/")
    return f"{folder}/__init__.py" if file.name == "__init__.py" else f"{folder}.py"


def data_files() -> Files:
    """Boards, texts, lessons and puzzles."""
    folders = {file.parent for file in page_modules().values() if PACKAGE in file.parents}
    return {
        file.relative_to(PACKAGE.parent).as_posix(): content_of(file)
        for file in data_beside(folders)
    }


def content_of(file: Path) -> bytes:
    """A data file as the page reads it soonest."""
    if file.suffix == ".toml":
        return parsed_toml.parse(file.read_text(encoding="utf-8")).encode()
    return file.read_bytes()


def data_beside(folders: set[Path]) -> Iterator[Path]:
    """The data files of some packages, those in folders without sources included."""
    for pattern in DATA:
        for file in sorted(PACKAGE.rglob(pattern)):
            homes = (folder for folder in file.parents if (folder / "__init__.py").exists())
            if next(homes) in folders:
                yield file


def stand_in_files() -> Files:
    """The stand-ins under the names of what they stand in for."""
    return {
        file.relative_to(STAND_INS).as_posix().replace(*LINALG): file.read_bytes()
        for file in STAND_INS.rglob("*.py")
        if file.parent != STAND_INS
    }


# ---- NumPy
def numpy_files() -> Files:
    found = hashlib.sha256(NUMPY.read_bytes()).hexdigest()
    if found != NUMPY_HASH:
        raise EkibenError(f"{NUMPY} is not the vendored one: its SHA-256 is {found}")
    with zipfile.ZipFile(NUMPY) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("numpy/")]
        used = {name: wheel.read(name) for name in names if not name.startswith(LINALG[1])}
    return {name: content for name, content in used.items() if name not in NUMPY_DOCS} | {
        name.removesuffix("c"): b"" for name in NUMPY_DOCS
    }


def imported_files(content: Files, library: Path) -> frozenset[str]:
    """Those of the files that a page loads when it imports all of its modules.

    With the page's own library, so that a module which lacks something there stops the build.
    """
    with tempfile.TemporaryDirectory() as made, as_file(files(__package__)) as here:
        sources = Path(made) / "sources.zip"
        write_zip(sources, content)
        places = [here / "trace_imports.mjs", PACKAGES / "pyodide", library, sources]
        done = subprocess.run(
            [node(), *map(str, places), *page_modules()],
            check=False,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise EkibenError(f"the page's modules cannot be imported: {done.stdout}{done.stderr}")
    return frozenset(json.loads(done.stdout))
