"""The functions that the module exports: kernels with flat arguments.

An array is the place of its first item and the length of each axis; whole numbers and truth values
have 32 bits, floats 64. An entrance widens them, calls the kernel, and narrows its result; it traps
where the kernel raises or where its result does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.ir as ir

from ekiben.wasm import numba_internals
from ekiben.wasm.kernel_sets import ValueType
from ekiben.wasm.numba_internals import LONG

INT = ir.IntType(32)
FLOAT = ir.DoubleType()
PLACE = ir.IntType(8).as_pointer()
RESULTS = {None: ir.VoidType(), "bool": INT, "int64": INT, "float64": FLOAT}


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel, by its name in the module; `code` is numba's."""

    name: str
    arguments: tuple[ValueType, ...]
    code: Any

    @property
    def result(self) -> str | None:
        return numba_internals.value_name(self.code.fndesc.restype)


def write_entrance(module: ir.Module, kernel: Kernel) -> None:
    """Add a kernel's entrance to a module."""
    flat = [one for argument in kernel.arguments for one in flat_types(argument)]
    entrance_type = ir.FunctionType(RESULTS[kernel.result], flat)
    entrance = ir.Function(module, entrance_type, kernel.name)
    builder = ir.IRBuilder(entrance.append_basic_block())
    given = iter(entrance.args)
    arguments = [widen(builder, argument, given) for argument in kernel.arguments]
    value = numba_internals.call(builder, kernel.code, arguments)
    write_return(builder, kernel.result, value)


def flat_types(argument: ValueType) -> Sequence[ir.Type]:
    if argument.axes:
        return [PLACE, *[INT] * argument.axes]
    return [FLOAT if argument.type == "float64" else INT]


def widen(builder: ir.IRBuilder, argument: ValueType, given: Iterator[Any]) -> Any:
    """An argument as the kernel takes it, from the next of the flat ones."""
    first = next(given)
    if argument.axes:
        lengths = [builder.zext(next(given), LONG) for _ in range(argument.axes)]
        return numba_internals.array_value(builder, argument, first, lengths)
    if argument.type == "float64":
        return first
    if argument.type == "bool":
        return builder.icmp_signed("!=", first, ir.Constant(INT, 0))
    return builder.sext(first, LONG)


def write_return(builder: ir.IRBuilder, result: str | None, value: Any) -> None:
    if result is None:
        builder.ret_void()
    elif result == "float64":
        builder.ret(value)
    elif result == "bool":
        builder.ret(builder.zext(value, INT))
    else:
        narrow = builder.trunc(value, INT)
        fits = builder.icmp_signed("==", builder.sext(narrow, LONG), value)
        with builder.if_then(builder.not_(fits), likely=False):
            numba_internals.trap(builder)
        builder.ret(narrow)
