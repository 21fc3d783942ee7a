"""Parts that need further packages: which extra has them, and the command that adds it to this
installation.
"""

from __future__ import annotations

import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ekiben.core.errors import EkibenError


class MissingExtra(EkibenError, ImportError):
    """A part was asked for whose packages are not installed."""


def missing(what: str, extra: str, error: ImportError) -> MissingExtra:
    """The error to raise instead of a bare ImportError."""
    return MissingExtra(
        f"{what} needs packages that are not installed ({error}). To install them: {command(extra)}"
    )


def command(extra: str) -> str:
    """What to type, by where pip says this Ekiben came from."""
    try:
        told = distribution("ekiben").read_text("direct_url.json")
    except PackageNotFoundError:
        return in_a_clone(extra)
    return from_origin(json.loads(told), extra) if told else f"pip install 'ekiben[{extra}]'"


def from_origin(origin: dict[str, dict[str, bool] | str], extra: str) -> str:
    """From a clone's folder or a wheel's file, as long as it is there."""
    place, folder = urlsplit(str(origin["url"])), origin.get("dir_info")
    path = Path(url2pathname(place.path))
    if place.scheme != "file" or not path.exists():
        return in_a_clone(extra)
    how = "pip install -e" if isinstance(folder, dict) and folder.get("editable") else "pip install"
    return f"{how} {shlex.quote(f'{path}[{extra}]')}"


def in_a_clone(extra: str) -> str:
    return f"pip install '.[{extra}]' in a clone of Ekiben"
