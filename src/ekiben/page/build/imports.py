"""Which modules a module may import, found by reading its source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from ekiben.games.families import FAMILIES

PACKAGES = ("ekiben", "starlette")  # the others are stand-ins, NumPy, or Python's own


def reachable_modules(roots: Iterable[str], left_out: Iterable[str]) -> dict[str, Path]:
    """The modules that the roots may import, and their files.

    What is left out, and all below it, is not looked into.
    """
    found: dict[str, Path] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in found or is_below(name, left_out):
            continue
        file = file_of(name)
        if file is not None:
            found[name] = file
            waiting += [*parents(name), *imported_names(file, name)]
    return dict(sorted(found.items()))


def is_below(name: str, packages: Iterable[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in packages)


def file_of(name: str) -> Path | None:
    """The source of a module; None for a name inside a module, or of another package."""
    if name.partition(".")[0] not in PACKAGES:
        return None
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:  # the name of something inside a module
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def imported_names(file: Path, name: str) -> Iterator[str]:
    """The names in a module's imports, those inside functions too, but not those for types."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in executed_nodes(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            whole = origin(node, package)
            yield whole
            yield from (f"{whole}.{alias.name}" for alias in node.names)


def origin(node: ast.ImportFrom, package: str) -> str:
    """The module that an import takes names from."""
    if not node.level:
        return node.module or ""
    base = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*base, *filter(None, [node.module])])


def executed_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those under `if TYPE_CHECKING`."""
    yield tree
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.dump(tree.test):
        return
    for child in ast.iter_child_nodes(tree):
        yield from executed_nodes(child)


def family_parts(left_out: Iterable[str]) -> list[str]:
    """The modules of the families' parts, which are imported by name."""
    places = [place for family in FAMILIES.values() for place in family.parts.values()]
    names = (place.partition(":")[0] for place in places)
    return sorted({name for name in names if not is_below(name, left_out)})
