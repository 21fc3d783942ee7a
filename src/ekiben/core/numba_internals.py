"""All that Ekiben asks of numba beyond its documented interface, one function each.

Each says what it does, why, and what would happen without it; `tests/core/test_numba_internals.py`
tests each alone, so that a new numba that differs fails there and not in the middle of a game. The
module is imported only to compile: it needs numba.
"""

from __future__ import annotations

import dis
import importlib
import importlib.util
import operator
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import Linkage
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from ekiben.core.compiled import AnyFunction

njit: Any = numba.njit  # its types leave out some of its options
config: Any = numba.config  # its settings are made at run time
SMALL = 120  # instructions of a function that is put into its callers
CACHE_SETTING = threading.Lock()
# modules that never index from the end
FROM_THE_START = ("ekiben.core.", "ekiben.games.", "ekiben.observations.")
RENAMED_IN_NUMPY = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}


class MachineCode:
    """The processor as a target of `link`; `owner` tells two rule sets' machine code apart."""

    compiles = True

    def __init__(self, owner: str) -> None:
        self.owner = owner

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        own_symbols(function, self.owner)
        return compile_kernel(function) if is_kernel else compile_rule(function)


def compile_kernel(function: FunctionType) -> AnyFunction:
    """Compile at the first call, for Python to call, and keep the machine code in the cache.

    `_nrt` is explained in `compile_rule`.
    """
    kernel: AnyFunction = njit(
        function,
        pipeline_class=KernelCompiler,
        nogil=True,
        error_model="numpy",
        cache=True,
        _nrt=False,
    )
    return kernel


def compile_rule(function: FunctionType) -> AnyFunction:
    """Compile for other compiled functions to call.

    `no_cpython_wrapper` and `no_cfunc_wrapper` leave out the entrances from Python and C, which
    nobody uses; `forceinline` puts small rules into their callers; `_nrt=False` counts no
    references to arrays, since nothing compiled makes or frees one. They are options of numba's
    targets that its manual does not list. Without them compiling takes about three times as long,
    calls between rules cost time, and every call with an array locks the bus to count twice.
    """
    rule = njit(
        function,
        pipeline_class=RuleCompiler,
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        forceinline=is_small(function),
        _nrt=False,
    )
    widen_integers(rule)
    compiled_rule: AnyFunction = rule
    return compiled_rule


def index_from_the_start(module: str) -> None:
    """Have rules and observations index as C does.

    numba lets every signed index count from the end when it is negative, which takes three
    instructions and registers each time. None of them does that: see `tests/core/test_indices.py`.
    Without it games are about a sixth slower. `module` is where numba has its arrays' code.
    """
    arrays: Any = importlib.import_module(module)
    usual = arrays.fix_integer_index
    if hasattr(usual, "usual"):
        return

    def fix_integer_index(
        context: Any, builder: Any, index_type: Any, index: Any, size: Any
    ) -> Any:
        written_in = getattr(context.fndesc, "modname", None) or ""
        if not index_type.signed or not written_in.startswith(FROM_THE_START):
            return usual(context, builder, index_type, index, size)
        return context.cast(builder, index, index_type, numba.types.intp)

    fix_integer_index.__dict__["usual"] = usual
    arrays.fix_integer_index = fix_integer_index


index_from_the_start("numba.np.arrayobj")


class KernelLibrary(JITCodeLibrary):
    """The code of a kernel, which keeps what it is linked with to itself.

    numba leaves rules where other modules could find them, so LLVM keeps each in a form of its own
    for callers that there are none of. When they are internal, it puts those with one caller into
    it and drops arguments and results that nobody reads. Without it games are about a twentieth
    slower.
    """

    def _optimize_final_module(self) -> None:
        for one in self._final_module.functions:
            if not one.is_declaration and one.linkage == Linkage.linkonce_odr:
                one.linkage = "internal"
        numba_library: Any = super()
        numba_library._optimize_final_module()


class RuleLibrary(JITCodeLibrary):
    """The code of one rule, neither linked nor optimised.

    numba links every function with all that it calls, optimises that and makes machine code of it,
    again at every level of calls. Nobody calls a rule but kernels, and those optimise all that
    they are linked with. Without it compiling takes about twice as long.
    """

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:  # llvmlite has no types
        """The code together with that of all it calls, for a kernel to be linked with."""
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self.called_libraries():
                is_rule = isinstance(library, RuleLibrary)
                code = library._final_module if is_rule else library._get_module_for_linking()
                module.link_in(code, preserve=True)
            for one in module.functions:
                if not one.is_declaration and one.linkage == Linkage.external:
                    one.linkage = "linkonce_odr"  # two rules may bring the same one
            self._shared_module = module
        return self._shared_module

    def called_libraries(self) -> list[Any]:
        """The code of all that the rule calls, directly or not, each once."""
        found = {id(self): self}
        left = self._linking_libraries[::-1]
        while left:
            library = left.pop()
            if id(library) not in found:
                found[id(library)] = library
                left += library._linking_libraries[::-1] if isinstance(library, RuleLibrary) else []
        return list(found.values())[1:]

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code to point at

    @property
    def codegen(self) -> NoEnvironments:
        return NoEnvironments()


