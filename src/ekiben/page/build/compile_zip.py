"""Runs in the page's Python at build time: sources of a zip become bytecode, all else stays.

Its own zlib writes the result, so that it is the same on every machine.
"""

import importlib.util
import inspect
import json
import marshal
import types
import zipfile

WHOLE, WITHOUT_DOCSTRINGS = 0, 2
READ_ALOUD = ("_pyodide/", "pyodide/")  # whose docstrings Pyodide gives to its own functions
UNCHECKED_HASH = 0b01  # a page's files never change: nothing is compared with a source
HEAD = 16  # bytes before the code in a .pyc
HAS_DOCSTRING = 0x4000000  # flag of a function's code: its first constant is the docstring
PACKED = "packed_modules"
DAY = (1980, 1, 1, 0, 0, 0)


def compile_zip(source: str, target: str) -> None:
    with zipfile.ZipFile(source) as zipped, zipfile.ZipFile(target, "w") as out:
        for name in sorted(zipped.namelist()):
            content = zipped.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", bytecode(name, content)
            add_file(out, name, content)


def pack_zip(source: str, target: str) -> None:
    """The same with all modules in one file, as `ekiben.page.packed_modules` finds them."""
    places, packed = {}, bytearray()
    with zipfile.ZipFile(source) as zipped, zipfile.ZipFile(target, "w") as out:
        for name in sorted(zipped.namelist()):
            content = zipped.read(name)
            if name == f"{PACKED}.py":
                add_file(out, f"{name}c", bytecode(name, content))
            elif name.endswith((".py", ".pyc")):
                code = marshal.dumps(code_of(name, content))
                module = name.partition(".py")[0].replace("/", ".")
                is_package = module.endswith(".__init__")
                module = module.removesuffix(".__init__")
                places[module] = (len(packed), len(code), is_package)
                packed += code
            else:
                add_file(out, name, content)
        add_file(out, f"{PACKED}.json", json.dumps(places).encode())
        add_file(out, f"{PACKED}.bin", bytes(packed))


def code_of(name: str, content: bytes) -> types.CodeType:
    """The code of a source, or of a module that came compiled."""
    if name.endswith(".pyc"):
        return stripped(marshal.loads(content[HEAD:]))
    level = WHOLE if name.startswith(READ_ALOUD) else WITHOUT_DOCSTRINGS
    return compile(content, name, "exec", dont_inherit=True, optimize=level)


def stripped(code: types.CodeType) -> types.CodeType:
    """Code without docstrings, in functions, and without columns."""
    constants = list(code.co_consts)
    if code.co_flags & HAS_DOCSTRING:
        constants[0] = None
    return code.replace(
        co_flags=code.co_flags & ~HAS_DOCSTRING,
        co_consts=tuple(stripped(one) if inspect.iscode(one) else one for one in constants),
    )


def bytecode(name: str, source: bytes) -> bytes:
    """A source as the content of its .pyc."""
    flags = UNCHECKED_HASH.to_bytes(4, "little")
    head = importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(source)
    return head + marshal.dumps(code_of(name, source))


def add_file(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    about = zipfile.ZipInfo(name, DAY)
    about.external_attr = 0o644 << 16
    out.writestr(about, content, zipfile.ZIP_DEFLATED, 9)
