"""All that the module's compiler asks of numba beyond its documented interface, one thing each.

numba can have targets besides the processor. This one is the processor's with another code
generator: llvmlite's own WebAssembly back end. Each class says what it does, why, and what would
happen without it; `tests/wasm/test_numba_target.py` tests each alone, and `check` tests them all
before anything is built. The module is imported only to compile: it needs numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from types import FunctionType
from typing import Any, cast

import llvmlite
import llvmlite.binding as llvm
import llvmlite.ir as ir
import numba
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import callconv, cgutils, codegen, cpu, registry, target_extension, types
from numba.core.runtime.nrt import rtsys

from ekiben.core.compiled import AnyFunction
from ekiben.core.errors import EkibenError
from ekiben.core.numba_internals import is_small, own_symbols, widen_integers
from ekiben.wasm.kernel_sets import ValueType

TRIPLE = "wasm32-unknown-unknown"
BASELINE = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"
SIMD = BASELINE + ",+simd128"
jit: Any = numba.jit  # its types leave out some of its options
NAME = "wasm"  # of the target, as numba's decorators know it
OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # no memory of numba's own: kernels work in their callers' arrays
}


# ---- machines
@cache
def target_machine(features: str) -> Any:  # llvmlite has no types
    """LLVM's WebAssembly back end for a set of features; its code can be put anywhere."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=features, opt=3, reloc="pic", codemodel="default"
    )


# ---- the target
class WebAssembly(target_extension.CPU):
    """The target's name in numba's registries. It is a CPU, so that it has all that CPUs have."""


class Library(codegen.AOTCodeLibrary):
    """The code of one function, neither linked nor optimised.

    numba links every function with all that it calls, and optimises it, again and again. Here all
    functions are linked once and optimised as a whole, in `compiling.py`. Without it building takes
    several times as long, and functions shared by two kernels are in the module twice.
    """

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._finalized = True


class CodeGenerator(codegen.AOTCPUCodegen):
    """Makes libraries for WebAssembly.

    numba's own asks for a compiler of this process's processor.
    """

    _library_class = Library

    def _init(self, llvm_module: object) -> None:
        self._tm = target_machine(BASELINE)
        self._tm_features = BASELINE
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> ir.Module:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module


class TrappingCalls(callconv.CPUCallConv):
    """Calls between functions: what raises, traps.

    numba hands a pickled exception back to Python, with the path of its source file. There is no
    Python here, and the module must not depend on where it was built.
    """

    def return_user_exc(self, builder: Any, *_: object, **__: object) -> None:
        trap(builder)

    def return_dynamic_user_exc(self, builder: Any, *_: object, **__: object) -> None:
        trap(builder)

    def return_status_propagate(self, builder: Any, status: object) -> None:
        trap(builder)


def trap(builder: Any) -> None:
    """End the program."""
    builder.call(builder.module.declare_intrinsic("llvm.trap", (), TRAP), [])
    builder.unreachable()


TRAP = ir.FunctionType(ir.VoidType(), ())


class Context(cpu.CPUContext):
    """Lowers functions as for the processor, with the generator and the calls above.

    Integers and lengths of arrays have 64 bits as on the processor, so that results are the same;
    only pointers have 32.
    """

    def init(self) -> None:
        self.is32bit = False
        self._internal_codegen: Any = CodeGenerator("ekiben.wasm")

    @property
    def call_conv(self) -> TrappingCalls:
        return TrappingCalls(self)

    def post_lowering(self, mod: object, library: object) -> None:
        """Leave out numba's run-time library, which the processor's context links in."""

    def get_executable(self, library: Library, fndesc: Any, env: object) -> object:
        """Something for numba to keep as the function; nobody calls it in this process."""
        name = fndesc.qualname.split(".")[-1]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 1, env, (library,))


class TargetDescriptor(registry.CPUTarget):
    """Where numba finds the context; types are inferred apart from those of the processor."""

    @property
    def target_context(self) -> Context:
        return context()


DESCRIPTOR = TargetDescriptor(NAME)


class Dispatcher(registry.CPUDispatcher):
    """Compiles functions for this target."""

    targetdescr = DESCRIPTOR


@cache
def context() -> Context:
    """The context, registered with numba at first use.

    The processor's run-time library is set up before, as a context does when it is used first:
    otherwise numba would build it for WebAssembly and run it here.
    """
    target_extension.target_registry[NAME] = WebAssembly
    target_extension.dispatcher_registry[WebAssembly] = Dispatcher
    target_extension.jit_registry[WebAssembly] = partial(jit, _target=NAME, **OPTIONS)
    rtsys.initialize(registry.cpu_target.target_context)
    return Context(DESCRIPTOR.typing_context, NAME)


