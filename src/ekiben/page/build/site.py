"""All stages of a page, one after the other."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ekiben.page.build.answers import write_answers
from ekiben.page.build.bundle import NUMPY, add_bundle
from ekiben.page.build.client import PACKAGES, build_client, check_checkout
from ekiben.page.build.folder import replacing, stamp_version, write_list
from ekiben.page.build.install import add_install_files
from ekiben.page.build.licences import licences
from ekiben.page.build.networks import add_networks
from ekiben.page.build.pyodide_files import add_pyodide
from ekiben.page.build.read_me import read_me
from ekiben.page.build.standard_library import LIBRARY, add_library

MODULES = ("ekiben.wasm", "ekiben-plain.wasm", "ekiben.so.wasm", "ekiben-plain.so.wasm")
KERNELS = "kernels.json"
BUNDLE = "ekiben.zip"
NOTICES = "THIRD-PARTY-NOTICES.txt"
THIRD_PARTIES = ["starlette"]  # Python packages in the bundle, beside NumPy
Tell = Callable[[str], None]  # hears the name of every stage as it begins


def build_page(
    target: Path, server: str | None = None, language: str = "en", tell: Tell = lambda stage: None
) -> str:
    """Build the page into a folder, which must be empty or an earlier page; returns its version."""
    check_checkout(language)
    with replacing(target, language) as folder:
        tell("module")
        add_module(folder / "module")
        tell("answers")
        add_client(folder, tell)
        tell("python")
        add_python(folder / "python")
        tell("files")
        networks = add_networks(folder)
        write_json(folder / "engine.json", engine_files(folder) | {"networks": networks})
        write_json(folder / "config.json", {"server": server})
        add_texts(folder)
        add_install_files(folder)
        version = write_list(folder)
        stamp_version(folder, version)
        return version


def add_client(folder: Path, tell: Tell) -> None:
    """The answers, then the client that knows which there are."""
    with tempfile.TemporaryDirectory() as made:
        index = write_answers(Path(made) / "answers")
        write_json(Path(made) / "index.json", index)
        tell("client")
        build_client(folder, Path(made) / "index.json")
        shutil.copytree(Path(made) / "answers", folder / "answers")


def add_module(folder: Path) -> None:
    from ekiben.wasm import build_module

    built = build_module()
    folder.mkdir()
    for name in (*MODULES, KERNELS):
        shutil.copyfile(built / name, folder / name)


def add_python(folder: Path) -> None:
    """Pyodide, the standard library that a page needs, and Ekiben with its packages."""
    pyodide = PACKAGES / "pyodide"
    add_pyodide(pyodide, folder)
    add_library(pyodide / LIBRARY, folder / LIBRARY)
    add_bundle(folder / BUNDLE, folder / LIBRARY)


def engine_files(folder: Path) -> dict[str, object]:
    """What the workers load, with the sizes that progress is counted by."""
    names = [
        file.relative_to(folder).as_posix()
        for part in ("python", "module")
        for file in sorted((folder / part).iterdir())
    ]
    return {
        "pyodide": "python/",
        "bundle": f"python/{BUNDLE}",
        "modules": {
            "simd": "module/ekiben.so.wasm",
            "plain": "module/ekiben-plain.so.wasm",
            "kernels": f"module/{KERNELS}",
        },
        "thinking": {"simd": "module/ekiben.wasm", "plain": "module/ekiben-plain.wasm"},
        "sizes": {name: (folder / name).stat().st_size for name in names},
    }


def add_texts(folder: Path) -> None:
    """What a person reads who finds the folder; the client's notices are part of the licences."""
    notices = folder / NOTICES
    whole = licences(THIRD_PARTIES, [NUMPY], notices.read_text(encoding="utf-8"))
    (folder / "LICENCES.txt").write_text(whole, encoding="utf-8")
    notices.unlink()
    (folder / "README.txt").write_text(read_me(folder), encoding="utf-8")


def write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
