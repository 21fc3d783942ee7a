"""The process that builds the module: families are compiled side by side, then both variants.

Each step is a line on standard output. It needs numba and the linker.
"""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ekiben.wasm import numba_internals
from ekiben.wasm.compiling import compile_family, joined, optimised_object, whole_module
from ekiben.wasm.entrances import Kernel
from ekiben.wasm.kernel_sets import kernel_families
from ekiben.wasm.linking import link_module, link_side_module
from ekiben.wasm.module import SIGNATURES, VARIANTS
from ekiben.wasm.numba_internals import BASELINE, SIMD

FEATURES = dict(zip(VARIANTS, (SIMD, BASELINE), strict=True))
Signatures = dict[str, dict[str, object]]


def build(folder: Path) -> None:
    """Compile everything anew, and write the module's files."""
    numba_internals.check()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(compile_part, [family.name for family in kernel_families()]))
        bitcode = joined([bitcode for bitcode, _ in parts])
        signatures = {name: one for _, own in parts for name, one in own.items()}
        made = pool.map(optimise, [bitcode] * len(VARIANTS), VARIANTS)
        for variant, code in zip(VARIANTS, made, strict=True):
            write_variant(folder, variant, code, list(signatures))
    text = json.dumps(signatures, indent=1) + "\n"
    (folder / SIGNATURES).write_text(text, encoding="utf-8")


def compile_part(name: str) -> tuple[bytes, Signatures]:
    """The code of a family, not yet optimised, and the signatures of its kernels."""
    (family,) = [one for one in kernel_families() if one.name == name]
    kernels = compile_family(family, report)
    return whole_module(kernels), {kernel.name: signature(kernel) for kernel in kernels}


def optimise(bitcode: bytes, variant: str) -> bytes:
    code = optimised_object(bitcode, FEATURES[variant])
    report(variant)
    return code


def write_variant(folder: Path, variant: str, code: bytes, names: list[str]) -> None:
    """Link an object as a module of its own and as a side module."""
    objects = folder / f"{variant}.o"
    objects.write_bytes(code)
    link_module(objects, folder / f"{variant}.wasm", names)
    link_side_module(objects, folder / f"{variant}.so.wasm", names)
    objects.unlink()


def signature(kernel: Kernel) -> dict[str, object]:
    """The types of a kernel's arguments and result."""
    arguments = [{"type": one.type, "axes": one.axes} for one in kernel.arguments]
    return {"arguments": arguments, "result": kernel.result}


def report(step: str) -> None:
    print(step, flush=True)
