"""Folders and files for their owner's eyes only: they hold the luck of games that are still played,
and the hashes of seats' tokens.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TextIO

log = logging.getLogger("ekiben.server")
FOLDER, FILE = 0o700, 0o600
FLAGS = {"w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC, "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND}


def make_private_folder(folder: Path) -> None:
    """Make the folder, or tighten one that is there."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    tighten(folder, FOLDER)


def make_private(file: Path) -> None:
    """Make an empty file, or tighten one that is there."""
    if not file.exists():
        os.close(os.open(file, FLAGS["a"], FILE))
    tighten(file)


def tighten(path: Path, mode: int = FILE) -> None:
    """Take from others what they may do with it; where only somebody else can, say so."""
    if os.name == "nt" or not path.exists() or not path.stat().st_mode & 0o077:
        return
    try:
        path.chmod(path.stat().st_mode & 0o700 & mode)
    except PermissionError:
        log.warning(
            "others can read what only the server should", extra={"facts": {"path": str(path)}}
        )


@contextlib.contextmanager
def open_private(file: Path, mode: Literal["w", "a"] = "w") -> Iterator[TextIO]:
    """A text file, written anew ("w") or at its end ("a"), on disk when this ends."""
    with open(os.open(file, FLAGS[mode], FILE), mode, encoding="utf-8") as opened:
        if file.is_file():
            tighten(file)
        yield opened
        opened.flush()
        if file.is_file():
            os.fsync(opened.fileno())


def write_whole(file: Path, text: str) -> None:
    """Write a file that is there whole or not at all, whenever the power goes."""
    draft = file.with_name(f"{file.name}.{os.getpid()}.part")
    with open_private(draft) as opened:
        opened.write(text)
    draft.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk too; Windows does that by itself."""
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
