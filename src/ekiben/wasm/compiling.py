"""All kernels as WebAssembly objects: compiled one by one, then linked and optimised as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm

from ekiben.core.compiled import link
from ekiben.core.errors import EkibenError
from ekiben.wasm import numba_internals
from ekiben.wasm.entrances import Kernel, write_entrance
from ekiben.wasm.kernel_sets import KernelFamily
from ekiben.wasm.numba_internals import SIMD, WasmTarget, compile_for, target_machine

Report = Callable[[str], None]
# How large functions are put into their callers: LLVM's own 250 makes the module 90 kB larger, and
# Node runs it 5 % slower.
INLINED = 100


def compile_family(family: KernelFamily, report: Report) -> list[Kernel]:
    """Compile all kernels of a family; what they share is compiled once."""
    functions, types = family.functions(), family.argument_types()
    built = link(functions.values(), WasmTarget(family.name), family.names)
    kernels = []
    for name, function in functions.items():
        code = compile_for(built[function.__name__], types[name])
        kernels.append(Kernel(name, types[name], code))
        report(name)
    return kernels


def whole_module(kernels: Sequence[Kernel]) -> bytes:
    """The kernels, their entrances and all that they call, not yet optimised, as LLVM's bitcode."""
    entrances = numba_internals.new_module("ekiben")
    for kernel in kernels:
        write_entrance(entrances, kernel)
    module = numba_internals.linked(entrances, [kernel.code for kernel in kernels])
    bitcode: bytes = module.as_bitcode()
    return bitcode


def joined(modules: Sequence[bytes]) -> bytes:
    """Several modules as one; what each keeps to itself stays apart."""
    whole = llvm.parse_bitcode(modules[0])
    for module in modules[1:]:
        whole.link_in(llvm.parse_bitcode(module))
    bitcode: bytes = whole.as_bitcode()
    return bitcode


def optimised_object(bitcode: bytes, features: str) -> bytes:
    """An object for the linker, for machines with these features."""
    made: bytes = target_machine(features).emit_object(optimised(bitcode, features))
    return made


def optimised(bitcode: bytes, features: str) -> Any:  # llvmlite has no types
    """The module as a whole, optimised for machines with these features."""
    module = llvm.parse_bitcode(bitcode)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.inlining_threshold = INLINED
    tuning.loop_vectorization = tuning.slp_vectorization = features == SIMD
    builder = llvm.create_pass_builder(target_machine(features), tuning)
    builder.getModulePassManager().run(module, builder)
    refuse_missing(module)
    return module


def refuse_missing(module: Any) -> None:  # llvmlite has no types
    """Check that the module calls nothing but itself."""
    missing = sorted(
        one.name
        for one in (*module.functions, *module.global_variables)
        if one.is_declaration and not one.name.startswith("llvm.")
    )
    if missing:
        raise EkibenError(
            f"compiled functions call what WebAssembly does not have: {', '.join(missing)}"
        )
