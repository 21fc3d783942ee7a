"""Ekiben as WebAssembly: all kernels of all families in one module, from the same Python source.

>>> from ekiben.wasm import build_module
>>> folder = build_module()  # doctest: +SKIP

The folder has `ekiben.wasm` (memory of its own), `ekiben.so.wasm` (a side module for Pyodide), the
same two as `ekiben-plain…` (no vector instructions), and `kernels.json`: for every exported
function, such as `routes_legal_one` or `tokyobots_play_out`, its `arguments` (`type`, and `axes`
for an array) and its `result` (`"int64"`, `"bool"`, `"float64"`, or null).

An array is passed as the place of its first item and the length of each axis, every number but a
float as 32 bits: `legal_one(boards, states, i, out)` becomes `routes_legal_one(boards, length,
states, length, i, out, length)`. A kernel that raises traps.
"""

from ekiben.wasm.module import build_module

__all__ = ["build_module"]
