"""Folders and files that only their owner can read.

They hold the luck of games in progress and the hashes of seats' tokens.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TextIO

log = logging.getLogger("ekiben.server")
FOLDER = 0o700
FILE = 0o600
FLAGS = {"w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC, "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND}


def make_private_folder(folder: Path) -> None:
    """Make the folder, or restrict the permissions of an existing one."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    tighten(folder, FOLDER)


def make_private(file: Path) -> None:
    """Make an empty file, or restrict the permissions of an existing one."""
    if not file.exists():
        os.close(os.open(file, FLAGS["a"], FILE))
    tighten(file)


def tighten(path: Path, mode: int = FILE) -> None:
    """Remove other people's permissions; log a warning if this process is not allowed to."""
    if os.name == "nt" or not path.exists() or not path.stat().st_mode & 0o077:
        return
    try:
        path.chmod(path.stat().st_mode & 0o700 & mode)
    except PermissionError:
        log.warning("others can read a private file", extra={"facts": {"path": str(path)}})


@contextlib.contextmanager
def open_private(file: Path, mode: Literal["w", "a"] = "w") -> Iterator[TextIO]:
    """Open a text file to write ("w") or append ("a"), and sync it to disk at the end."""
    with open(os.open(file, FLAGS[mode], FILE), mode, encoding="utf-8") as file_handle:
        if file.is_file():
            tighten(file)
        yield file_handle
        file_handle.flush()
        if file.is_file():
            os.fsync(file_handle.fileno())


def write_atomically(file: Path, text: str) -> None:
    """Write a file so that after a power failure it is there as a whole or not at all."""
    partial = file.with_name(f"{file.name}.{os.getpid()}.part")
    with open_private(partial) as file_handle:
        file_handle.write(text)
    partial.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk; Windows does that by itself."""
    if os.name == "nt":
        return
    file_handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file_handle)
    finally:
        os.close(file_handle)
