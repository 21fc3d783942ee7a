"""Write a rule once; run it interpreted, as machine code, or on a graphics card.

A function marked with `@compiled` stays an ordinary Python function. `link` builds it, and all
marked functions it calls, for a target: it gives the same code other globals. So several builds
live in one process, and importing a game imports no numba.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Mapping
from types import CellType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, TypeVar, cast

import numpy as np

if TYPE_CHECKING:
    from ekiben.core.arrays import Array

# what a rule takes and returns is up to the rule, and numba's callables are untyped
AnyFunction = Callable[..., Any]
Rule = TypeVar("Rule", bound=AnyFunction)
Names = Mapping[str, object]
LEFT_OPEN: Any = None  # the value of a global that `link` binds


# ---- marking
def compiled(function: Rule) -> Rule:
    """Mark a rule: numbers, records and arrays only, no recursion, one type per return."""
    return compiled_as(function)(function)


def compiled_as(body: AnyFunction) -> Callable[[Rule], Rule]:
    """Mark a function that needs another body where it is compiled."""

    def mark(function: Rule) -> Rule:
        function.__dict__["compiled_body"] = body
        return function

    return mark


def is_marked(value: object) -> TypeGuard[FunctionType]:
    return isinstance(value, FunctionType) and "compiled_body" in value.__dict__


# ---- linking
class Target(Protocol):
    """Where linked functions run."""

    compiles: bool

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        """Make the callable; kernels are called from outside, the others by linked functions."""


class Interpreter:
    """Runs functions as they are."""

    compiles = False

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        return function


def link(
    functions: Iterable[AnyFunction],
    target: Target,
    names: Mapping[ModuleType, Names] | None = None,
    replaced: Mapping[AnyFunction, AnyFunction] | None = None,
) -> dict[str, AnyFunction]:
    """Build marked functions for a target, together with all marked functions they call.

    `names` are the globals that a module leaves open; a mapping among them becomes a namespace, so
    that `rules.apply` is resolved while compiling. `replaced` has functions to call instead of
    marked ones, such as those that another call of `link` has built.
    """
    kernels = tuple(functions)
    linker = Linker(target, kernels, names or {}, replaced or {})
    return {kernel.__name__: linker.function(kernel) for kernel in kernels}


class Linker:
    """One call of `link`: each function is built once."""

    def __init__(
        self,
        target: Target,
        kernels: tuple[AnyFunction, ...],
        names: Mapping[ModuleType, Names],
        replaced: Mapping[AnyFunction, AnyFunction],
    ) -> None:
        self.target = target
        self.kernels = frozenset(kernels)
        self.modules = {module.__name__ for module in names} | {one.__module__ for one in kernels}
        self.looks_everywhere = target.compiles or bool(replaced)
        self.built = dict(replaced)
        self.names = {module.__name__: open_names for module, open_names in names.items()}
        self.bound: dict[tuple[str, str], object] = {}

    def open_name(self, module: str, name: str) -> object:
        """What an open name of a module stands for."""
        if (module, name) not in self.bound:
            value = self.names[module][name]
            self.bound[module, name] = (
                self.namespace(name, value) if isinstance(value, Mapping) else self.linked(value)
            )
        return self.bound[module, name]

    def namespace(self, name: str, members: Names) -> ModuleType:
        """A module of linked functions, which compilers look into while compiling."""
        module = ModuleType(name)
        for member, value in members.items():
            setattr(module, member, self.linked(value))
        return module

    def linked(self, value: object) -> object:
        return self.function(value) if is_marked(value) else value

    def function(self, function: AnyFunction) -> AnyFunction:
        if function not in self.built:
            self.built[function] = self.build(function)
        return self.built[function]

    def build(self, function: AnyFunction) -> AnyFunction:
        if not self.looks_everywhere and function.__module__ not in self.modules:
            return function
        body: FunctionType = function.__dict__["compiled_body"]
        body = body if self.target.compiles else cast(FunctionType, function)
        names, cells = self.globals_of(body), self.cells_of(body)
        if not self.target.compiles and reads_the_same(body, names, cells):
            return function
        return self.target.build(rebuild(body, names, cells), function in self.kernels)

    def globals_of(self, function: FunctionType) -> dict[str, object]:
        """What the function reads from its module, marked functions linked."""
        module, scope = function.__module__, function.__globals__
        left_open = self.names.get(module, {})
        return {
            name: self.open_name(module, name) if name in left_open else self.linked(scope[name])
            for name in global_names(function)
            if name in left_open or name in scope
        }

    def cells_of(self, function: FunctionType) -> tuple[object, ...]:
        """What the function reads from the function it was made in, marked functions linked."""
        return tuple(self.linked(cell.cell_contents) for cell in function.__closure__ or ())


def global_names(function: FunctionType) -> set[str]:
    """Names that the function reads from its module, or from the built-in ones."""
    return {
        str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"
    }


def reads_the_same(function: FunctionType, names: Names, cells: tuple[object, ...]) -> bool:
    """Whether the function reads these very values already."""
    own_cells = (cell.cell_contents for cell in function.__closure__ or ())
    return all(function.__globals__.get(name) is value for name, value in names.items()) and all(
        own is value for own, value in zip(own_cells, cells, strict=True)
    )


def rebuild(function: FunctionType, names: Names, cells: tuple[object, ...]) -> FunctionType:
    """The same code over other names."""
    rebuilt = FunctionType(
        function.__code__,
        {"__builtins__": __builtins__, "__name__": function.__module__, **names},
        function.__name__,
        function.__defaults__,
        tuple(map(CellType, cells)),
    )
    rebuilt.__module__ = function.__module__
    rebuilt.__qualname__ = function.__qualname__
    rebuilt.__doc__ = function.__doc__
    return rebuilt


# ---- a record in an array of records: bytes where it is compiled, a list where it is not
def accessor(name: str, dtype: np.dtype[Any]) -> AnyFunction:
    """A marked function of an array and a place: the record there."""

    def body(records, i):  # type: ignore[no-untyped-def]
        return records.view(dtype)[i]

    body.__name__ = name  # by which machine code is told apart

    @compiled_as(body)
    def record_at(records: list[Any], i: int) -> Any:
        return records[i]

    return record_at


# ---- bits of a set
_5, _3, _F, _1 = (np.uint64(int(digits, 16)) for digits in ("5" * 16, "3" * 16, "0F" * 8, "01" * 8))
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


def _compiled_count(members: int) -> np.int64:
    x = np.uint64(members)
    x = x - ((x >> _S1) & _5)
    x = (x & _3) + ((x >> _S2) & _3)
    x = (x + (x >> _S4)) & _F
    return np.int64((x * _1) >> _S56)


@compiled_as(_compiled_count)
def count(members: int) -> int:
    """How many members a set has."""
    return int(members).bit_count()


def _compiled_lowest(members: int) -> int:
    return count((members & -members) - 1)


@compiled_as(_compiled_lowest)
def lowest(members: int) -> int:
    """The smallest member of a set that has one."""
    members = int(members)
    return (members & -members).bit_length() - 1


def _compiled_bit(member: int) -> np.int64:
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


@compiled
def write_members(members: int, start: int, out: Array, n: int) -> int:
    """Write a set's members, counted from `start`, from place n on; return the place after them."""
    while members:
        out[n] = start + lowest(members)
        members &= members - 1
        n += 1
    return n
