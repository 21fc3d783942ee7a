"""Files are written whole or not at all: under a temporary name first, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

DATA = "EKIBEN_DATA"  # where records go that no other place was named for


@contextlib.contextmanager
def open_replacing(path: Path) -> Iterator[TextIO]:
    """Open a file to write to; an old one is replaced only when all is written."""
    with path_error(path):
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(number, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(name, 0o666 & ~file_mask())
        with path_error(path):
            os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


@contextlib.contextmanager
def path_error(path: Path) -> Iterator[None]:
    """What goes wrong is told of the file that was asked for, not of the temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_text(path: str | Path, text: str) -> Path:
    """Writes the text; where it lies now."""
    place = validate_path(path)
    with open_replacing(place) as file:
        file.write(text)
    return place


def validate_path(path: str | Path) -> Path:
    """The place for a file; where none can be made, say so before the long work begins."""
    place = Path(path).expanduser().absolute()
    if not place.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(place.parent))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(place))
    return place


def file_mask() -> int:
    """What the system takes away from a new file's permissions; a temporary file has fewer."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def data_folder() -> Path:
    """Where records are kept, made if need be."""
    import platformdirs

    folder = (
        Path(os.environ.get(DATA) or platformdirs.user_data_dir("ekiben", appauthor=False))
        / "records"
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder
