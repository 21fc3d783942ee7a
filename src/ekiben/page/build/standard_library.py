"""Python's standard library as the page needs it: compiled, and without what no page uses."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from ekiben.page.build.bytecode import compile_zip

# tools for programmers, terminals, mail and other networks, and Python twins of what is compiled in
LEFT_OUT = frozenset(
    "_android_support _apple_support _ios_support _pydatetime _pyio _pyrepl __hello__ __phello__ "
    "antigravity bdb cProfile cmd compileall doctest filecmp fileinput ftplib imaplib mailbox "
    "modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile "
    "pstats pty pyclbr pydoc rlcompleter sched shelve site-packages smtplib sre_compile "
    "sre_constants sre_parse tabnanny this timeit trace tty unittest wave webbrowser wsgiref xml "
    "xmlrpc zipapp".split()
)
ENCODINGS = frozenset(
    "__init__ aliases ascii cp437 hex_codec idna latin_1 punycode raw_unicode_escape undefined "
    "unicode_escape utf_16 utf_32 utf_8 utf_8_sig".split()
)


def write_library(source: Path, target: Path) -> None:
    """Compile the parts of Pyodide's own library that a page may need."""
    with tempfile.TemporaryDirectory() as made:
        chosen = Path(made) / source.name
        with zipfile.ZipFile(source) as zipped, zipfile.ZipFile(chosen, "w") as out:
            for name in filter(is_needed, zipped.namelist()):
                out.writestr(name, zipped.read(name))
        compile_zip(chosen, target)


def is_needed(name: str) -> bool:
    """Whether a page may need a file of the library."""
    top, _, rest = name.partition("/")
    if not name.endswith(".py") or top.removesuffix(".py") in LEFT_OUT:
        return False
    return top != "encodings" or rest.removesuffix(".py") in ENCODINGS
