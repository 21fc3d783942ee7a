"""Files are written whole or not at all: under a temporary name first, then renamed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

DATA = "EKIBEN_DATA"                    # where records go that no other place was named for


@contextlib.contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """A file to write to; what is there already is replaced when all is written, and stays when something goes wrong."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(number, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(name, 0o666 & ~file_mask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def written(path: str | Path, text: str) -> Path:
    """Writes the text; where it lies now."""
    place = Path(path).expanduser().absolute()
    with writing(place) as file:
        file.write(text)
    return place


def file_mask() -> int:
    """What the system takes away from a new file's permissions; a temporary file has fewer."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def data_folder() -> Path:
    """Where records are kept, made if need be."""
    import platformdirs
    folder = Path(os.environ.get(DATA) or platformdirs.user_data_dir("ekiben", appauthor=False)) / "records"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
