"""What the module depends on, as one short key: the compiled functions, their types, the tools.

The key is taken from the functions themselves, not from their files: a change elsewhere in a file
asks for no new module.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

from ekiben.core import compiled
from ekiben.core.compiled import AnyFunction, link
from ekiben.core.errors import EkibenError
from ekiben.wasm.kernel_sets import KernelFamily, kernel_families
from ekiben.wasm.linking import linker_version

HERE = Path(__file__).parent
CORE = Path(compiled.__file__).parent
COMPILERS = (
    CORE / "compiled.py",
    CORE / "numba_internals.py",
    HERE / "building.py",
    HERE / "compiling.py",
    HERE / "entrances.py",
    HERE / "linking.py",
    HERE / "numba_internals.py",
)  # what makes code of functions


@cache
def module_key() -> str:
    """The key of the module that would be built now."""
    parts = [*tools(), *(part for family in kernel_families() for part in family_parts(family))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def tools() -> Iterator[str]:
    """The compilers: this package's, and those that it uses."""
    for path in COMPILERS:
        yield path.read_text(encoding="utf-8")
    yield platform.python_version()
    yield linker_version()
    for package in ("numpy", "numba", "llvmlite"):
        yield f"{package} {installed_version(package)}"


def installed_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise EkibenError(
            f"{package} is not installed, and the WebAssembly module is compiled with it "
            f"(pip install {package})"
        ) from error


def family_parts(family: KernelFamily) -> list[str]:
    """Descriptions of a family's kernels, and of all functions that they call."""
    listing = Listing()
    link(family.functions().values(), listing, family.names)
    types = [f"{name} {types}" for name, types in family.argument_types().items()]
    return [*types, *sorted(map(description, listing.functions))]


class Listing:
    """A target of `link` that only lists what would be compiled."""

    compiles = True

    def __init__(self) -> None:
        self.functions: list[FunctionType] = []

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        self.functions.append(function)
        return function


def description(function: FunctionType) -> str:
    """A function's code, and the values that it reads."""
    code = function.__code__
    scope = {name: one for name, one in function.__globals__.items() if name[:2] != "__"}
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    own = (code.co_names, code.co_varnames, code.co_consts, function.__defaults__, cells)
    return " ".join([full_name(function), code.co_code.hex(), written(own), written(scope)])


def full_name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}.{function.__name__}"


def written(value: object) -> str:
    """A value as text, the same in every process."""
    if isinstance(value, FunctionType):
        return full_name(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, ModuleType):
        return f"{value.__name__} {written(own_values(value))}"
    if isinstance(value, Mapping):
        return " ".join(f"{name}: {written(one)}" for name, one in sorted(value.items()))
    if isinstance(value, (tuple, list)):
        return "; ".join(map(written, value))
    text = repr(value)
    if " at 0x" in text:
        raise EkibenError(f"compiled functions cannot depend on {text}")
    return text


def own_values(module: ModuleType) -> dict[str, object]:
    """What functions may read of a module: of Ekiben's, and of a namespace that `link` has made.

    A module of somebody else's stands for itself, by its version.
    """
    is_own = module.__name__.startswith("ekiben.") or not hasattr(module, "__file__")
    return {
        name: value
        for name, value in vars(module).items()
        if is_own and isinstance(value, (int, float, tuple, np.ndarray, FunctionType))
    }