# ---- functions
class WasmTarget:
    """WebAssembly as a target of `link`; `owner` tells two families' functions apart."""

    compiles = True

    def __init__(self, owner: str) -> None:
        self.owner = owner

    def build(self, function: FunctionType, is_kernel: bool) -> AnyFunction:
        """A function that is compiled when its types are known, kernel or not."""
        context()
        own_symbols(function, self.owner)
        small = not is_kernel and is_small(function)
        rule: AnyFunction = jit(function, _target=NAME, **OPTIONS, forceinline=small)
        widen_integers(rule)
        return rule


def compile_for(function: Any, arguments: Iterable[ValueType]) -> Any:  # numba's own result
    """Compile a built function, and all that it calls, for these types."""
    numba_types = tuple(map(numba_type, arguments))
    function.compile(numba_types)
    return function.overloads[numba_types]


def numba_type(value: ValueType) -> Any:
    scalar = types.boolean if value.type == "bool" else getattr(types, value.type)
    return types.Array(scalar, value.axes, "C") if value.axes else scalar


def value_name(numba_result: Any) -> str | None:
    """The name of a result's type; None when there is none."""
    if numba_result == types.none:
        return None
    return "bool" if numba_result == types.boolean else str(types.unliteral(numba_result))


def libraries(results: Iterable[Any]) -> list[Library]:
    """The code of compiled functions and of all that they call, each once, in a fixed order."""
    found: dict[int, Library] = {}
    left = [result.library for result in results][::-1]
    while left:
        library = left.pop()
        if id(library) not in found:
            found[id(library)] = library
            left += library._linking_libraries[::-1]
    return list(found.values())


def linked(module: ir.Module, results: Sequence[Any]) -> Any:  # llvmlite has no types
    """A module together with the code of all compiled functions, which only it can call.

    So the optimiser may change and drop them. numba leaves a place for the globals of every
    function as well, of a kind that WebAssembly does not have; nobody reads it.
    """
    whole = llvm.parse_assembly(str(module))
    own = {one.name for one in whole.functions if not one.is_declaration}
    for library in libraries(results):
        whole.link_in(library._final_module, preserve=True)
    for one in (*whole.functions, *whole.global_variables):
        if not one.is_declaration and one.name not in own:
            one.linkage = "internal"
    return whole


def new_module(name: str) -> ir.Module:
    return context().codegen()._create_empty_module(name)


# ---- calls from outside
def array_value(builder: Any, value: ValueType, data: Any, lengths: Sequence[Any]) -> Any:
    """An array as compiled functions take it, from where it lies and how long its axes are."""
    numba_array = numba_type(value)
    array = context().make_array(numba_array)(context(), builder)
    itemsize = context().get_abi_sizeof(context().get_data_type(numba_array.dtype))
    strides = [ir.Constant(LONG, itemsize)]
    for length in reversed(lengths[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array.data = builder.bitcast(data, array.data.type)
    array.itemsize = ir.Constant(LONG, itemsize)
    array.nitems = builder.sdiv(builder.mul(strides[0], lengths[0]), array.itemsize)
    array.shape = cgutils.pack_array(builder, lengths)
    array.strides = cgutils.pack_array(builder, strides)
    array.meminfo = ir.Constant(array.meminfo.type, None)
    array.parent = ir.Constant(array.parent.type, None)
    return array._getvalue()


LONG = ir.IntType(64)


def call(builder: Any, result: Any, arguments: Sequence[Any]) -> Any:
    """Call a compiled function, and return what it returns; what raises has trapped."""
    about = result.fndesc
    calls = context().call_conv
    function_type = calls.get_function_type(about.restype, about.argtypes)
    function = ir.Function(builder.module, function_type, about.llvm_func_name)
    _, value = calls.call_function(
        builder, function, about.restype, about.argtypes, list(arguments)
    )
    return value


# ---- a look at all of it
def check() -> None:
    """Compile one small function as kernels are; a numba that differs fails here, by its name."""

    def double(numbers, n):  # type: ignore[no-untyped-def]
        return numbers[n] * 2

    try:
        built = WasmTarget("check").build(cast(FunctionType, double), True)
        code = compile_for(built, [ValueType("int64", 1), ValueType("int64")])
        module = linked(new_module("check"), [code])
        target_machine(SIMD).emit_object(module)
    except Exception as error:  # whatever it is, it says what numba has changed
        versions = f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"
        raise EkibenError(
            f"{versions} cannot be used for WebAssembly: {error!r}; "
            "see src/ekiben/wasm/numba_internals.py, and requirements.txt for versions that can"
        ) from error
