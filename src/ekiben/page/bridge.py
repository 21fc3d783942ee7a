"""The compiled kernels of a page: a WebAssembly side module, called through ctypes.

NumPy's arrays lie in the same memory as the module's, so a kernel gets their place and nothing is
copied. Where the module does not load, everything stays interpreted.
"""

from __future__ import annotations

import ctypes
import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from ekiben.core.builds import BUILDS, PROVIDERS
from ekiben.core.compiled import AnyFunction
from ekiben.core.errors import EkibenError
from ekiben.server.machine_code import owner_of

log = logging.getLogger("ekiben.page")
NUMBERS: dict[str | None, Any] = {  # ctypes' own types have no common name
    "int64": ctypes.c_int32,
    "bool": ctypes.c_int32,
    "float64": ctypes.c_double,
    None: None,
}


class ValueType(TypedDict):
    """An argument: a number, or an array of so many axes."""

    type: str
    axes: int


class Signature(TypedDict):
    """A kernel's types, as the module's list has them."""

    arguments: list[ValueType]
    result: str | None


Flatten = Callable[[Any], tuple[Any, ...]]  # an argument as the module takes it


def use_module(module: str, kernels: str) -> bool:
    """Give the module's kernels to all builds; returns False where it cannot be loaded.

    Builds of families that nobody has asked for yet get theirs when they are made.
    """
    try:
        functions = load_kernels(module, json.loads(Path(kernels).read_text(encoding="utf-8")))
    except (OSError, AttributeError, ValueError) as error:
        log.warning("the compiled kernels do not load: %s", error)
        return False
    PROVIDERS.append(lambda builds: functions_of(owner_of(builds), functions))
    for builds in BUILDS.values():
        builds.use(functions_of(owner_of(builds), functions))
    return True


def load_kernels(module: str, signatures: Mapping[str, Signature]) -> dict[str, AnyFunction]:
    """The module's kernels by name, as Python calls them."""
    library = ctypes.CDLL(module)
    return {
        name: kernel(getattr(library, name), name, signature)
        for name, signature in signatures.items()
    }


def functions_of(owner: str, functions: Mapping[str, AnyFunction]) -> dict[str, AnyFunction]:
    prefix = f"{owner}_"
    return {
        name.removeprefix(prefix): function
        for name, function in functions.items()
        if name.startswith(prefix)
    }


def kernel(function: Any, name: str, signature: Signature) -> AnyFunction:  # one of ctypes' own
    """A kernel that takes arrays and numbers."""
    arguments = signature["arguments"]
    function.restype = NUMBERS[signature["result"]]
    function.argtypes = [one for argument in arguments for one in flat_types(argument)]
    flatten = [array_in(name, one) if one["axes"] else number for one in arguments]
    as_result = bool if signature["result"] == "bool" else same

    def call(*given: object) -> Any:
        flat = [part for one, make in zip(given, flatten, strict=True) for part in make(one)]
        return as_result(function(*flat))

    return call


def flat_types(argument: ValueType) -> list[Any]:
    if argument["axes"]:
        return [ctypes.c_void_p, *[ctypes.c_int32] * argument["axes"]]
    return [NUMBERS[argument["type"]]]


def number(value: Any) -> tuple[Any]:
    return (value,)


def same(value: Any) -> Any:
    return value


def array_in(name: str, argument: ValueType) -> Flatten:
    """Checks that an array is of the kernel's type: on wasm32 NumPy's own int has 32 bits."""
    dtype = np.dtype(argument["type"])
    axes = argument["axes"]

    def place(array: np.ndarray[Any, Any]) -> tuple[int, ...]:
        if array.dtype != dtype or array.ndim != axes or not array.flags.c_contiguous:
            raise EkibenError(
                f"{name} takes arrays of {dtype} with {axes} axes, not {array.dtype} with "
                f"{array.ndim} (strides {array.strides})"
            )
        return (array.ctypes.data, *array.shape)

    return place
