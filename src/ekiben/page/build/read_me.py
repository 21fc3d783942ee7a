"""README.txt of a page: what it is, how it is hosted, and what it is made of, with hashes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import ekiben
from ekiben.page.build import pyodide_files

TEXT = """Ekiben {version} as a page
{line}

Five railway board games that play in the browser, alone, against bots or around one screen, without
a server. Put this folder anywhere on a web space, at any depth; no setting is needed. To try it
here:

  python3 -m http.server

It has to come by http or https: a browser does not run it from a file. After the first visit it
works without a network. Games stay in the browser they were played in.

config.json   "server": the address of an Ekiben server for games with other people, or null
files.json    every file with its size and SHA-256
LICENCES.txt  whose work is in here

Made of
-------

{pins}
"""


def read_me(folder: Path) -> str:
    head = f"Ekiben {ekiben.__version__} as a page"
    return TEXT.format(version=ekiben.__version__, line="=" * len(head), pins=pins(folder))


def pins(folder: Path) -> str:
    """What of others is in the folder, by version and hash."""
    names = [own for own, _ in pyodide_files.FILES.values()]
    lines = [f"  {sha256(folder / 'python' / name)}  python/{name}" for name in names]
    return "\n".join([f"Pyodide {pyodide_files.VERSION} (Python 3.13), SHA-256:", *lines])


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
