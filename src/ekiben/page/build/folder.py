"""The folder of a page: what may be replaced, and how it gets there at once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.page.build.networks import NETWORKS
from ekiben.texts import say

LIST = "files.json"
SERVICE_WORKER = "service-worker.js"
VERSION_MARK = "__PAGE_VERSION__"
UNLISTED = (LIST, SERVICE_WORKER)  # what keeps the others does not keep itself


@contextlib.contextmanager
def replacing(target: Path, language: str = "en") -> Iterator[Path]:
    """A new folder beside the target, which takes its place if nothing goes wrong."""
    check_replaceable(target, language)
    target.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield building
        building.chmod(0o777 & ~current_umask())
        put_in_place(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def put_in_place(building: Path, target: Path) -> None:
    """Move the new folder to the target; an earlier one goes only when the new one is there."""
    old = building.with_name(f"{building.name}-old")
    if target.exists():
        target.rename(old)
    building.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def current_umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def check_replaceable(target: Path, language: str = "en") -> None:
    """Refuse to replace a folder with files in it that no earlier build has listed."""
    if target.exists() and not target.is_dir():
        raise EkibenError(say("cli.page.no-folder", language, folder=target))
    foreign = sorted(names_in(target) - listed_names(target)) if target.exists() else []
    if foreign:
        named = ", ".join(foreign[:3]) + (" …" if len(foreign) > 3 else "")
        raise EkibenError(say("cli.page.foreign", language, folder=target, files=named))


def listed_names(target: Path) -> set[str]:
    """The files of an earlier build."""
    try:
        listed = json.loads((target / LIST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {*listed, *UNLISTED}


def names_in(folder: Path) -> set[str]:
    return {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_symlink() or not file.is_dir()
    }


# ---- the list
def write_list(folder: Path) -> str:
    """List every file with size and hash; returns the version, which is a hash of all of them."""
    names = sorted(names_in(folder) - set(UNLISTED))
    files = {name: describe(folder / name) for name in names}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    text = json.dumps({"version": version, "files": files}, indent=1)
    (folder / LIST).write_text(text + "\n", encoding="utf-8")
    return version


def stamp_version(folder: Path, version: str) -> None:
    """Write the version into the service worker: a browser sees by its bytes that it is new."""
    worker = folder / SERVICE_WORKER
    if worker.exists():
        text = worker.read_text(encoding="utf-8").replace(VERSION_MARK, version)
        worker.write_text(text, encoding="utf-8")


def describe(file: Path) -> dict[str, int | str | bool]:
    """Size and hash, and whether the file is left out until somebody needs it."""
    content = file.read_bytes()
    later = {"later": True} if file.parent.name == NETWORKS else {}
    return {"size": len(content), "sha256": hashlib.sha256(content).hexdigest(), **later}
