"""Runs in the page's Python at build time: sources of a zip become bytecode, all else stays.

Its own zlib writes the result, so that it is the same on every machine.
"""

import importlib.util
import marshal
import zipfile

WHOLE, WITHOUT_DOCSTRINGS = 0, 2
READ_ALOUD = ("_pyodide/", "pyodide/")  # whose docstrings Pyodide gives to its own functions
UNCHECKED_HASH = 0b01  # a page's files never change: nothing is compared with a source
DAY = (1980, 1, 1, 0, 0, 0)


def compile_zip(source: str, target: str) -> None:
    with zipfile.ZipFile(source) as zipped, zipfile.ZipFile(target, "w") as out:
        for name in sorted(zipped.namelist()):
            content = zipped.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", bytecode(name, content)
            add_file(out, name, content)


def bytecode(name: str, source: bytes) -> bytes:
    """A source as the content of its .pyc."""
    level = WHOLE if name.startswith(READ_ALOUD) else WITHOUT_DOCSTRINGS
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    flags = UNCHECKED_HASH.to_bytes(4, "little")
    return (
        importlib.util.MAGIC_NUMBER
        + flags
        + importlib.util.source_hash(source)
        + marshal.dumps(code)
    )


def add_file(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    about = zipfile.ZipInfo(name, DAY)
    about.external_attr = 0o644 << 16
    out.writestr(about, content, zipfile.ZIP_DEFLATED, 9)