class NoEnvironments:
    """In place of numba's code generator when it sets what a function sees of Python: nothing."""

    def set_env(self, name: str, environment: object) -> None:
        pass


class LibraryCompiler(Compiler):
    """numba's compiler, with a library of a kind of our own."""

    library: Any  # numba's own part of it is untyped

    def define_pipelines(self) -> Any:
        numba_compiler: Any = super()
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return numba_compiler.define_pipelines()


class KernelCompiler(LibraryCompiler):
    """For kernels."""

    library = KernelLibrary


class RuleCompiler(LibraryCompiler):
    """For what kernels call."""

    library = RuleLibrary


def is_small(function: FunctionType) -> bool:
    """Whether a function is short and has no loop: worth putting into its callers."""
    steps = list(dis.get_instructions(function))
    return len(steps) < SMALL and not any("BACKWARD" in step.opname for step in steps)


def widen_integers(rule: Any) -> None:  # numba's dispatcher, which has no type
    """Have a rule compiled once, for 64-bit integers.

    numba asks a dispatcher for the version that fits the types of a call, and makes one for every
    mix of int16, int32 and int64 that it meets. Here it is told that all integers are int64;
    arguments are then cast. Without it, a rule called with a field and with a literal is compiled
    twice, and everything it calls as well.
    """
    choose_version = rule.get_call_template

    def choose_wide(argument_types: tuple[object, ...], keywords: dict[str, object]) -> object:
        return choose_version(tuple(map(widest, argument_types)), keywords)

    rule.get_call_template = choose_wide


def widest(argument_type: object) -> object:
    return numba.types.int64 if isinstance(argument_type, numba.types.Integer) else argument_type


def own_symbols(function: FunctionType, owner: str) -> None:
    """Name a function after the owner of its machine code.

    numba derives the symbols in the machine code from the qualified name. All rule sets build the
    same kernels over records of their own, and a process may load machine code that two others
    have made: equal symbols would then be taken for the same function.
    """
    function.__qualname__ = f"{owner}.{function.__name__}"


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Have the kernels that are built meanwhile keep their machine code in this folder.

    A kernel takes over numba's setting for the whole process when it is made; there is no option
    for one kernel. So one thread at a time builds, and the setting is put back. Without it numba
    writes next to the sources, where it does not notice changes in the rules that a kernel calls.
    """
    with cache_setting(config, folder):
        yield


@contextmanager
def cuda_cache_in(folder: Path) -> Iterator[None]:
    """The same for kernels on a graphics card; newer numba-cuda has settings of its own."""
    import_cuda()
    has_own = importlib.util.find_spec("numba.cuda.core") is not None
    with cache_setting(
        importlib.import_module("numba.cuda.core.config") if has_own else config, folder
    ):
        yield


@contextmanager
def cache_setting(settings: Any, folder: Path) -> Iterator[None]:
    with CACHE_SETTING:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            settings.CACHE_DIR = before


def round_products(module: str) -> None:
    """Have products on a card rounded before anything is added to them, as on a processor.

    A card has one instruction for a product and a sum, which rounds once. numba lets the card's
    compiler put it wherever it fits, and has no option against it. Then the values by which two
    actions are compared differ in the last digit, and now and then another one is chosen. The
    card's own rounding product is never part of that. `module` is where numba has its numbers.
    """
    numbers: Any = importlib.import_module(module)
    if hasattr(numbers.registry, "rounds_products"):
        return
    llvm: Any = cgutils  # which has no types
    double = numbers.types.float64

    def multiply(context: Any, builder: Any, signature: Any, factors: Any) -> Any:
        written_in = getattr(context.fndesc, "modname", None) or ""
        if not written_in.startswith("ekiben."):
            return builder.fmul(*factors)
        kind = ir.FunctionType(ir.DoubleType(), [ir.DoubleType(), ir.DoubleType()])
        product = llvm.get_or_insert_function(builder.module, kind, "__nv_dmul_rn")
        return builder.call(product, factors)

    for operation in (operator.mul, operator.imul):
        numbers.registry.lower(operation, double, double)(multiply)
    numbers.registry.rounds_products = True


def import_cuda() -> Any:  # numba's CUDA part has no types
    """Import numba's CUDA part.

    numba-cuda looks up functions by names that NumPy has dropped. They get their new functions'
    old names back; without that the import fails.
    """
    for old, new in RENAMED_IN_NUMPY.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    cuda = importlib.import_module("numba.cuda")
    if importlib.util.find_spec("numba.cuda.np") is not None:  # else they are numba's own
        index_from_the_start("numba.cuda.np.arrayobj")
        round_products("numba.cuda.cpython.numbers")
    return cuda
