"""@compiled: a rule is written once and runs plainly; `compiled` makes machine code of the same
functions with numba.

A marked function stays an ordinary Python function. `link(functions)` rebuilds it and all marked
functions it calls on top of numba, without touching the plain ones: both builds live in one
process, and importing a game imports no numba.
"""

from __future__ import annotations

import dis
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

Rule = TypeVar("Rule", bound=Callable[..., Any])


def compiled(function: Rule) -> Rule:
    """Marks a rule: numbers, records and arrays only, no recursion, one type per return."""
    function.compiled_body = function  # type: ignore[attr-defined]
    return function


def compiled_as(compiled_body: Callable[..., Any]) -> Callable[[Rule], Rule]:
    """Marks a plain function that needs another body in machine code."""

    def mark(plain: Rule) -> Rule:
        plain.compiled_body = compiled_body  # type: ignore[attr-defined]
        return plain

    return mark


def over(function: Rule, **names: Any) -> Rule:
    """A marked function with these names instead of those of its module, in both builds."""
    body: Any = function.compiled_body  # type: ignore[attr-defined]
    made: Any = rebuilt(function, function.__globals__ | names)  # type: ignore[arg-type]
    made.compiled_body = made if body is function else rebuilt(body, body.__globals__ | names)
    return made


class Linker:
    """Rebuilds marked functions with `wrap` (numba's jit of a target), each once."""

    def __init__(self, wrap: Callable[[Callable[..., Any]], Any]) -> None:
        self.wrap, self.made = wrap, {}  # type: ignore[var-annotated]

    def __call__(self, function: Callable[..., Any], **given: Any) -> Any:
        if function not in self.made:
            body = function.compiled_body  # type: ignore[attr-defined]
            self.made[function] = self.wrap(rebuilt(body, self.names(body) | given))
        return self.made[function]

    def names(self, function: FunctionType) -> dict[str, Any]:
        """The function's globals, marked ones replaced by their compiled forms."""
        scope = function.__globals__
        used = {name: scope[name] for name in globals_of(function) if name in scope}
        return {
            name: self(value) if hasattr(value, "compiled_body") else value
            for name, value in used.items()
        }


def globals_of(function: FunctionType) -> set[str]:
    """Names the function reads from its module."""
    return {
        str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"
    }


def rebuilt(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same code over other names."""
    made = FunctionType(
        function.__code__,
        {"__builtins__": __builtins__, "__name__": function.__module__, **names},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__module__, made.__qualname__, made.__doc__ = (
        function.__module__,
        function.__qualname__,
        function.__doc__,
    )
    return made


# ---- the few functions with two bodies: bits of a set, and a state in an array of states
_5, _3, _F, _1 = (np.uint64(int(digits, 16)) for digits in ("5" * 16, "3" * 16, "0F" * 8, "01" * 8))
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


def _compiled_count(members):  # type: ignore[no-untyped-def]
    x = np.uint64(members)
    x = x - ((x >> _S1) & _5)
    x = (x & _3) + ((x >> _S2) & _3)
    x = (x + (x >> _S4)) & _F
    return np.int64((x * _1) >> _S56)


@compiled_as(_compiled_count)
def count(members: int) -> int:
    """How many members a set has."""
    return int(members).bit_count()


def _compiled_lowest(members):  # type: ignore[no-untyped-def]
    return count((members & -members) - 1)


@compiled_as(_compiled_lowest)
def lowest(members: int) -> int:
    """The smallest member of a set that has one."""
    members = int(members)
    return (members & -members).bit_length() - 1


def _compiled_bit(member):  # type: ignore[no-untyped-def]
    return np.int64(1) << np.int64(member)


@compiled_as(_compiled_bit)
def bit(member: int) -> int:
    """The set of this one member."""
    return 1 << int(member)


@compiled
def nth(members: int, n: int) -> int:
    """The n-th smallest member of a set."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)
